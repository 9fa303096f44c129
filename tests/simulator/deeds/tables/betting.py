"""A second model of the betting in a hand of hold'em that is played action by action. It reads what everybody sees and
the hand's log, and says what an action must change, and which must be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

ACTIONS = ("fold", "check", "call", "bet")
BOARDS = {"flop": 3, "turn": 1, "river": 1}
"""Cards that come, by the street."""
RAISES = 2
"""So many bets in a round are under every house's cap."""


@dataclass(frozen=True)
class Stack:
    """What a seat has before it, has bet in this round and put in altogether."""

    chips: int
    bet: int
    put_in: int
    is_live: bool

    @property
    def acts(self) -> bool:
        """Whether it can still bet or fold."""
        return self.is_live and self.chips > 0

    @property
    def reach(self) -> int:
        return self.chips + self.bet


@dataclass(frozen=True)
class Round:
    """A betting round as it stands. seats: in the order of acting. waits: seats that have yet to act, the next first;
    the hand is over where one seat is left, and the round where nobody waits.
    """

    seats: Mapping[int, Stack]
    waits: tuple[int, ...]
    log: Sequence[Sequence[Any]]
    stakes: Mapping[str, Any]
    street: str

    @property
    def turn(self) -> int:
        return self.waits[0]

    @property
    def price(self) -> int:
        """What everybody must come to; the blind, though who posted it had less."""
        blind = self.stakes["big_blind"] if self.street == "preflop" else 0
        return max(blind, *(stack.bet for stack in self.seats.values()))

    @property
    def owed(self) -> int:
        """What the next to act adds with a call."""
        stack = self.seats[self.turn]
        return min(self.price - stack.bet, stack.chips)

    @property
    def bets(self) -> list[int]:
        """The totals that were bet to in this round."""
        return [entry[-1] for entry in self.log if entry[0] == "bet"]

    def may_raise(self) -> bool:
        """Whether it is certain that the next to act may bet or raise; where limits cap it sooner, it may be."""
        others = [stack for seat, stack in self.seats.items() if seat != self.turn and stack.acts]
        return (
            len(self.bets) < RAISES
            and self.seats[self.turn].reach > self.price
            and any(stack.reach > self.price for stack in others)
            and self._is_plain()
        )

    def bounds(self, unit: int) -> tuple[int, int] | None:
        """The least and the most that the next to act bets or raises to; None where that takes more than this model."""
        if not self._is_plain() or self.stakes["structure"] not in ("no_limit", "pot_limit"):
            return None
        own, blind = self.seats[self.turn], self.stakes["big_blind"]
        steps = [blind]
        price = blind if self.street == "preflop" else 0
        for to in self.bets:
            steps.append(to - price)
            price = to
        most = own.reach
        if self.stakes["structure"] == "pot_limit":
            pot = sum(stack.put_in for stack in self.seats.values())
            most = self.price + pot + self.price - own.bet
        if self.stakes["ceiling"] is not None:
            most = min(most, self.price + self.stakes["ceiling"])
        least = min(self.price + max(steps), own.reach)
        return least, max(least, min(most - most % unit, own.reach))

    def _is_plain(self) -> bool:
        """No bet was all in for less than a raise, and nobody posted less than the blind."""
        last = self.stakes["big_blind"] if self.street == "preflop" else 0
        steps = []
        for to in self.bets:
            steps.append(to - last)
            last = to
        return all(step >= self.stakes["big_blind"] for step in steps) and sorted(steps) == steps

    def after(self, verb: str, to: int = 0) -> Round:
        """The round after that of the next to act. to: the total of a bet."""
        seat, own = self.turn, self.seats[self.turn]
        if verb == "fold":
            own = replace(own, is_live=False)
        else:
            chips = (to - own.bet) if verb == "bet" else self.owed
            own = replace(own, chips=own.chips - chips, bet=own.bet + chips, put_in=own.put_in + chips)
        seats = {**self.seats, seat: own}
        left = self.waits[1:]
        if verb == "bet":
            order = list(seats)
            at = order.index(seat)
            left = tuple(each for each in order[at + 1 :] + order[:at] if seats[each].acts)
        return replace(self, seats=seats, waits=_still(seats, left))


def round_of(view: Mapping[str, Any], stored: Mapping[str, Any]) -> Round:
    """As everybody sees the hand, and as its log tells of it."""
    log = stored["log"]
    begins = max((at for at, entry in enumerate(log) if entry[0] in ("board", "redeal")), default=-1) + 1
    seats = {row["seat"]: Stack(row["stack"], row["bet"], row["contributed"], row["is_live"]) for row in view["seats"]}
    acted = [(entry[0], entry[1]) for entry in log[begins:] if entry[0] in ACTIONS]
    last = max((at for at, (verb, _) in enumerate(acted) if verb == "bet"), default=0)
    done = {seat for _, seat in acted[last:]}
    order = list(seats)
    at = order.index(view["turn"])
    waits = tuple(seat for seat in order[at:] + order[:at] if seats[seat].acts and seat not in done)
    return Round(seats, waits, log[begins:], stored["stakes"], view["street"])


def is_known(stored: Mapping[str, Any]) -> bool:
    """Whether this model knows the hand: hold'em without antes, straddles, or anything ruled or done out of turn."""
    plain = {"hole", "board", *ACTIONS}
    forced = stored["forced"]
    return (
        stored["game"] == "holdem"
        and not stored["overrides"]
        and not forced["antes"]
        and not forced["dead"]
        and forced["bets_counted"] == 1
        and len(forced["blinds"]) <= 2
        and all(entry[0] in plain for entry in stored["log"])
    )


def faults_after(expected: Round, view: Mapping[str, Any]) -> Iterator[str]:
    """What everybody sees, against the round as it must be now."""
    live = [seat for seat, stack in expected.seats.items() if stack.is_live]
    if len(live) == 1:
        phase = "over"
    elif expected.waits:
        phase = "betting"
    else:
        phase = "showdown" if expected.street == "river" else "deal"
    if view["phase"] != phase:
        yield f"the hand waits for {view['phase']}, not for {phase}"
    elif phase == "betting" and view["turn"] != expected.turn:
        yield f"seat {view['turn']} is to act, not seat {expected.turn}"
    for row in view["seats"]:
        due = expected.seats[row["seat"]]
        found = Stack(row["stack"], row["bet"] if phase == "betting" else due.bet, row["contributed"], row["is_live"])
        if found != due:
            yield f"seat {row['seat']} is {found}, not {due}"


def _still(seats: Mapping[int, Stack], waits: Sequence[int]) -> tuple[int, ...]:
    """Those that wait, where there is anything left to decide."""
    able = [seat for seat, stack in seats.items() if stack.acts]
    live = [seat for seat, stack in seats.items() if stack.is_live]
    if len(live) == 1:
        return ()
    if len(able) == 1 and all(seats[seat].bet <= seats[able[0]].bet for seat in live):
        return ()
    return tuple(waits)
