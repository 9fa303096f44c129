"""The betting of a hand in play: whose turn it is, what may be bet, and when a round is over.

Players stand in places 0, 1, 2 ... from the left of the button. Nothing here knows a card or a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.poker.forced import ForcedBets
from engine.poker.games.spec import Bet
from engine.poker.house.options import CapLift, Reopen
from engine.poker.house.rules import HouseRules
from engine.poker.stacks import Stacks
from engine.poker.stakes import Stakes, Structure

NOBODY: Final = -1

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_POT_LIMIT: Final = Structure.POT_LIMIT
_FIXED_LIMIT: Final = Structure.FIXED_LIMIT
_SPREAD_LIMIT: Final = Structure.SPREAD_LIMIT
_BEFORE_CAPPED: Final = CapLift.TWO_BEFORE_CAPPED
_IN_HAND: Final = CapLift.TWO_IN_HAND
_HALF: Final = Reopen.HALF
_SMALL: Final = Bet.SMALL
_BIG: Final = Bet.BIG


class Betting(Stacks):
    """The betting rounds. Callers have checked whose turn it is and that the action is allowed.

    price: the bet to match. raise_size: the last full bet or raise. base: the last full bet; below ``price`` after an
    all-in too short to count. counted: bets and raises toward the cap. full: what ``counted`` was after the last one
    that was no short all-in. acted: by place, 0 or one more than ``counted`` when the player last acted.
    pending: players who have yet to act. actor: the place to act, NOBODY between rounds. has_two_bets: a pair shows, so
    that the small or the big bet may be made, nothing between.
    """

    __slots__ = (
        "_bounds",
        "_cap",
        "_ceiling",
        "_has_limits",
        "_is_fixed",
        "_is_pot_limit",
        "_is_spread",
        "_knows_bounds",
        "_lifts_before_capped",
        "_lifts_with_two",
        "_reopen",
        "_stakes",
        "_uncapped",
        "acted",
        "actor",
        "aggressor",
        "base",
        "bring_in_due",
        "counted",
        "full",
        "has_two_bets",
        "least",
        "may_check",
        "may_fold_unbet",
        "most",
        "pending",
        "price",
        "raise_size",
    )

    def __init__(self, *, stakes: Stakes, house: HouseRules, unit: int, stacks: Sequence[int]) -> None:
        count = len(stacks)
        super().__init__(unit=unit, stacks=stacks)
        self.acted = [0] * count
        self.counted = self.full = self.pending = 0
        self.price: int = 0
        self.base: int = 0
        self.raise_size: int = stakes.small_bet
        self.least: int = stakes.small_bet
        self.most: int = stakes.small_bet
        self.actor = self.aggressor = NOBODY
        self.bring_in_due = self.has_two_bets = False
        self.may_check = True
        self.may_fold_unbet = house.may_fold_unbet
        self._bounds: tuple[int, int] | None = None
        self._knows_bounds = False
        structure = stakes.structure
        self._stakes = stakes
        self._is_pot_limit = structure is _POT_LIMIT
        self._is_fixed = structure is _FIXED_LIMIT
        self._is_spread = structure is _SPREAD_LIMIT
        self._ceiling = stakes.ceiling
        self._cap = None if house.raises_per_round is None else house.raises_per_round + 1
        self._lifts_before_capped = house.cap_lift is _BEFORE_CAPPED
        self._lifts_with_two = house.cap_lift is _IN_HAND
        self._has_limits = self._is_fixed or self._is_spread
        reopen = house.limit_reopen if self._has_limits else house.no_limit_reopen
        self._reopen = 2 if reopen is _HALF else 1
        self._uncapped: bool

    def open_first_round(self, forced: ForcedBets, first: int, *, may_check: bool) -> None:
        """Open the round that the blinds, the bring-in or the antes began. first: place to act first."""
        stakes = self._stakes
        self._size(_SMALL)
        self.may_check = may_check
        self.price = forced.price
        self.counted = forced.bets_counted
        if not self._is_fixed:
            self.raise_size = max(self.least, forced.raise_size)
            if self._is_spread:
                self.raise_size = min(self.raise_size, self.most)
        # A blind below the small bet is not a full bet yet: it is completed, as a bring-in is.
        self.base = self.price if self.price >= self.least else 0
        self.bring_in_due = bool(stakes.bring_in)
        self._start(first)

    def open_round(self, first: int, bet: Bet, *, may_check: bool = True, open_pair: bool = False) -> None:
        """Open a later round. open_pair: a pair shows on fourth street and doubles the bet that may be made."""
        count = len(self.bets)
        self.bets = [0] * count
        self.acted = [0] * count
        self.price = self.base = self.counted = self.full = 0
        if self._has_limits:
            self._size(bet)
        self.raise_size = self.least
        self.may_check = may_check
        self.has_two_bets = open_pair
        self._start(first)

    def _size(self, bet: Bet) -> None:
        stakes = self._stakes
        if bet is _BIG:
            self.least, self.most = stakes.big_bet, stakes.late_most
        else:
            self.least, self.most = stakes.small_bet, stakes.early_most

    def _start(self, first: int) -> None:
        self.aggressor = NOBODY
        self._uncapped = self._lifts_before_capped and len(self.live) == 2
        self.pending = self.able_count
        self.actor = first - 1
        self._next()

    def _next(self) -> None:
        self._knows_bounds = False
        if not self.pending:
            self.actor = NOBODY
            return
        able = self.able
        # Counting up from minus the number of places walks round the table without a division.
        place = self.actor + 1 - len(able)
        while not able[place]:
            place += 1
        self.actor = place if place >= 0 else place + len(able)
        if self.able_count == 1 and not self._is_behind(self.actor):
            self.actor = NOBODY

    def _is_behind(self, place: int) -> bool:
        """Someone still in has put in more this round than this player."""
        bets = self.bets
        own = bets[place]
        return any(bets[other] > own for other in self.live)

    # What the player to act may do

    @property
    def to_call(self) -> int:
        """Chips that a call adds, 0 where the player may check."""
        place = self.actor
        owed, stack = self.price - self.bets[place], self.stacks[place]
        return owed if owed < stack else stack

    @property
    def bring_in(self) -> int:
        """Chips that the player to act must post as the bring-in, 0 where none is due."""
        return min(self._stakes.bring_in, self.stacks[self.actor]) if self.bring_in_due else 0

    @property
    def is_capped(self) -> bool:
        """As many bets and raises as the house takes in a round have been made. Rules: WLIA-10, CAN-5."""
        if self._cap is None or self.counted < self._cap or self._uncapped:
            return False
        return not (self._lifts_with_two and len(self.live) == 2)

    @property
    def is_reopened(self) -> bool:
        """The player has not acted since the last full bet or raise, or all-ins since then have added up to enough over
        the price on which the player acted, though each was short, or counted over somebody else's price.

        Rules: STD-4, CAN-22, CAN-23, BIS-13.
        """
        place = self.actor
        more = self.price - self.bets[place]
        return self.acted[place] <= self.full or more * self._reopen >= self.raise_size

    @property
    def somebody_can_call_more(self) -> bool:
        """Another player has chips beyond the price; a raise would otherwise only come back. Rules: STD-9."""
        price, actor, bets = self.price, self.actor, self.bets
        for place, stack in enumerate(self.stacks):
            if bets[place] + stack > price and place != actor and self.able[place]:
                return True
        return False

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The lowest and the highest total to bet or raise to, None where the player may not."""
        if not self._knows_bounds:
            self._bounds = self._find_bounds()
            self._knows_bounds = True
        return self._bounds

    @property
    def amounts(self) -> tuple[int, ...] | None:
        """The only totals allowed between the bounds, None where every one is."""
        return self.bounds if self.has_two_bets else None

    def _find_bounds(self) -> tuple[int, int] | None:
        place = self.actor
        price = self.price
        own = self.bets[place]
        reach = own + self.stacks[place]
        if reach <= price or (self.acted[place] and not self.is_reopened):
            return None
        if (self._cap is not None and self.is_capped) or not self.somebody_can_call_more:
            return None
        lowest = self.base + self.raise_size
        if self._is_fixed:
            highest = self._stakes.big_bet if self.has_two_bets else lowest
        else:
            highest = reach
            if self._is_pot_limit:
                highest = price + self.pot + price - own
            elif self._is_spread:
                highest = self.base + self.most
            if self._ceiling is not None:
                highest = min(highest, price + self._ceiling)
            highest -= highest % self.unit
        if lowest > reach:
            return reach, reach
        if highest > reach:
            return lowest, reach
        return lowest, highest if highest > lowest else lowest

    # Actions of the player to act

    def fold(self) -> None:
        self.drop(self.actor)
        self.pending -= 1
        self._next()

    def forfeit(self, chips: int) -> None:
        """Fold, and leave chips in the pot that match nothing. Rules: ANG-28."""
        place = self.actor
        self.dead[place] += self._put_in(place, chips)
        self.has_dead = True
        self.fold()

    def drop_out_of_turn(self, place: int) -> None:
        """Take a player out of the hand, wherever the turn is. The chips stay in."""
        if place == self.actor:
            self.fold()
            return
        if self.actor != NOBODY and self._is_pending(place):
            self.pending -= 1
        self.drop(place)
        is_done = not self.pending or len(self.live) == 1
        if self.actor != NOBODY and (is_done or (self.able_count == 1 and not self._is_behind(self.actor))):
            self.actor = NOBODY
        self._knows_bounds = False

    def _is_pending(self, place: int) -> bool:
        """The players who have yet to act are the next ``pending`` of those who can, from the one to act."""
        count = len(self.able)
        around = [at % count for at in range(self.actor, self.actor + count) if self.able[at % count]]
        return place in around[: self.pending]

    def drop(self, place: int) -> None:
        """Count a player out; what follows for the turn is the caller's."""
        self.folded[place] = True
        self.live.remove(place)
        if self.able[place]:
            self.able[place] = False
            self.able_count -= 1
        if self._lifts_before_capped and len(self.live) == 2 and self._cap is not None and self.counted < self._cap:
            self._uncapped = True

    def match(self) -> None:
        """Check, or call what is owed."""
        place = self.actor
        bets = self.bets
        owed = self.price - bets[place]
        if owed:
            stacks = self.stacks
            stack = stacks[place]
            if owed >= stack:
                owed = stack
                self.able[place] = False
                self.able_count -= 1
            stacks[place] = stack - owed
            bets[place] += owed
        self.acted[place] = self.counted + 1
        self.pending -= 1
        self._next()

    def post_bring_in(self) -> None:
        """Post the bring-in; the player acts again only if someone completes it."""
        place = self.actor
        self.bring_in_due = False
        self.price = self.bets[place] = self._put_in(place, self._stakes.bring_in)
        self.pending = self.able_count - self.able[place]
        self._next()

    def bet_to(self, to: int) -> None:
        """Bet or raise to a total that ``bounds`` allows."""
        place = self.actor
        chips = to - self.bets[place]
        stack = self.stacks[place] - chips
        self.stacks[place] = stack
        self.bets[place] = to
        self.bring_in_due = False
        step = to - self.base
        if step * self._reopen >= self.raise_size:
            self._count_raise(to)
        elif self._reopen == 1:
            self.base = to
        self.price = to
        self.has_two_bets = False
        self.acted[place] = self.counted + 1
        self.aggressor = place
        if not stack:
            self.able[place] = False
            self.able_count -= 1
            self.pending = self.able_count
        else:
            self.pending = self.able_count - 1
        self._next()

    def _count_raise(self, to: int) -> None:
        """A bet or raise that counts: what the next must add, and one more toward the cap."""
        step = to - self.price
        is_full = to - self.base >= self.raise_size
        if not self._is_fixed:
            self.raise_size = max(self.raise_size, step)
        elif self.has_two_bets:
            self.raise_size = max(self.least, step)
        self.base = to
        self.counted += 1
        if is_full:
            self.full = self.counted
