"""The web pages: the objects of the API in, HTML that works without script out."""

from gpukb_api.pages import api, ask, changes, files, graph, home, lint, note, search, status, tags, terms

ROUTERS = (
    home.router,
    search.router,
    note.router,
    terms.router,
    graph.router,
    changes.router,
    tags.router,
    lint.router,
    status.router,
    ask.router,
    api.router,
    files.router,
)
