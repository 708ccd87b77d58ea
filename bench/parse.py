"""How long `gpukb export` takes over a made-up vault, beside other parsers of the same files in the same run.

    python -m bench.parse [--notes 6000] [--size 12200] [--links 27] [--rounds 1] [--only gpukb] [--peers PYTHON] [--save]

Each contender runs in a process of its own; CPU seconds (user and system) and the highest memory are the system's. Ratios to a bare
markdown-it-py parse are what to compare between machines. obsidiantools, no dependency of ours, takes part where it is installed, or beside
another Python that `--peers` names: `python -m venv build/peers && build/peers/bin/pip install obsidiantools`, then
`--peers build/peers/bin/python`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.made_vault import make_vault

RESULTS = Path(__file__).parent / "results"
BASELINE = "markdown-it-py"
PEER = "obsidiantools"


def gpukb(vault: Path) -> int:
    """Read, parse, resolve and write every fact as JSON lines; the number of links."""
    from gpukb.config import VaultConfig
    from gpukb.export import export_lines

    return sum(line.count('"raw":') for line in export_lines(vault, VaultConfig()))


def markdown_it(vault: Path) -> int:
    """Parse every file with markdown-it-py and its tables, and nothing else."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    return sum(len(parser.parse(path.read_text("utf-8"))) for path in sorted(vault.rglob("*.md")))


def obsidiantools(vault: Path) -> int:
    """Connect the vault with obsidiantools, which reads links, backlinks and front matter."""
    from obsidiantools.api import Vault  # type: ignore[import-not-found]  # an optional neighbour

    return sum(len(links) for links in Vault(vault).connect().wikilinks_index.values())


CONTENDERS: dict[str, Callable[[Path], int]] = {"gpukb": gpukb, BASELINE: markdown_it, PEER: obsidiantools}
NEEDS = {"gpukb": "gpukb", BASELINE: "markdown_it", PEER: "obsidiantools"}


def interpreters(peers: str | None) -> dict[str, str]:
    """The contenders that can be had, and the Python that each runs on."""
    found = {name: sys.executable for name in CONTENDERS if importlib.util.find_spec(NEEDS[name])}
    return {**found, PEER: os.path.abspath(peers)} if peers else found


def measure(name: str, python: str, vault: Path) -> dict[str, float]:
    """CPU seconds, wall seconds and peak memory of one contender in a new process."""
    command = [python, "-m", "bench.parse", "--one", name, str(vault)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=RESULTS.parent.parent)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def run_one(name: str, vault: Path) -> None:
    """The work of the new process."""
    start = time.perf_counter()
    count = CONTENDERS[name](vault)
    used = resource.getrusage(resource.RUSAGE_SELF)
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024  # ru_maxrss is in bytes there, in kB elsewhere
    print(
        json.dumps(
            {
                "cpu_s": round(used.ru_utime + used.ru_stime, 2),
                "wall_s": round(time.perf_counter() - start, 2),
                "peak_mb": round(used.ru_maxrss / unit),
                "count": count,
            }
        )
    )


def report(options: argparse.Namespace) -> dict[str, object]:
    """Make the vault, let each contender run, and tell their best rounds."""
    pythons = {name: python for name, python in interpreters(options.peers).items() if not options.only or name in options.only}
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder)
        links = make_vault(vault, options.notes, options.size, options.links)
        size = sum(path.stat().st_size for path in vault.rglob("*.md"))
        rounds = {name: [measure(name, python, vault) for _ in range(options.rounds)] for name, python in pythons.items()}
    best = {name: min(runs, key=lambda run: run["cpu_s"]) for name, runs in rounds.items()}
    for run in best.values():
        run["mb_per_s"] = round(size / 1e6 / run["cpu_s"], 1)
        for other, key in ((BASELINE, "times_baseline"), (PEER, "times_obsidiantools")):
            if other in best:
                run[key] = round(best[other]["cpu_s"] / run["cpu_s"], 2)
    return {
        "bench": "parse",
        "vault": {"notes": options.notes, "mb": round(size / 1e6, 1), "links": links},
        "machine": {"python": platform.python_version(), "system": platform.system(), "cpu": platform.machine(), "cores": os.cpu_count()},
        "results": best,
    }


def commit() -> str:
    """The short name of the commit that was measured, marked when files have changed since."""
    done = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, cwd=RESULTS.parent, check=False)
    return done.stdout.strip() or "unknown"


def main() -> None:
    """Read the options, print the table, keep the JSON when asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=6000)
    parser.add_argument("--size", type=int, default=12_200, help="bytes of a note")
    parser.add_argument("--links", type=int, default=27, help="links of a note")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", action="append", choices=CONTENDERS)
    parser.add_argument("--peers", metavar="PYTHON", help="an interpreter that has obsidiantools")
    parser.add_argument("--save", action="store_true", help="write bench/results/parse-COMMIT.json")
    parser.add_argument("--one", nargs=2, metavar=("NAME", "VAULT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        run_one(options.one[0], Path(options.one[1]))
        return
    told = report(options)
    print(json.dumps(told, indent=1))
    if options.save:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"parse-{commit()}.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
