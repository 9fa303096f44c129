"""The app of calls from tables."""

from __future__ import annotations

from django.apps import AppConfig


class CallsConfig(AppConfig):
    name = "eventnight.calls"
    label = "calls"
    default_auto_field = "django.db.models.BigAutoField"
