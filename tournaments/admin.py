"""Brackets in the admin: to look, not to touch, since services write every row."""

from __future__ import annotations

from django.contrib import admin

from eventnight.events.admin import ReadOnlyAdmin
from tournaments.models import BracketTournament, Match, MatchResult, PairingDraw, Single, Team


@admin.register(BracketTournament)
class BracketTournamentAdmin(ReadOnlyAdmin):
    list_display = ("event", "name", "status", "entries", "drawn_at")
    list_select_related = ("event",)


@admin.register(Team)
class TeamAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "number", "seed", "status")
    list_select_related = ("tournament",)


@admin.register(Single)
class SingleAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "player", "status", "entered_at")
    list_select_related = ("tournament", "player__person")


@admin.register(PairingDraw)
class PairingDrawAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "number", "drawn_at", "by_label")
    list_select_related = ("tournament",)


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "number", "state", "outcome", "station")
    list_select_related = ("tournament",)


@admin.register(MatchResult)
class MatchResultAdmin(ReadOnlyAdmin):
    list_display = ("match", "outcome", "entered_at", "by_label", "undone_at")
    list_select_related = ("match",)
