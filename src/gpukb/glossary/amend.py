"""Notes that are there and what an import adds to them → their new bytes. What other files need of their links comes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gpukb.glossary.definition import definition_of, escaped
from gpukb.glossary.known import EXPLAINED
from gpukb.graph import LISTS
from gpukb.markdown import normalize_heading, parse_note
from gpukb.opening import read_inside
from gpukb.rewrite import Edit, FileChange, RewriteError, add_item, apply_edits, read_text, set_property
from gpukb.vault import MAX_BYTES

if TYPE_CHECKING:
    from gpukb.config import VaultConfig
    from gpukb.note import Note
    from gpukb.rewrite import World


@dataclass(slots=True)
class Amendment:
    """What a note gets: aliases and topics are added, the others are set where they say something. `listed` are a glossary's new links."""

    aliases: list[str] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    definition: str = ""
    notice: str = ""
    translation_of: str = ""

    def __bool__(self) -> bool:
        return bool(self.aliases or self.topics or self.listed or self.definition or self.notice or self.translation_of)


def amended(
    world: World, config: VaultConfig, amendments: Mapping[str, Amendment], linked: Mapping[str, FileChange]
) -> Iterator[FileChange]:
    """The files that change. `linked`: those whose links do, with their new bytes. RewriteError: one cannot be edited safely."""
    for path in sorted({*linked, *(path for path, wanted in amendments.items() if wanted)}):
        change = linked.get(path)
        if change is None:
            file = world.files[path].file
            change = FileChange(file, world.notes[path].revision, read_inside(world.root, file, MAX_BYTES + 1))
        wanted = amendments.get(path)
        yield _with(change, path, config, wanted) if wanted else change


def _with(change: FileChange, path: str, config: VaultConfig, wanted: Amendment) -> FileChange:
    file = read_text(change.data)
    if file.bad:
        raise RewriteError(f"{path}: holds bytes that are not {file.encoding.upper()}; mend it first. Nothing was changed")
    try:
        text = _text(file.text, path, config, wanted)
    except RewriteError as error:
        raise RewriteError(f"{path}: {error}. Nothing was changed") from None
    return FileChange(change.file, change.revision, file.bom + text.encode(file.encoding))


def _text(text: str, path: str, config: VaultConfig, wanted: Amendment) -> str:
    for alias in wanted.aliases:
        text = add_item(text, "aliases", alias)
    for topic in wanted.topics:
        text = add_item(text, EXPLAINED, topic)
    for name in ("notice", "translation_of"):
        if value := getattr(wanted, name):
            text = set_property(text, name, value)
    if wanted.definition:
        text = _defined(text, path, config, wanted.definition)
    return _listing(text, path, config, wanted.listed) if wanted.listed else text


def _read(text: str, path: str, config: VaultConfig) -> Note:
    return parse_note(path, path, text.encode("utf-8", "replace"), config)


def _defined(text: str, path: str, config: VaultConfig, definition: str) -> str:
    """The text with this definition in the place of its own."""
    note = _read(text, path, config)
    found = definition_of(note, config)
    if found is None:
        raise RewriteError("the note has no definition to replace; write one by hand")
    for said in (definition, escaped(definition)):
        new = apply_edits(text, [Edit(found.start, found.end, said)])
        after = _read(new, path, config)
        now = definition_of(after, config)
        if now is not None and now.text == definition and len(after.tags) <= len(note.tags):
            return new
    raise RewriteError("the new definition cannot be written as Markdown that reads the same")


def _listing(text: str, path: str, config: VaultConfig, links: list[str]) -> str:
    """The text with more items behind the last one of its list of terms."""
    note = _read(text, path, config)
    end = "\r\n" if "\r\n" in text else "\n"
    places = [link.span.end for link in note.links if link.relation == LISTS and link.where == "body" and link.span is not None]
    if places:
        line = text.find("\n", max(places))
        at = len(text) if line < 0 else line - (text[line - 1] == "\r")
        return apply_edits(text, [Edit(at, at, "".join(f"{end}- {link}" for link in links))])
    headings = {normalize_heading(heading) for heading in config.relations[LISTS].headings}
    heading = next((one for one in note.headings if normalize_heading(one.text) in headings), None)
    if heading is None:
        raise RewriteError(f"the glossary has no section {' or '.join(config.relations[LISTS].headings)} to add to")
    at = heading.span.end
    return apply_edits(text, [Edit(at, at, end + "".join(f"{end}- {link}" for link in links))])
