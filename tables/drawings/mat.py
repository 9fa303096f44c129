"""The roulette mat: every legal bet is a button that names itself, at the place where the chip would lie.

A number is a button of its own; splits, streets, corners and lines are small spots on its edges, shown while their
kind is chosen. Each button has the bet's name twice: as data-bet for the script, as the value it submits without one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from engine.roulette.bets import Bet, BetKind, Catalogue, legal_bets
from engine.roulette.wheel import Wheel
from eventnight.bank.drawings import draw_chip
from eventnight.core.drawings.markup import tag, text_of


@dataclass(frozen=True, slots=True)
class Stake:
    """Chips on the mat. bet: its name, "split 8-11". owner: spoken only. colour: of its highest chip."""

    bet: str
    chips: int
    owner: str
    colour: str = ""


EDGES = (
    BetKind.SPLIT,
    BetKind.STREET,
    BetKind.TRIO,
    BetKind.CORNER,
    BetKind.FIRST_FOUR,
    BetKind.TOP_LINE,
    BetKind.LINE,
)
WORDS = {
    BetKind.RED: "Red",
    BetKind.BLACK: "Black",
    BetKind.EVEN: "Even",
    BetKind.ODD: "Odd",
    BetKind.LOW: "1–18",
    BetKind.HIGH: "19–36",
}
DOZENS = ("1st 12", "2nd 12", "3rd 12")
COLUMNS = ("first", "second", "third")
EVENS = (BetKind.LOW, BetKind.EVEN, BetKind.RED, BetKind.BLACK, BetKind.ODD, BetKind.HIGH)


def draw_mat(
    wheel: Wheel, *, catalogue: Catalogue = Catalogue.HOUSE, stakes: Sequence[Stake] = (), hit: str = ""
) -> str:
    """The mat as HTML. hit: the pocket of the last spin, outlined. Bets follow the event's catalogue."""
    bets = legal_bets(wheel, catalogue)
    placed: dict[str, list[Stake]] = defaultdict(list)
    for stake in stakes:
        placed[stake.bet].append(stake)
    at_home: dict[str, list[tuple[Bet, str]]] = defaultdict(list)
    for bet in bets:
        if bet.kind in EDGES:
            home, edge = _spot(bet)
            at_home[home].append((bet, edge))

    def cell(pocket: str) -> str:
        return _cell(pocket, wheel, at_home[pocket], placed, is_hit=pocket == hit)

    zeros = tag("div", *(cell(zero) for zero in reversed(wheel.zeros)), class_="mat-zeros")
    numbers = tag("div", *(cell(str(number)) for number in range(1, 37)), class_="mat-numbers")
    spoken = f"Mat of the {wheel.name}"
    return tag("div", zeros, numbers, *_outside(bets, placed), class_="mat", role="group", aria_label=spoken)


def _spot(bet: Bet) -> tuple[str, str]:
    """The cell whose edge a bet lies on, and which edge: up, across, corner, street, line, or back to the zeros.

    Numbers run up in threes and across in twelves: 1, 2, 3 stand above one another, 4 stands right of 1.
    """
    zeros = [pocket for pocket in bet.pockets if pocket.startswith("0")]
    numbers = sorted(int(pocket) for pocket in bet.pockets if not pocket.startswith("0"))
    if zeros:
        return _zero_spot(bet, zeros, numbers)
    lowest = numbers[0]
    if bet.kind is BetKind.STREET:
        return str(lowest), "street"
    if bet.kind is BetKind.LINE:
        return str(lowest), "line"
    if bet.kind is BetKind.CORNER:
        return str(lowest), "corner"
    return str(lowest), "up" if numbers[1] == lowest + 1 else "across"


def _zero_spot(bet: Bet, zeros: list[str], numbers: list[int]) -> tuple[str, str]:
    """Bets between the zeros and the first row lie on the left edge of 1, 2 and 3."""
    if not numbers:
        return "0", "up"
    if bet.kind in (BetKind.FIRST_FOUR, BetKind.TOP_LINE):
        return "1", "back-line"
    if bet.kind is BetKind.TRIO:
        return (str(numbers[0]), "back-up") if len(numbers) == 2 else ("2", "back-middle")
    middle = {"0": "back-low", "00": "back-high"}
    return str(numbers[0]), middle[zeros[0]] if numbers == [2] else "back"


def _cell(
    pocket: str, wheel: Wheel, spots: Sequence[tuple[Bet, str]], placed: Mapping[str, list[Stake]], *, is_hit: bool
) -> str:
    colour = wheel.colour_of(pocket).value
    name = f"straight {pocket}"
    stakes = placed.get(name, [])
    key = _button(name, text_of(pocket), class_=f"pocket-{colour}{' is-hit' if is_hit else ''}", said=_said(stakes))
    parts = [key, _chips(stakes, "on")]
    for bet, edge in spots:
        lying = placed.get(str(bet), [])
        label = f"{bet}{_said(lying)}"
        parts.append(_button(str(bet), "", class_=f"spot spot-{bet.kind} stake-{edge}", aria_label=label))
        parts.append(_chips(lying, edge))
    return tag("div", *parts, class_="mat-cell")


def _outside(bets: Sequence[Bet], placed: Mapping[str, list[Stake]]) -> list[str]:
    columns = [bet for bet in bets if bet.kind is BetKind.COLUMN]
    dozens = [bet for bet in bets if bet.kind is BetKind.DOZEN]
    evens = {bet.kind: bet for bet in bets if bet.kind in EVENS}
    column_cells = [
        _side(bet, f"2 to 1{tag('span', f', {word} column', class_='said')}", placed)
        for bet, word in zip(reversed(columns), reversed(COLUMNS), strict=True)
    ]
    dozen_cells = [_side(bet, words, placed) for bet, words in zip(dozens, DOZENS, strict=True)]
    even_cells = [_side(evens[kind], WORDS[kind], placed) for kind in EVENS]
    return [
        tag("div", *column_cells, class_="mat-columns"),
        tag("div", *dozen_cells, class_="mat-dozens"),
        tag("div", *even_cells, class_="mat-evens"),
    ]


def _side(bet: Bet, words: str, placed: Mapping[str, list[Stake]]) -> str:
    lying = placed.get(str(bet), [])
    colour = f"pocket-{bet.kind}" if bet.kind in (BetKind.RED, BetKind.BLACK) else None
    key = _button(str(bet), words, class_=colour, said=_said(lying))
    return tag("div", key, _chips(lying, "side"), class_="mat-cell")


def _button(bet: str, words: str, *, said: str = "", **attributes: str | None) -> str:
    hidden = tag("span", text_of(said), class_="said") if said else ""
    return tag("button", words + hidden, type="submit", name="bet", value=bet, data_bet=bet, **attributes)


def _chips(stakes: Sequence[Stake], edge: str) -> str:
    """The stakes of one place as one chip showing their sum, in the colour of the largest."""
    if not stakes:
        return ""
    chip = draw_chip(sum(stake.chips for stake in stakes), colour=max(stakes, key=attrgetter("chips")).colour)
    return tag("span", chip, class_=f"stake stake-{edge}", aria_hidden="true")


def _said(stakes: Sequence[Stake]) -> str:
    return "".join(f", {stake.owner} {stake.chips}" for stake in stakes)
