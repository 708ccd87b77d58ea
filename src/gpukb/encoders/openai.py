"""A server that speaks OpenAI's `/v1/embeddings`, as an encoder. Texts leave this machine: `remote` says so."""

from __future__ import annotations

import hashlib
import json
import random
import re
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from gpukb.encoders.encoder import clean, unit
from gpukb.errors import ModelError

if TYPE_CHECKING:
    import httpx2

    from gpukb.encoders.encoder import Vectors

BATCH = 64  # texts in a request: under every server's limit that we know, and about 100 kB
MAX_CHARACTERS = 20_000  # of a text; servers refuse what is much longer than their model reads
MAX_RESPONSE = 64 << 20  # bytes of an answer: 64 vectors of 4,096 numbers as text are a tenth of it
TRIES = 4
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504})  # answers after which a second try may go better
PROBE = "gpukb"
ADDRESS = re.compile(r"https?://[^/\s]+(/\S*)?$")


class OpenAIEncoder:
    """Vectors from a server. The dimension is asked for once, with the first use."""

    remote = True

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str | None = None,
        *,
        query_prompt: str = "",
        document_prompt: str = "",
        timeout_s: float = 60.0,
    ) -> None:
        """`base_url` ends before `/embeddings`, as in `http://127.0.0.1:8080/v1`. The prompts stand before each text."""
        if not ADDRESS.match(base_url):
            raise ModelError(
                f"{_without_user(base_url)} is no address of a server: embeddings.base_url looks like http://127.0.0.1:8080/v1"
            )
        from gpukb.outgoing import open_client  # slow, and only this encoder sends anything

        self._client = open_client(MAX_RESPONSE, timeout_s)
        self._url = f"{base_url.rstrip('/')}/embeddings"
        self._model, self._key = model, api_key
        self._prompts = {"query": query_prompt, "document": document_prompt}
        seen = json.dumps([_without_user(self._url), model, query_prompt, document_prompt])
        self.id = f"{model.rsplit('/', 1)[-1]}@{hashlib.sha256(seen.encode()).hexdigest()[:12]}"
        self._dim = 0
        self._lock = threading.Lock()

    @property
    def dim(self) -> int:
        """The length of the server's vectors."""
        with self._lock:
            if not self._dim:
                self._dim = self._ask([PROBE]).shape[1]
            return self._dim

    def encode_query(self, texts: Sequence[str]) -> Vectors:
        """The vectors of questions."""
        return self._encode("query", texts)

    def encode_document(self, texts: Sequence[str]) -> Vectors:
        """The vectors of passages."""
        return self._encode("document", texts)

    def _encode(self, kind: str, texts: Sequence[str]) -> Vectors:
        import numpy as np

        vectors = np.zeros((len(texts), self.dim), np.float32)
        for start in range(0, len(texts), BATCH):
            # Servers refuse an empty text.
            part = [(self._prompts[kind] + clean(text[:MAX_CHARACTERS])).strip() or " " for text in texts[start : start + BATCH]]
            made = self._ask(part)
            if made.shape[1] != self.dim:
                raise ModelError(f"{self._model} gave vectors of {made.shape[1]} numbers, and of {self.dim} before")
            vectors[start : start + BATCH] = made
        return vectors

    def _ask(self, texts: list[str]) -> Vectors:
        body = self._post({"model": self._model, "input": texts, "encoding_format": "float"})
        try:
            rows = {int(item["index"]): item["embedding"] for item in body["data"]}
            vectors = unit([rows[place] for place in range(len(texts))])
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{_without_user(self._url)} did not answer with one vector for each text") from error
        if vectors.ndim != 2 or not vectors.shape[1]:
            raise ModelError(f"{_without_user(self._url)} answered with empty vectors")
        return vectors

    def _post(self, body: dict[str, Any]) -> Any:  # Any: JSON
        import httpx2

        for left in reversed(range(TRIES)):
            try:
                response, data = self._send(body)
            except httpx2.DecodingError as error:
                self._fail(f"did not answer with vectors: {error}", error)
            except httpx2.TransportError as error:
                if not left:
                    self._fail(f"cannot be reached: {type(error).__name__} {error}", error)
                pause = None
            else:
                if response.status_code == 200:
                    return self._parsed(data)
                if response.status_code not in AGAIN or not left:
                    self._fail(f"answered {response.status_code}: {_said(response, data)}")
                pause = _retry_after(response)
            _wait(TRIES - 1 - left, pause)
        raise AssertionError("the last try returns or raises")

    def _send(self, body: dict[str, Any]) -> tuple[httpx2.Response, bytes]:
        """The answer and its bytes."""
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        with self._client.stream("POST", self._url, json=body, headers=headers) as response:
            return response, response.read()

    def _parsed(self, data: bytes) -> Any:  # Any: JSON
        try:
            return json.loads(data)
        except ValueError as error:
            self._fail("did not answer with JSON", error)

    def _fail(self, what: str, cause: Exception | None = None) -> NoReturn:
        told = f"the embeddings server {_without_user(self._url)} {what}"
        raise ModelError(told.replace(self._key, "***") if self._key else told) from cause


def _without_user(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rsplit('@', 1)[-1]}{slash}{path}"


def _said(response: httpx2.Response, data: bytes) -> str:
    """The server's own words, or where it wanted to send us."""
    if 300 <= response.status_code < 400:
        return "a redirect, which is not followed; set embeddings.base_url to the right address"
    try:
        error = json.loads(data)["error"]
        return str(error["message"] if isinstance(error, dict) else error)[:300]
    except (ValueError, KeyError, TypeError):
        return data[:300].decode("utf-8", "replace").strip() or response.reason_phrase


def _retry_after(response: httpx2.Response) -> float | None:
    try:
        return float(response.headers["retry-after"])
    except (KeyError, ValueError):
        return None


def _wait(failures: int, asked: float | None) -> None:
    """Pause longer after each failure, or as long as the server asked for; a little at random, so that clients do not come back at once."""
    pause = FIRST_PAUSE_S * 2**failures * random.uniform(0.8, 1.2) if asked is None else max(0.0, asked)
    time.sleep(min(pause, LONGEST_PAUSE_S))
