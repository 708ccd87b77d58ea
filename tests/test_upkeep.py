import threading
import time

import pytest

from gpukb import KnowledgeBase
from gpukb import upkeep as module


@pytest.fixture
def kb(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "RETRY_S", 0.05)
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "a.md").write_text("first\n", "utf-8")
    with KnowledgeBase.open(tmp_path / "vault", index=tmp_path / "index", vectors=False) as opened:
        yield opened


def wait_for(true, seconds=60.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.02)


def test_a_failure_of_the_watcher_is_told_and_the_next_look_is_taken(kb, monkeypatch):
    sync, mended = kb._index.sync, threading.Event()

    def failing(progress=None):
        if not mended.is_set():
            raise RecursionError("too deep")
        return sync(progress)

    monkeypatch.setattr(kb._index, "sync", failing)
    kb.start()
    wait_for(lambda: kb.trouble == ("watch: too deep",))
    mended.set()
    (kb.vault / "b.md").write_text("walrus\n", "utf-8")
    wait_for(lambda: len(kb.search("walrus", mode="lexical").hits) == 1)
    wait_for(lambda: not kb.trouble)
    assert kb.ready


def test_a_vault_that_is_gone_is_not_ready(kb):
    assert kb.ready
    (kb.vault / "a.md").unlink()
    kb.vault.rmdir()
    assert not kb.ready
