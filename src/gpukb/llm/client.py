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
    from openai import OpenAI, Stream

    from gpukb.config import LlmConfig

TRIES: Final = 2  # after a refusal that may pass, such as 429 or 503; the client waits in between
CONNECT_S: Final = 10.0
MAX_TOKENS: Final = 1200  # of an answer: six long sentences, in Chinese and Russian too, and some thinking
MAX_CHARS: Final = 20_000  # of a stream, thinking included; then we hang up
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
        import httpx2

        until = time.monotonic() + patience
        timeout = httpx2.Timeout(patience, connect=min(CONNECT_S, patience))
        wanted: Any = list(messages)  # Any: the client's own message types are the same dicts
        chunks = self._opened().chat.completions.create(
            model=self.name, messages=wanted, stream=True, temperature=0, max_tokens=most, timeout=timeout
        )
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
                    size += len(text)
                    yield text
                    finished = finished or choice.finish_reason == "stop"
                if size > MAX_CHARS:
                    raise ModelError("the language model does not stop")
        if not finished:
            raise ModelError("the language model broke off")

    def _opened(self) -> OpenAI:
        if self._client is None:
            import httpx2  # slow, as is the client itself: only where a model is asked
            from openai import OpenAI

            # No redirects and no proxies from the environment: notes and key go to the configured address or nowhere.
            http = httpx2.Client(follow_redirects=False, trust_env=False)
            key = self._config.api_key or NO_KEY
            # Organisation and project would be read from the environment.
            self._client = OpenAI(base_url=self._address, api_key=key, http_client=http, max_retries=TRIES - 1, organization="", project="")
        return self._client


def language_model(config: LlmConfig) -> LanguageModel | None:
    """The configured model; None when there is none."""
    return OpenAIModel(config) if config.base_url else None


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
