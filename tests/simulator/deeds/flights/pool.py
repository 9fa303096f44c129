"""A second model of the prizes: the pool from the books, its division, who has won what, and what a deal gives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from eventnight.bank.models import Entry
from tests.simulator.deeds.flights.model import shared_out
from tournaments.models import Deal, DealShare, FlightEntry, FlightKind, HoldemTournament, Prizes, StackPurchase

FINE = 10**12
ROWS = {
    "standard": {2: (65, 35), 3: (50, 30, 20), 4: (40, 30, 20, 10)},
    "flat": {2: (60, 40), 3: (43, 32, 25)},
    "steep": {2: (75, 25), 3: (65, 23, 12)},
}
POWERS = {"standard": 2, "flat": 1, "steep": 3}


@dataclass(frozen=True)
class Sums:
    """What was taken, in cents, and for how many entries."""

    entries: int
    entered: int
    rebuys: int
    add_ons: int


def sums_of(tournament: HoldemTournament, upto: int | None) -> Sums:
    """Of sales that stand, or that stood when the books had come as far as `upto`."""
    entered = FlightEntry.objects.filter(flight__tournament=tournament, flight__kind=FlightKind.FIRST)
    numbers = list(entered.values_list("issue_entry", flat=True))
    bought = list(StackPurchase.objects.filter(entry__flight__tournament=tournament).order_by("id"))
    standing = _standing(tournament, [*numbers, *(sold.bank_entry for sold in bought)], upto)
    entries = sum(number in standing for number in numbers)
    counted = [sold for sold in bought if sold.bank_entry in standing]
    return Sums(
        entries,
        entries * tournament.entry_price,
        sum(sold.paid for sold in counted if sold.kind == "rebuy"),
        sum(sold.paid for sold in counted if sold.kind == "add_on"),
    )


def _standing(tournament: HoldemTournament, numbers: Sequence[int | None], upto: int | None) -> set[int]:
    rows = Entry.objects.filter(event=tournament.event_id, sequence__in=[number for number in numbers if number])
    undone = dict(Entry.objects.filter(reverses__in=rows).values_list("reverses__sequence", "sequence"))
    return {
        number
        for number in rows.values_list("sequence", flat=True)
        if (upto is None and number not in undone)
        or (upto is not None and number <= upto and undone.get(number, upto + 1) > upto)
    }


def pool_of(prizes: Prizes, taken: Sums) -> int:
    """The pool, in cents."""
    shares = (
        (taken.entered, prizes.entry_share),
        (taken.rebuys, prizes.rebuy_share),
        (taken.add_ons, prizes.add_on_share),
    )
    return max(sum(cents * share // 100 for cents, share in shares) + prizes.added, prizes.guaranteed)


def prizes_of(tournament: HoldemTournament) -> list[int]:
    """The prizes in cents, first place first; none where nothing is in the pool."""
    prizes = Prizes.objects.filter(tournament=tournament).first()
    if prizes is None:
        return []
    taken = sums_of(tournament, prizes.fixed_upto)
    pool = pool_of(prizes, taken)
    if not taken.entries or not pool:
        return []
    places = min(prizes.paid or -(-taken.entries // prizes.one_in), taken.entries)
    weights = ROWS[prizes.scale].get(places) or [
        FINE // isqrt(place ** POWERS[prizes.scale] * FINE) for place in range(1, places + 1)
    ]
    units, loose = divmod(pool, prizes.unit)
    parts = [part * prizes.unit for part in shared_out(units, weights)]
    return [parts[0] + loose, *parts[1:]]


def won_by(tournament: HoldemTournament) -> dict[str, tuple[int, int]]:
    """The least and the most that each player of the final gets whose prize is settled: cents that cannot be divided
    among those who tie go to some of them.
    """
    prizes = prizes_of(tournament)
    if not prizes:
        return {}
    final = FlightEntry.objects.filter(flight__tournament=tournament, flight__kind=FlightKind.FINAL)
    deal = Deal.objects.filter(tournament=tournament, withdrawn_at=None, made_at__isnull=False).first()
    shares = DealShare.objects.filter(deal=deal).values_list("entry__player__code", "cents") if deal else []
    won = {player: (cents, cents) for player, cents in shares}
    places: dict[tuple[int, int], list[str]] = defaultdict(list)
    rows = final.filter(place_first__isnull=False).values_list("player__code", "place_first", "place_last")
    for player, first, last in rows:
        if player not in won:
            places[first, last].append(player)
    for (first, last), players in places.items():
        together = sum(prizes[first - 1 : last])
        each, more = divmod(together, len(players))
        won |= dict.fromkeys(players, (each, each + bool(more)))
    return {player: cents for player, cents in won.items() if cents[1]}


def dealt(method: str, stacks: Mapping[str, int], prizes: Sequence[int]) -> list[int]:
    """What each gets by a deal, in the order of the stacks."""
    chips, paid = tuple(stacks.values()), list(prizes[: len(stacks)])
    if method == "chip_chop":
        lowest = paid[-1] if len(paid) == len(chips) else 0
        return [lowest + part for part in shared_out(sum(paid) - lowest * len(chips), chips)]
    worth = [Fraction(0)] * len(chips)
    for index, share in _worth(tuple(enumerate(chips)), tuple(paid)).items():
        worth[index] = share
    return shared_out(sum(paid), worth)


@lru_cache(maxsize=4096)
def _worth(stacks: tuple[tuple[int, int], ...], prizes: tuple[int, ...]) -> dict[int, Fraction]:
    """The first prize goes to each with the chance of his share of the chips, the next ones likewise to the others."""
    if not prizes or not stacks:
        return {}
    total, worth = sum(chips for _, chips in stacks), {index: Fraction(0) for index, _ in stacks}
    for index, chips in stacks:
        chance = Fraction(chips, total)
        worth[index] += chance * prizes[0]
        others = tuple(stack for stack in stacks if stack[0] != index)
        for other, share in _worth(others, prizes[1:]).items():
            worth[other] += chance * share
    return worth
