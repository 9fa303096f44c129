"""Cuts what the players put in into a main pot and side pots."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.errors import RuleError
from engine.poker.seats import require_known_seats, seats_text
from engine.units import NO_CHIPS, Chips


class Contribution(NamedTuple):
    """What one seat put in over the whole hand.

    chips: everything it put in, an uncalled bet included. is_live: not folded. dead: the part of ``chips`` that no bet
    had to match (a big-blind ante, a dead small blind), all of it for the main pot. claim: where a rule limits what
    the seat can win, the part of ``chips`` up to which it wins from each other seat; None without a limit (ANG-18).
    """

    seat: int
    chips: Chips
    is_live: bool
    dead: Chips = NO_CHIPS
    claim: Chips | None = None


class Pot(NamedTuple):
    """number: 0 for the main pot, then 1 for the first side pot. eligible: live seats that can win it, ascending."""

    number: int
    chips: Chips
    eligible: tuple[int, ...]

    @property
    def name(self) -> str:
        return pot_name(self.number)


class PotList(NamedTuple):
    """pots: main pot first. returned: the uncalled bet by the seat it goes back to, empty where there is none."""

    pots: tuple[Pot, ...]
    returned: Mapping[int, Chips]


def pot_name(number: int) -> str:
    return f"side pot {number}" if number else "main pot"


def pots_in_play(contributions: Sequence[Contribution]) -> PotList:
    """The pots at any moment of a hand whose chips need no check; at least one seat is live. Rules: STD-7, ANG-18."""
    return cut_pots(
        {each.seat: each.chips - each.dead for each in contributions},
        live=[each.seat for each in contributions if each.is_live],
        dead=sum(each.dead for each in contributions),
        claims={each.seat: max(0, each.claim - each.dead) for each in contributions if each.claim is not None},
    )


def cut_pots(
    matched: Mapping[int, int], *, live: Sequence[int], dead: int = 0, claims: Mapping[int, int] | None = None
) -> PotList:
    """Cut chips that need no check into pots.

    matched: by seat, what it put in for others to match. live: at least one seat. dead: chips of the main pot that
    nobody had to match. claims: by seat, the part of ``matched`` up to which it can win from each other seat. A claim
    is limited for those who could win more: chips that no other live seat can win are not lost to the limited one.
    """
    put_in, returned = _without_uncalled(matched, live)
    everyone = tuple(sorted(live))
    if not claims and len({put_in[seat] for seat in everyone}) == 1:
        chips = dead + sum(put_in.values())
        return PotList((Pot(0, Chips(chips), everyone),) if chips else (), returned)
    reach = {seat: min(put_in[seat], claims.get(seat, put_in[seat])) if claims else put_in[seat] for seat in everyone}

    chips_of = {everyone: dead}
    eligible, floor = everyone, 0
    for level in sorted({*reach.values(), *(put_in[seat] for seat in everyone)} - {0}):
        eligible = tuple(seat for seat in everyone if reach[seat] >= level)
        if not eligible:
            eligible = tuple(seat for seat in everyone if put_in[seat] >= level)
        layer = sum(min(chips, level) - floor for chips in put_in.values() if chips > floor)
        chips_of[eligible] = chips_of.get(eligible, 0) + layer
        floor = level
    # Bets above all live seats, left by hands that were ruled dead, belong to those who matched most of them.
    chips_of[eligible] += sum(chips - floor for chips in put_in.values() if chips > floor)
    filled = [(seats, chips) for seats, chips in chips_of.items() if chips]
    return PotList(tuple(Pot(number, Chips(chips), seats) for number, (seats, chips) in enumerate(filled)), returned)


def _without_uncalled(
    matched: Mapping[int, int], live: Collection[int]
) -> tuple[Mapping[int, int], Mapping[int, Chips]]:
    """The chips without the part of the highest bet that nobody matched, and that part by seat."""
    bettor, second, highest = -1, 0, 0
    for seat, chips in matched.items():
        if chips > highest:
            bettor, second, highest = seat, highest, chips
        elif chips > second:
            second = chips
    if second == highest or bettor not in live:
        return matched, {}
    return {**matched, bettor: second}, {bettor: Chips(highest - second)}


def require_possible_chips(contributions: Sequence[Contribution]) -> None:
    """Check what was entered as the contributions of a whole hand.

    Raises RuleError: "unknown_seat", "duplicate_seat", "negative_contribution", "dead_above_contribution",
    "claim_above_contribution", "live_without_chips", "too_few_contributors", "no_live_seat", "pot_without_claimant".
    Rules: STD-7, ANG-18, BIS-4, CAN-2.
    """
    require_known_seats(each.seat for each in contributions)
    for each in contributions:
        _require_possible_seat(each)
    if len(contributions) < 2:
        raise RuleError(
            "too_few_contributors",
            "A hand is played by at least two. Enter every seat that was dealt in, also those that put in nothing.",
            rules=("STD-7",),
            contributors=len(contributions),
        )
    if not any(each.is_live for each in contributions):
        raise RuleError(
            "no_live_seat",
            "Every seat has folded. The last one left wins the pot: mark it live.",
            rules=("STD-7", "BIS-11"),
        )
    _require_claimed(contributions)


def _require_possible_seat(each: Contribution) -> None:
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
    if each.claim is not None and not 0 <= each.claim <= each.chips:
        raise RuleError(
            "claim_above_contribution",
            f"Seat {each.seat} put in {each.chips} and can claim up to {each.claim} of it. "
            f"Enter a claim between 0 and {each.chips}, or none where nothing limits it.",
            rules=("ANG-18",),
            seat=each.seat,
            chips=each.chips,
            claim=each.claim,
        )
    if each.is_live and not each.chips:
        raise RuleError(
            "live_without_chips",
            f"Seat {each.seat} is still in but put in nothing. Enter its chips, or mark it folded.",
            rules=("STD-7",),
            seat=each.seat,
        )


def _require_claimed(contributions: Sequence[Contribution]) -> None:
    live = {each.seat for each in contributions if each.is_live}
    put_in, _ = _without_uncalled({each.seat: each.chips - each.dead for each in contributions}, live)
    ceiling = max(put_in[each.seat] for each in contributions if each.is_live)
    above = {seat: chips - ceiling for seat, chips in put_in.items() if chips > ceiling}
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
