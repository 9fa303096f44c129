"""Tournaments in the admin: to look, not to touch, since services write every row."""

from __future__ import annotations

from django.contrib import admin

from eventnight.core.admin import ReadOnlyAdmin
from tournaments.models import (
    BlindClock,
    BracketTournament,
    BustHand,
    ClockEvent,
    EuchreHand,
    Flight,
    FlightEntry,
    Game,
    HoldemTournament,
    LevelAnnouncement,
    Match,
    MatchResult,
    PairingDraw,
    PlayedHand,
    PlayedTable,
    ResultClaim,
    Single,
    Team,
)


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


@admin.register(EuchreHand)
class EuchreHandAdmin(ReadOnlyAdmin):
    list_display = ("match", "game", "number", "tricks", "entered_at", "by_label", "undone_at")
    list_select_related = ("match",)


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("match", "number", "points_a", "points_b", "entered_at", "by_label", "undone_at")
    list_select_related = ("match",)


@admin.register(ResultClaim)
class ResultClaimAdmin(ReadOnlyAdmin):
    list_display = ("match", "team", "outcome", "claimed_at", "by_label", "closed_at")
    list_select_related = ("match", "team")


@admin.register(MatchResult)
class MatchResultAdmin(ReadOnlyAdmin):
    list_display = ("match", "outcome", "entered_at", "by_label", "undone_at")
    list_select_related = ("match",)


@admin.register(HoldemTournament)
class HoldemTournamentAdmin(ReadOnlyAdmin):
    list_display = ("event", "name", "status", "winner", "finished_at")
    list_select_related = ("event", "winner__person")


@admin.register(Flight)
class FlightAdmin(ReadOnlyAdmin):
    list_display = ("tournament", "name", "status", "decided_at", "drift")
    list_select_related = ("tournament",)


@admin.register(FlightEntry)
class FlightEntryAdmin(ReadOnlyAdmin):
    list_display = ("stack_code", "flight", "table_number", "seat_number", "chips", "place_first", "place_last")
    list_select_related = ("flight",)


@admin.register(BustHand)
class BustHandAdmin(ReadOnlyAdmin):
    list_display = ("flight", "number", "at", "by_label", "undone_at")
    list_select_related = ("flight",)


@admin.register(PlayedTable)
class PlayedTableAdmin(ReadOnlyAdmin):
    list_display = ("flight", "number", "table")
    list_select_related = ("flight", "table")


@admin.register(PlayedHand)
class PlayedHandAdmin(ReadOnlyAdmin):
    list_display = ("flight", "hand", "bust_hand", "shared_hand")
    list_select_related = ("flight", "hand__table", "bust_hand")


@admin.register(BlindClock)
class BlindClockAdmin(ReadOnlyAdmin):
    list_display = ("flight", "version", "running_since", "elapsed_ms", "due_at")
    list_select_related = ("flight",)


@admin.register(ClockEvent)
class ClockEventAdmin(ReadOnlyAdmin):
    list_display = ("clock", "version", "kind", "at", "by_label", "reason")
    list_select_related = ("clock__flight",)


@admin.register(LevelAnnouncement)
class LevelAnnouncementAdmin(ReadOnlyAdmin):
    list_display = ("clock", "version", "position", "at")
    list_select_related = ("clock__flight",)
