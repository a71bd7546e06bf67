"""What is counted and timed, as Prometheus reads it.

One process answers all requests, so there is one set of counts.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

disable_created_metrics()
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Metrics:
    """The counts of one service."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter("meld_requests", "Requests answered.", ["path", "status"], registry=self._registry)
        self.seconds = Histogram(
            "meld_request_seconds",
            "From the whole request to the answer.",
            ["path"],
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.waited = Histogram("meld_wait_seconds", "Waiting for a worker.", buckets=_SECONDS, registry=self._registry)
        self.worked = Histogram(
            "meld_work_seconds", "At a worker.", ["call"], buckets=_SECONDS, registry=self._registry
        )
        self.answers = Counter(
            "meld_answers", "Answers by what came of the search.", ["call", "status"], registry=self._registry
        )
        self.cache = Counter(
            "meld_cache", "Questions that the cache answered (hit) or not (miss).", ["outcome"], registry=self._registry
        )
        self.inside = Gauge("meld_inside", "Questions waiting or being worked on.", registry=self._registry)
        self.workers = Gauge("meld_workers", "Workers that are there.", registry=self._registry)
        self.replaced = Gauge("meld_workers_replaced", "Workers replaced since the start.", registry=self._registry)
        for outcome in ("hit", "miss"):
            self.cache.labels(outcome)

    def text(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self._registry)
