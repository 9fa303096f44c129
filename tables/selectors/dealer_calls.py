"""What a dealer calls of the cards that lie face up."""

from __future__ import annotations

from dataclasses import dataclass

from engine.poker.games.spec import Opener
from engine.poker.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerCall:
    """What is called of one seat."""

    seat: int
    says: str


def dealer_calls(hand: Hand) -> tuple[DealerCall, ...]:
    """The best cards showing first, which open the round, then possible straights and flushes from the left of the
    button. Rules: ANG-5, ANG-6, ANG-9.
    """
    opener = hand.best_showing
    seats = sorted(hand.live, key=lambda seat: seat != opener)
    is_lowest = hand.street.opener is Opener.LOWEST_UPCARDS
    calls = []
    for seat in seats:
        showing = [f"{'lowest' if is_lowest else 'highest'} cards showing"] if seat == opener else []
        if told := [*showing, *hand.possible(seat)]:
            calls.append(DealerCall(seat=seat, says=", ".join(told)))
    return tuple(calls)
