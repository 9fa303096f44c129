"""The app of euchre brackets, hold'em flights and finals, and the blind clock."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
