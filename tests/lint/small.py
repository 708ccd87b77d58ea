"""A small vault written as one text → findings. `=== path` opens a file; `KBnnn` in a hidden comment says what must be found on its line.

`%% KB001 %%` or `<!-- KB001 -->` in the body, `# KB009` in the frontmatter, and after the path in `=== path KB019` for a note as a whole;
`=== path KB009@1` for a line that can hold no comment.
"""

from __future__ import annotations

import re

from gpukb.config import load_config
from gpukb.lint import lint

OPENING = re.compile(r"^=== (\S[^\n]*?\.\w+)((?: KB\d{3}(?:@\d+)?)*)\n", re.MULTILINE)
MARKER = re.compile(r"(?:%%|<!--|#) *((?:KB\d{3}[ ,]*)+)(?:%%|-->|$)")
CODE = re.compile(r"KB\d{3}")


def files_of(case: str) -> dict[str, tuple[str, str]]:
    """Path → text and the codes of the whole note."""
    parts = OPENING.split(case)[1:]
    return {path: (text, codes) for path, codes, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)}


def write(root, case):
    """Write the files; what must be found, as (path, line, code)."""
    expected = []
    for path, (text, codes) in files_of(case).items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        expected += [(path, int(line or 0), code) for code, line in re.findall(r"(KB\d{3})(?:@(\d+))?", codes)]
        for number, line in enumerate(text.splitlines(), 1):
            expected += [(path, number, code) for marker in MARKER.finditer(line) for code in CODE.findall(marker[1])]
    return sorted(expected)


def linted(root, choose=None):
    return lint(root, load_config(root, environ={"XDG_CONFIG_HOME": str(root / ".none")}).vault, choose)


def found_in(root):
    return sorted((f.path, f.line if f.start is not None else 0, f.code) for f in linted(root).findings)


def findings(root, case, choose=None):
    write(root, case)
    return linted(root, choose).findings
