"""Kills an indexing process at random moments, again and again: `python tests/index/kills.py ROUNDS [SEED]`.

After each kill the next run must find a consistent index and complete it; in the end, and after every round, it must be what an index built
in peace is. The process that is killed edits the vault itself, so that kills fall into cold builds, small changes, renames and encoding.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1])]

from index.hashed import Hashed
from index.small import MEMORY, opened, picture, ranking, write

NOTES = 30
LONGEST_S = 0.12  # a cold build of the small vault takes about as long


def main(rounds: int, seed: int) -> None:
    place = Path(tempfile.mkdtemp(prefix="gpukb-kills-", dir=MEMORY))
    chance = random.Random(seed)
    vault, folder = place / "vault", place / "index"
    for i in range(NOTES):
        edit(vault, chance, i)
    try:
        for number in range(rounds):
            cold = number % 4 == 0
            if cold:
                shutil.rmtree(folder, ignore_errors=True)
            killed_at = one_kill(vault, folder, chance, cold=cold)
            check(vault, folder, place / "fresh", f"round {number} of seed {seed}, killed after {killed_at:.3f} s")
    finally:
        shutil.rmtree(place)
    print(f"{rounds} kills, seed {seed}: complete after each")


def one_kill(vault: Path, folder: Path, chance: random.Random, *, cold: bool) -> float:
    """Fork, let the child index, and kill it; how long it lived."""
    seed, life = chance.random(), chance.random() * LONGEST_S
    child = os.fork()
    if child == 0:
        try:
            work(vault, folder, random.Random(seed), cold=cold)
        finally:
            os._exit(1)
    time.sleep(life)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return life


def work(vault: Path, folder: Path, chance: random.Random, *, cold: bool) -> None:
    """Index and edit until killed."""
    index = opened(vault, folder)
    while True:
        if not cold:
            for _ in range(chance.randrange(1, 5)):
                edit(vault, chance, chance.randrange(NOTES))
        cold = False
        index.sync()
        index.encode(Hashed("one", dim=16))


def edit(vault: Path, chance: random.Random, number: int) -> None:
    path = vault / f"{'sub/' * (number % 2)}{number}.md"
    step = chance.random()
    if step < 0.1:
        path.unlink(missing_ok=True)
    elif step < 0.2 and path.exists():
        path.rename(path.with_name(f"{number} moved.md"))
    else:
        links = " ".join(f"[[{chance.randrange(NOTES + 5)}]]" for _ in range(4))
        words = " ".join(f"word{chance.randrange(50)}" for _ in range(chance.randrange(10, 400)))
        write(vault, {str(path.relative_to(vault)): f"# Note {number}\n\nSees {links}.\n\n## Words\n\n{words}.\n"})


def check(vault: Path, folder: Path, fresh_folder: Path, when: str) -> None:
    """The next run is complete, and its results are those of an index that was built in peace."""
    shutil.rmtree(fresh_folder, ignore_errors=True)
    with opened(vault, folder) as index, opened(vault, fresh_folder) as fresh:
        for each in (index, fresh):
            each.sync()
            each.encode(Hashed("one", dim=16))
        assert index.told == [], f"{when}: {index.told}"
        assert picture(index) == picture(fresh), when
        for text in ("word7", "word1 word2 word3"):
            assert ranking(index, text) == ranking(fresh, text), when
        with index.snapshot() as snapshot:
            assert snapshot.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",), when
            assert [status.done - status.total for status in snapshot.vector_status()] == [0], when
            orphans = "SELECT count(*) FROM vector WHERE key & ((1 << 44) - 1) NOT IN (SELECT id FROM passage)"
            assert snapshot.connection.execute(orphans).fetchone() == (0,), when


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6))
