"""Celery inside the web process, for a night on one machine: worker and beat as threads."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from celery.beat import EmbeddedService, Scheduler
from celery.worker import WorkController
from django.conf import settings

from eventnight.celery import app

if TYPE_CHECKING:
    from celery.beat import _Threaded

STOP_SECONDS = 5


class EmbeddedCelery:
    """Starts nothing where a broker is set: there, worker and beat are processes of their own."""

    def __init__(self) -> None:
        self._worker: WorkController | None = None
        self._beat: _Threaded | None = None

    def start(self) -> None:
        """Start worker and beat; called at the server's start-up, never at import."""
        if not settings.CELERY_IS_EMBEDDED:
            return
        app.loader.import_default_modules()
        threading.Thread(target=self._work, name="celery-worker", daemon=True).start()
        # The stubs know whole seconds alone, and not that `thread` makes it one.
        options: dict[str, Any] = {"max_interval": 0.5, "thread": True, "scheduler_cls": Scheduler}
        beat = EmbeddedService(app, **options)
        assert isinstance(beat, threading.Thread)
        beat.start()
        self._beat = beat

    def stop(self) -> None:
        """Stop both; a tick cut short is made up by the first one after the next start."""
        if self._beat is not None:
            self._beat.stop()
            self._beat.join(STOP_SECONDS)
        if self._worker is not None:
            self._worker.stop()

    def _work(self) -> None:
        self._worker = app.WorkController(
            pool="solo", concurrency=1, without_heartbeat=True, without_mingle=True, without_gossip=True
        )
        self._worker.start()
