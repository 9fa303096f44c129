"""Which hands a house wants to see at the showdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.errors import RuleError
from engine.poker.games.spec import GameSpec
from engine.poker.house.options import Showdown
from engine.poker.house.rules import HouseRules

if TYPE_CHECKING:
    from engine.poker.settling.settlement import SeatEnd

NOBODY_CALLED = 0


def refuse_unseen(seat: int, *, game: GameSpec, house: HouseRules, is_called: bool) -> RuleError | None:
    """Why a live hand may not be thrown away unseen at the showdown, None where it may. is_called: the seat made the
    last bet of the last round.

    Code "must_show". Rules: STD-11, WLIA-13, ANG-28, ANG-40.
    """
    setting = house.showdown_setting(game)
    policy: Showdown = getattr(house, setting)
    if policy is Showdown.MAY_MUCK or (policy is Showdown.CALLED_SHOWN and not is_called):
        return None
    whose = "every hand still in" if policy is Showdown.ALL_SHOWN else "the hand that was called"
    return RuleError(
        "must_show",
        f"{house.name} has {whose} turned up in {game.name}. Show the hand of seat {seat}.",
        rules=house.cite(setting),
        seat=seat,
    )


def require_turned_up(seats: Sequence[SeatEnd], *, game: GameSpec, house: HouseRules, called: int | None) -> None:
    """Check that every live hand that the house wants to see was shown. called: as ``settle`` takes it.

    Raises RuleError: "not_in_hand", "called_not_named", "must_show". Rules: STD-11, WLIA-13, ANG-28, ANG-40.
    """
    live = [end.seat for end in seats if end.is_live]
    if called and called not in live:
        raise RuleError(
            "not_in_hand",
            f"Seat {called} is not in at the end, so its last bet was not called. Name a seat that is.",
            seat=called,
        )
    unseen = [end.seat for end in seats if end.is_live and end.cards is None]
    if len(live) < 2 or not unseen:
        return
    setting = house.showdown_setting(game)
    if called is None and getattr(house, setting) is Showdown.CALLED_SHOWN:
        raise RuleError(
            "called_not_named",
            f"{house.name} has the hand that was called turned up in {game.name}. Say whose last bet was called, or "
            "that nobody bet in the last round.",
            rules=house.cite(setting),
        )
    for seat in unseen:
        refusal = refuse_unseen(seat, game=game, house=house, is_called=seat == called)
        if refusal is not None:
            raise refusal
