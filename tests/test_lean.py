from __future__ import annotations

import importlib.util
import os
import pkgutil
import subprocess
import sys

import pytest

import gpukb
import gpukb_api

HEAVY = ("torch", "transformers", "sentence_transformers", "scipy", "sklearn")


def every_module() -> list[str]:
    found = []
    for package in (gpukb, gpukb_api):
        found += [package.__name__, *(module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))]
    return [name for name in found if not name.endswith("__main__")]


def test_no_module_imports_torch():
    code = f"import importlib, sys\nfor name in {every_module()!r}: importlib.import_module(name)\nprint([*sys.modules])"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [name for name in HEAVY if f"'{name}'" in done.stdout] == []


@pytest.mark.skipif("LEAN" not in os.environ, reason="only `make test LEAN=1` runs in an environment without torch")
def test_the_lean_environment_has_no_torch():
    assert [name for name in HEAVY if importlib.util.find_spec(name)] == []
