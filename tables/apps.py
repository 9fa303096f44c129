from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"
