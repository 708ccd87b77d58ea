"""The environment of a terminal → the language that its person reads."""

from __future__ import annotations

from collections.abc import Mapping

from gpukb.lang import UNKNOWN, normalize_code

LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")  # POSIX: the first that is set counts


def tongue(environ: Mapping[str, str]) -> str | None:
    """The code of the locale's language; None where it says none, as `C` does."""
    said = next((value for name in LOCALES if (value := environ.get(name))), "")
    code = normalize_code(said)
    return None if code == UNKNOWN else code
