"""The web pages: the objects of the API in, HTML that works without script out."""

from gpukb_api.pages import api, ask, files, graph, home, lint, note, search, terms

ROUTERS = (home.router, search.router, note.router, terms.router, graph.router, lint.router, ask.router, api.router, files.router)
