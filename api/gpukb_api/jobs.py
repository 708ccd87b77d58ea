"""Bringing the index up to date at a client's wish: one job at a time, told while it runs and for a while after."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from starlette.requests import Request

from gpukb.errors import GpukbError
from gpukb.objects import Object, time_of
from gpukb_api.problems import not_found

if TYPE_CHECKING:
    from gpukb.index import SyncReport
    from gpukb.kb import KnowledgeBase

KEPT = 50  # jobs, the newest
ID_BYTES = 9
LOG = logging.getLogger("gpukb_api")


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it is now. `done` of `total` of `what` (notes, then passages); `report` and `finished` when it is over."""

    state: Literal["running", "done", "failed"] = "running"
    id: str = field(default_factory=lambda: "j_" + secrets.token_urlsafe(ID_BYTES))
    created: float = field(default_factory=time.time)
    finished: float | None = None
    done: int = 0
    total: int = 0
    what: str = "notes"
    report: SyncReport | None = None
    error: str | None = None


class Jobs:
    """Runs jobs, each in a thread of its own; many requests may use it at once."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def start(self) -> Job:
        """A new job; while one is running, that one."""
        with self._lock:
            running = next((job for job in self._jobs.values() if job.state == "running"), None)
            if running is not None:
                return running
            job = Job()
            self._jobs[job.id] = job
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)
        threading.Thread(target=self._run, args=(job.id,), name="gpukb-job", daemon=True).start()
        return job

    def get(self, job_id: str) -> Job:
        """The job; ProblemError 404 when there is none, or it was let go."""
        with self._lock:
            job = self._jobs.get(job_id)
        if job is None:
            raise not_found("There is no such job: the newest 50 of this run are kept.")
        return job

    def _run(self, job_id: str) -> None:
        try:
            report = self._kb.refresh(lambda done, total, what: self._note(job_id, done=done, total=total, what=what))
        except GpukbError as error:
            self._note(job_id, state="failed", error=str(error), finished=time.time())
        except Exception:
            LOG.exception("job %s failed", job_id)
            self._note(job_id, state="failed", error=f"A mistake of ours; the server's log has it under {job_id}.", finished=time.time())
        else:
            self._note(job_id, state="done", report=report, finished=time.time())

    def _note(self, job_id: str, **changes: Any) -> None:  # Any: the members of a Job
        with self._lock:
            self._jobs[job_id] = replace(self._jobs[job_id], **changes)


def job_object(job: Job) -> Object:
    """A job as a client reads it."""
    return {
        "id": job.id,
        "state": job.state,
        "url": f"/api/v1/jobs/{job.id}",
        "created": time_of(int(job.created)),
        "finished": None if job.finished is None else time_of(int(job.finished)),
        "progress": {"done": job.done, "total": job.total, "what": job.what},
        "report": None if job.report is None else _report_object(job.report),
        "error": job.error,
    }


def _report_object(report: SyncReport) -> Object:
    return {
        "added": report.added,
        "changed": report.changed,
        "removed": report.removed,
        "renamed": report.renamed,
        "links": report.links,
        "problems": len(report.problems),
        "index_generation": report.generation,
        "seconds": round(report.seconds, 3),
    }


def get_jobs(request: Request) -> Jobs:
    """The jobs of this run."""
    return request.app.state.jobs  # type: ignore[no-any-return]  # starlette's state holds anything
