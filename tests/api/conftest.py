"""The service over the fixture vault, opened once: words and links, no vectors."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from gpukb.kb import KnowledgeBase
from gpukb_api import create_app

FIXTURE = Path(__file__).parent.parent / "vault"
HERE = "http://127.0.0.1:8000"
PATIENCE_S = 600.0


@pytest.fixture(scope="session", autouse=True)
def pages_patience() -> Iterator[None]:
    """No page is left unlaid because the machine is busy, except in a test that asks for it."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("render.context", "pages.canvas"):
            patch.setattr(f"gpukb_api.{module}.MAX_SECONDS", PATIENCE_S)
        yield


@pytest.fixture(scope="session")
def kb(tmp_path_factory: pytest.TempPathFactory, own_home: Path) -> Iterator[KnowledgeBase]:
    """The fixture vault, opened."""
    home = tmp_path_factory.mktemp("service")
    vault = Path(shutil.copytree(FIXTURE, home / "vault"))
    with KnowledgeBase.open(vault, index=home / "index", vectors=False) as opened:
        yield opened


@pytest.fixture(scope="session")
def client(kb: KnowledgeBase) -> TestClient:
    """A client of the service. It is not entered, so that the app does not close the shared knowledge base."""
    return TestClient(create_app(kb), base_url=HERE, follow_redirects=False)
