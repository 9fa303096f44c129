"""The Celery application: Redis when a broker is named, otherwise a broker inside the one web process."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "eventnight.settings.base")

app = Celery("eventnight")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
