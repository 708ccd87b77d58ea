from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel made from what that archive holds."""
    folder = tmp_path_factory.mktemp("built")
    hatchling(ROOT, folder, "sdist")
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder / "source", filter="data")
    [source] = (folder / "source").iterdir()
    hatchling(source, folder, "wheel")
    return folder


def hatchling(source: Path, target: Path, kind: str) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", target], cwd=source, check=True, capture_output=True)


@pytest.fixture(scope="module")
def installed(built: Path) -> dict[str, str]:
    """An environment in which the wheel stands before the clone."""
    [wheel] = built.glob("*.whl")
    target = built / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*pip, "--target", target, wheel], check=True)
    return {**os.environ, "PYTHONPATH": str(target)}


def run(environment: dict[str, str], *arguments: str) -> str:
    return subprocess.run([sys.executable, *arguments], env=environment, check=True, capture_output=True, text=True).stdout


def test_the_wheel_made_from_the_source_archive_holds_every_file_of_both_packages(built):
    [wheel] = built.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    roots = (ROOT / "src", ROOT / "api")
    files = [(root, path) for root in roots for path in root.glob("gpukb*/**/*") if path.is_file() and "__pycache__" not in path.parts]
    wanted = {path.relative_to(root).as_posix() for root, path in files}
    assert wanted == held


@pytest.mark.parametrize("package", ["gpukb", "gpukb_api"])
def test_the_packages_are_the_wheels(installed, package):
    assert run(installed, "-c", f"import {package}; print({package}.__file__)").startswith(installed["PYTHONPATH"])


@pytest.mark.parametrize(("arguments", "wanted"), [(["--help"], "search"), (["serve", "--help"], "--port"), (["--version"], "gpukb ")])
def test_the_installed_command_answers(installed, arguments, wanted):
    assert wanted in run(installed, "-c", "from gpukb.cli import main; main()", *arguments)


def test_every_direct_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = project["dependencies"] + [name for extra in project["optional-dependencies"].values() for name in extra]
    pinned = {name_of(line) for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if "==" in line}
    assert {name_of(line) for line in needed} - pinned - {"gpukb"} == set()


def test_the_version_is_the_same_everywhere():
    import gpukb

    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"] == gpukb.__version__


def test_constraints_hold_versions_and_no_addresses():
    lines = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert all(line.count("==") == 1 and "/" not in line and "@" not in line for line in lines)


def name_of(requirement: str) -> str:
    name = requirement
    for mark in "[;<>=!~ ":
        name = name.partition(mark)[0]
    return name.lower().replace("_", "-").replace(".", "-")
