"""`/index`, `/index/jobs`, `/jobs` and `/facets`: what is indexed and how far it is, bringing it up to date, how many notes of what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import JSONResponse, Response

from gpukb.objects import Object, brief_object, facets_object, status_object, time_of
from gpukb_api.deps import KB, FilterParams, NoParams, Snap
from gpukb_api.jobs import Jobs, get_jobs, job_object
from gpukb_api.listing import Lists
from gpukb_api.models import FacetsObject, JobObject, JobRequest, StatusObject

if TYPE_CHECKING:
    from gpukb.note import Problem

router = APIRouter(tags=["index"])
TheJobs = Annotated[Jobs, Depends(get_jobs)]
LOCATION = {"Location": {"description": "The address of the job", "schema": {"type": "string"}}}
PROBLEMS = 100  # notes with problems that are named; `problem_notes` counts all, and `/lint` has the rest


@router.get("/index", response_model=StatusObject)
def read_status(kb: KB, snapshot: Snap, params: NoParams) -> JSONResponse:
    """Words and links, vectors, what is being done about them, and the files and notes that something is wrong with."""
    synced = None if kb.synced is None else time_of(int(kb.synced))
    found = [{"note": brief_object(note), "problems": _problems(problems)} for note, problems in snapshot.problem_notes(PROBLEMS)]
    return JSONResponse({**status_object(snapshot.status()), "synced": synced, "trouble": list(kb.trouble), "note_problems": found})


@router.post("/index/jobs", response_model=JobObject, status_code=202, responses={202: {"headers": LOCATION}})
def start_job(jobs: TheJobs, body: JobRequest, params: NoParams) -> JSONResponse:
    """Compare vault and index now and make the vectors that are missing. While that is being done, the job that does it is told again."""
    made = job_object(jobs.start())
    return JSONResponse(made, 202, {"Location": made["url"]})


@router.get("/jobs/{job_id}", response_model=JobObject)
def read_job(jobs: TheJobs, job_id: str, params: NoParams) -> JSONResponse:
    """How far a job is, and what came of it."""
    return JSONResponse(job_object(jobs.get(job_id)), headers={"Cache-Control": "no-store"})


@router.get("/facets", response_model=FacetsObject)
def read_facets(snapshot: Snap, lists: Lists, params: Annotated[FilterParams, Query()]) -> Response:
    """How many notes there are of each type, language, tag and top folder, among those the filters leave."""
    return lists.response(lambda: facets_object(snapshot.facets(params.filters()), snapshot.generation))


def _problems(problems: tuple[Problem, ...]) -> list[Object]:
    return [{"line": problem.line, "message": problem.message} for problem in problems]
