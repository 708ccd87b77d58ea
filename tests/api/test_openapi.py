from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gpukb_api.openapi import document

FOLDER = Path(__file__).parents[2] / "api"
DOCUMENT = document()


def test_the_committed_description_is_current() -> None:
    assert json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8")) == DOCUMENT, "stale: run `make docs`"


@pytest.mark.parametrize("path", DOCUMENT["paths"])
def test_the_readme_shows_every_route(path: str) -> None:
    assert path.partition("{")[0].rstrip("/") in (FOLDER / "README.md").read_text(encoding="utf-8")


def operations() -> list[dict[str, Any]]:
    return [operation for methods in DOCUMENT["paths"].values() for operation in methods.values()]


def test_every_operation_is_described_and_tells_its_problems() -> None:
    for operation in operations():
        assert operation.get("description"), operation["operationId"]
        assert {"401", "403", "421"} <= set(operation["responses"])


def test_every_reference_leads_somewhere() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    text = json.dumps(DOCUMENT)
    for name in {piece.split('"')[0] for piece in text.split("#/components/schemas/")[1:]}:
        assert name in schemas
