import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from gpukb.encoders import load
from gpukb.encoders import openai as module
from gpukb.encoders.openai import OpenAIEncoder
from gpukb.errors import ModelError

KEY = "sk-very-secret"


class Server(ThreadingHTTPServer):
    """A small embeddings server. `answers` are sent first, one a request: (status, headers, body); afterwards it works."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests, self.answers = [], []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.requests.append((self.path, self.headers.get("authorization"), body))
        status, headers, answer = self.server.answers.pop(0) if self.server.answers else (200, {}, vectors_of(body["input"]))
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        for name, value in ({"content-length": str(len(data))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


def vectors_of(texts):
    """Out of order, as servers may answer."""
    data = [{"index": i, "embedding": [float(len(text)), 1.0, float(i)]} for i, text in enumerate(texts)]
    return {"object": "list", "data": data[::-1]}


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(module, "FIRST_PAUSE_S", 0.001)
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_texts_are_sent_in_batches_and_come_back_in_order(server):
    encoder = OpenAIEncoder(server.url, "org/model", KEY, query_prompt="q: ", document_prompt="p: ")
    texts = ["x" * n for n in range(150)]
    vectors = encoder.encode_document(texts)
    assert vectors.shape == (150, encoder.dim) == (150, 3)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert vectors[70, 0] / vectors[70, 1] == pytest.approx(73)
    encoder.encode_query(["  "])
    paths, keys, bodies = zip(*server.requests, strict=True)
    assert set(paths) == {"/v1/embeddings"}
    assert set(keys) == {f"Bearer {KEY}"}
    assert [len(body["input"]) for body in bodies] == [1, 64, 64, 22, 1]
    assert bodies[-1]["input"] == ["q:"]
    assert bodies[1]["model"] == "org/model"


def test_empty_texts_are_sent_as_a_space(server):
    OpenAIEncoder(server.url, "m").encode_document(["", "\ud800"])
    assert server.requests[-1][2]["input"] == [" ", "\ufffd"]
    assert server.requests[-1][1] is None


def test_no_texts_send_only_the_question_for_the_dimension(server):
    assert OpenAIEncoder(server.url, "m").encode_query([]).shape == (0, 3)
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_failure_is_tried_again(server, status):
    server.answers = [(status, {"retry-after": "0"}, {}), (status, {}, b"busy")]
    assert OpenAIEncoder(server.url, "m").dim == 3
    assert len(server.requests) == 3


def test_a_lasting_failure_ends_after_four_tries_and_says_why(server):
    server.answers = [(503, {}, {"error": {"message": "model is loading"}})] * 9
    with pytest.raises(ModelError, match="answered 503: model is loading"):
        _ = OpenAIEncoder(server.url, "m").dim
    assert len(server.requests) == 4


def test_a_refusal_is_not_repeated_and_hides_the_key(server):
    server.answers = [(401, {}, {"error": {"message": f"Incorrect API key provided: {KEY}"}})]
    with pytest.raises(ModelError, match=r"answered 401: Incorrect API key provided: \*\*\*"):
        _ = OpenAIEncoder(server.url, "m", KEY).dim
    assert len(server.requests) == 1


def test_a_redirect_is_not_followed(server):
    server.answers = [(307, {"location": f"{server.url}/elsewhere"}, b"")]
    with pytest.raises(ModelError, match="a redirect, which is not followed"):
        _ = OpenAIEncoder(server.url, "m", KEY).dim
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"<html>", "did not answer with JSON"),
        ({"data": []}, "one vector for each text"),
        ({"data": [{"index": 0, "embedding": "AAAA"}]}, "one vector for each text"),
        ({"data": [{"index": 0, "embedding": []}]}, "empty vectors"),
        ({"data": [{"index": 5, "embedding": [1.0]}]}, "one vector for each text"),
        ([], "one vector for each text"),
    ],
)
def test_a_strange_answer_is_an_error_that_says_so(server, answer, told):
    server.answers = [(200, {}, answer)]
    with pytest.raises(ModelError, match=told):
        _ = OpenAIEncoder(server.url, "m").dim


def test_an_endless_answer_is_cut_off(server, monkeypatch):
    monkeypatch.setattr(module, "MAX_RESPONSE", 1 << 20)
    server.answers = [(200, {}, b" " * (3 << 20))]
    with pytest.raises(ModelError, match="more than 1 MiB"):
        _ = OpenAIEncoder(server.url, "m").dim


def test_a_changed_dimension_is_an_error(server):
    encoder = OpenAIEncoder(server.url, "m")
    assert encoder.dim == 3
    server.answers = [(200, {}, {"data": [{"index": 0, "embedding": [1.0, 2.0]}]})]
    with pytest.raises(ModelError, match="vectors of 2 numbers, and of 3 before"):
        encoder.encode_query(["a"])


def test_a_server_that_is_not_there_is_named_without_its_password(monkeypatch):
    monkeypatch.setattr(module, "FIRST_PAUSE_S", 0.001)
    with pytest.raises(ModelError, match=r"embeddings server http://127.0.0.1:1/v1/embeddings cannot be reached"):
        _ = OpenAIEncoder("http://me:pw@127.0.0.1:1/v1", "m").dim


@pytest.mark.parametrize("url", ["ftp://host/v1", "host/v1", "file:///etc", "http://"])
def test_an_address_that_is_none_is_refused_at_once(url):
    with pytest.raises(ModelError, match="is no address of a server"):
        OpenAIEncoder(url, "m")


def test_it_is_loaded_by_name_and_says_that_texts_leave(server):
    encoder = load("openai", base_url=server.url, model="org/model", api_key=KEY)
    assert encoder.remote
    assert encoder.id.startswith("model@")
    assert encoder.id != load("openai", base_url=server.url, model="org/other").id


def test_a_server_that_says_nothing_is_given_up(monkeypatch):
    monkeypatch.setattr(module, "FIRST_PAUSE_S", 0.001)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections and never answers
        encoder = OpenAIEncoder(f"http://127.0.0.1:{silent.getsockname()[1]}/v1", "small", timeout_s=0.05)
        with pytest.raises(ModelError, match=r"cannot be reached: \w+Timeout"):
            encoder.encode_document(["text"])
