"""Every bet that the mat allows, worked out from how the numbers lie on it: twelve rows of three under the zeros."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.roulette.wheel import EUROPEAN, Colour, Wheel


class BetKind(StrEnum):
    STRAIGHT = "straight"
    SPLIT = "split"
    STREET = "street"
    TRIO = "trio"
    CORNER = "corner"
    FIRST_FOUR = "first_four"
    TOP_LINE = "top_line"
    LINE = "line"
    DOZEN = "dozen"
    COLUMN = "column"
    RED = "red"
    BLACK = "black"
    EVEN = "even"
    ODD = "odd"
    LOW = "low"
    HIGH = "high"

    @property
    def pays(self) -> int:
        """Chips won for each chip staked; the stake comes back besides.

        Rules: WLIA-18, WLIA-19, WLIA-20.
        """
        return _PAYS.get(self, 1)


_PAYS = {
    BetKind.STRAIGHT: 35,
    BetKind.SPLIT: 17,
    BetKind.STREET: 11,
    BetKind.TRIO: 11,
    BetKind.CORNER: 8,
    BetKind.FIRST_FOUR: 8,
    BetKind.TOP_LINE: 6,
    BetKind.LINE: 5,
    BetKind.DOZEN: 2,
    BetKind.COLUMN: 2,
}
_NUMBERS = range(1, 37)
_ROWS = tuple(range(first, first + 3) for first in _NUMBERS[::3])
_RUNS = (BetKind.STREET, BetKind.LINE, BetKind.DOZEN)
_COUNTED = (BetKind.DOZEN, BetKind.COLUMN)


class Catalogue(StrEnum):
    """HOUSE is what the charity night's document offers; FULL adds the combinations of numbers with a zero."""

    HOUSE = "house"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Bet:
    """A place on the mat and the pockets it covers, in the order of the mat."""

    kind: BetKind
    pockets: tuple[str, ...]

    @property
    def pays(self) -> int:
        return self.kind.pays

    @property
    def is_inside(self) -> bool:
        """Six numbers or fewer; the others are outside bets. Rules: WLIA-21."""
        return len(self.pockets) <= 6

    def __str__(self) -> str:
        """The name that ``parse_bet`` reads back: "split 8-11", "line 1-6", "column 2", "red"."""
        if self.kind is BetKind.COLUMN:
            return f"{self.kind} {self.pockets[0]}"
        if self.kind in _RUNS:
            return f"{self.kind} {self.pockets[0]}-{self.pockets[-1]}"
        return f"{self.kind} {'-'.join(self.pockets)}" if self.is_inside else self.kind.value


@lru_cache
def legal_bets(wheel: Wheel, catalogue: Catalogue = Catalogue.HOUSE) -> tuple[Bet, ...]:
    """Every bet on the mat of a wheel. The house's own list has 151 (European) or 152 (American), the full 157 or 161.

    Rules: WLIA-18, WLIA-19, WLIA-20.
    """
    bets = [*_inside_bets(wheel), *_outside_bets(wheel)]
    if catalogue == Catalogue.FULL:
        bets += _zero_bets(wheel)
    return tuple(bets)


def bet_for(
    kind: BetKind, pockets: Iterable[str] = (), *, wheel: Wheel = EUROPEAN, catalogue: Catalogue = Catalogue.HOUSE
) -> Bet:
    """The bet of a kind on these pockets, each named once, in any order. The even-money bets need none.

    Raises RuleError: "bet_not_on_mat".
    Rules: WLIA-20.
    """
    wanted = tuple(pockets)
    for bet in legal_bets(wheel, catalogue):
        if bet.kind == kind and (_are_same(bet.pockets, wanted) or (not wanted and _is_even_money(bet.kind))):
            return bet
    raise _not_on_mat(f"{kind} {'-'.join(str(quoted(pocket)) for pocket in wanted)}".strip(), wheel)


