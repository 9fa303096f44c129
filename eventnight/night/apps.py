from __future__ import annotations

from django.apps import AppConfig


class NightConfig(AppConfig):
    name = "eventnight.night"
    label = "night"
    default_auto_field = "django.db.models.BigAutoField"
