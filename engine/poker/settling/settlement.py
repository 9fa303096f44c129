"""Who wins what: settles a finished hand from what each seat put in, who is still in and the cards shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.cards import Card
from engine.doors import door
from engine.errors import RuleError
from engine.poker.games.spec import GameSpec
from engine.poker.house.options import AwardOrder
from engine.poker.house.rules import HouseRules
from engine.poker.seats import require_known_seat
from engine.poker.settling.awards import ChipsInPlay, PotResult, Sharing, add_up, award_pot
from engine.poker.settling.pots import Contribution, Pot, cut_pots, require_possible_chips
from engine.poker.settling.showdown import Ranks, rank_hands
from engine.poker.settling.shown_cards import require_sound_cards
from engine.poker.settling.turned_up import require_turned_up
from engine.units import NO_CHIPS, Chips


class SeatEnd(NamedTuple):
    """A seat when the hand is over.

    contributed: chips put in over the whole hand, an uncalled bet included. is_live: not folded. cards: the hole cards
    shown, None if none were; a live seat without cards claims nothing that others claim (STD-11).
    dead: the part of ``contributed`` that no bet had to match, such as a big-blind ante or a dead small blind.
    claim: the part of ``contributed`` up to which the seat wins from each other seat, None without a limit (ANG-18).
    """

    seat: int
    contributed: Chips
    is_live: bool
    cards: tuple[Card, ...] | None = None
    dead: Chips = NO_CHIPS
    claim: Chips | None = None


class Played(NamedTuple):
    """A finished hand whose chips and cards need no check, in chips by seat.

    put_in: everything each seat put in, in the order of the result. dead: the part of it that no bet had to match.
    live: seats not folded. hands: the live hands that were shown. claims: as ``SeatEnd.claim``, of live seats.
    """

    put_in: Mapping[int, int]
    dead: Mapping[int, int]
    live: Sequence[int]
    hands: Mapping[int, Sequence[Card]]
    claims: Mapping[int, int]


class Settlement(NamedTuple):
    """A settled hand, in chips by seat. The nets of all seats and the fee add up to zero.

    pots: in the order the house settles them. returned: the uncalled bet. awards: what each winner takes from the
    pots. net: awards and returned chips less the contribution, for every seat.
    """

    pots: tuple[PotResult, ...]
    returned: Mapping[int, Chips]
    awards: Mapping[int, Chips]
    net: Mapping[int, int]
    fee: Chips


@door
def settle(
    *,
    game: GameSpec,
    house: HouseRules,
    button: int,
    seats: Sequence[SeatEnd],
    board: Sequence[Card],
    fee: Chips = NO_CHIPS,
    smallest_chip: Chips | None = None,
    fee_chip: Chips | None = None,
    called: int | None = None,
) -> Settlement:
    """Settle a finished hand as it was entered, after checking everything.

    button: the seat of the button, empty or not. board: all common cards; it may be short when one seat is left.
    fee: table fee in chips, taken from the main pot, then from the side pots. smallest_chip: the smallest chip in
    play at this table, the house's own where None; pots are split no finer. fee_chip: the chip that pays the fee where
    that is a smaller one; a pot that a fee left uneven is split in it. called: the seat whose bet was the last of
    the last round, 0 where nobody bet in it, None where nobody says.

    Raises RuleError: "smallest_chip", "chips_too_small", "negative_fee", "fee_above_pot", "no_hand_shown", those of
    ``require_possible_chips``, of ``require_sound_cards`` and of ``require_turned_up``.
    Rules: STD-2, STD-7, STD-8, STD-11, WLIA-13, ANG-3, ANG-8, ANG-9, ANG-11, ANG-14, ANG-18, ANG-28, ANG-37, ANG-40,
    BIS-12, WAS-10, WAS-12, CAN-17, CAN-18, CAN-24.
    """
    require_known_seat(button)
    unit = house.smallest_chip if smallest_chip is None else smallest_chip
    _require_whole_chips(seats, unit=unit)
    require_possible_chips([Contribution(end.seat, end.contributed, end.is_live, end.dead, end.claim) for end in seats])
    hands = {end.seat: end.cards for end in seats if end.cards is not None}
    is_contested = sum(1 for end in seats if end.is_live) > 1
    require_sound_cards(game, board=board, hands=hands, is_contested=is_contested)
    require_turned_up(seats, game=game, house=house, called=called)
    played = Played(
        put_in={end.seat: end.contributed for end in seats},
        dead={end.seat: end.dead for end in seats if end.dead},
        live=[end.seat for end in seats if end.is_live],
        hands={end.seat: end.cards for end in seats if end.cards is not None and end.is_live},
        claims={end.seat: end.claim for end in seats if end.claim is not None and end.is_live},
    )
    chips = ChipsInPlay(unit, unit if fee_chip is None else fee_chip)
    return settle_checked(played, game=game, house=house, button=button, board=board, fee=fee, chips=chips)


def settle_checked(
    played: Played,
    *,
    game: GameSpec,
    house: HouseRules,
    button: int,
    board: Sequence[Card],
    fee: Chips,
    chips: ChipsInPlay,
) -> Settlement:
    """Settle a finished hand whose chips and cards are known to be right: those of a hand that was played here.

    Raises RuleError: "negative_fee", "smallest_chip", "fee_above_pot", "chips_too_small" for the fee, "no_hand_shown".
    """
    put_in, dead, live, hands, claims = played
    if dead:
        matched: Mapping[int, int] = {seat: chips - dead.get(seat, 0) for seat, chips in put_in.items()}
        limits = {seat: max(0, chips - dead.get(seat, 0)) for seat, chips in claims.items()}
        pots, returned = cut_pots(matched, live=live, dead=sum(dead.values()), claims=limits)
    else:
        pots, returned = cut_pots(put_in, live=live, claims=claims)
    ranks = rank_hands(game, board=board, hands=hands) if len(live) > 1 else _NOT_RANKED
    sharing = Sharing(button, chips, house.odd_chips)
    fees = _fee_by_pot(pots, fee, chips) if fee else None
    results: list[PotResult] = []
    for pot in pots:
        results.append(award_pot(pot, fee=fees[pot.number] if fees else NO_CHIPS, ranks=ranks, sharing=sharing))
    if len(results) == 1:
        (only,) = results
        awards: Mapping[int, Chips] = only.shares
    else:
        awards = add_up(result.shares for result in results)
        if house.award_order is _LAST_FIRST:
            results.reverse()
    net = {seat: -paid for seat, paid in put_in.items()}
    for received in (awards, returned):
        for seat, won in received.items():
            net[seat] += won
    return Settlement(tuple(results), returned, awards, net, fee)


def _fee_by_pot(pots: Sequence[Pot], fee: Chips, chips: ChipsInPlay) -> list[Chips]:
    """Rules: ANG-37."""
    if fee < 0:
        raise RuleError("negative_fee", f"A table fee of {fee} is not possible. Enter 0 or more.", fee=fee)
    if chips.of_fee < 1 or chips.played % chips.of_fee:
        raise RuleError(
            "smallest_chip",
            f"The fee cannot be paid in chips of {chips.of_fee}, of which the smallest chip in play of {chips.played} "
            "is not a multiple. Name a chip that divides it.",
            chip=chips.of_fee,
        )
    _require_multiple("The table fee is", fee, unit=chips.of_fee)
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


def _require_whole_chips(seats: Sequence[SeatEnd], *, unit: Chips) -> None:
    if unit < 1:
        raise RuleError("smallest_chip", f"The smallest chip in play cannot be {unit}. Enter 1 or more.", chip=unit)
    if unit == 1:
        return
    for end in seats:
        for chips in (end.contributed, end.dead, end.claim or 0):
            _require_multiple(f"Seat {end.seat} put in", chips, unit=unit)


def _require_multiple(what: str, chips: int, *, unit: Chips) -> None:
    if chips % unit:
        raise RuleError(
            "chips_too_small",
            f"{what} {chips}, but the smallest chip in play is {unit}. "
            f"Enter a multiple of {unit}, or a smaller smallest chip.",
            rules=("CAN-24", "WLIA-1"),
            chips=chips,
            smallest_chip=unit,
        )


_NOT_RANKED: Final = Ranks(high=None, low=None)
_LAST_FIRST: Final = AwardOrder.LAST_CREATED_FIRST
