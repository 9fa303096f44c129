"""Calls as their rows tell of them, and where guests sit, worked out from the seats of every part of the night."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Q

from eventnight.calls.models import FloorCall
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from tables.models import Seat
from tests.simulator.deeds.deed import ORGANISER, Evening
from tournaments.models import FlightEntry, Match, TeamPlayer

Place = tuple[str, int, int]
"""A flight with the number of its table, a card table or a match, and 0."""
PATIENCE = timedelta(seconds=20)
ANSWERS = {
    "flight": (ORGANISER, ORGANISER, Role.FLOOR.value),
    "table": (ORGANISER, Role.FLOOR.value, Role.TABLES.value),
    "match": (ORGANISER, ORGANISER, Role.MATCHES.value),
}
"""Who runs such a table."""


def calls(event: Event, *, is_open: bool | None = None) -> list[FloorCall]:
    """Of the night, with their guests."""
    rows = FloorCall.objects.filter(event=event).select_related("player", "event").order_by("pk")
    return list(rows if is_open is None else rows.filter(ended_at__isnull=is_open))


def place_of(call: FloorCall) -> Place:
    """The table that called."""
    if call.flight_id:
        return "flight", call.flight_id, call.table_number or 0
    return ("table", call.table_id, 0) if call.table_id else ("match", call.match_id or 0, 0)


def seats(event: Event) -> dict[str, tuple[Place, int | None]]:
    """Where everybody who may play sits, by code: the place where play goes on comes last, and stands."""
    found = dict(_sat(event))
    return {code: found[code] for code in _here(event) if code in found}


def taken(event: Event) -> set[Place]:
    """Every table where somebody sits who may play; somebody may sit at several."""
    here = set(_here(event))
    return {place for code, (place, _) in _sat(event) if code in here}


def _here(event: Event) -> list[str]:
    rows = Player.objects.filter(event=event, withdrawn_at__isnull=True).order_by("pk")
    return list(rows.values_list("code", flat=True))


def _sat(event: Event) -> Iterator[tuple[str, tuple[Place, int | None]]]:
    yield from _drawn(event, "seated")
    yield from _at_cards(event)
    yield from _drawn(event, "running")
    yield from _at_matches(event)


def _drawn(event: Event, status: str) -> Iterator[tuple[str, tuple[Place, int | None]]]:
    rows = FlightEntry.objects.filter(flight__tournament__event=event, flight__status=status, bust_hand=None)
    for entry in rows.exclude(table_number=None).select_related("player"):
        yield entry.player.code, (("flight", entry.flight_id, entry.table_number or 0), entry.seat_number)


def _at_cards(event: Event) -> Iterator[tuple[str, tuple[Place, int | None]]]:
    rows = Seat.objects.filter(table__event=event, table__kind="poker", table__status="open", player__isnull=False)
    for seat in rows.select_related("player"):
        yield seat.sitter.code, (("table", seat.table_id, 0), seat.number)


def _at_matches(event: Event) -> Iterator[tuple[str, tuple[Place, int | None]]]:
    for match in Match.objects.filter(tournament__event=event, state__in=("called", "playing")):
        team = Q(team=match.team_a_id) | Q(team=match.team_b_id)
        for place in TeamPlayer.objects.filter(team, left_at__isnull=True).select_related("player"):
            yield place.player.code, (("match", match.pk, 0), None)


def waits_until(event: Event, player: Player, now: datetime) -> datetime:
    """When the guest may call again after what was cancelled until now."""
    code = f"player-{player.code}"
    cancelled = [call for call in calls(event) if call.state == "cancelled"]
    moments = [call.called_at for call in cancelled if call.by_code == code]
    moments += [call.ended_at for call in cancelled if call.ended_by_code == code and call.ended_at]
    return max((moment for moment in moments if moment <= now), default=now - PATIENCE) + PATIENCE


def one_who_may(night: Evening, place: Place) -> str:
    """Whoever runs the table."""
    return night.chance.choice(ANSWERS[place[0]])


def one_who_may_not(night: Evening, place: Place) -> str:
    """Staff with nothing to do there."""
    return night.chance.choice([role.value for role in Role if role.value not in ANSWERS[place[0]]])
