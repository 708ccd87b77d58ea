"""Paths and texts in, a graph out, without a folder."""

from gpukb.config import VaultConfig
from gpukb.graph import build_graph
from gpukb.markdown import Parser


def graph_of(files, config=None):
    config = config or VaultConfig()
    parser = Parser(config)
    notes = []
    for path, text in files.items():
        if path.endswith(".md"):
            notes.append(parser.note(path, path, text.encode()))
        elif path.endswith(".canvas"):
            notes.append(parser.canvas(path, path, text.encode()))
    return build_graph(notes, files, config)
