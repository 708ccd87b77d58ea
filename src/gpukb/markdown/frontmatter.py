"""The text of a note in, its properties and where each value stands out. YAML 1.2's core schema: dates, `yes` and `14:30` stay text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from gpukb.markdown.decode import sound
from gpukb.note import Problem

MAX_CHARS = 64 * 1024  # the longest frontmatter in the vaults we know has 4 kB
MAX_DEPTH = 20
MAX_REPEATED = 20  # repeated names that are reported; a file with more is no frontmatter anyone wrote
MAX_NODES = 10_000  # aliases count each time they are used, so that a few lines cannot unfold into millions of values

_FENCE = re.compile(r"---[ \t]*(?:\r\n?|\n)")
_CLOSE = re.compile(r"(?<=[\r\n])---[ \t]*(?:\r\n?|\n|\Z)")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
MAX_DIGITS = 400  # beyond this a number is kept as text: no reader of JSON takes it


class Loader(yaml.CSafeLoader):
    """libyaml's parser with the core schema of YAML 1.2; `.inf` and `.nan` stay text, JSON has no word for them."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012  PyYAML's own attribute


for _tag, _regexp, _first in (
    ("null", re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""]),
    ("bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")),
    ("int", re.compile(rf"^(?:{_INT.pattern})$"), list("-+0123456789")),
    ("float", re.compile(rf"^(?:{_FLOAT.pattern})$"), list("-+.0123456789")),
):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", _regexp, _first)


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value that is no list, map or null: its key path (`rel.0`), its text, and where it stands (with its quotes)."""

    path: tuple[str, ...]
    value: str
    start: int
    end: int


@dataclass(slots=True)
class Frontmatter:
    """Properties as plain values, the scalars they came from, and where the body begins (0 when there is no frontmatter)."""

    body_start: int = 0
    properties: dict[str, Any] = field(default_factory=dict)  # Any: whatever YAML can say
    scalars: list[Scalar] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def scalars_of(self, key: str) -> Iterator[Scalar]:
        """The scalars of a property whose name is this one in any case, itself or one level of list items."""
        return (scalar for scalar in self.scalars if len(scalar.path) <= 2 and scalar.path[0].casefold() == key)


def split(text: str) -> tuple[int, int, int]:
    """Start and end of the YAML and start of the body; zeros when the text does not open with a closed `---` block."""
    opening = _FENCE.match(text)
    if opening is None:
        return 0, 0, 0
    closing = _CLOSE.search(text, opening.end())
    return (opening.end(), closing.start(), closing.end()) if closing else (0, 0, 0)


def read_frontmatter(text: str) -> Frontmatter:
    """The frontmatter of a text. What cannot be read becomes a problem with the file's line, and no properties."""
    start, end, body_start = split(text)
    front = Frontmatter(body_start)
    source = text[start:end]
    if not source.strip():
        return front
    if len(source) > MAX_CHARS:
        front.problems.append(Problem(1, f"frontmatter is longer than {MAX_CHARS} characters and was not read"))
        return front
    if source.count(",") + source.count("\n") > MAX_NODES:  # before libyaml makes a node of each
        front.problems.append(Problem(1, f"frontmatter has more than {MAX_NODES} values and was not read"))
        return front
    try:
        _Reader(front, source, start).read()
    except _TooMuchError as error:
        _fail(front, Problem(error.line + 2, str(error)))
    except (yaml.YAMLError, RecursionError) as error:
        if not _read_json(front, source, start):
            _fail(front, _yaml_problem(error))
    return front


def _fail(front: Frontmatter, problem: Problem) -> None:
    front.properties, front.scalars = {}, []
    front.problems.append(problem)


def _yaml_problem(error: Exception) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    what = getattr(error, "problem", None) or getattr(error, "reason", None) or "it is nested too deeply"
    return Problem(mark.line + 2 if mark else 1, f"frontmatter is not valid YAML: {what}")


class _TooMuchError(Exception):
    """The frontmatter goes beyond one of the caps."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Reader:
    """Turns libyaml's node tree into plain values, noting each scalar's place."""

    def __init__(self, front: Frontmatter, source: str, base: int) -> None:
        self._front = front
        self._source = source
        self._base = base
        self._nodes = 0

    def read(self) -> None:
        loader = Loader(sound(self._source))
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
        if node is None:
            return
        if not isinstance(node, yaml.MappingNode):
            line = node.start_mark.line
            raise _TooMuchError("frontmatter has no `key: value` pairs and was not read", line)
        self._front.properties = self._mapping(node, ())

    def _value(self, node: yaml.Node, path: tuple[str, ...]) -> Any:  # Any: whatever YAML can say
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise _TooMuchError(f"frontmatter has more than {MAX_NODES} values and was not read", node.start_mark.line)
        if len(path) > MAX_DEPTH:
            raise _TooMuchError(f"frontmatter is nested more than {MAX_DEPTH} levels deep and was not read", node.start_mark.line)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self._value(item, (*path, str(i))) for i, item in enumerate(node.value)]
        value = _typed(node.tag, node.value)
        if value is not None:
            self._front.scalars.append(Scalar(path, node.value, self._base + node.start_mark.index, self._base + node.end_mark.index))
        return value

    def _mapping(self, node: yaml.MappingNode, path: tuple[str, ...]) -> dict[str, Any]:  # Any: whatever YAML can say
        values: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 2
            if not isinstance(key, yaml.ScalarNode):
                self._front.problems.append(Problem(line, "a property name is not text and was left out"))
                continue
            name = key.value
            if name in values and len(self._front.problems) < MAX_REPEATED:
                self._front.problems.append(Problem(line, f"property {name!r} is given more than once; the last one counts"))
            values[name] = self._value(value, (*path, name))
        return values


def _typed(tag: str, value: str) -> str | int | float | bool | None:
    """The value of a scalar in the core schema; what does not fit its tag is text."""
    if tag == "tag:yaml.org,2002:null":
        return None
    if tag == "tag:yaml.org,2002:bool" and value.lower() in ("true", "false"):
        return value.lower() == "true"
    if tag == "tag:yaml.org,2002:int" and len(value) < MAX_DIGITS and _INT.fullmatch(value):
        return int(value, 0) if value[:2] in ("0o", "0x") else int(value)
    if tag == "tag:yaml.org,2002:float" and _FLOAT.fullmatch(value):
        number = float(value)
        return number if number not in (float("inf"), float("-inf")) else value
    return value


def _read_json(front: Frontmatter, source: str, base: int) -> bool:
    """Whether the frontmatter is a JSON object that YAML would not take (tabs, for one); then it is read."""
    if not source.lstrip().startswith("{"):
        return False
    try:
        values = json.loads(source, parse_constant=str)
    except (ValueError, RecursionError):
        return False
    scalars: list[Scalar] = []
    try:
        _json_scalars(values, (), source, base, scalars)
    except RecursionError:
        return False
    front.properties, front.scalars = values, scalars
    return True


def _json_scalars(value: Any, path: tuple[str, ...], source: str, base: int, scalars: list[Scalar]) -> None:  # Any: JSON
    if len(path) > MAX_DEPTH:
        raise RecursionError
    if isinstance(value, dict):
        for key, item in value.items():
            _json_scalars(item, (*path, key), source, base, scalars)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            _json_scalars(item, (*path, str(i)), source, base, scalars)
    elif value is not None:
        written = json.dumps(value, ensure_ascii=False)
        after = scalars[-1].end - base if scalars else 0  # JSON's values come in the order they are written in
        at = max(source.find(written, after), after)
        scalars.append(Scalar(path, value if isinstance(value, str) else written, base + at, base + at + len(written)))
