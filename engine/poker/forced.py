"""What goes into the pot before the cards: antes, blinds, straddles and posts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.poker.house.options import HeadsUp
from engine.poker.house.rules import HouseRules
from engine.poker.seats import left_of_button
from engine.poker.stakes import AnteBy, Stakes
from engine.units import NO_CHIPS, Chips

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_BUTTON_IS_SMALL_BLIND: Final = HeadsUp.BUTTON_IS_SMALL_BLIND
_EACH: Final = AnteBy.EACH
_BIG_BLIND: Final = AnteBy.BIG_BLIND
NO_POSTS: Final[Mapping[int, Chips]] = MappingProxyType({})


class ForcedBets(NamedTuple):
    """What goes in before the cards, nominal chips by seat; a short stack posts what it has.

    antes_are_dead: the antes go whole to the main pot (a big-blind ante), else they are side-potted like bets.
    blinds: live posts by seat: small, big, straddles, entry posts, the kill blind. dead: posts that are part of no
    bet. last_blind: the first round starts left of this seat, left of the button where None. price: what a call
    costs, even when the poster was short. raise_size: the last full raise so far. bets_counted: how many bets the
    blinds are toward the cap: 1 for the big blind and 1 for each straddle.
    """

    antes: Mapping[int, Chips]
    antes_are_dead: bool
    blinds: Mapping[int, Chips]
    dead: Mapping[int, Chips]
    last_blind: int | None
    price: Chips
    raise_size: Chips
    bets_counted: int


class Blinds(NamedTuple):
    """The seats that post the blinds of a hand; ``small`` is None where nobody posts the small blind."""

    small: int | None
    big: int


def forced_bets(
    *,
    stakes: Stakes,
    house: HouseRules,
    seats: Sequence[int],
    button: int,
    blinds: Blinds | None = None,
    posts: Mapping[int, Chips] = NO_POSTS,
    dead: Mapping[int, Chips] = NO_POSTS,
    straddles: Sequence[int] = (),
) -> ForcedBets:
    """The forced bets of a hand, those of a plain hand where only the first four arguments are given.

    seats: everybody dealt in. blinds: who posts them, the two seats left of the button where None. posts: further
    live posts by seat (entries, the kill blind); a seat that posts a blind too posts the larger of the two. dead:
    posts that are part of no bet. straddles: seats in the order of their straddles, checked before (see
    between/straddles.py); each doubles what a call costs.

    Rules: STD-3, ANG-20, ANG-34, BIS-4, BIS-5, BIS-8, CAN-2, CAN-20, WAS-5.
    """
    small, big = blinds if blinds is not None else plain_blinds(seats, button, house.heads_up)
    live = {big: stakes.big_blind} if small is None else {small: stakes.small_blind, big: stakes.big_blind}
    price = raise_size = stakes.big_blind
    if posts:
        for seat, chips in posts.items():
            live[seat] = max(live.get(seat, NO_CHIPS), chips)
        price = raise_size = max(live.values())
    for seat in straddles:
        price, raise_size = Chips(2 * price), price
        live[seat] = price
    has_blinds = bool(stakes.big_blind)
    return ForcedBets(
        antes=_antes(stakes, seats, big),
        antes_are_dead=stakes.ante_by is _BIG_BLIND,
        blinds={seat: chips for seat, chips in live.items() if chips},
        dead={seat: chips for seat, chips in dead.items() if chips} if dead else {},
        last_blind=(straddles[-1] if straddles else big) if has_blinds else None,
        price=price,
        raise_size=raise_size or stakes.small_bet,
        bets_counted=has_blinds + len(straddles),
    )


def plain_blinds(seats: Sequence[int], button: int, heads_up: HeadsUp) -> Blinds:
    """The two seats left of the button, or with two players the seats that the house says. Rules: STD-3, BIS-8."""
    return blinds_in_order(left_of_button(seats, button), heads_up)


def blinds_in_order(seats: Sequence[int], heads_up: HeadsUp) -> Blinds:
    """The same of seats from the left of the button."""
    first, second = seats[:2]
    if len(seats) == 2 and heads_up is _BUTTON_IS_SMALL_BLIND:
        return Blinds(second, first)
    return Blinds(first, second)


def _antes(stakes: Stakes, seats: Sequence[int], big: int) -> Mapping[int, Chips]:
    if not stakes.ante:
        return {}
    return dict.fromkeys(seats, stakes.ante) if stakes.ante_by is _EACH else {big: stakes.ante}
