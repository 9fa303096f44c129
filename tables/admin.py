"""The tables in the admin: to look, not to touch, since services write every row."""

from __future__ import annotations

from django.contrib import admin

from eventnight.core.admin import AnyInline, ReadOnlyAdmin
from tables.models import Bet, Hand, HandInPlay, HandSeat, Seat, SeatFee, Spin, Table


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("event", "kind", "number", "name", "status")
    list_select_related = ("event",)


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ("table", "number", "player", "sat_down_at")
    list_select_related = ("table", "player__person")


class HandSeatLines(AnyInline):
    model = HandSeat
    can_delete = False
    extra = 0

    def has_add_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin):
    list_display = ("table", "number", "game", "board", "fee", "settled_at", "undone_at")
    list_select_related = ("table",)
    inlines = (HandSeatLines,)


@admin.register(HandInPlay)
class HandInPlayAdmin(ReadOnlyAdmin):
    list_display = ("table", "number", "started_at", "by_label")
    list_select_related = ("table",)


@admin.register(SeatFee)
class SeatFeeAdmin(ReadOnlyAdmin):
    list_display = ("table", "due_at", "fee", "booked_at", "undone_at")
    list_select_related = ("table",)


@admin.register(Spin)
class SpinAdmin(ReadOnlyAdmin):
    list_display = ("table", "number", "pocket", "settled_at", "undone_at")
    list_select_related = ("table",)


@admin.register(Bet)
class BetAdmin(ReadOnlyAdmin):
    list_display = ("table", "player", "bet", "chips", "state", "returned")
    list_select_related = ("table", "player__person")
