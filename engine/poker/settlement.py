"""Who wins what: settles a finished hand from what each seat put in, who is still in and the cards shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.errors import RuleError
from engine.poker.games.spec import GameSpec
from engine.poker.house.rules import AwardOrder, HouseRules, OddChips
from engine.poker.pots import NO_CHIPS, Contribution, Pot, make_pots
from engine.poker.seats import left_of_button, refuse_unknown_seat, seats_text
from engine.poker.showdown import rank_hands, refuse_wrong_cards
from engine.poker.wording import high_in_words
from engine.units import Chips


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatEnd:
    """A seat when the hand is over.

    contributed: chips put in over the whole hand, an uncalled bet included. is_live: not folded. cards: the hole cards
    shown, None if none were; a live seat without cards claims nothing that others claim (STD-11).
    dead: the part of ``contributed`` that no bet had to match, such as a big-blind ante or a dead small blind.
    """

    seat: int
    contributed: Chips
    is_live: bool
    cards: tuple[Card, ...] | None = None
    dead: Chips = NO_CHIPS


@dataclass(frozen=True, kw_only=True, slots=True)
class PotResult:
    """One settled pot. The shares and the fee add up to the amount.

    number: 0 for the main pot. eligible: seats that could win it. shares: chips by winning seat, odd chips included.
    odd_chips: the part of a share that came from chips which did not divide. hands: the shown hands in words.
    """

    number: int
    name: str
    amount: Chips
    fee: Chips
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    shares: Mapping[int, Chips]
    odd_chips: Mapping[int, Chips]
    why: str
    hands: Mapping[int, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Settlement:
    """A settled hand, in chips by seat. The nets of all seats and the fee add up to zero.

    pots: in the order the house settles them. returned: the uncalled bet. awards: what each winner takes from the
    pots. net: awards and returned chips less the contribution, for every seat.
    """

    pots: tuple[PotResult, ...]
    returned: Mapping[int, Chips]
    awards: Mapping[int, Chips]
    net: Mapping[int, Chips]
    fee: Chips


def settle(
    *,
    game: GameSpec,
    house: HouseRules,
    button: int,
    seats: Sequence[SeatEnd],
    board: Sequence[Card],
    fee: Chips = NO_CHIPS,
    smallest_chip: Chips | None = None,
) -> Settlement:
    """Settle a finished hand.

    button: the seat of the button, empty or not. board: all common cards; it may be short when one seat is left.
    fee: table fee in chips, taken from the main pot, then from the side pots. smallest_chip: the smallest chip in
    play at this table, the house's own where None; pots are split no finer.

    Raises RuleError: "unknown_seat", "duplicate_seat", "smallest_chip", "chips_too_small", "negative_fee",
    "fee_above_pot", "no_hand_shown", those of ``make_pots`` and those of ``refuse_wrong_cards``.
    Rules: STD-2, STD-7, STD-8, STD-11, ANG-37, BIS-12, WAS-10, WAS-12, CAN-17, CAN-18, CAN-24.
    """
    refuse_unknown_seat(button)
    unit = house.smallest_chip if smallest_chip is None else smallest_chip
    _refuse_smaller_chips(seats, fee=fee, unit=unit)
    pot_list = make_pots(
        [Contribution(seat=end.seat, chips=end.contributed, is_live=end.is_live, dead=end.dead) for end in seats]
    )
    hands = {end.seat: end.cards for end in seats if end.cards is not None}
    live = {end.seat for end in seats if end.is_live}
    refuse_wrong_cards(game, board=board, hands=hands, is_contested=len(live) > 1)
    live_hands = {seat: cards for seat, cards in hands.items() if seat in live}
    ranks = rank_hands(game, board=board, hands=live_hands) if len(live) > 1 else {}

    results = [
        _settle_pot(pot, fee=pot_fee, ranks=ranks, unit=unit, house=house, button=button)
        for pot, pot_fee in zip(pot_list.pots, _fee_by_pot(pot_list.pots, fee), strict=True)
    ]
    if house.award_order is AwardOrder.LAST_CREATED_FIRST:
        results.reverse()
    awards = _add_up(result.shares for result in results)
    net = {
        end.seat: Chips(awards.get(end.seat, 0) + pot_list.returned.get(end.seat, 0) - end.contributed) for end in seats
    }
    return Settlement(pots=tuple(results), returned=pot_list.returned, awards=awards, net=net, fee=fee)


def _settle_pot(
    pot: Pot, *, fee: Chips, ranks: Mapping[int, int], unit: Chips, house: HouseRules, button: int
) -> PotResult:
    """``ranks`` are those of all shown hands; only the pot's own claimants compete for it."""
    claims = {seat: ranks[seat] for seat in pot.eligible if seat in ranks}
    if len(pot.eligible) == 1:
        winners = list(pot.eligible)
    elif claims:
        best = max(claims.values())
        winners = left_of_button((seat for seat, rank in claims.items() if rank == best), button)
    else:
        raise RuleError(
            "no_hand_shown",
            f"Nobody shows a hand for the {pot.name} of {pot.chips}. Enter the cards of {seats_text(pot.eligible)}, "
            "or mark all but one of them folded.",
            rules=("STD-11", "CAN-17"),
            pot=pot.number,
            chips=pot.chips,
            seats=list(pot.eligible),
        )
    shares, odd = _split(Chips(pot.chips - fee), winners, unit=unit, policy=house.odd_chips)
    words = {seat: high_in_words(rank) for seat, rank in claims.items()}
    return PotResult(
        number=pot.number,
        name=pot.name,
        amount=pot.chips,
        fee=fee,
        eligible=pot.eligible,
        winners=tuple(sorted(winners)),
        shares=shares,
        odd_chips=odd,
        why=_reason(pot, winners, words, odd),
        hands=words,
    )


