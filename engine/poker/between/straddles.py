"""Straddles: who may double the blind before the cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.errors import RuleError
from engine.poker.games.spec import GameSpec
from engine.poker.house.rules import HouseRules
from engine.poker.seats import left_of_button
from engine.units import Chips

MOST_CARDS_SEEN = 2


class Straddle(NamedTuple):
    """A seat that asks to straddle, and how many of its cards it has looked at."""

    seat: int
    cards_seen: int


def require_straddles_offered(game: GameSpec, house: HouseRules) -> None:
    """Raises RuleError("no_straddles") where the house takes none in this game. Rules: ANG-20."""
    if house.takes_straddles(game):
        return
    refused = f"{house.name} plays without straddles. Leave them out."
    if house.lowball_straddles:
        refused = f"{house.name} takes straddles in lowball, not in {game.name}. Leave them out."
    raise RuleError("no_straddles", refused, rules=house.cite("straddles"))


def require_straddles_allowed(
    straddles: Sequence[Straddle],
    *,
    house: HouseRules,
    stacks: Mapping[int, Chips],
    big_blind: int,
    price: Chips,
) -> None:
    """Check the straddles that players ask for. Each is double the blind or the straddle before it.

    straddles: in order, the first left of the big blind and each next one left of the last. stacks: chips of everybody
    dealt in before anything is posted. big_blind: its seat. price: what a call costs before the first straddle.

    Raises RuleError: "no_straddles" without a blind, "straddle_out_of_turn", "straddle_too_large",
    "straddle_after_cards". Rules: ANG-20.
    """
    rules = house.cite("straddles")
    if straddles and not price:
        raise RuleError("no_straddles", "There is no blind to straddle. Play with blinds, or without.", rules=rules)
    in_turn = left_of_button(stacks, big_blind)[:-1]
    for number, (seat, seen) in enumerate(straddles):
        price = Chips(2 * price)
        if number >= len(in_turn) or seat != in_turn[number]:
            raise _out_of_turn(seat, in_turn[number] if number < len(in_turn) else None, rules)
        if 2 * price > stacks[seat]:
            raise _too_large(seat, price, stacks[seat], rules)
        if seen > MOST_CARDS_SEEN:
            raise RuleError(
                "straddle_after_cards",
                f"Seat {seat} has looked at {seen} cards and may straddle after no more than {MOST_CARDS_SEEN}.",
                rules=rules,
                seat=seat,
                cards=seen,
            )


def _out_of_turn(seat: int, turn: int | None, rules: tuple[str, ...]) -> RuleError:
    whose = "everybody else has straddled" if turn is None else f"the next straddle is seat {turn}'s"
    return RuleError(
        "straddle_out_of_turn",
        f"Seat {seat} cannot straddle now: {whose}. Straddles go round from the left of the big blind.",
        rules=rules,
        seat=seat,
        turn=turn,
    )


def _too_large(seat: int, price: int, chips: int, rules: tuple[str, ...]) -> RuleError:
    return RuleError(
        "straddle_too_large",
        f"The straddle of seat {seat} would be {price}, more than half of its {chips} chips. Leave it out.",
        rules=rules,
        seat=seat,
        straddle=price,
        chips=chips,
    )
