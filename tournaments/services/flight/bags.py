"""The end of a flight: the bags are counted, and must hold every chip that was in play."""

from __future__ import annotations

from collections.abc import Mapping

from engine.tournament.flights import advance, require_all_bagged
from engine.units import Chips
from eventnight.bank.ledger.refs import stack
from eventnight.bank.selectors import balances
from eventnight.bank.services import bag_stacks, reverse_entry
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightEntry
from tournaments.refusals import FLIGHT_RULES
from tournaments.services.flight.tournament import (
    chips_in_play,
    entries_by_code,
    entries_named,
    lock_flight,
    log_flight,
)
from tournaments.services.hands.guards import require_no_hand_anywhere

REOPENED = "Flight reopened"


@counted_once
def bag_flight(*, flight: Flight, counts: Mapping[str, Chips], press: Press, reason: str = "") -> Flight:
    """Close a decided flight on the bags of everybody still in, in chips by player code.

    The bank moves the chips of those who are out to those who hold them now. Bags that do not hold the chips in play
    are refused, unless a reason is given and a second person signs: then the difference is an entry of the books.

    Raises Conflict("flight_status", "final_is_finished", "hand_not_over", "hand_in_play"), NotFound("not_in_flight"),
    BadRequest("named_twice"), UserFacingError("bags_missing", "second_person"), RuleError("flight_not_decided",
    "stack_without_chips", "bags_do_not_conserve").
    Rules: WAS-2.
    """
    flight = lock_flight(flight)
    FLIGHT.make("bag", flight)
    require_no_hand_anywhere(flight)
    entries = entries_by_code(flight)
    bags = {entry.player.code: chips for entry, chips in entries_named(entries, flight, counts).items()}
    _require_complete(flight, entries, bags)
    advance(bags, flight.advancing_of(len(entries)))
    _require_hand_finished(flight)
    if not reason.strip():
        require_all_bagged(bags, Chips(chips_in_play(flight, entries)))
    posting = bag_stacks(
        event=flight.tournament.event,
        counts={entry.stack_code: bags.get(code, 0) for code, entry in entries.items()},
        reason=reason,
        press=press,
        subject=flight.code,
    )
    for code, chips in bags.items():
        entries[code].chips = chips
    FlightEntry.objects.bulk_update(entries.values(), ["chips"])
    flight.drift = _drift(flight, entries)
    flight.bag_entry, flight.counted_at = posting.entry.sequence, press.at
    flight.save()
    log_flight(flight, "flight.bagged", press, bags=bags, drift=flight.drift, entry=posting.entry.sequence)
    return flight


@counted_once
def reopen_flight(*, flight: Flight, press: Press) -> Flight:
    """Take the bagging back: the bank entry is reversed and the flight is under way again, still decided.

    Raises Conflict("flight_status").
    Rules: WAS-2.
    """
    flight = lock_flight(flight)
    FLIGHT.make("reopen", flight)
    assert flight.bag_entry is not None
    reverse_entry(
        event=flight.tournament.event,
        sequence=flight.bag_entry,
        reason=REOPENED,
        may_reverse_any=True,
        press=press,
    )
    flight.drift = _drift(flight, entries_by_code(flight))
    flight.bag_entry = None
    flight.save()
    log_flight(flight, "flight.reopened", press)
    return flight


def _require_complete(flight: Flight, entries: Mapping[str, FlightEntry], bags: Mapping[str, Chips]) -> None:
    still_in = {code for code, entry in entries.items() if not entry.is_out}
    out = sorted(set(bags) - still_in)
    if out:
        raise UserFacingError(
            "bags_of_players_out",
            f"{', '.join(out)} went out of {flight.name} and cannot bag chips. Undo the bust-out first if it is wrong.",
            rules=FLIGHT_RULES,
            players=out,
        )
    missing = sorted(still_in - set(bags))
    if missing:
        raise UserFacingError(
            "bags_missing",
            f"The bags of {', '.join(missing)} are not counted. Enter every bag of {flight.name}.",
            rules=FLIGHT_RULES,
            players=missing,
        )


def _require_hand_finished(flight: Flight) -> None:
    """Hand for hand, few enough are left before every table has finished the hand: more may go out on it."""
    if flight.decided_at is None:
        raise Conflict(
            "hand_not_over",
            f"{flight.name} plays hand for hand, and not every table has finished hand {flight.shared_hand}. Finish "
            "it at the other tables, or stop playing hand for hand.",
            rules=FLIGHT_RULES,
            flight=flight.code,
            hand=flight.shared_hand,
            tables_done=flight.tables_done,
        )


def _drift(flight: Flight, entries: Mapping[str, FlightEntry]) -> int:
    """What the stacks hold in the bank beyond what was issued."""
    held = balances(flight.tournament.event_id, [stack(entry.stack_code) for entry in entries.values()])
    return sum(held.values()) - sum(entry.started_with for entry in entries.values())
