"""The code → the pages that nobody types; `PAGES` lists them. With `--check`: exit 1 and a list of the stale ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLI_HEAD = """
Results go to stdout, everything else to stderr. `--json` prints the objects of the [API](../api/README.md) with a `schema_version`;
`export`, `glossary export`, `graph export` and `lint --format` write formats of their own. `NO_COLOR` and `FORCE_COLOR` are obeyed.

| exit code | means |
| --- | --- |
| 0 | done; notes with problems are counted on stderr |
| 1 | findings at or above the level, abstained with `--fail-on-abstain`, `--min` missed, a citation changed, no way, or no such note |
| 2 | the call is wrong: an unknown flag, filter, mode or language, an empty query |
| 3 | no vault, or a setting is wrong |
| 4 | the index cannot be used, or is missing with `--no-sync` |
| 5 | a model is missing, refused or did not answer |
| 130, 141 | interrupted; whoever read the output went away |

An error is one line that begins with `gpukb:` and says what, where and what to do. `gpukb --install-completion` completes commands and
flags in bash, zsh, fish and PowerShell; `--show-completion` prints what it would install.
"""
WIDTH = 100  # columns of the help texts, so that no terminal decides how a committed page looks


def cli_reference() -> str:
    """Every command's help, in the order of `gpukb --help`."""
    import typer

    from gpukb.cli import make_app

    page = ["# Command line", "", "Written by `make docs` from the commands themselves.", "", *CLI_HEAD.strip().splitlines(), ""]
    for name, text in _helps(typer.main.get_command(make_app()), "gpukb", None):
        page += [f"{'#' * min(name.count(' ') + 2, 3)} {name}", "", "```text", text, "```", ""]
    return "\n".join(page)


def rules() -> str:
    """A page a rule of the linter, from the docstrings of their files."""
    from gpukb.lint import RULES

    page = ["# Lint rules", "", "Written by `make docs` from the rules themselves. `gpukb lint` says how to run them.", ""]
    page += [
        "A note switches rules off by name or code, in comments that Obsidian hides (`<!-- … -->` does as well) or its frontmatter:",
        "",
    ]
    page += [
        "```markdown",
        "%% lint-disable-line orphan %%         the line it stands on",
        "%% lint-disable-next-line KB001 %%     the line below",
    ]
    page += [
        "%% lint-disable KB001, KB005 %%        from here on …",
        "%% lint-enable %%                      … to here, or to the end",
        "```",
        "",
    ]
    page += [
        "```yaml",
        "lint-disable: [orphan]   # or: all",
        "```",
        "",
        "`gpukb.toml` sets levels, paths and a baseline for the vault:",
        "",
    ]
    page += ["```toml", "[lint]", 'fail_on = "warning"', "[lint.rules]", 'orphan = "off" # or error, warning, info', "[lint.ignore]"]
    page += ['"Archive/**" = ["orphan", "KB018"] # or ["all"]', "```", "", "| code | rule | level | `--fix` |", "| --- | --- | --- | --- |"]
    page += [f"| {r.code} | [{r.name}](#{r.name}) | {r.severity} | {'yes' if r.fixes else ''} |" for r in RULES]
    for rule in RULES:
        text, _, examples = rule.page.partition("\nBad:")
        page += [
            "",
            f"## {rule.name}",
            "",
            f"{rule.code} · {rule.severity}",
            "",
            text.strip(),
            "",
            "```text",
            f"Bad:{examples}".rstrip(),
            "```",
        ]
    return "\n".join(page) + "\n"


def openapi() -> str:
    """The service's own description of its routes."""
    from gpukb_api.openapi import document

    return json.dumps(document(), ensure_ascii=False, indent=2, sort_keys=False) + "\n"


PAGES: dict[str, Callable[[], str]] = {"docs/cli.md": cli_reference, "docs/rules.md": rules, "api/openapi.json": openapi}


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    stale = [path for path, make in PAGES.items() if not _is_current(ROOT / path, make(), write="--check" not in arguments)]
    for path in stale:
        print(f"{path}: {'stale, run `make docs`' if '--check' in arguments else 'written'}", file=sys.stderr)
    return 1 if stale and "--check" in arguments else 0


def _is_current(path: Path, text: str, *, write: bool) -> bool:
    current = path.is_file() and path.read_text("utf-8") == text
    if write and not current:
        path.write_text(text, "utf-8")
    return current


def _helps(command: object, name: str, parent: object) -> Iterator[tuple[str, str]]:
    import typer

    context = typer.Context(command, info_name=name.split()[-1], parent=parent, terminal_width=WIDTH, max_content_width=WIDTH)
    yield name, "\n".join(line.rstrip() for line in command.get_help(context).rstrip().splitlines())
    for inner, below in getattr(command, "commands", {}).items():
        yield from _helps(below, f"{name} {inner}", context)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
