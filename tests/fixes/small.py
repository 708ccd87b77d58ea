"""Small vaults as dictionaries, mended in a folder: what becomes of each file."""

from gpukb.config import load_config
from gpukb.fixes import read_graph, whole_resolver, write
from gpukb.fixes.backlinks import fix_backlinks
from gpukb.fixes.mentions import fix_mentions


def put(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())


def config_of(root):
    return load_config(root, environ={"XDG_CONFIG_HOME": str(root / ".none")}).vault


def mention_fixes(root, paths=None):
    config = config_of(root)
    return list(fix_mentions(root, config, read_graph(root, config), whole_resolver(root, config), paths))


def backlink_fixes(root, paths=None, *, create=False):
    config = config_of(root)
    return list(fix_backlinks(root, config, read_graph(root, config), whole_resolver(root, config), paths, create=create))


def listed(root, files, paths=None, *, create=False):
    """The files that changed, with their new text, after the sections were brought in step."""
    put(root, files)
    changes = backlink_fixes(root, paths, create=create)
    write(root, changes)
    return {change.path: (root / change.path).read_bytes().decode("utf-8-sig") for change in changes}


def linked(root, files, paths=None):
    """The files that changed, with their new text, after mentions were linked."""
    put(root, files)
    changes = mention_fixes(root, paths)
    write(root, changes)
    changed = {change.path: (root / change.path).read_bytes().decode("utf-8-sig") for change in changes}
    assert all(changed[change.path] == change.after for change in changes if not change.path.endswith("16.md"))
    return changed
