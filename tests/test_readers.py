"""An index that another process keeps, as `gpukb serve` does: others read it, and say so calmly and once."""

import os

import pytest
from index.hashed import Hashed

from gpukb import KnowledgeBase
from gpukb.cli import run
from gpukb.index.lock import WriterLock

KEPT = f"read from the index that process {os.getpid()} keeps up to date"


@pytest.fixture
def vault(tmp_path):
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "a.md").write_text("A walrus.\n", "utf-8")
    return tmp_path / "vault"


def opened(vault):
    return KnowledgeBase.open(vault, index=vault.parent / "index", encoder=Hashed())


def test_a_reader_of_a_finished_index_says_one_line(vault):
    with opened(vault) as kb:
        assert kb.finish_vectors()
    lock = WriterLock(vault.parent / "index")
    with opened(vault) as kb:
        assert kb.finish_vectors()
        assert kb.finish_vectors()
        assert kb.told == [KEPT]
    lock.release()


def test_a_reader_of_an_unfinished_index_says_one_line_too(vault):
    with opened(vault) as kb:
        assert kb.finish_vectors()
        (vault / "b.md").write_text("A seal.\n", "utf-8")
        kb.sync()
    lock = WriterLock(vault.parent / "index")
    with opened(vault) as kb:
        assert not kb.finish_vectors()
        assert kb.told == [KEPT]
    lock.release()


@pytest.mark.parametrize("command", [["search", "walrus"], ["ask", "What is a walrus?"]])
def test_the_command_line_says_it_once_and_answers(vault, command, capsys):
    flags = ["--vault", str(vault), "--index", str(vault.parent / "index"), "--no-vectors"]
    run(["index", *flags])
    lock = WriterLock(vault.parent / "index")
    capsys.readouterr()
    assert run([*command, *flags]) == 0
    out, err = capsys.readouterr()
    lock.release()
    assert "a.md" in out
    assert err.count(KEPT) == 1
    assert "vectors" not in err
