"""Where button and blinds go from one hand to the next: one function for each policy of a house."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.errors import RuleError
from engine.hints import plain
from engine.poker.house.options import ButtonPolicy, HeadsUp
from engine.poker.house.rules import HouseRules
from engine.poker.seats import MOST_SEATS, left_of_button

HEADS_UP = 2


class Positions(NamedTuple):
    """The seats of a hand's button and blinds. Button and small blind may be seats where nobody is dealt in: a dead
    button, and a hand without a small blind.
    """

    button: int
    small_blind: int
    big_blind: int


@dataclass(frozen=True, kw_only=True, slots=True)
@plain
class Players:
    """Whom the blinds can find. playing: dealt in as before. entering: dealt in from this hand on, for a post of their
    own. waiting: dealt in only if the big blind comes to them.
    """

    playing: frozenset[int]
    entering: frozenset[int] = frozenset()
    waiting: frozenset[int] = frozenset()

    @property
    def everybody(self) -> frozenset[int]:
        return self.playing | self.entering | self.waiting

    def dealt_in(self, big_blind: int) -> frozenset[int]:
        """The seats that get cards when this seat has the big blind."""
        return self.playing | self.entering | {big_blind}


def first_positions(button: int, players: Players, house: HouseRules) -> Positions:
    """The first hand's positions; a button seat without a player gives way to the next player.

    Raises RuleError("too_few_players"). Rules: STD-3, BIS-8, WAS-4, WLIA-6.
    """
    require_enough_players(players.playing)
    order = left_of_button(players.playing, (button - 1) % MOST_SEATS)
    if len(order) == HEADS_UP:
        return _heads_up_from_button(order[0], order[1], house.heads_up)
    return Positions(*order[:3])


def next_positions(last: Positions, players: Players, house: HouseRules) -> Positions:
    """The positions of the hand after the one with the positions ``last``, whoever has left or come since.

    Raises RuleError("too_few_players"). Rules: STD-3, BIS-6, BIS-7, BIS-8, CAN-21, WAS-4, WLIA-6.
    """
    require_enough_players(players.playing | players.entering)
    return _POLICIES[house.button](last, players, house.heads_up)


def _dead_button(last: Positions, players: Players, heads_up: HeadsUp) -> Positions:
    """The big blind goes to the next player, the small blind to where it was, the button to where the small blind was;
    neither of them need be a seat with a player.
    """
    big = seat_after(last.big_blind, players.everybody)
    dealt = players.dealt_in(big)
    if len(dealt) == HEADS_UP:
        return _heads_up_from_big_blind(big, dealt, heads_up)
    small, button = last.big_blind, last.small_blind
    # Out of two players, or past a newcomer, the old small blind can be where the big blind is or beyond it.
    if _places(button, small) >= _places(button, big):
        button = seat_before(small, dealt)
    return Positions(button, small, big)


def _moving_big_blind(last: Positions, players: Players, heads_up: HeadsUp) -> Positions:
    """As with a dead button, but the disc rests with the last player before an empty seat. Rules: BIS-6, BIS-7."""
    positions = _dead_button(last, players, heads_up)
    dealt = players.dealt_in(positions.big_blind)
    if positions.button in dealt:
        return positions
    disc = seat_before(positions.button, dealt)
    if disc == positions.big_blind:
        # A newcomer is all there is between the big blind and the small one.
        disc = seat_before(positions.small_blind, dealt)
    return positions._replace(button=disc)


def _forward(last: Positions, players: Players, heads_up: HeadsUp) -> Positions:
    """The button goes to the next player and the blinds follow from it. Who enters does not get the button before the
    blinds unless there are too few others. Rules: CAN-21, WLIA-6.
    """
    regulars = players.playing if len(players.playing) > HEADS_UP else players.playing | players.entering
    button = seat_after(last.button, regulars)
    small = seat_after(button, regulars)
    big = seat_after(small, players.everybody)
    if big == button:
        return _heads_up_from_button(button, small, heads_up)
    return Positions(button, small, big)


def _heads_up_from_big_blind(big: int, dealt: Collection[int], heads_up: HeadsUp) -> Positions:
    """Rules: STD-3, BIS-8."""
    other = seat_after(big, dealt)
    return Positions(big if heads_up is HeadsUp.BUTTON_IS_BIG_BLIND else other, other, big)


def _heads_up_from_button(button: int, other: int, heads_up: HeadsUp) -> Positions:
    """Rules: STD-3, BIS-8."""
    if heads_up is HeadsUp.BUTTON_IS_BIG_BLIND:
        return Positions(button, other, button)
    return Positions(button, button, other)


def seat_after(seat: int, seats: Collection[int]) -> int:
    """The first of the seats clockwise from ``seat``; itself only where it is the only one."""
    return left_of_button(seats, seat)[0]


def seat_before(seat: int, seats: Collection[int]) -> int:
    """The last of the seats before ``seat``; itself only where it is the only one."""
    return left_of_button(seats, (seat - 1) % MOST_SEATS)[-1]


def is_between(seat: int, start: int, end: int) -> bool:
    """Clockwise after ``start`` and before ``end``; nothing lies between a seat and itself."""
    return 0 < _places(start, seat) < _places(start, end)


def require_enough_players(players: Collection[int]) -> None:
    """Raises RuleError("too_few_players")."""
    if len(players) < HEADS_UP:
        raise RuleError(
            "too_few_players",
            f"A hand needs {HEADS_UP} players and {len(players) or 'nobody'} can be dealt in. "
            f"{'Wait for another one' if players else 'Seat them first'}.",
            rules=("STD-3",),
            players=len(players),
        )


def _places(start: int, end: int) -> int:
    return (end - start) % MOST_SEATS


_POLICIES: Mapping[ButtonPolicy, Callable[[Positions, Players, HeadsUp], Positions]] = {
    ButtonPolicy.DEAD: _dead_button,
    ButtonPolicy.FORWARD: _forward,
    ButtonPolicy.MOVING_BIG_BLIND: _moving_big_blind,
}
