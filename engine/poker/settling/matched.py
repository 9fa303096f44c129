"""Whether everybody in a showdown matched the bet: only an all-in player stays in for less."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.doors import door
from engine.poker.settling.settlement import SeatEnd
from engine.units import Chips


class ShortOfBet(NamedTuple):
    """A live seat that put in less than another. called, bettor: what that one put in, and where it sits; neither
    counts chips that no bet had to match.
    """

    seat: int
    put_in: Chips
    called: Chips
    bettor: int


@door
def short_of_bet(seats: Sequence[SeatEnd]) -> tuple[ShortOfBet, ...]:
    """Who is in a showdown for less than the highest bet of it, by seat: their last chip has to be in the pot. Where
    everybody else folded there is no showdown.

    Rules: STD-7, WLIA-9.
    """
    live = [end for end in seats if end.is_live]
    if len(live) < 2:
        return ()
    matched = {end.seat: Chips(end.contributed - end.dead) for end in live}
    bettor = max(matched, key=lambda seat: matched[seat])
    short = (seat for seat in sorted(matched) if matched[seat] < matched[bettor])
    return tuple(ShortOfBet(seat, matched[seat], matched[bettor], bettor) for seat in short)
