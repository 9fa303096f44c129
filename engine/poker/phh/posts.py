"""The posts and stakes that the format's own fields say. Hands of one table mostly begin alike, so they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from engine.poker.forced import ForcedBets
from engine.poker.phh.amounts import Number, to_chips
from engine.poker.phh.history import History
from engine.poker.stakes import AnteBy, Stakes, Structure
from engine.units import NO_CHIPS, Chips

Written = TypeVar("Written", bound=Number)


class Opening(NamedTuple):
    """What a hand begins from as ``History`` has it, the stacks apart."""

    structure: Structure
    antes: tuple[Number, ...]
    blinds: tuple[Number, ...]
    bring_in: Number
    small_bet: Number
    big_bet: Number
    antes_are_dead: bool
    places: int


def opening_of(history: History) -> Opening:
    """small_bet is the smallest bet where the hand has no other."""
    return Opening(
        history.structure,
        history.antes,
        history.blinds_or_straddles or (),
        history.bring_in or 0,
        history.min_bet or history.small_bet or 0,
        history.big_bet or 0,
        not history.ante_trimming_status,
        history.places,
    )


@lru_cache(1024)
def plain_opening(opening: Opening) -> tuple[Stakes, ForcedBets]:
    """Stakes and posts of a hand in seats 1, 2, 3 ... without any field of our own. Raises RuleError("stakes")."""
    return plain_stakes(opening), plain_posts(opening, range(1, len(opening.antes) + 1))


def plain_stakes(
    opening: Opening,
    *,
    early_most: Chips = NO_CHIPS,
    late_most: Chips = NO_CHIPS,
    ceiling: Chips | None = None,
    open_pair_doubles: bool = False,
) -> Stakes:
    """The stakes; the format has no field for what is given apart. Raises RuleError("stakes")."""
    places = opening.places
    antes = [to_chips(each, places) for each in opening.antes if each]
    levels = _blind_levels(opening)
    return Stakes(
        structure=opening.structure,
        small_blind=levels[0] if len(levels) > 1 else NO_CHIPS,
        big_blind=_big_blind(levels),
        ante=max(antes, default=NO_CHIPS),
        ante_by=AnteBy.BIG_BLIND if len(antes) == 1 else AnteBy.EACH,
        bring_in=to_chips(opening.bring_in, places),
        small_bet=to_chips(opening.small_bet, places),
        big_bet=to_chips(opening.big_bet, places),
        early_most=early_most,
        late_most=late_most,
        ceiling=ceiling,
        open_pair_doubles=open_pair_doubles,
    )


def plain_posts(opening: Opening, seats: Sequence[int]) -> ForcedBets:
    """The forced bets: a blind above the big blind is a straddle, a negative one a live post that leaves the order of
    play alone.
    """
    places = opening.places
    antes = [to_chips(each, places) for each in by_player(opening.antes)]
    posts = [to_chips(each, places) for each in by_player(opening.blinds)]
    levels = _blind_levels(opening)
    straddles = max(0, len(levels) - 2)
    increments = [above - below for below, above in pairwise(levels)]
    last = max((chips, place) for place, chips in enumerate(posts))[1] if levels else None
    least = to_chips(opening.small_bet, places)
    return ForcedBets(
        antes={seat: chips for seat, chips in zip(seats, antes, strict=True) if chips},
        antes_are_dead=opening.antes_are_dead,
        blinds={seats[place]: Chips(abs(chips)) for place, chips in enumerate(posts) if chips},
        dead={},
        last_blind=None if last is None else seats[last],
        price=Chips(max((abs(chips) for chips in posts), default=0)),
        raise_size=Chips(max(least, _big_blind(levels), increments[-1] if straddles else 0)),
        bets_counted=1 + straddles if levels else 0,
    )


def by_player(numbers: Sequence[Written]) -> Sequence[Written]:
    """Antes and blinds by player: with two players the format writes them the other way round."""
    return numbers[::-1] if len(numbers) == 2 else numbers


def _blind_levels(opening: Opening) -> list[Chips]:
    """The blinds in turn, each amount once, lowest first."""
    return sorted({to_chips(each, opening.places) for each in opening.blinds if each > 0})


def _big_blind(levels: Sequence[Chips]) -> Chips:
    return levels[min(1, len(levels) - 1)] if levels else NO_CHIPS
