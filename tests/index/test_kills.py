from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROUNDS = 10  # `make soak` does a hundred


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_killed_at_any_moment_the_next_run_completes_the_index():
    script = Path(__file__).with_name("kills.py")
    ran = subprocess.run([sys.executable, script, str(ROUNDS)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"{ROUNDS} kills" in ran.stdout
