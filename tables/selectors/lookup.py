"""Finding one table, seat or player, and what a request has already booked."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from eventnight.core.errors import NotFound, UserFacingError
from eventnight.events.models import Event, Player
from eventnight.events.selectors import find_players
from tables.keepers import keeper_of
from tables.models import CARD_TABLES, Hand, HandInPlay, Seat, Spin, Table, TableKind


def table_of(event: Event, table_id: int, kind: TableKind | None = None) -> Table:
    """A table of the event, of one kind if asked. Raises NotFound("unknown_table")."""
    found = Table.objects.filter(event=event, pk=table_id)
    if kind is not None:
        found = found.filter(kind=kind)
    table = found.first()
    if table is None:
        noun = TableKind(kind).label.lower() if kind else "table"
        raise NotFound("unknown_table", f"This event has no such {noun}. Choose one from the list.", table=table_id)
    table.event = event
    return table


def card_table_of(event: Event, table_id: int, now: datetime) -> Table:
    """A table of the event at which hands are played, as it stands now. Raises NotFound("unknown_table")."""
    table = Table.objects.filter(event=event, pk=table_id, kind__in=CARD_TABLES).first()
    if table is None:
        raise NotFound("unknown_table", "This event has no such card table. Choose one from the list.", table=table_id)
    table.event = event
    keeper_of(table).stand(table, now)
    return table


def seat_at(table: Table, number: int) -> Seat:
    """A seat of a card table, with its player. Raises NotFound("unknown_seat")."""
    seat = seats_with_players(table).filter(number=number).first()
    if seat is None:
        raise NotFound(
            "unknown_seat",
            f"{table} has no seat {number}. Its seats are numbered 1 to {table.seats_count}.",
            rules=("BIS-3",),
            seat=number,
        )
    seat.table = table
    return seat


def seats_with_players(table: Table) -> QuerySet[Seat]:
    """The seats of a table in order, with the people on them."""
    return table.seats.select_related("player__person").order_by("number")


def the_player(event: Event, query: str) -> Player:
    """The one player that a name, code, PIN or scanned card means.

    Raises NotFound("unknown_player"), UserFacingError("several_players").
    """
    found = list(find_players(event, query)[:4]) if query.strip() else []
    if not found:
        raise NotFound("unknown_player", f"Nobody goes by “{query.strip()}”. Try the code on the card.", query=query)
    if len(found) > 1:
        names = ", ".join(str(player) for player in found[:3]) + (" and others" if len(found) > 3 else "")
        raise UserFacingError("several_players", f"“{query.strip()}” could be {names}. Enter the code.", query=query)
    return found[0]


def last_changes(event: Event) -> dict[str, object]:
    """Where the night's last card table differs from the event's house, for the next one to start from."""
    last = Table.objects.filter(event=event, kind=TableKind.POKER, house=event.house).order_by("-number").first()
    return last.overrides if last else {}


def players_without_seat(event: Event) -> QuerySet[Player]:
    """Players who have arrived and sit at no card table."""
    here = Player.objects.filter(event=event, checked_in_at__isnull=False)
    return here.exclude(Exists(Seat.objects.filter(player=OuterRef("pk"), stack_code=""))).select_related("person")


def last_hand(table: Table) -> Hand | None:
    """The newest hand that stands."""
    return table.hands.filter(undone_at__isnull=True).select_related("entry").order_by("-number").first()


def last_spin(table: Table) -> Spin | None:
    """The newest spin that stands."""
    return table.spins.filter(undone_at__isnull=True).select_related("entry").order_by("-number").first()


def hand_in_play(table: Table) -> HandInPlay | None:
    """The hand that is being played at a table, as stored; None between two hands."""
    return HandInPlay.objects.filter(table=table).first()
