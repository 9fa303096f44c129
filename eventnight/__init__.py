"""EventNight: the project around the apps. The Celery application is made here, so that tasks find it."""

from __future__ import annotations

from eventnight.celery import app as celery_app

__all__ = ["celery_app"]
