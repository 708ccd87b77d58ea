"""`make bench`: every benchmark, or those named (`make bench ARGS=parse`). Each says in its own module what it measures."""

from __future__ import annotations

import subprocess
import sys

BENCHES = ("parse", "changed_note", "encoders", "search", "indexing", "lint", "answers", "model_answers", "quality")


def main(names: list[str]) -> int:
    """Run the benchmarks; the exit code of the first that failed."""
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"no benchmark is called {unknown[0]!r}: there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    codes = [subprocess.run([sys.executable, "-m", f"bench.{name}"]).returncode for name in names or BENCHES]
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
