"""A note's text and a property's new value, the text out: comments, order, quotes and line ends of everything else stay."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

from gpukb.markdown.decode import sound
from gpukb.markdown.frontmatter import Loader, read_frontmatter, split
from gpukb.rewrite.edits import Edit, RewriteError, apply_edits
from gpukb.rewrite.scalars import is_plain, new_scalar, quoted

_LINE_END = re.compile(r"\r\n?|\n")
_REST_OF_LINE = re.compile(r"[^\r\n]*")
_COLON = re.compile(r"[ \t]*:")
_DASH = re.compile(r"[ \t]*-[ \t]+")
_OF_FLOW = re.compile(r"[,\[\]{}]")  # means something between brackets


def set_property(text: str, name: str, value: str) -> str:
    """The text with this property; one that is not there becomes the last. RewriteError: it is a list, or its YAML cannot be edited."""
    front = _Front(text)
    node = front.value_of(name)
    if node is None:
        new = front.with_lines(f"{_written(name)}: {_written(value)}")
    elif not isinstance(node, yaml.ScalarNode):
        raise RewriteError(f"the property {name!r} is no single value; change it by hand")
    elif node.start_mark.index == node.end_mark.index:
        new = front.with_edit(Edit(front.after_colon(name), front.after_colon(name), f" {_written(value)}"))
    else:
        start, end = front.range_of(node)
        new = front.with_edit(Edit(start, end, new_scalar(text[start:end], value)))
    return front.checked(new, name, value)


def add_item(text: str, name: str, value: str) -> str:
    """The text with one more item at the end of a list property, written as its others are; the same text if it has it already.

    A property that is not there becomes the last. RewriteError: it is no list, or its YAML cannot be edited.
    """
    front = _Front(text)
    node = front.value_of(name)
    items = front.properties.get(name)
    if isinstance(items, list) and value in items:
        return text
    if node is None:
        new = front.with_lines(f"{_written(name)}:", f"  - {_written(value)}")
    elif isinstance(node, yaml.SequenceNode):
        new = front.with_edit(front.after_last(node, value))
    elif isinstance(node, yaml.ScalarNode) and node.start_mark.index == node.end_mark.index:
        new = front.with_edit(front.new_line(front.after_colon(name), "  - ", value))
    else:
        raise RewriteError(f"the property {name!r} is no list; change it by hand")
    return front.checked(new, name, [*(items or []), value])


@dataclass(init=False, slots=True)
class _Front:
    """The frontmatter of a text as a tree with places."""

    text: str
    properties: dict[str, Any]  # Any: whatever YAML can say
    start: int
    end: int
    pairs: list[tuple[yaml.Node, yaml.Node]]

    def __init__(self, text: str) -> None:
        self.text = text
        self.start, self.end, _ = split(text)
        read = read_frontmatter(text)
        self.properties = read.properties
        try:
            node = Loader(sound(text[self.start : self.end])).get_single_node()
        except (yaml.YAMLError, RecursionError):
            raise RewriteError("the frontmatter is not valid YAML; mend it first") from None
        if node is not None and (not isinstance(node, yaml.MappingNode) or node.flow_style or read.properties.keys() ^ _names(node)):
            raise RewriteError("the frontmatter is not a list of `key: value` lines that could be added to; change it by hand")
        self.pairs = node.value if node is not None else []

    def value_of(self, name: str) -> yaml.Node | None:
        return next((value for key, value in reversed(self.pairs) if key.value == name), None)

    def range_of(self, node: yaml.Node) -> tuple[int, int]:
        return self.start + node.start_mark.index, self.start + node.end_mark.index

    def after_colon(self, name: str) -> int:
        key = next(key for key, _ in reversed(self.pairs) if key.value == name)
        found = _COLON.match(self.text, self.start + key.end_mark.index)
        if found is None:
            raise RewriteError(f"the property {name!r} is written in a way that cannot be edited; change it by hand")
        return found.end()

    def after_last(self, node: yaml.SequenceNode, value: str) -> Edit:
        """The edit that adds an item to a list, between its brackets or on a line of its own."""
        if node.flow_style:
            at = self.range_of(node.value[-1])[1] if node.value else self.range_of(node)[1] - 1
            return Edit(at, at, (", " if node.value else "") + _written(value, flow=True))
        first, last = self.range_of(node.value[0])[0], self.range_of(node.value[-1])[1]
        line = max(self.text.rfind("\n", 0, first), self.text.rfind("\r", 0, first)) + 1
        dash = _DASH.match(self.text, line, first)
        while last > first and self.text[last - 1] in " \t\r\n":
            last -= 1
        return self.new_line(last, dash[0] if dash else "- ", value)

    def new_line(self, at: int, before: str, value: str) -> Edit:
        """The edit that adds a line below the one that holds this place."""
        rest = _REST_OF_LINE.match(self.text, at)
        end = rest.end() if rest else at
        return Edit(end, end, f"{self.line_end()}{before}{_written(value)}")

    def with_edit(self, edit: Edit) -> str:
        return apply_edits(self.text, [edit])

    def with_lines(self, *lines: str) -> str:
        """The text with these lines as the last of its frontmatter, which is made if there is none."""
        if not self.end:
            lines = ("---", *lines, "---")
        end = self.line_end()
        return self.with_edit(Edit(self.end, self.end, "".join(line + end for line in lines)))

    def line_end(self) -> str:
        found = _LINE_END.search(self.text)
        return found[0] if found else "\n"

    def checked(self, new: str, name: str, value: object) -> str:
        """The new text, if it says what it should and nothing else has changed."""
        if read_frontmatter(new).properties != {**self.properties, name: value}:
            raise RewriteError(f"the property {name!r} is written in a way that cannot be edited; change it by hand")
        return new


def _names(node: yaml.MappingNode) -> set[str]:
    return {key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)}


def _written(value: str, *, flow: bool = False) -> str:
    return value if is_plain(value) and not (flow and _OF_FLOW.search(value)) else quoted(value)
