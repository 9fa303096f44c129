"""A player's record for staff: what they hold, where they are now, and all that happened, with the way to undo it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.bank.selectors import recent_entries
from eventnight.bank.views.frame import listed_entries
from eventnight.core.fresh.versions import EventVersion
from eventnight.core.roles import Permission
from eventnight.core.web.access import may, staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event, Player
from eventnight.events.selectors import player_by_code
from eventnight.night.selectors.record import LINES_SHOWN, RecordLine, record_of
from eventnight.night.views.player import hall_of
from eventnight.raffle.selectors import placing_of


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line with the address that undoes its entry, empty where this person may not. is_newest: nothing was entered
    for the player since.
    """

    line: RecordLine
    undo_url: str
    is_newest: bool


@staff_page(Permission.CHECK_IN, here="desk")
def player_record(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """One player's whole night on a page."""
    found = player_by_code(event, player)
    hall = hall_of(EventVersion(event.pk, event.head.version))
    record = record_of(event, found)
    context = {
        "player": found,
        "mine": hall.value.night_of(found.token),
        "record": record,
        "lines": _with_undo(request, found, record.lines, timezone.now()),
        "placing": placing_of(found),
        "may_sell": may(request.roles, Permission.SELL),
    }
    return render(request, "night/record.html", context)


def _with_undo(request: StaffRequest, player: Player, lines: list[RecordLine], now: datetime) -> list[ShownLine]:
    may_undo = may(request.roles, Permission.SELL)
    own = recent_entries(request.event.pk, subject=player.code, limit=LINES_SHOWN) if may_undo else []
    addresses = {entry.line.sequence: entry.undo_url for entry in listed_entries(request, request.event, own, now)}
    newest = max((line.said.entry for line in lines), default=0)
    return [
        ShownLine(line, addresses.get(line.said.entry, ""), is_newest=line.said.entry == newest != 0) for line in lines
    ]
