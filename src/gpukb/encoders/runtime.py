"""A graph file → an onnxruntime session with manners: no telemetry, no spinning threads, quiet."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

# Official builds of onnxruntime send telemetry since 1.29; nothing of that is even initialised when this stands before the import.
TELEMETRY_OFF = "ORT_DISABLE_TELEMETRY"
ERRORS_ONLY = 3  # of onnxruntime's log levels


def open_session(path: Path, threads: int) -> Any:  # Any: onnxruntime ships no types
    """The session over this graph."""
    os.environ.setdefault(TELEMETRY_OFF, "1")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # waiting threads leave the cores to others
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
