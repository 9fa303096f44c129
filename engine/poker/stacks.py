"""The chips of a hand in play: what lies behind, what was put in, and the posts before the cards.

Players stand in places 0, 1, 2 ... from the left of the button.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import sub

from engine.poker.forced import ForcedBets


class Stacks:
    """Chips by place. stacks: behind. bets: put in this round. dead: the part of ``total`` that no bet had to match.
    folded: out of the hand. live: the places that are not. able: still in with chips behind. unit: the smallest chip
    that plays.
    """

    __slots__ = ("_began", "able", "able_count", "bets", "dead", "folded", "has_dead", "live", "stacks", "unit")

    def __init__(self, *, unit: int, stacks: Sequence[int]) -> None:
        count = len(stacks)
        self.unit = unit
        self.stacks = list(stacks)
        self._began = tuple(stacks)
        self.bets = [0] * count
        self.dead = [0] * count
        self.has_dead = False
        self.folded = [False] * count
        self.able = [True] * count
        self.live: list[int] = [*range(count)]
        self.able_count = count

    @property
    def total(self) -> list[int]:
        """Chips put in over the hand, dead ones included, by place."""
        return [*map(sub, self._began, self.stacks)]

    @property
    def pot(self) -> int:
        """All chips put in so far."""
        return sum(self._began) - sum(self.stacks)

    def post(self, forced: ForcedBets, place_of: Mapping[int, int], *, blind_before_ante: bool) -> None:
        """Put in the antes, blinds and dead posts; a short stack puts in what it has. Rules: BIS-4, CAN-2, CAN-20."""
        self.has_dead = forced.antes_are_dead or bool(forced.dead)
        antes_last = forced.antes_are_dead and blind_before_ante
        if not antes_last:
            self._post_antes(forced, place_of)
        for seat, chips in forced.blinds.items():
            place = place_of[seat]
            self.bets[place] += self._put_in(place, chips)
        for seat, chips in forced.dead.items():
            place = place_of[seat]
            self.dead[place] += self._put_in(place, chips)
        if antes_last:
            self._post_antes(forced, place_of)

    def _post_antes(self, forced: ForcedBets, place_of: Mapping[int, int]) -> None:
        are_dead = forced.antes_are_dead
        for seat, chips in forced.antes.items():
            place = place_of[seat]
            paid = self._put_in(place, chips)
            if are_dead:
                self.dead[place] += paid

    def _put_in(self, place: int, chips: int) -> int:
        stack = self.stacks[place]
        if chips >= stack:
            chips = stack
            if self.able[place]:
                self.able[place] = False
                self.able_count -= 1
        self.stacks[place] = stack - chips
        return chips
