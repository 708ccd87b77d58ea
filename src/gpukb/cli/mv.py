"""`gpukb mv`: a file or folder moves, and every link keeps leading where it led."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpukb.cli.call import Call
from gpukb.cli.output import clean, counted

if TYPE_CHECKING:
    from gpukb.rewrite import Finished, MovePlan, NoteChange


def mv(
    call: Call,
    old: Annotated[str, typer.Argument(metavar="OLD", help="A path from the vault's root, or a name that only one file has.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new path; a folder takes OLD in. For a bare name, the new name.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the diff and change nothing.")] = False,
) -> None:
    """Move or rename a note, a file or a folder. Every link to it is rewritten as Obsidian would; nothing is overwritten.

    Example: gpukb mv "Wiki/NVLink.md" "Wiki/NVLink 5.md" --dry-run
    """
    from gpukb.encoders.folder import cache_home
    from gpukb.index.place import move_journal
    from gpukb.rewrite import broken_off, finish, perform, plan_move

    journal = move_journal(call.vault(), cache_home())
    if dry_run and (begun := broken_off(journal)):
        call.output.say(f"the move of {begun.old} to {begun.new} was broken off: the next `gpukb mv` finishes it first")
    finished = None if dry_run else finish(call.vault(), journal)
    if finished:
        _tell_finished(call, finished)
        if finished.journal.asked == (old, new):
            if call.output.as_json:
                call.output.result(
                    {"finished": {"from": finished.journal.old, "to": finished.journal.new, "kept_old_links": finished.kept}}
                )
            return
    plan = plan_move(call.vault(), call.config().vault, old, new)
    if not dry_run:
        perform(plan, journal)
    if call.output.as_json:
        call.output.result(_object(plan, dry_run=dry_run))
    elif dry_run:
        out = call.output.out
        out.write(clean(plan.diff()) if out.isatty() else plan.diff())
    _tell(call, plan, dry_run=dry_run)


def _tell_finished(call: Call, finished: Finished) -> None:
    moved = finished.journal
    call.output.say(f"finished the move of {moved.old} → {moved.new}, which was broken off; links in {counted(len(moved.files), 'note')}")
    if finished.kept:
        call.output.say(f"{counted(finished.kept, 'note')} changed meanwhile and still have their old links: see `gpukb lint`")


def _object(plan: MovePlan, *, dry_run: bool) -> dict[str, Any]:  # Any: JSON
    found: dict[str, Any] = {
        "dry_run": dry_run,
        "from": plan.old.path,
        "to": plan.new.path,
        "moved": [{"from": old, "to": new} for old, new in sorted(plan.shown_moves.items())],
        "changes": [_change(plan, change) for change in plan.shown],
        "unseen_notes": len(plan.changes) - len(plan.shown),
        "adopted": [{"path": plan.moved.get(path, path), "raw": raw} for path, raw in plan.adopted],
        "warnings": list(plan.warnings),
    }
    return {**found, "diff": plan.diff()} if dry_run else found


def _change(plan: MovePlan, change: NoteChange) -> dict[str, Any]:  # Any: JSON
    links = [{"line": link.line, "before": link.before, "after": link.after} for link in change.links]
    return {"path": plan.moved.get(change.path, change.path), "links": links}


def _tell(call: Call, plan: MovePlan, *, dry_run: bool) -> None:
    say = call.output.say
    links = sum(len(change.links) for change in plan.shown)
    verb = "would move" if dry_run else "moved"
    rewritten = f"{counted(links, 'link')} in {counted(len(plan.shown), 'note')} {'to rewrite' if dry_run else 'rewritten'}"
    say(f"{verb} {plan.old.path} → {plan.new.path}; {rewritten}")
    if unseen := len(plan.changes) - len(plan.shown):
        say(f"and {counted(unseen, 'note')} that are private or excluded")
    if plan.adopted:
        places = ", ".join(sorted({plan.moved.get(path, path) for path, _ in plan.adopted}))
        say(f"{counted(len(plan.adopted), 'link')} that led nowhere {'would lead' if dry_run else 'lead'} somewhere now, in {places}")
    for warning in plan.warnings:
        say(warning)
