"""The end of a hand in play: who has shown, who has thrown the cards away, and how far a hand can win."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.poker.betting import NOBODY, Betting
from engine.poker.hand.log import Log
from engine.poker.low import is_seven_or_better
from engine.units import Chips


class Showdown:
    """shown, mucked: places. claims: by place, the part of what it put in up to which it wins from each other seat.
    ran_out: no more bets could be made, so every live hand is turned up. before_draw: by place, what it had put in
    before the draw of a game where a good low must bet, else empty.
    """

    __slots__ = ("before_draw", "claims", "mucked", "ran_out", "shown")

    def __init__(self) -> None:
        self.shown: set[int] = set()
        self.mucked: set[int] = set()
        self.claims: dict[int, Chips] = {}
        self.ran_out = False
        self.before_draw: Sequence[int] = ()

    def waiting(self, betting: Betting) -> list[int]:
        """Live places that have neither shown nor mucked, in the order in which they must. Rules: STD-11."""
        first = betting.aggressor
        if first == NOBODY or betting.folded[first]:
            first = 0
        around = [*range(first, len(betting.folded)), *range(first)]
        return [at for at in around if not betting.folded[at] and at not in self.shown and at not in self.mucked]

    def is_done(self, live: Sequence[int]) -> bool:
        """Every live hand is shown or mucked."""
        return self.shown.union(self.mucked).issuperset(live)

    def others_can_win(self, place: int, live: Sequence[int]) -> bool:
        """Somebody else is live and has not mucked."""
        return any(at != place and at not in self.mucked for at in live)

    def certainly_covers(self, place: int, betting: Betting) -> bool:
        """Another hand, not mucked, can win whatever this one can; where this is not certain, the pots must be cut."""
        if self.claims or betting.has_dead:
            return False
        total = betting.total
        return any(total[at] >= total[place] and at != place and at not in self.mucked for at in betting.live)

    def limit_checked_lows(
        self, hole: Sequence[Sequence[Card | None]], log: Log, seats: Sequence[int], live: Sequence[int]
    ) -> None:
        """Who checked a seven or better after the draw cannot win what went in after it. Rules: ANG-18."""
        if not self.before_draw:
            return
        for place in self.shown:
            if not log.has_checked_after_draw(seats[place]) or not self.others_can_win(place, live):
                continue
            if is_seven_or_better([card for card in hole[place] if card is not None]):
                self.claims.setdefault(place, Chips(self.before_draw[place]))
