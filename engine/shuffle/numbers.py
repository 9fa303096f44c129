"""The numbers that the players add, one from each phone. From them alone follows which card of the house's pack comes
when: as long as one of them could not be foreseen, neither could the deck.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.chance import SeededDraw
from engine.doors import door
from engine.errors import RuleError, quoted

NO_NUMBER = ""
"""Of a phone that sent none in time."""
_NUMBER = re.compile(r"[0-9a-f]{64}")


@door
def require_numbers(numbers: Mapping[int, str]) -> None:
    """Refuse what is not a row of numbers by seat, each 64 hex digits or ``NO_NUMBER``.

    Raises RuleError: "number_unclear", "nobody_ready".
    """
    if not numbers:
        raise RuleError("nobody_ready", "Nobody sits in. Wait for two players who are ready.")
    for seat, number in numbers.items():
        if number != NO_NUMBER and not _NUMBER.fullmatch(number):
            raise RuleError(
                "number_unclear",
                f"The number of seat {seat} is “{quoted(number)}”. It has 64 hex digits in lower case, or is empty.",
                seat=seat,
            )


@door
def moves_of(hand: str, numbers: Mapping[int, str], size: int) -> tuple[int, ...]:
    """For each card of the deck, top first, its place in the house's order of ``size`` cards.

    Raises RuleError: "number_unclear", "nobody_ready".
    """
    require_numbers(numbers)
    told = " ".join(f"{seat}:{number}" for seat, number in sorted(numbers.items()))
    return SeededDraw(f"numbers {hand} {told}").shuffled(range(size))
