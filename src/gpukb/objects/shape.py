"""What every object is, and how its ranges count."""

from __future__ import annotations

from typing import Any

Object = dict[str, Any]  # Any: JSON
OFFSET_UNIT = "codepoint"
