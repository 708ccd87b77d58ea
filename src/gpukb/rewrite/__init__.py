"""Files of a vault changed in place: links, properties, names; every other byte stays."""

from gpukb.rewrite.changes import Changes, LinkChange, NoteChange, changes_for
from gpukb.rewrite.current import current_text, stands_elsewhere
from gpukb.rewrite.diff import unified
from gpukb.rewrite.edits import Edit, RewriteError, apply_edits
from gpukb.rewrite.file_names import safe_name
from gpukb.rewrite.file_text import FileText, read_text
from gpukb.rewrite.journal import Finished, broken_off, finish
from gpukb.rewrite.kept_out import KeptOut, kept_out
from gpukb.rewrite.link_style import LinkStyle, link_style
from gpukb.rewrite.links import link_edits, rewritten
from gpukb.rewrite.move import MovePlan, perform, plan_move
from gpukb.rewrite.new_files import add_files
from gpukb.rewrite.properties import add_item, set_property
from gpukb.rewrite.save import FileChange, make_whole, save
from gpukb.rewrite.whole import write_whole
from gpukb.rewrite.world import World, read_world
from gpukb.rewrite.written import Wanted

__all__ = [
    "Changes",
    "Edit",
    "FileChange",
    "FileText",
    "Finished",
    "KeptOut",
    "LinkChange",
    "LinkStyle",
    "MovePlan",
    "NoteChange",
    "RewriteError",
    "Wanted",
    "World",
    "add_files",
    "add_item",
    "apply_edits",
    "broken_off",
    "changes_for",
    "current_text",
    "finish",
    "kept_out",
    "link_edits",
    "link_style",
    "make_whole",
    "perform",
    "plan_move",
    "read_text",
    "read_world",
    "rewritten",
    "safe_name",
    "save",
    "set_property",
    "stands_elsewhere",
    "unified",
    "write_whole",
]
