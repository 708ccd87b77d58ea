"""The routes of the API: one resource a file; each is a name, its types and one call."""

from gpukb_api.routes import ask, chat, citations, events, graph, health, index, links, lint, notes, search, terms

V1 = (
    search.router,
    notes.router,
    links.router,
    terms.router,
    ask.router,
    citations.router,
    graph.router,
    lint.router,
    index.router,
    events.router,
)
ROOT = (chat.router, health.router)
