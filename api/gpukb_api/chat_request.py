"""What a chat client sends → the question in it. What cannot be honoured is refused; what is not known is ignored."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from gpukb_api.chat import MODELS
from gpukb_api.models import MAX_QUERY
from gpukb_api.models.strict import Strict
from gpukb_api.problems import Problem, ProblemError

MAX_MESSAGES = 200


class Part(BaseModel):
    """A part of a message; only text is understood."""

    type: str
    text: str | None = None


class Message(BaseModel):
    """A message of the conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None


class StreamOptions(BaseModel):
    """Whether the stream ends with a chunk of usage."""

    include_usage: bool | None = None


class Extension(Strict):
    """What gpukb understands beyond OpenAI's fields."""

    sources_footer: bool = True


class ChatRequest(BaseModel):
    """A chat completion request. Unknown fields are ignored, as OpenAI's clients send many."""

    model: str = MODELS[0]
    messages: list[Message] = Field(min_length=1, max_length=MAX_MESSAGES)
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = None
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    tools: list[Any] | None = None  # Any: refused unread
    functions: list[Any] | None = None
    response_format: dict[str, Any] | None = None
    base_url: Any = None
    api_base: Any = None
    gpukb: Extension = Extension()


def question_of(request: ChatRequest) -> tuple[str, tuple[str, ...]]:
    """The last message of the user, and the user's earlier ones, oldest first."""
    _refuse(request)
    asked = [(at, _text(message)) for at, message in enumerate(request.messages) if message.role == "user"]
    if not asked or not asked[-1][1]:
        raise refusal("The conversation holds no question: send a message with the role `user`.", "messages")
    at, question = asked[-1]
    if len(question) > MAX_QUERY:
        raise refusal(f"The question has {len(question)} characters, the limit is {MAX_QUERY}.", f"messages.{at}.content")
    return question, tuple(text[:MAX_QUERY] for _, text in asked[:-1] if text)


def _refuse(request: ChatRequest) -> None:
    if request.model not in MODELS:
        raise ProblemError(_problem(404, "model_not_found", f"There is no model {request.model!r}: {' and '.join(MODELS)} are.", "model"))
    if request.n is not None and request.n != 1:
        raise refusal("One answer is given: `n` must be 1.", "n")
    for name in ("tools", "functions", "base_url", "api_base"):
        if getattr(request, name):
            raise refusal(f"`{name}` is not supported here.", name)
    if request.response_format and request.response_format.get("type", "text") != "text":
        raise refusal("Answers are Markdown text: `response_format` must be `text`.", "response_format")


def _text(message: Message) -> str:
    if isinstance(message.content, list):
        if any(part.type not in ("text", "input_text") for part in message.content):
            raise refusal("Only text is understood: leave out images, audio and files.", "messages")
        return "\n".join(part.text or "" for part in message.content).strip()
    return (message.content or "").strip()


def refusal(detail: str, param: str) -> ProblemError:
    """A 400 that names the field."""
    return ProblemError(_problem(400, "unsupported_value", detail, param))


def _problem(status: int, code: str, detail: str, param: str) -> Problem:
    return Problem(status, code, detail, errors=({"pointer": f"/body/{param}", "detail": detail},))
