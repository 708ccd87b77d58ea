"""No test is timed: on a busy machine it would fail by nobody's fault. `bench/` and `make soak` show speed, and a hang meets `limited`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = sorted(Path(__file__).parent.rglob("test_*.py"))
CLOCKS = ("monotonic", "perf_counter", "process_time", "thread_time")


def timed(source: str) -> Iterator[int]:
    """The lines where something is taken from what a clock says, and those that give hypothesis a deadline."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.left, ast.Call):
            said = ast.unparse(node.left.func).rpartition(".")[2]
            if said.removesuffix("_ns") in CLOCKS:
                yield node.lineno
        if isinstance(node, ast.keyword) and node.arg == "deadline" and ast.unparse(node.value) != "None":
            yield node.value.lineno


def test_no_test_measures_how_long_something_took() -> None:
    assert [(path.name, line) for path in TESTS for line in timed(path.read_text("utf-8"))] == []
    assert settings().deadline is None


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("begun = time.monotonic()\nassert time.monotonic() - begun < 1", [2]),
        ("taken = perf_counter_ns() - begun", [1]),
        ("@settings(deadline=200)\ndef test(): pass", [1]),
        ("end = time.monotonic() + 60\nwhile not done():\n    assert time.monotonic() < end", []),
        ("os.utime(old, (time.time() - 9, 0))", []),
    ],
)
def test_what_is_timed_is_seen(source: str, lines: list[int]) -> None:
    assert list(timed(source)) == lines
