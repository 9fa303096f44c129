"""Cuts what the players put in into a main pot and side pots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import RuleError
from engine.poker.seats import refuse_unknown_seats, seats_text
from engine.units import Chips

NO_CHIPS = Chips(0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Contribution:
    """What one seat put in over the whole hand.

    chips: everything it put in, an uncalled bet included. dead: the part of ``chips`` that no bet had to match
    (a big-blind ante, a dead small blind), all of it for the main pot. is_live: not folded.
    """

    seat: int
    chips: Chips
    is_live: bool
    dead: Chips = NO_CHIPS


@dataclass(frozen=True, kw_only=True, slots=True)
class Pot:
    """number: 0 for the main pot, then 1 for the first side pot. eligible: live seats that can win it, ascending."""

    number: int
    chips: Chips
    eligible: tuple[int, ...]

    @property
    def name(self) -> str:
        return pot_name(self.number)


@dataclass(frozen=True, kw_only=True, slots=True)
class PotList:
    """pots: main pot first. returned: the uncalled bet by the seat it goes back to, empty where there is none."""

    pots: tuple[Pot, ...]
    returned: Mapping[int, Chips]


def pot_name(number: int) -> str:
    return f"side pot {number}" if number else "main pot"


def make_pots(contributions: Sequence[Contribution]) -> PotList:
    """Cut contributions into pots, one for each set of seats that can win the same chips.

    Raises RuleError: "unknown_seat", "duplicate_seat", "negative_contribution", "dead_above_contribution",
    "live_without_chips", "too_few_contributors", "no_live_seat", "pot_without_claimant". Rules: STD-7, BIS-12, WAS-12.
    """
    refuse_unknown_seats(each.seat for each in contributions)
    _must_be_possible(contributions)
    matched = {each.seat: each.chips - each.dead for each in contributions}
    returned = _return_uncalled(matched)
    live = [each.seat for each in contributions if each.is_live]
    _must_be_claimed(matched, live)

    layers: list[tuple[int, tuple[int, ...]]] = [(sum(each.dead for each in contributions), tuple(sorted(live)))]
    floor = 0
    for level in sorted({matched[seat] for seat in live} - {0}):
        chips = sum(min(put_in, level) - min(put_in, floor) for put_in in matched.values())
        layers.append((chips, tuple(sorted(seat for seat in live if matched[seat] >= level))))
        floor = level
    return PotList(pots=_merge(layers), returned=returned)


def _return_uncalled(matched: dict[int, int]) -> Mapping[int, Chips]:
    """Takes the part of the highest bet that nobody matched out of ``matched``; returns it by seat."""
    highest, second = sorted(matched.values(), reverse=True)[:2]
    if highest == second:
        return {}
    bettor = max(matched, key=lambda seat: matched[seat])
    matched[bettor] = second
    return {bettor: Chips(highest - second)}


def _merge(layers: Iterable[tuple[int, tuple[int, ...]]]) -> tuple[Pot, ...]:
    merged: dict[tuple[int, ...], int] = {}
    for chips, eligible in layers:
        merged[eligible] = merged.get(eligible, 0) + chips
    filled = [(eligible, chips) for eligible, chips in merged.items() if chips]
    return tuple(
        Pot(number=number, chips=Chips(chips), eligible=eligible) for number, (eligible, chips) in enumerate(filled)
    )


def _must_be_possible(contributions: Sequence[Contribution]) -> None:
    for each in contributions:
        if each.chips < 0:
            raise RuleError(
                "negative_contribution",
                f"Seat {each.seat} put in {each.chips}. Enter what it put into the pot, 0 or more.",
                seat=each.seat,
                chips=each.chips,
            )
        if not 0 <= each.dead <= each.chips:
            raise RuleError(
                "dead_above_contribution",
                f"Seat {each.seat} put in {each.chips}, of which {each.dead} are dead. "
                f"Dead chips are between 0 and {each.chips}.",
                rules=("CAN-2", "BIS-4"),
                seat=each.seat,
                chips=each.chips,
                dead=each.dead,
            )
        if each.is_live and not each.chips:
            raise RuleError(
                "live_without_chips",
                f"Seat {each.seat} is still in but put in nothing. Enter its chips, or mark it folded.",
                rules=("STD-7",),
                seat=each.seat,
            )
    contributors = sum(1 for each in contributions if each.chips)
    if contributors < 2:
        raise RuleError(
            "too_few_contributors",
            f"{contributors} seats put chips in. A pot needs chips from at least two.",
            rules=("STD-7",),
            contributors=contributors,
        )
    if not any(each.is_live for each in contributions):
        raise RuleError(
            "no_live_seat",
            "Every seat has folded. The last one left wins the pot: mark it live.",
            rules=("STD-7", "BIS-11"),
        )


def _must_be_claimed(matched: Mapping[int, int], live: Sequence[int]) -> None:
    ceiling = max(matched[seat] for seat in live)
    above = {seat: put_in - ceiling for seat, put_in in matched.items() if put_in > ceiling}
    if above:
        chips = sum(above.values())
        raise RuleError(
            "pot_without_claimant",
            f"Nobody is left to win {chips} chips that {seats_text(above)} put in above {ceiling}. "
            "One of them must be live, or an amount is wrong.",
            rules=("STD-7",),
            chips=chips,
            seats=sorted(above),
            ceiling=ceiling,
        )
