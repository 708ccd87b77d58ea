from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No example is timed. CI tries the same ones each time, so that it fails by what was changed; a person's run goes on looking.
settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI")))
settings.load_profile("ours")

FIXTURE = Path(__file__).parent / "vault"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the transcripts from what the commands print now")


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or writes the person's own configuration and caches. Encoder graphs are made once for all tests."""
    home = tmp_path_factory.getbasetemp() / "home"
    home.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        for variable in [name for name in os.environ if name.startswith("GPUKB_")] + ["NO_COLOR", "FORCE_COLOR"]:
            patch.delenv(variable, raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")  # a test's reader has no language but the one it is given
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        yield home


# Where the product would rather do without than let a person wait, in seconds: a busy machine is no reason for a test to see that.
PATIENCE_S = 600.0
PATIENT = ("gpukb.cli.call.CATCH_UP_S", "gpukb.llm.follow_up.PATIENCE_S")


@pytest.fixture(scope="session", autouse=True)
def own_patience() -> Iterator[None]:
    """Nothing is cut short in a test that does not ask for it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in PATIENT:
            patch.setattr(name, PATIENCE_S)
        yield


@pytest.fixture
def fixture_vault(tmp_path: Path) -> Path:
    """A copy of the fixture vault that a test may change."""
    return Path(shutil.copytree(FIXTURE, tmp_path / "vault"))
