"""An OpenAI-compatible server → the text that its model writes, piece by piece. Questions and passages leave for that server alone."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from gpukb.errors import ModelError
from gpukb.llm.stop import Stop

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI, Stream

    from gpukb.config import LlmConfig

TRIES: Final = 2  # after a refusal that may pass, such as 429 or 503
PAUSE_S: Final = 0.5  # between them, if the server does not say
MAX_TOKENS: Final = 1200  # of an answer: six long sentences, in Chinese and Russian too, and some thinking
MAX_CHARS: Final = 20_000  # of a stream, thinking included; then we hang up
MAX_BYTES: Final = 16 << 20  # of the same on the wire, where a token has some 300; a line without end is no token
ADDRESS: Final = re.compile(r"https?://[^/\s]+(/\S*)?$")
_LINK_LOCAL_RE: Final = re.compile(r"https?://(?:[^@/]*@)?(?:169\.254\.|\[?fe80:|metadata\.google)", re.IGNORECASE)
NO_KEY: Final = "none"  # servers of one's own want no key, the client insists on one


class LanguageModel(Protocol):
    """Something that continues a conversation."""

    @property
    def name(self) -> str:
        """What an answer says it was written by."""

    def stream(
        self,
        messages: Sequence[Mapping[str, str]],
        stop: Stop,
        usage: dict[str, int],
        *,
        most: int = MAX_TOKENS,
        seconds: float | None = None,
    ) -> Generator[str, None, None]:
        """The pieces of its text, at most so many tokens. ModelError: it cannot be reached, refused, broke off or took too long.

        `seconds` is less patience than the configuration has. Fills `usage` if the server tells it.
        """


class OpenAIModel:
    """A model behind an OpenAI-compatible server."""

    def __init__(self, config: LlmConfig) -> None:
        """ModelError when the address is none."""
        self._address = config.base_url or ""
        if not ADDRESS.match(self._address) or _LINK_LOCAL_RE.match(self._address):
            raise ModelError("llm.base_url is no address of a model server: it looks like http://127.0.0.1:8080/v1")
        self._config = config
        self._client: OpenAI | None = None
        self.name = config.model or "default"

    def stream(
        self,
        messages: Sequence[Mapping[str, str]],
        stop: Stop,
        usage: dict[str, int],
        *,
        most: int = MAX_TOKENS,
        seconds: float | None = None,
    ) -> Generator[str, None, None]:
        """See `LanguageModel`."""
        import httpx2
        from openai import OpenAIError

        patience = min(self._config.timeout_s, seconds or self._config.timeout_s)
        try:
            yield from self._stream(messages, stop, usage, patience, min(most, MAX_TOKENS))
        except (OpenAIError, httpx2.HTTPError, httpx2.StreamError, ValueError, AttributeError, TypeError, IndexError) as error:
            # The last four: what is no completion breaks the client or us in ways of its own.
            raise ModelError(f"the language model at {_host(self._address)} failed: {type(error).__name__}") from error

    def _stream(
        self, messages: Sequence[Mapping[str, str]], stop: Stop, usage: dict[str, int], patience: float, most: int
    ) -> Generator[str, None, None]:
        until = time.monotonic() + patience
        chunks = self._begun(messages, stop, until, most)
        stop.on(lambda: _hang_up(chunks))
        size = 0
        finished = False
        with chunks:
            for chunk in chunks:
                if stop.is_set or time.monotonic() > until:
                    raise ModelError("stopped" if stop.is_set else f"the language model took longer than {patience:g} s")
                if chunk.usage:
                    usage.update(_counts(chunk.usage))
                for choice in chunk.choices[:1]:
                    text = choice.delta.content or ""
                    if not isinstance(text, str):  # the client checks no types
                        raise TypeError
                    size += len(text)
                    yield text
                    finished = finished or choice.finish_reason == "stop"
                if size > MAX_CHARS:
                    raise ModelError("the language model does not stop")
        if not finished:
            raise ModelError("the language model broke off")

    def _begun(self, messages: Sequence[Mapping[str, str]], stop: Stop, until: float, most: int) -> Stream[Any]:  # Any: not read here
        """The answer as it begins; the question is asked once more after a refusal that may pass before the time is over."""
        from openai import InternalServerError, RateLimitError

        from gpukb.outgoing import within

        wanted: Any = list(messages)  # Any: the client's own message types are the same dicts
        for left in reversed(range(TRIES)):
            try:
                return self._opened().chat.completions.create(
                    model=self.name, messages=wanted, stream=True, temperature=0, max_tokens=most, timeout=within(until - time.monotonic())
                )
            except (InternalServerError, RateLimitError) as error:
                pause = _pause(error)
                if not left or stop.is_set or time.monotonic() + pause >= until:
                    raise
                time.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def _opened(self) -> OpenAI:
        if self._client is None:
            from openai import OpenAI  # slow, as is what follows: only where a model is asked

            from gpukb.outgoing import open_client

            http = open_client(MAX_BYTES, self._config.timeout_s)
            key = self._config.api_key or NO_KEY
            # Organisation and project would be read from the environment.
            self._client = OpenAI(base_url=self._address, api_key=key, http_client=http, max_retries=0, organization="", project="")
        return self._client


def language_model(config: LlmConfig) -> LanguageModel | None:
    """The configured model; None when there is none."""
    return OpenAIModel(config) if config.base_url else None


def _pause(refused: APIStatusError) -> float:
    """How many seconds to wait after this refusal."""
    try:
        return max(0.0, float(refused.response.headers["retry-after"]))
    except (KeyError, ValueError):
        return PAUSE_S


def _hang_up(chunks: Stream[Any]) -> None:  # Any: the chunks are not read here
    """End the connection under a thread that waits for it: closing alone would leave that one waiting for the next byte."""
    network = chunks.response.extensions.get("network_stream")
    line = network.get_extra_info("socket") if network else None
    if line is not None:
        line.shutdown(socket.SHUT_RDWR)


def _counts(usage: Any) -> dict[str, int]:  # Any: what a server calls usage
    names = ("prompt_tokens", "completion_tokens", "total_tokens")
    return {name: value for name in names if isinstance(value := getattr(usage, name, None), int)}


def _host(address: str) -> str:
    return address.partition("://")[2].partition("/")[0].rsplit("@", 1)[-1]
