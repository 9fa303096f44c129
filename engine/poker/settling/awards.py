"""Awards one pot: who wins it, whole or half, and who gets the chips that do not divide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.errors import RuleError
from engine.poker.house.options import OddChips
from engine.poker.seats import left_of_button, seats_text
from engine.poker.settling.pots import Pot, pot_name
from engine.poker.settling.settlement_words import (
    best_hand_reason,
    halves_reason,
    hand_in_words,
    no_low_reason,
    uncontested_reason,
)
from engine.poker.settling.showdown import Ranks
from engine.units import Chips

HIGH: Final = "high"
LOW: Final = "low"
WHOLE: Final = ""


class HalfResult(NamedTuple):
    """What one hand of a pot won: the high hand, the low hand, or the only hand there is.

    name: "high", "low" or "" in a game with one winning hand. chips: the fee is out. ranks: the hands that competed,
    by seat; none where a single seat was left. The rest is as in ``PotResult``.
    """

    name: str
    chips: Chips
    winners: tuple[int, ...]
    shares: Mapping[int, Chips]
    odd_chips: Mapping[int, Chips]
    ranks: Mapping[int, int]
    is_low: bool

    @property
    def hands(self) -> dict[int, str]:
        """The hands that competed, in words by seat."""
        return {seat: hand_in_words(rank, is_low=self.is_low) for seat, rank in self.ranks.items()}

    @property
    def why(self) -> str:
        if not self.ranks:
            (winner,) = self.winners
            return uncontested_reason(winner)
        best = hand_in_words(max(self.ranks.values()), is_low=self.is_low)
        return best_hand_reason(self.winners, best, self.odd_chips)


class PotResult(NamedTuple):
    """One settled pot. The shares and the fee add up to the amount.

    number: 0 for the main pot. eligible: seats that could win it. shares: chips by winning seat, odd chips included.
    odd_chips: the part of a share that came from chips which did not divide among tied players.
    halves: the high half first, or one entry where the pot was not divided.
    """

    number: int
    amount: Chips
    fee: Chips
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    shares: Mapping[int, Chips]
    odd_chips: Mapping[int, Chips]
    halves: tuple[HalfResult, ...]

    @property
    def name(self) -> str:
        return pot_name(self.number)

    @property
    def hands(self) -> dict[int, str]:
        """The hands that were shown for it, in words by seat; in a high-low game the high hand, then the low."""
        words: dict[int, str] = {}
        for half in self.halves:
            for seat, hand in half.hands.items():
                words[seat] = f"{words[seat]}; {hand}" if seat in words else hand
        return words

    @property
    def why(self) -> str:
        """The reason for the award, in whole sentences."""
        match self.eligible, self.halves:
            case [seat], _:
                return uncontested_reason(seat)
            case _, [high, low]:
                return halves_reason(high.why, low.why, high_chips=high.chips, low_chips=low.chips)
        (half,) = self.halves
        return no_low_reason(half.why) if half.name == HIGH else half.why


class ChipsInPlay(NamedTuple):
    """The smallest chips. played: of bets. of_fee: of the table fee, the same or a smaller one."""

    played: Chips
    of_fee: Chips

    def unit(self, chips: int) -> Chips:
        """The chip that these are split in: a fee may have left less than one that plays. Rules: STD-8, ANG-37."""
        return self.of_fee if chips % self.played else self.played


class Sharing(NamedTuple):
    """How tied players share."""

    button: int
    chips: ChipsInPlay
    odd_chips: OddChips

    def split(self, chips: int, winners: Sequence[int]) -> tuple[dict[int, Chips], dict[int, Chips]]:
        """Shares and odd chips by seat, the seat nearest the left of the button first. Rules: STD-8."""
        if len(winners) == 1:
            return dict.fromkeys(winners, Chips(chips)), {}
        in_order, unit = left_of_button(winners, self.button), self.chips.unit(chips)
        even, over = divmod(chips // unit, len(in_order))
        if self.odd_chips is OddChips.ALL_TO_FIRST:
            odd = {in_order[0]: Chips(over * unit)} if over else {}
        else:
            odd = dict.fromkeys(in_order[:over], unit)
        return {seat: Chips(even * unit + odd.get(seat, 0)) for seat in in_order}, odd


def award_pot(pot: Pot, *, fee: Chips, ranks: Ranks, sharing: Sharing) -> PotResult:
    """``ranks`` are those of all shown hands; only the pot's own claimants compete for it. Rules: ANG-3, ANG-11."""
    number, amount, eligible = pot
    chips = amount - fee
    all_high, all_low = ranks
    high = _of_eligible(all_high, eligible) if all_high else {}
    low = _of_eligible(all_low, eligible) if all_low else {}
    if len(eligible) == 1:
        shares = dict.fromkeys(eligible, Chips(chips))
        half = HalfResult(WHOLE, Chips(chips), eligible, shares, {}, high or low, bool(low) and not high)
        return PotResult(number, amount, fee, eligible, eligible, shares, {}, (half,))
    if high and low:
        unit = sharing.chips.unit(chips)
        low_chips = chips // unit // 2 * unit
        high_half = _award(HIGH, chips - low_chips, high, sharing, is_low=False)
        low_half = _award(LOW, low_chips, low, sharing, is_low=True)
        shares = add_up([high_half.shares, low_half.shares])
        odd = add_up([high_half.odd_chips, low_half.odd_chips])
        return PotResult(number, amount, fee, eligible, tuple(sorted(shares)), shares, odd, (high_half, low_half))
    if high:
        half = _award(WHOLE if all_low is None else HIGH, chips, high, sharing, is_low=False)
    elif low:
        half = _award(WHOLE, chips, low, sharing, is_low=True)
    else:
        raise _no_hand_shown(pot)
    return PotResult(number, amount, fee, eligible, half.winners, half.shares, half.odd_chips, (half,))


def _of_eligible(ranks: Mapping[int, int], eligible: Sequence[int]) -> dict[int, int]:
    return {seat: ranks[seat] for seat in eligible if seat in ranks}


def _award(name: str, chips: int, ranks: Mapping[int, int], sharing: Sharing, *, is_low: bool) -> HalfResult:
    """Give chips to the best of these hands."""
    best = max(ranks.values())
    winners = tuple([seat for seat, rank in ranks.items() if rank == best])
    shares, odd = sharing.split(chips, winners)
    return HalfResult(name, Chips(chips), winners, shares, odd, ranks, is_low)


def _no_hand_shown(pot: Pot) -> RuleError:
    return RuleError(
        "no_hand_shown",
        f"Nobody shows a hand for the {pot.name} of {pot.chips}. Enter the cards of {seats_text(pot.eligible)}, "
        "or mark all but one of them folded.",
        rules=("STD-11", "CAN-17"),
        pot=pot.number,
        chips=pot.chips,
        seats=list(pot.eligible),
    )


def add_up(shares: Iterable[Mapping[int, Chips]]) -> dict[int, Chips]:
    total: dict[int, Chips] = {}
    for by_seat in shares:
        for seat, chips in by_seat.items():
            total[seat] = Chips(total.get(seat, 0) + chips)
    return total
