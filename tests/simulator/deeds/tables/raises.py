"""A raise over a raise: it adds at least what the last one added."""

from __future__ import annotations

from tables.models import HandInPlay
from tests.simulator.deeds.deed import Deed, Evening
from tests.simulator.deeds.tables.betting import Round, is_known, round_of
from tests.simulator.deeds.tables.in_play import goes_on, moved, one_hand, view_of

MOST_MOVES = 12
"""On the way to a place where somebody may bet."""
MOST_UNITS = 10
"""So many more than the least is the first bet."""


def raise_again(night: Evening) -> Deed | None:
    """Somebody bets more than the least on the way; the next raises by as much, or by less, which must be refused."""
    hand = one_hand(night)
    if hand is None or not _is_bet(night, hand):
        return None
    hand, now = _as_it_is(night, hand)
    if hand is None or now is None:
        return None
    unit = hand.table.smallest_chip
    bounds = now.bounds(unit)
    if bounds is None or not now.may_raise():
        return None
    least, _ = bounds
    body, refused, expected = {"verb": "bet", "to": least}, "", now.after("bet", least)
    if night.is_wrong(0.5) and unit < least < now.seats[now.turn].reach:
        body, refused, expected = {"verb": "bet", "to": least - unit}, f"the least is {least}", None
    return moved(night, hand, {**body, "version": hand.version}, refused, must=True, expected=expected)


def _is_bet(night: Evening, hand: HandInPlay) -> bool:
    """Whether somebody has bet more than the least on the way."""
    for _ in range(MOST_MOVES):
        there, now = _as_it_is(night, hand)
        if there is None:
            return False
        unit = there.table.smallest_chip
        bounds = now.bounds(unit) if now is not None and now.may_raise() else None
        if bounds is not None and bounds[1] >= bounds[0] + unit:
            more = night.chance.randint(1, min((bounds[1] - bounds[0]) // unit, MOST_UNITS))
            body = {"verb": "bet", "to": bounds[0] + unit * more, "version": there.version}
            return night.ask(night.program("POST", f"tables/{there.table_id}/play/moves/", body)).status_code < 400
        if not goes_on(night, there, view_of(night, there)):
            return False
    return False


def _as_it_is(night: Evening, hand: HandInPlay) -> tuple[HandInPlay | None, Round | None]:
    """The hand now, and its betting round where it is in one that this model knows."""
    there = HandInPlay.objects.select_related("table").filter(pk=hand.pk).first()
    if there is None:
        return None, None
    view = view_of(night, there)
    is_betting = view["phase"] == "betting" and is_known(there.log)
    return there, round_of(view, there.log) if is_betting else None
