"""While a hand is played at a table of a flight, nobody of it leaves it, goes out or is counted by another door; and
what must be so before the stacks of a flight are booked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.values.formats import chips_text
from tournaments.models import Flight, FlightEntry
from tournaments.refusals import FLIGHT_RULES
from tournaments.selectors.flight.hands import hands_in_play
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


def require_counts(flight: Flight, entries: Mapping[str, FlightEntry]) -> None:
    """Raises UserFacingError("counts_differ") where the last counts are not the chips in play."""
    counted = sum(entry.chips for entry in entries.values() if not entry.is_out)
    check = CountCheck(counted, chips_in_play(flight, entries))
    if check.difference:
        raise UserFacingError(
            "counts_differ",
            f"The stacks of {flight.name} were last counted with {chips_text(check.counted)} chips, and "
            f"{chips_text(check.in_play)} are in play. Count the stacks on the floor's page first.",
            rules=FLIGHT_RULES,
            counted=check.counted,
            in_play=check.in_play,
        )
