"""The chat through the official client's own models, and its errors."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openai import BadRequestError, NotFoundError, OpenAI
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from starlette.testclient import TestClient

QUESTION = {"role": "user", "content": "Что такое тензорный параллелизм?"}


def complete(client: TestClient, **body: Any) -> Any:
    return client.post(
        "/v1/chat/completions", json={"model": "gpukb", "messages": [QUESTION], **body}, headers={"authorization": "Bearer any"}
    )


def test_models_are_listed(client: TestClient) -> None:
    listed = client.get("/v1/models").json()
    assert [one["id"] for one in listed["data"]] == ["gpukb", "gpukb/extractive"]
    assert client.get("/v1/models/gpukb/extractive").json()["object"] == "model"


def test_a_whole_answer_carries_its_citations_three_ways(client: TestClient) -> None:
    read = ChatCompletion.model_validate(complete(client).json())
    content, annotations = read.choices[0].message.content, read.choices[0].message.annotations
    assert content is not None
    assert "[1]" in content
    assert "**Источники**" in content
    assert annotations
    spot = annotations[0].url_citation
    assert content[spot.start_index : spot.end_index] == "[1]"
    assert spot.url.startswith("http://127.0.0.1:8000/n/n_")
    assert read.model_extra is not None
    assert read.model_extra["gpukb"]["citations"][0]["quote"]["exact"]


def test_the_linked_page_marks_the_passage(client: TestClient) -> None:
    made = complete(client).json()
    page = client.get(made["choices"][0]["message"]["annotations"][0]["url_citation"]["url"])
    assert page.status_code == 200
    assert 'id="cite"' in page.text


def test_a_stream_adds_up_to_the_whole_answer(client: TestClient) -> None:
    whole = complete(client).json()["choices"][0]["message"]["content"]
    response = complete(client, stream=True, stream_options={"include_usage": True})
    assert response.headers["content-type"].startswith("text/event-stream")
    lines = [line.removeprefix("data: ") for line in response.text.split("\n\n") if line]
    assert lines[-1] == "[DONE]"
    chunks = [ChatCompletionChunk.model_validate(json.loads(line)) for line in lines[:-1]]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == whole


def test_an_abstention_is_an_answer(client: TestClient) -> None:
    made = complete(client, messages=[{"role": "user", "content": "Как испечь бисквит?"}]).json()
    assert made["gpukb"]["status"] == "abstained"
    assert made["choices"][0]["message"]["annotations"] == []


def official(client: TestClient) -> OpenAI:
    return OpenAI(base_url="http://127.0.0.1:8000/v1", api_key="any", http_client=client, max_retries=0)


def test_the_official_client_asks_and_streams(client: TestClient) -> None:
    chat = official(client).chat.completions
    whole = chat.create(model="gpukb", messages=[QUESTION])  # type: ignore[list-item]  # a plain dict, as its documentation has it
    parts = []
    for chunk in chat.create(model="gpukb", messages=[QUESTION], stream=True):  # type: ignore[list-item]
        parts.append(chunk.choices[0].delta.content or "")
    assert "".join(parts) == whole.choices[0].message.content
    assert [model.id for model in official(client).models.list()] == ["gpukb", "gpukb/extractive"]


def test_the_official_client_understands_our_errors(client: TestClient) -> None:
    with pytest.raises(NotFoundError) as missing:
        official(client).chat.completions.create(model="gpt-4", messages=[QUESTION])  # type: ignore[list-item]
    assert missing.value.code == "model_not_found"
    with pytest.raises(BadRequestError) as refused:
        official(client).chat.completions.create(model="gpukb", messages=[QUESTION], n=2)  # type: ignore[list-item]
    assert refused.value.param == "n"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"model": "gpt-4"}, 404, "model_not_found"),
        ({"n": 3}, 400, "unsupported_value"),
        ({"messages": []}, 400, "invalid-request"),
        ({"messages": [{"role": "wizard", "content": "x"}]}, 400, "invalid-request"),
    ],
)
def test_errors_have_openais_form(client: TestClient, body: dict[str, Any], status: int, code: str) -> None:
    response = complete(client, **body)
    assert response.status_code == status
    error = response.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert error["code"] == code


def test_refusals_of_the_wall_have_openais_form_here(client: TestClient) -> None:
    assert "error" in client.get("/v1/models", headers={"host": "evil.example"}).json()
    assert "error" in client.get("/v1/nothing").json()
    assert "error" in client.post("/v1/chat/completions", content=b"{}", headers={"content-type": "text/plain"}).json()
