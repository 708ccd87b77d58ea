"""`/api/v1/lint` over the fixture vault."""

from __future__ import annotations

from starlette.testclient import TestClient

from gpukb_api.models.lint import Findings

URL = "/api/v1/lint"


def test_findings_have_their_shape_and_are_counted(client: TestClient) -> None:
    body = client.get(URL).json()
    assert Findings.model_validate(body).schema_version == 1
    assert len(body["findings"]) == sum(body["summary"]["by_rule"].values()) > 3


def test_filters_narrow_and_are_alternatives_within_one(client: TestClient) -> None:
    found = client.get(URL, params={"rule": ["link-missing-note", "KB007"], "path": "Home.md"}).json()
    assert {row["name"] for row in found["findings"]} == {"link-missing-note", "link-unstable"}
    assert {row["path"] for row in found["findings"]} == {"Home.md"}
    errors = client.get(URL, params={"severity": "error"}).json()
    assert errors["summary"]["warning"] == 0 < errors["summary"]["error"] == len(errors["findings"])


def test_pages_hold_each_finding_once(client: TestClient) -> None:
    whole = client.get(URL).json()["findings"]
    pages, cursor = [], None
    while True:
        page = client.get(URL, params={"limit": 3, **({"cursor": cursor} if cursor else {})}).json()
        pages += page["findings"]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert pages == whole


def test_sarif_is_given_to_those_who_ask_for_it(client: TestClient) -> None:
    answer = client.get(URL, headers={"accept": "application/sarif+json"})
    assert answer.headers["content-type"].startswith("application/sarif+json")
    assert answer.json()["version"] == "2.1.0"


def test_an_unknown_rule_is_an_error_that_suggests(client: TestClient) -> None:
    answer = client.get(URL, params={"rule": "orfan"})
    assert answer.status_code in (400, 422)
    assert "orphan" in answer.text
