"""Singles become teams of two, and teams get their seeds, by a recorded draw."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.chance import SeededDraw, must_be_distinct

Item = TypeVar("Item")
Single = TypeVar("Single", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Pairing(Generic[Single]):
    """Teams of two in the order drawn, and the single who waits for a partner, if the number was odd."""

    pairs: tuple[tuple[Single, Single], ...]
    reserve: Single | None


def shuffle(items: Iterable[Item], seed: str) -> tuple[Item, ...]:
    """The items in the order that the stored seed gives them."""
    return SeededDraw(seed).shuffled(items)


def pair_singles(singles: Sequence[Single], seed: str) -> Pairing[Single]:
    """Pair the singles, given in sign-up order. The last to sign up waits as the reserve when the number is odd.

    Raises RuleError: "listed_twice".
    Rules: WLIA-23.
    """
    must_be_distinct(singles, "WLIA-23")
    drawn_from = len(singles) - len(singles) % 2
    # A label of its own: the same stored seed must not make the seeds of an evening follow from its pairs.
    order = shuffle(singles[:drawn_from], f"{seed}/pairs")
    pairs = tuple(zip(order[::2], order[1::2], strict=True))
    return Pairing(pairs, singles[-1] if drawn_from < len(singles) else None)


def draw_seeds(teams: Sequence[Single], seed: str) -> tuple[Single, ...]:
    """The teams of an unseeded night in drawn order: the first is seed 1.

    Raises RuleError: "listed_twice".
    Rules: WLIA-22.
    """
    must_be_distinct(teams, "WLIA-22")
    return shuffle(teams, f"{seed}/seeds")
