"""The page of the API says what the description for programs says."""

from __future__ import annotations

import re
import shlex
from html import unescape

import pytest
from starlette.testclient import TestClient

from gpukb_api.openapi import document

PATHS = document()["paths"]


@pytest.fixture(scope="module")
def html(client: TestClient) -> str:
    response = client.get("/api", headers={"accept": "text/html"})
    assert response.status_code == 200
    return str(response.text)


@pytest.mark.parametrize("path", PATHS)
def test_every_route_stands_there_with_its_parameters(html: str, path: str) -> None:
    for method, operation in PATHS[path].items():
        part = html.partition(f"<code>{method.upper()} {path}</code>")[2].partition("</section>")[0]
        assert operation["description"].split("\n\n")[0] in unescape(part)
        for parameter in operation.get("parameters", ()):
            assert f"<code>{parameter['name']}</code>" in part


def test_every_line_for_curl_can_be_pasted(client: TestClient, html: str) -> None:
    note = client.get("/api/v1/resolve", params={"link": "Home"}).json()["note"]["id"]
    lines = [unescape(line) for line in re.findall(r'<pre class="raw" tabindex="0">(curl[^<]*)</pre>', html)]
    assert len(lines) == sum(len(methods) for methods in PATHS.values())
    for line in lines:
        words = shlex.split(line.replace("{note_id}", note))
        address = next(word for word in words if word.startswith("http://127.0.0.1:8000/"))
        if "{" in address or address.endswith(("/events", "/ask/stream", "/index/jobs", f"/terms/{note}")):
            continue  # streams without end, a job, and ids that only a reader can fill in
        if "-d" in words:
            answer = client.post(address, content=words[words.index("-d") + 1], headers={"content-type": "application/json"})
        else:
            given = [tuple(words[at + 1].split("=", 1)) for at, word in enumerate(words) if word == "--data-urlencode"]
            answer = client.get(address, params=given)
        assert answer.status_code == 200, (line, answer.text)


def test_limits_defaults_and_choices_are_told(html: str) -> None:
    part = html.partition("<code>GET /api/v1/search</code>")[2].partition("</section>")[0]
    assert "hybrid | lexical | vector" in part
    assert "≤ 100, default 20" in unescape(part)
    assert "string, repeatable" in part
    assert "(required)" in part
