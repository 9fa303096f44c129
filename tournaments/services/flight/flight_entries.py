"""Who plays in a flight: entry against a stack from the bank, and withdrawal before play."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from engine.units import Cents, Chips
from eventnight.bank.means import IN_CASH, Payment
from eventnight.bank.services import StackSale, issue_stack, return_stacks, reverse_entry
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import chips_text, money_text
from eventnight.events.models import Player
from eventnight.events.services import require_may_play
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightEntry
from tournaments.refusals import FLIGHT_RULES
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.selectors.flight.offers import takes_entries
from tournaments.services.flight.places import settle_places
from tournaments.services.flight.tournament import (
    SEAT_RULES,
    entries_by_code,
    entry_of,
    lock_flight,
    log_flight,
)
from tournaments.services.seating.seats import seat_late_entry

WITHDRAWN = "Withdrawn before play"


@counted_once
def enter_flight(
    *,
    player: Player,
    flight: Flight,
    press: Press,
    paid: Cents | None = None,
    payment: Payment = IN_CASH,
) -> FlightEntry:
    """Enter a checked-in player and issue the starting stack in the bank. The same press again changes nothing.

    Somebody who went out may enter again, as often as the tournament allows: an entry of its own, which counts for the
    prizes, with a new stack and a new seat.

    paid: entry money taken, in cents; None is the tournament's price. payment: how it was paid. Whoever enters after
    the draw is seated at once.

    Raises UserFacingError("not_checked_in", "entry_price"), Conflict("flight_status", "flight_decided",
    "entries_closed", "final_is_qualified_for", "already_entered", "no_re_entry", "flight_full", "no_seat_free",
    "player_withdrawn") and what the bank refuses.
    Rules: WAS-1, WAS-3, WAS-13.
    """
    flight = lock_flight(flight)
    tournament = flight.tournament
    player = Player.objects.select_related("event", "person").get(pk=player.pk, event=tournament.event_id)
    price = Cents(tournament.entry_price) if paid is None else paid
    _require_open(flight, press.at)
    require_may_play(player)
    number = _next_entry(flight, player)
    _require_priced(flight, price)
    stack_code = f"{flight.code}-{player.code}" + (f"-{number}" if number > 1 else "")
    chips = Chips(tournament.starting_chips)
    posting = issue_stack(
        event=tournament.event,
        stack_code=stack_code,
        sold=StackSale(chips=chips, paid=price),
        payment=payment,
        press=press,
    )
    entry = FlightEntry.objects.create(
        flight=flight,
        player=player,
        number=number,
        stack_code=stack_code,
        entered_at=press.at,
        issue_entry=posting.entry.sequence,
        started_with=chips,
        chips=chips,
    )
    log_flight(flight, "flight.entered", press, player=player.code, number=number, chips=chips, paid=price)
    if flight.drawn_at is None:  # nobody can be out yet
        return entry
    settle_places(flight, list(entries_by_code(flight).values()))
    return seat_late_entry(flight=flight, player_code=player.code, press=press)


@counted_once
def withdraw_entry(*, flight: Flight, player_code: str, press: Press, may_reverse_any: bool = False) -> None:
    """Take a player out before play. The stack goes back, and with it the entry money.

    A finalist who does not show is taken out of the final in the same way: the chips carried leave play by an entry
    of their own, which taking the final back undoes as well. may_reverse_any and press.second: as the bank asks for
    them where money is given back.

    Raises NotFound("not_in_flight"), Conflict("flight_status", "last_finalist") and what the bank refuses.
    Rules: WAS-2.
    """
    flight = lock_flight(flight)
    entries = entries_by_code(flight)
    entry = entry_of(entries, flight, player_code)
    FLIGHT.require("withdraw", flight)
    event = flight.tournament.event
    if flight.is_final:
        _require_chips_left(flight, entry, entries.values())
        returned = return_stacks(stack_codes=[entry.stack_code], subject=entry.stack_code, event=event, press=press)
        flight.tournament.final_entries = [*flight.tournament.final_entries, returned.entry.sequence]
        flight.tournament.save(update_fields=["final_entries"])
    else:
        assert entry.issue_entry is not None
        reverse_entry(
            sequence=entry.issue_entry,
            reason=WITHDRAWN,
            may_reverse_any=may_reverse_any or flight.tournament.entry_price == 0,
            event=event,
            press=press,
        )
    entry.delete()
    log_flight(flight, "flight.withdrawn", press, player=entry.player.code, chips=entry.chips)


def _require_chips_left(final: Flight, leaving: FlightEntry, entries: Iterable[FlightEntry]) -> None:
    if any(entry.started_with for entry in entries if entry != leaving):
        return
    name = leaving.player.display_name
    raise Conflict(
        "last_finalist",
        f"{name} has the last {chips_text(leaving.started_with)} chips of {final.name.lower()}; without {name} nobody "
        f"could win it. Undo the final, or start its clock and finish it: {name} wins.",
        rules=FLIGHT_RULES,
        player=leaving.player.code,
    )


def _require_open(flight: Flight, now: datetime) -> None:
    FLIGHT.require("enter", flight)
    clock = clock_view(flight, now)
    if not takes_entries(flight, clock):
        until = flight.tournament.late_until_level
        raise Conflict(
            "entries_closed",
            f"Late entry ended with level {until}; {flight.name} is at level {clock.level.number}. "
            "Enter the player in another flight.",
            rules=("WAS-6",),
            level=clock.level.number,
            until=until,
        )


def _next_entry(flight: Flight, player: Player) -> int:
    """Which entry of the player in this flight it is, from 1."""
    entries = list(flight.entries.values_list("player_id", "bust_hand_id"))
    own = [bust for player_id, bust in entries if player_id == player.pk]
    if None in own:
        raise Conflict(
            "already_entered",
            f"{player} has entered {flight.name} already. Nothing was booked.",
            player=player.code,
            flight=flight.code,
        )
    allowed = flight.tournament.re_entries
    if len(own) > allowed:
        again = f"{allowed} times at most" if allowed > 1 else "once at most" if allowed else "by nobody"
        raise Conflict(
            "no_re_entry",
            f"{player} is out of {flight.name}, which may be entered again {again}. Enter them in another flight.",
            rules=FLIGHT_RULES,
            player=player.code,
            entries=len(own),
            re_entries=allowed,
        )
    _require_room(flight, player, sum(bust is None for _, bust in entries))
    return len(own) + 1


def _require_room(flight: Flight, player: Player, playing: int) -> None:
    tables, seats = flight.tournament.tables_per_flight, flight.seats_per_table
    if tables is not None and playing >= tables * seats:
        raise Conflict(
            "flight_full",
            f"{flight.name} is full: {playing} players at {tables} {'table' if tables == 1 else 'tables'} "
            f"of {seats}. Enter {player} in another flight.",
            rules=SEAT_RULES,
            players=playing,
            tables=tables,
            seats_per_table=seats,
        )


def _require_priced(flight: Flight, paid: Cents) -> None:
    price, currency = flight.tournament.entry_price, flight.tournament.event.currency
    if paid != price:
        raise UserFacingError(
            "entry_price",
            f"Entry costs {money_text(price, currency)}, not {money_text(paid, currency)}. Take exactly that.",
            paid=paid,
            price=price,
        )
