"""One line from text to Note, for the tests of the parser."""

from gpukb.config import RelationRule, VaultConfig
from gpukb.markdown import parse_canvas, parse_note

CONFIG = VaultConfig()


def note(text, path="notes/page.md", config=CONFIG):
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return parse_note(path, path, data, config)


def canvas(text, path="board.canvas", config=CONFIG):
    return parse_canvas(path, path, text.encode(), config)


def raws(text):
    return [link.raw for link in note(text).links]


def parts(text):
    """target, heading, block, alias of the only link."""
    (link,) = note(text).links
    return link.target, link.heading, link.block, link.alias


def with_relations(*rules):
    return VaultConfig(relations={rule.name: rule for rule in (*VaultConfig().relations.values(), *rules)})


REQUIRES = RelationRule("requires", inverse="required_by")
