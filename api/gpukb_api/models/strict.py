"""What a client may send and nothing else: a member that is not known is an error that names those that are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from gpukb.toml_file import unknown

UNKNOWN, MISSING = "extra_forbidden", "missing"


class Strict(BaseModel):
    """Refuses what it does not know, since a misspelt filter would find too much, and says what it knows."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="wrap")
    @classmethod
    def _told(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:  # Any: what the client sent
        try:
            return handler(data)
        except ValidationError as error:
            raise ValidationError.from_exception_data(error.title, list(_said(error, _names(cls)))) from None


def _names(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def _said(error: ValidationError, known: list[str]) -> Iterator[InitErrorDetails]:
    """The errors, those of this model's own members in words that say what to do."""
    for one in error.errors(include_url=False):
        said, own = one["msg"], len(one["loc"]) == 1
        if own and one["type"] == UNKNOWN:
            name = str(one["loc"][0])
            said = unknown("name", name, name, known)
        elif own and one["type"] == MISSING:
            said = "is missing: it has to be given"
        yield InitErrorDetails(type=PydanticCustomError("refused", "{said}", {"said": said}), loc=one["loc"], input=one["input"])
