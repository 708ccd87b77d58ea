"""`gpukb doctor`: one line for each thing that must be right, and what to do where it is not."""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import NamedTuple

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import Styled, counted, counted_canvases
from gpukb.errors import ConfigError, GpukbError

STYLES = {"ok": "green", "warning": "yellow", "error": "red"}
NAMED = 20  # problems of notes
CONFIGURATION = "configuration"
FEW_GB = 1  # free disk space below which a first index of a large vault may not fit


class Check(NamedTuple):
    """What was found. `code` is the exit code that an error asks for."""

    status: str
    message: str
    code: int = 0


def doctor(call: Call) -> None:
    """Check that all is in order. The installation, the vault, its configuration, its index and the models.

    Example: gpukb doctor --vault vault
    """
    found = {name: _checked(name, check, call) for name, check in CHECKS.items()}
    if call.output.as_json:
        call.output.result({"checks": [{"name": name, "status": c.status, "message": c.message} for name, c in found.items()]})
    else:
        for name, check in found.items():
            first, *more = check.message.split("\n")
            call.output.line(Styled(f"{check.status:<8}", STYLES[check.status]), f"{name:<15}", first)
            for line in more:
                call.output.line(f"{'':<23}", line)
    if codes := [check.code for check in found.values() if check.status == "error"]:
        raise typer.Exit(codes[0])


def _checked(name: str, check: Callable[[Call], Check], call: Call) -> Check:
    try:
        return check(call)
    except ConfigError as error:
        if name != CONFIGURATION:  # told there, and once is enough
            return Check("warning", "not looked at while the configuration is wrong")
        return Check("error", str(error), error.exit_code)
    except GpukbError as error:
        return Check("error", str(error), error.exit_code)


def _installation(call: Call) -> Check:
    from importlib.metadata import version

    return Check("ok", f"gpukb {version('gpukb')}, Python {platform.python_version()}, {platform.system()} {platform.machine()}")


def _database(call: Call) -> Check:
    import apsw

    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
    connection.close()
    return Check("ok", f"SQLite {apsw.sqlitelibversion()} with FTS5")


def _vault(call: Call) -> Check:
    from gpukb.encoders.folder import cache_home
    from gpukb.index.place import move_journal
    from gpukb.rewrite import broken_off
    from gpukb.vault import CANVAS_SUFFIX, scan

    found = scan(call.vault(), call.config().vault)
    canvases = sum(file.path.lower().endswith(CANVAS_SUFFIX) for file in found.files)
    notes = sum(file.is_note for file in found.files) - canvases
    others = counted(len(found.files) - notes - canvases, "other file")
    message = f"{call.vault()}: {counted(notes, 'note')}, {counted_canvases(canvases)}{others}"
    if move := broken_off(move_journal(call.vault(), cache_home())):
        return Check("warning", f"{message}; the move of {move.old} to {move.new} was broken off: the next `gpukb mv` finishes it")
    if found.problems:
        first = found.problems[0]
        return Check("warning", f"{message}; {len(found.problems)} not read, the first is {first.path}: {first.message}")
    return Check("ok" if notes or canvases else "warning", message)


def _configuration(call: Call) -> Check:
    from gpukb.config import VAULT_FILE
    from gpukb.lint import RULES
    from gpukb.lint.settings import read_settings

    config = call.config()
    read_settings(call.vault(), config.vault, RULES)  # what only the linter can tell to be wrong
    server = config.user.server
    if server.host not in ("127.0.0.1", "::1", "localhost") and not server.token:
        return Check("error", f"server.host is {server.host}: the server will not start there without GPUKB_TOKEN", 3)
    told = f"{counted(len(config.sources), 'setting')} given" if config.sources else "nothing set, all defaults"
    of_vault = call.vault() / VAULT_FILE
    return Check(
        "ok", f"{told}; the vault's rules come from {of_vault}" if of_vault.is_file() else f"{told}; the vault has no {VAULT_FILE}"
    )


def _notes(call: Call) -> Check:
    from gpukb.vault import read_notes, scan

    rules = call.config().vault
    files = [file for file in scan(call.vault(), rules).files if file.is_note]
    read = 0
    found: list[str] = []
    for note in read_notes(call.vault(), files, rules):
        read += 1
        found += [f"{note.path}:{problem.line}: {problem.message}" for problem in note.problems]
    private = f"; {len(files) - read:,} private, of which nothing is shown" if read < len(files) else ""
    if not found:
        return Check("ok", f"all can be read{private}")
    more = [f"and {len(found) - NAMED:,} more: `gpukb export` names them"] if len(found) > NAMED else []
    return Check("warning", "\n".join([f"{counted(len(found), 'problem')}{private}", *found[:NAMED], *more]))


def _index(call: Call) -> Check:
    import shutil

    from gpukb.encoders.folder import cache_home
    from gpukb.index.place import DATABASE, can_write, index_folder

    folder = index_folder(call.vault(), call.config().user.index.path, cache_home())
    standing = next(parent for parent in (folder, *folder.parents) if parent.is_dir())
    if not can_write(standing):
        return Check("error", f"{folder} cannot be written", 4)
    free = shutil.disk_usage(standing).free / 1e9
    if free < FEW_GB:
        return Check("warning", f"{folder}: only {free:.1f} GB free")
    database = folder / DATABASE
    if not database.exists():
        return Check("ok", f"{folder}: not built yet")
    return Check("ok", f"{folder}: {database.stat().st_size / 1e6:.1f} MB")


def _encoder(call: Call) -> Check:
    from gpukb.cli.models import encoder_rows

    user = call.config().user
    if not user.index.vectors or not user.embeddings.encoders:
        return Check("ok", "not wanted: words and graph alone")
    rows = {row["name"]: row for row in encoder_rows()}
    wanted = [(name, rows.get(name)) for name in user.embeddings.encoders]
    told = ", ".join(f"{name} {row['state']}" if row else name for name, row in wanted)
    missing = [f"{name}: {row['detail']}" for name, row in wanted if row and row["state"] == "missing"]
    return Check("warning" if missing else "ok", "; ".join([told, *missing]))


def _language_model(call: Call) -> Check:
    llm = call.config().user.llm
    if not llm.base_url:
        return Check("ok", "none: answers quote the vault's own sentences")
    from gpukb.config import redacted

    return Check("ok", f"{llm.model or 'the default model'} at {redacted(llm.base_url)}; passages are sent there")


CHECKS: dict[str, Callable[[Call], Check]] = {
    "installation": _installation,
    "database": _database,
    "vault": _vault,
    "notes": _notes,
    CONFIGURATION: _configuration,
    "index": _index,
    "encoder": _encoder,
    "model": _language_model,
}
