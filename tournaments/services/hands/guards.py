"""While a hand is played at a table of a flight, its players neither leave it, bust out nor are counted elsewhere; and
what must be so before the stacks of a flight are booked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.values.formats import chips_text
from tournaments.models import Flight, FlightEntry
from tournaments.refusals import FLIGHT_RULES
from tournaments.selectors.flight.hands import followed_tables, hands_in_play
from tournaments.selectors.flight.values import CountCheck
from tournaments.services.flight.tournament import chips_in_play


def require_no_hand(flight: Flight, tables: Iterable[int | None]) -> None:
    """Raises Conflict("hand_in_play") where one is being played at one of these tables of a locked flight."""
    asked, playing = set(tables), hands_in_play(flight.pk)
    found = sorted(number for number in playing if number in asked)
    if found:
        raise hand_at_table(flight, found[0], playing[found[0]])


def require_no_hand_of(flight: Flight, entries: Iterable[FlightEntry]) -> None:
    """The same for the tables where these players sit."""
    require_no_hand(flight, [entry.table_number for entry in entries])


def require_not_dealt_in(flight: Flight, entries: Iterable[FlightEntry]) -> None:
    """The same for these players alone: who came to the table since the hand began is not in it."""
    followed = followed_tables(flight.pk)
    for entry in entries:
        table = followed.get(entry.table_number or 0)
        if table is not None and table.in_play is not None and entry.seat_number in table.dealt_in:
            raise hand_at_table(flight, table.number, table.in_play)


def require_no_hand_anywhere(flight: Flight) -> None:
    """The same for every table of the flight."""
    require_no_hand(flight, list(hands_in_play(flight.pk)))


def hand_at_table(flight: Flight, table: int, hand: int) -> Conflict:
    return Conflict(
        "hand_in_play",
        f"Hand {hand} of {flight.name} is being played at table {table}. Pay it out or call it off first.",
        flight=flight.code,
        table=table,
        number=hand,
    )


def require_counts(flight: Flight, entries: Mapping[str, FlightEntry], *, paying: int | None = None) -> None:
    """Raises UserFacingError("counts_differ") where the last counts are not the chips in play. paying: the table whose
    hand is being paid out.
    """
    counted = sum(entry.chips for entry in entries.values() if not entry.is_out)
    check = CountCheck(counted, chips_in_play(flight, entries))
    if check.difference:
        raise UserFacingError(
            "counts_differ",
            f"The stacks of {flight.name} were last counted with {chips_text(check.counted)} chips, and "
            f"{chips_text(check.in_play)} are in play. {_to_be_counted(flight, paying)}",
            rules=FLIGHT_RULES,
            counted=check.counted,
            in_play=check.in_play,
        )


def _to_be_counted(flight: Flight, paying: int | None) -> str:
    tables = sorted({*hands_in_play(flight.pk), *(() if paying is None else (paying,))})
    if not tables:
        return "Count the stacks on the floor's page first."
    hands = " and ".join(f"the hand at table {table}" for table in tables)
    return f"Count the stacks of everybody who is not in {hands} on the floor's page first."
