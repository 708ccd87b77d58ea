"""The index of a vault: notes, links, words and vectors in one SQLite file, brought up to date by content, read by snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpukb.index.database import DamagedError
from gpukb.index.find_links import Neighbourhood
from gpukb.index.find_notes import Facets, NotePage
from gpukb.index.lock import LockedError
from gpukb.index.rows import Edge, LinkRow, NameRow, NoteDetail, NoteRow, PassageRow
from gpukb.index.snapshot import Snapshot
from gpukb.index.status import Status, VectorStatus
from gpukb.index.store import Index, index_folder, open_index

if TYPE_CHECKING:
    from gpukb.index.sync import SyncReport as SyncReport

__all__ = [
    "DamagedError",
    "Edge",
    "Facets",
    "Index",
    "LinkRow",
    "LockedError",
    "NameRow",
    "Neighbourhood",
    "NoteDetail",
    "NotePage",
    "NoteRow",
    "PassageRow",
    "Snapshot",
    "Status",
    "VectorStatus",
    "index_folder",
    "open_index",
]
