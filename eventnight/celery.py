"""The Celery application: Redis when a broker is named, otherwise a broker inside the one web process."""

from __future__ import annotations

import os

from celery import Celery
from django.conf import settings

from eventnight.start_up import one_sentence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "eventnight.settings.base")


class NightCelery(Celery):
    """A worker or a beat that cannot be configured says why in one sentence."""

    # A signal elsewhere, which would swallow the sentence; a method of that name is called too.
    def on_configure(self) -> None:  # type: ignore[override]
        """Read the settings before Celery does."""
        with one_sentence():
            bool(settings.INSTALLED_APPS)


app = NightCelery("eventnight")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
