"""Requests and the state of the index → numbers for Prometheus. No path, name, query or text of anyone stands in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from gpukb.errors import GpukbError
from gpukb_api.version import VERSION

if TYPE_CHECKING:
    from starlette.types import Scope

    from gpukb.kb import KnowledgeBase

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
OTHER = "other"  # a method of a client's own, or a path that is no route: else anyone could add numbers without end
# From a page that is kept (a millisecond) to an answer that a model writes (a minute).
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """Counts requests, and looks at the index when it is asked. Many requests may use it at once."""

    def __init__(self, kb: KnowledgeBase) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # a second number for each, that nobody asked for
        self._registry = CollectorRegistry()
        self._requests = Counter("gpukb_http_requests", "Requests", ("route", "method", "status"), registry=self._registry)
        self._seconds = Histogram(
            "gpukb_http_request_seconds",
            "Seconds from a request to the end of its response",
            ("route",),
            registry=self._registry,
            buckets=SECONDS,
        )
        self._asked = Counter("gpukb_ask", "Questions answered over HTTP", ("status",), registry=self._registry)
        self._rated = Counter("gpukb_answer_feedback", "What readers said of answers", ("rating",), registry=self._registry)
        self._registry.register(_IndexMetrics(kb))

    def seen(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request that was answered with this status."""
        route, method = route_of(scope), scope["method"]
        self._requests.labels(route, method if method in METHODS else OTHER, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def answered(self, status: str) -> None:
        """Count an answer by its status."""
        self._asked.labels(status).inc()

    def rated(self, rating: str) -> None:
        """Count what a reader said of an answer."""
        self._rated.labels(rating).inc()

    def text(self) -> bytes:
        """All numbers in Prometheus' text format."""
        return generate_latest(self._registry)


def route_of(scope: Scope) -> str:
    """The route that served a request as it is written in the code (`/n/{note_id}`), never the path that was asked for."""
    found = scope.get("fastapi", {}).get("effective_route_context")  # the one place where FastAPI tells a route with its prefix
    if found is not None:
        return str(found.path)
    return str(scope["path"]) if "endpoint" in scope and not scope.get("path_params") else OTHER


class _IndexMetrics(Collector):
    """The index as it is when it is looked at; nothing where it cannot be read."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb

    def describe(self) -> list[Metric]:
        """Nothing, so that nothing is read until the first look."""
        return []

    def collect(self) -> Iterator[Metric]:
        """What the index holds."""
        info = GaugeMetricFamily("gpukb_info", "Which gpukb this is", labels=["version"])
        info.add_metric([VERSION], 1)
        yield info
        yield GaugeMetricFamily("gpukb_trouble", "Kinds of background work that fail now", len(self._kb.trouble))
        if self._kb.synced is not None:
            yield GaugeMetricFamily("gpukb_index_last_sync_timestamp_seconds", "When vault and index were last compared", self._kb.synced)
        try:
            status = self._kb.status()
        except GpukbError:
            return
        yield GaugeMetricFamily("gpukb_index_generation", "The generation of the index", status.generation)
        yield GaugeMetricFamily("gpukb_index_notes", "Notes in the index", status.notes)
        yield GaugeMetricFamily("gpukb_index_notes_waiting", "Notes that are still to be read", status.waiting)
        yield GaugeMetricFamily("gpukb_index_passages", "Passages in the index", status.passages)
        yield GaugeMetricFamily("gpukb_index_links", "Links in the index", status.links)
        yield GaugeMetricFamily("gpukb_index_links_unresolved", "Links that lead nowhere", status.unresolved)
        yield GaugeMetricFamily(
            "gpukb_index_problems", "Files not taken in, and notes with problems", len(status.problems) + status.problem_notes
        )
        yield GaugeMetricFamily("gpukb_index_vectors", "Vectors made", sum(one.done for one in status.vectors))
        yield GaugeMetricFamily("gpukb_index_vectors_wanted", "Vectors that there are to be", sum(one.total for one in status.vectors))
