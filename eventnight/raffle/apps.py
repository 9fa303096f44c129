"""The raffle: buckets, tickets and the draw that anyone can repeat."""

from __future__ import annotations

from django.apps import AppConfig


class RaffleConfig(AppConfig):
    name = "eventnight.raffle"
    label = "raffle"
    default_auto_field = "django.db.models.BigAutoField"