def _split(
    chips: Chips, winners: Sequence[int], *, unit: Chips, policy: OddChips
) -> tuple[dict[int, Chips], dict[int, Chips]]:
    """Shares and odd chips by seat; ``winners`` come nearest the left of the button first. Rules: STD-8."""
    even, over = divmod(chips // unit, len(winners))
    if policy is OddChips.ALL_TO_FIRST:
        odd = {winners[0]: Chips(over * unit)} if over else {}
    else:
        odd = dict.fromkeys(winners[:over], unit)
    return {seat: Chips(even * unit + odd.get(seat, 0)) for seat in winners}, odd


def _reason(pot: Pot, winners: Sequence[int], words: Mapping[int, str], odd: Mapping[int, Chips]) -> str:
    who = seats_text(winners).capitalize()
    if len(pot.eligible) == 1:
        return f"{who} is the only one left for it."
    hand = words[winners[0]]
    if len(winners) == 1:
        return f"{who} wins with {hand}."
    reason = f"{who} tie with {hand}."
    if odd:
        extra = ", ".join(f"{chips} to seat {seat}" for seat, chips in odd.items())
        reason += f" Odd chips go from the left of the button: {extra}."
    return reason


def _fee_by_pot(pots: Sequence[Pot], fee: Chips) -> list[Chips]:
    """Rules: ANG-37."""
    if fee < 0:
        raise RuleError("negative_fee", f"A table fee of {fee} is not possible. Enter 0 or more.", fee=fee)
    total = sum(pot.chips for pot in pots)
    if fee > total:
        raise RuleError(
            "fee_above_pot",
            f"The table fee of {fee} is more than the {total} in the pot. Lower it to {total} or less.",
            rules=("ANG-37",),
            fee=fee,
            pot=total,
        )
    taken: list[Chips] = []
    for pot in pots:
        taken.append(Chips(min(pot.chips, fee - sum(taken))))
    return taken


def _refuse_smaller_chips(seats: Sequence[SeatEnd], *, fee: Chips, unit: Chips) -> None:
    if unit < 1:
        raise RuleError("smallest_chip", f"The smallest chip in play cannot be {unit}. Enter 1 or more.", chip=unit)
    amounts = [(f"seat {end.seat} put in", value) for end in seats for value in (end.contributed, end.dead)]
    for what, chips in [*amounts, ("the table fee is", fee)]:
        if chips % unit:
            raise RuleError(
                "chips_too_small",
                f"{what.capitalize()} {chips}, but the smallest chip in play is {unit}. "
                f"Enter a multiple of {unit}, or a smaller smallest chip.",
                rules=("CAN-24", "WLIA-1"),
                chips=chips,
                smallest_chip=unit,
            )


def _add_up(shares: Iterable[Mapping[int, Chips]]) -> dict[int, Chips]:
    total: dict[int, Chips] = {}
    for by_seat in shares:
        for seat, chips in by_seat.items():
            total[seat] = Chips(total.get(seat, 0) + chips)
    return total
