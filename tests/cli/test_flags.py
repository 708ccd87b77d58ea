from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gpukb import errors
from gpukb.cli import make_app, run
from gpukb.cli.call import Flags, find_vault
from gpukb.errors import VaultError

GPUKB = [sys.executable, "-c", "from gpukb.cli import main; main()"]
GLOBAL = ("--vault", "--index", "--json", "--no-sync", "--no-vectors", "--quiet")
# What `--help` may not wait for: each of these costs more than the whole help.
SLOW = ("numpy", "faiss", "apsw", "fastapi", "pydantic", "uvicorn", "networkx", "onnxruntime", "torch", "rich", "yaml", "rapidfuzz")
VECTORS = ("numpy", "faiss", "onnxruntime", "torch", "networkx", "tokenizers")


def names(group: object, prefix: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for name, command in group.commands.items():
        found += names(command, (*prefix, name)) if hasattr(command, "commands") else [(*prefix, name)]
    return found


def command_names() -> list[tuple[str, ...]]:
    import typer

    return names(typer.main.get_command(make_app()))


@pytest.mark.parametrize("arguments", [["--json", "config", "show"], ["config", "--json", "show"], ["config", "show", "--json"]])
def test_a_global_flag_may_stand_anywhere(arguments, fixture_vault, capsys):
    assert run(["--vault", str(fixture_vault), *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["schema_version"] == 1


def test_the_nearer_flag_wins():
    assert Flags(vault=Path("b")).over(Flags(vault=Path("a"), quiet=True)) == Flags(vault=Path("b"), quiet=True)


@pytest.mark.parametrize("name", command_names(), ids=" ".join)
def test_every_command_takes_the_global_flags_and_shows_an_example(name, capsys):
    assert run([*name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(flag in shown for flag in GLOBAL)
    example = next(line.strip() for line in shown.splitlines() if line.strip().startswith("Example: "))
    assert "gpukb " + " ".join(name) in example


def test_help_waits_for_nothing_slow():
    code = f"import sys; from gpukb.cli import run; run(['--help']); print([m for m in {SLOW!r} if m in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip().splitlines()[-1] == "[]"


def test_a_search_by_words_waits_for_no_library_of_vectors(fixture_vault, tmp_path):
    arguments = ["search", "--no-vectors", "--vault", str(fixture_vault), "--index", str(tmp_path / "index"), "кэш"]
    run(["index", *arguments[1:-1]])
    code = f"import sys; from gpukb.cli import run; run({[*arguments, '--no-sync']!r}); print([m for m in {VECTORS!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "[]"
    assert len(done.stdout.splitlines()) > 1


@pytest.mark.parametrize("arguments", [["no-such-command"], ["export", "--no-such-flag"], ["config"], []])
def test_wrong_usage_is_2_and_says_nothing_on_stdout_but_help(arguments, capsys):
    assert run(arguments) == 2


def test_no_vault_is_3_and_says_how_to_name_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["config", "show"]) == 3
    assert "--vault DIR" in capsys.readouterr().err


def test_a_wrong_configuration_is_3_in_one_line(fixture_vault, capsys):
    (fixture_vault / "gpukb.toml").write_text('llm.base_url = "http://192.0.2.1"\n')
    assert run(["config", "show", "--vault", str(fixture_vault)]) == 3
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("gpukb: ")


def test_the_vault_is_the_flag_then_the_variable_then_the_folder_then_a_parent(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / ".obsidian").mkdir()
    assert find_vault(Path("x"), {"GPUKB_VAULT": "y"}, inner) == Path("x")
    assert find_vault(None, {"GPUKB_VAULT": "y"}, inner) == Path("y")
    assert find_vault(None, {}, inner) == tmp_path
    (inner / "vault").mkdir()
    assert find_vault(None, {"GPUKB_VAULT": ""}, inner) == Path("vault")


def test_without_any_of_them_there_is_no_vault(tmp_path):
    with pytest.raises(VaultError, match="no vault here"):
        find_vault(None, {}, tmp_path)


def test_a_closed_pipe_is_quiet(fixture_vault):
    with subprocess.Popen([*GPUKB, "export", "--vault", str(fixture_vault)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        command.stdout.close()
        assert command.stderr.read() == b""
    assert command.returncode == 141


def test_an_interrupt_is_130():
    interrupted = "import os, signal, gpukb.cli.call as call; call.find_vault = lambda *_: os.kill(os.getpid(), signal.SIGINT)"
    code = f"{interrupted}; from gpukb.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "config", "show"], capture_output=True)
    assert done.returncode == 128 + signal.SIGINT
    assert b"Traceback" not in done.stderr


def test_the_version_is_the_packages(capsys):
    from importlib.metadata import version

    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"gpukb {version('gpukb')}\n"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("gpukb se", {"search", "serve"}),
        ("gpukb search --updated", {"--updated-after", "--updated-before"}),
        ("gpukb glossary ex", {"export"}),
    ],
)
def test_the_shell_completes_commands_and_flags(typed, offered):
    asked = {**os.environ, "_GPUKB_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    done = subprocess.run(GPUKB, env=asked, capture_output=True, text=True, check=False)
    assert set(done.stdout.split()) == offered


def test_the_exit_codes_of_errors_are_documented():
    page = (Path(__file__).parents[2] / "docs/cli.md").read_text("utf-8")
    codes = {kind.exit_code for kind in (errors.GpukbError, *errors.GpukbError.__subclasses__())}
    assert [code for code in sorted(codes) if f"| {code} |" not in page] == []
