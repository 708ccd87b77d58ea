"""What went wrong."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class ProblemObject(BaseModel):
    """RFC 9457, with a code for programs."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    request_id: str
    errors: list[dict[str, str]] | None = None