@door(own=("text",))
def parse_bet(text: str, *, wheel: Wheel = EUROPEAN, catalogue: Catalogue = Catalogue.HOUSE) -> Bet:
    """The bet that a name means: its kind, then its numbers joined by hyphens.

    Streets, lines and dozens may be given by their first and last number ("line 1-6"), dozens and columns by their own
    number ("dozen 2").

    Raises RuleError: "bet_not_on_mat".
    Rules: WLIA-20.
    """
    if not isinstance(text, str):
        raise _not_on_mat(text, wheel)
    word, _, rest = " ".join(text.lower().split()).partition(" ")
    kind = next((kind for kind in BetKind if kind.value == word.replace("-", "_")), None)
    if kind is None:
        raise _not_on_mat(text, wheel)
    numbers = tuple(part.strip() for part in rest.split("-")) if rest else ()
    of_kind = [bet for bet in legal_bets(wheel, catalogue) if bet.kind is kind]
    for index, bet in enumerate(of_kind, start=1):
        by_ends = kind in _RUNS and numbers == (bet.pockets[0], bet.pockets[-1])
        by_count = kind in _COUNTED and numbers == (str(index),)
        if by_ends or by_count:
            return bet
    return bet_for(kind, numbers, wheel=wheel, catalogue=catalogue)


def _inside_bets(wheel: Wheel) -> Iterator[Bet]:
    for pocket in (*wheel.zeros, *_names(_NUMBERS)):
        yield Bet(BetKind.STRAIGHT, (pocket,))
    for number in _NUMBERS:
        if number % 3:
            yield _bet(BetKind.SPLIT, (number, number + 1))
        if number + 3 in _NUMBERS:
            yield _bet(BetKind.SPLIT, (number, number + 3))
    for row in _ROWS:
        yield _bet(BetKind.STREET, row)
    for upper, lower in pairwise(_ROWS):
        for side in (slice(2), slice(1, None)):
            yield _bet(BetKind.CORNER, (*upper[side], *lower[side]))
    for upper, lower in pairwise(_ROWS):
        yield _bet(BetKind.LINE, (*upper, *lower))


def _outside_bets(wheel: Wheel) -> Iterator[Bet]:
    for dozen in (_NUMBERS[:12], _NUMBERS[12:24], _NUMBERS[24:]):
        yield _bet(BetKind.DOZEN, dozen)
    for column in (_NUMBERS[::3], _NUMBERS[1::3], _NUMBERS[2::3]):
        yield _bet(BetKind.COLUMN, column)
    for kind, colour in ((BetKind.RED, Colour.RED), (BetKind.BLACK, Colour.BLACK)):
        yield _bet(kind, (number for number in _NUMBERS if wheel.colour_of(str(number)) is colour))
    yield _bet(BetKind.EVEN, _NUMBERS[1::2])
    yield _bet(BetKind.ODD, _NUMBERS[::2])
    yield _bet(BetKind.LOW, _NUMBERS[:18])
    yield _bet(BetKind.HIGH, _NUMBERS[18:])


def _zero_bets(wheel: Wheel) -> Iterator[Bet]:
    """Bets across the edge between the zeros and the first row.

    A single zero lies against 1, 2 and 3. Of two, 0 lies against 1 and 2, and 00 against 2 and 3.
    """
    touching = {"0": ("1", "2", "3")} if len(wheel.zeros) == 1 else {"0": ("1", "2"), "00": ("2", "3")}
    for zero, row in touching.items():
        for number in row:
            yield Bet(BetKind.SPLIT, (zero, number))
        for pair in pairwise(row):
            yield Bet(BetKind.TRIO, (zero, *pair))
    if len(wheel.zeros) == 1:
        yield Bet(BetKind.FIRST_FOUR, ("0", "1", "2", "3"))
        return
    yield Bet(BetKind.SPLIT, ("0", "00"))
    yield Bet(BetKind.TRIO, ("0", "00", "2"))
    yield Bet(BetKind.TOP_LINE, ("0", "00", "1", "2", "3"))


def _bet(kind: BetKind, numbers: Iterable[int]) -> Bet:
    return Bet(kind, _names(numbers))


def _names(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(number) for number in numbers)


def _are_same(pockets: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    return len(pockets) == len(wanted) and all(pocket in wanted for pocket in pockets)


def _is_even_money(kind: BetKind) -> bool:
    return kind not in _PAYS


def _not_on_mat(named: object, wheel: Wheel) -> RuleError:
    bet = quoted(named)
    return RuleError(
        "bet_not_on_mat",
        f'"{bet}" is not a bet on the mat of the {wheel.name}. Name the kind and its numbers, such as "split 8-11".',
        rules=("WLIA-20",),
        bet=bet,
        wheel=wheel.key,
    )
