"""Who plays in a flight: entry against a stack from the bank, and withdrawal before play."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.units import Cents, Chips
from eventnight.bank.services import issue_stack, return_stacks, reverse_entry
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.wording import money_text
from eventnight.events.models import Player
from eventnight.events.services import require_checked_in
from tournaments.models import Flight, FlightEntry
from tournaments.services.holdem import (
    FLIGHT_RULES,
    SEAT_RULES,
    entries_by_code,
    entry_of,
    lock_flight,
    log_flight,
    must_allow,
    must_be_new,
    must_not_be_decided,
)
from tournaments.services.places import settle_places
from tournaments.services.seats import seat_late_entry

WITHDRAWN = "Withdrawn before play"


@transaction.atomic
def enter_flight(
    *,
    player: Player,
    flight: Flight,
    by: Actor,
    request_id: UUID,
    now: datetime,
    paid: Cents | None = None,
    till: str = "T1",
) -> FlightEntry:
    """Enter a checked-in player and issue the starting stack in the bank. The same request_id again changes nothing.

    paid: entry money taken, in cents; None is the tournament's price. Whoever enters after the draw is seated at once.

    Raises UserFacingError("not_checked_in", "entry_price"), Conflict("flight_status", "flight_decided",
    "final_is_qualified_for", "already_entered", "flight_full", "no_seat_free", "taken_back") and what the bank refuses.
    Rules: WAS-1, WAS-3.
    """
    flight = lock_flight(flight)
    known = FlightEntry.objects.filter(request_id=request_id).first()
    if known is not None:
        return known
    tournament = flight.tournament
    player = Player.objects.select_related("event", "person").get(pk=player.pk, event=tournament.event_id)
    price = Cents(tournament.entry_price) if paid is None else paid
    _must_be_open(flight)
    require_checked_in(player)
    _must_be_free(flight, player)
    _must_be_priced(flight, price)
    stack_code = f"{flight.code}-{player.code}"
    chips = Chips(tournament.starting_chips)
    posting = issue_stack(
        event=tournament.event,
        stack_code=stack_code,
        chips=chips,
        paid=price,
        till=till,
        by=by,
        request_id=request_id,
        now=now,
    )
    must_be_new(posting)
    entry = FlightEntry.objects.create(
        flight=flight,
        player=player,
        stack_code=stack_code,
        entered_at=now,
        request_id=request_id,
        issue_entry=posting.entry.sequence,
        started_with=chips,
        chips=chips,
    )
    settle_places(flight, list(entries_by_code(flight).values()))
    log_flight(flight, "flight.entered", by, now, player=player.code, chips=chips, paid=price)
    if flight.drawn_at is None:
        return entry
    return seat_late_entry(flight=flight, player_code=player.code, by=by, now=now)


@transaction.atomic
def withdraw_entry(
    *,
    flight: Flight,
    player_code: str,
    by: Actor,
    request_id: UUID,
    now: datetime,
    may_reverse_any: bool = False,
    second: Actor | None = None,
) -> None:
    """Take a player out before play. The stack goes back, and with it the entry money.

    A finalist who does not show is taken out of the final in the same way: the chips carried leave play by an entry
    of their own. may_reverse_any and second: as the bank asks for them where money is given back.

    Raises NotFound("not_in_flight"), Conflict("flight_status") and what the bank refuses.
    Rules: WAS-2.
    """
    flight = lock_flight(flight)
    entry = entry_of(entries_by_code(flight), flight, player_code)
    must_allow(flight, "withdraw")
    event = flight.tournament.event
    common = {"event": event, "by": by, "request_id": request_id, "now": now}
    if flight.is_final:
        return_stacks(stack_codes=[entry.stack_code], subject=entry.stack_code, **common)
    else:
        reverse_entry(
            sequence=entry.issue_entry,
            reason=WITHDRAWN,
            may_reverse_any=may_reverse_any or flight.tournament.entry_price == 0,
            second=second,
            **common,
        )
    entry.delete()
    log_flight(flight, "flight.withdrawn", by, now, player=entry.player.code, chips=entry.chips)


def _must_be_open(flight: Flight) -> None:
    if flight.is_final:
        raise Conflict(
            "final_is_qualified_for",
            "Players come to the final through a flight. Enter them there.",
            rules=FLIGHT_RULES,
        )
    must_allow(flight, "enter")
    must_not_be_decided(flight)


def _must_be_free(flight: Flight, player: Player) -> None:
    entries = list(flight.entries.values_list("player_id", flat=True))
    if player.pk in entries:
        raise Conflict(
            "already_entered",
            f"{player} has entered {flight.name} already. Nothing was booked.",
            player=player.code,
            flight=flight.code,
        )
    tables, seats = flight.tournament.tables_per_flight, flight.seats_per_table
    if tables is not None and len(entries) >= tables * seats:
        raise Conflict(
            "flight_full",
            f"{flight.name} is full: {len(entries)} players at {tables} {'table' if tables == 1 else 'tables'} "
            f"of {seats}. Enter {player} in another flight.",
            rules=SEAT_RULES,
            players=len(entries),
            tables=tables,
            seats_per_table=seats,
        )


def _must_be_priced(flight: Flight, paid: Cents) -> None:
    price, currency = flight.tournament.entry_price, flight.tournament.event.currency
    if paid != price:
        raise UserFacingError(
            "entry_price",
            f"Entry costs {money_text(price, currency)}, not {money_text(paid, currency)}. Take exactly that.",
            paid=paid,
            price=price,
        )
