"""`/status`: what is indexed, how far vectors are, and what is wrong with which file or note."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gpukb.objects import note_line_object, time_of
from gpukb_api.deps import KB, Snap
from gpukb_api.pages.shell import shell

router = APIRouter(include_in_schema=False)
PROBLEMS = 100  # notes with problems that are named, as `/api/v1/index` does


@router.get("/status")
def read_status(request: Request, kb: KB, snapshot: Snap) -> HTMLResponse:
    """The page."""
    wrong = [{"note": note_line_object(note), "problems": problems} for note, problems in snapshot.problem_notes(PROBLEMS)]
    synced = None if kb.synced is None else time_of(int(kb.synced))
    return shell(request, "status.html", synced=synced, trouble=kb.trouble, wrong=wrong)
