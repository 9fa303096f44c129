"""A match of euchre: deals follow each other, points add up to games, and games to the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from engine.errors import RuleError
from engine.euchre.catalogue import USUAL, house_of, overrides_of
from engine.euchre.deal import next_dealer
from engine.euchre.deck import SEATS
from engine.euchre.hand.finished import Finished
from engine.euchre.house import EuchreHouse
from engine.euchre.result import NO_POINTS, DealResult, points_of
from engine.euchre.scoring import Points, Side, game_winner, match_winner
from engine.hints import plain

FORMAT = 1
MOST_GAMES = 99
"""The longest match, in games."""

NO_GAMES: Points = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
@plain
class EuchreMatch:
    """A match between team 0 (seats 0 and 2) and team 1, after the deals so far.

    best_of: games, 1 unless the event says otherwise. first_dealer: the seat that dealt first. deals: how each deal
    ended, thrown-in ones too. points: of the game in play, or of the last one once the match is over. games: won so
    far. dealer: who deals next. Points, games and dealer follow from the rest.

    Raises RuleError: "even_best_of", "bad_match", "match_over".
    Rules: EUC-2, EUC-10, EUC-16.
    """

    house: EuchreHouse = USUAL
    best_of: int = 1
    first_dealer: int = 0
    deals: tuple[DealResult, ...] = ()
    points: Points = field(init=False)
    games: Points = field(init=False)

    def __post_init__(self) -> None:
        if self.first_dealer not in range(SEATS):
            raise _bad(f"its first dealer is not a seat, 0 to {SEATS - 1}")
        if self.best_of > MOST_GAMES:
            raise _bad(f"it is longer than {MOST_GAMES} games")
        points, games = NO_POINTS, NO_GAMES
        match_winner(games, best_of=self.best_of)
        for number, result in enumerate(self.deals, start=1):
            if match_winner(games, best_of=self.best_of) is not None:
                raise _over(number)
            if game_winner(points, self.house.scale) is not None:
                points = NO_POINTS
            points = _sum(points, points_of(result, self.house.scale))
            winner = game_winner(points, self.house.scale)
            if winner is not None:
                games = _sum(games, (1, 0) if winner == 0 else (0, 1))
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "games", games)

    @property
    def dealer(self) -> int:
        """Who deals next; the deal goes on clockwise from deal to deal and from game to game. Rules: EUC-2, EUC-10."""
        seat = self.first_dealer
        for _ in self.deals:
            seat = next_dealer(seat)
        return seat

    @property
    def winner(self) -> int | None:
        """The team, 0 or 1, that has won the match; None while it goes on. Rules: EUC-16."""
        return match_winner(self.games, best_of=self.best_of)

    def with_result(self, result: DealResult) -> EuchreMatch:
        """The match after one more deal, settled from makers, tricks and alone only. Raises RuleError: "match_over"."""
        return replace(self, deals=(*self.deals, result))

    def with_hand(self, hand: Finished) -> EuchreMatch:
        """The match after a hand that was played here.

        Raises RuleError: "match_over", "other_dealer", "other_house".
        Rules: EUC-2, EUC-16.
        """
        if hand.deal.dealer != self.dealer:
            raise RuleError(
                "other_dealer",
                f"Seat {hand.deal.dealer} dealt this hand, but it was the deal of seat {self.dealer}. Enter that hand.",
                rules=("EUC-2",),
                dealer=self.dealer,
            )
        if hand.deal.house != self.house:
            raise RuleError(
                "other_house", f"The hand was not played by the settings of this match ({self.house.name}). Deal again."
            )
        return self.with_result(hand.result)

    def without_last(self) -> EuchreMatch:
        """The match before its last deal. Raises RuleError: "nothing_to_undo"."""
        if not self.deals:
            raise RuleError("nothing_to_undo", "No deal has been entered in this match yet.", deals=0)
        return replace(self, deals=self.deals[:-1])


def match_json(match: EuchreMatch) -> dict[str, object]:
    """A match as JSON values; ``read_match`` gives the same match back."""
    return {
        "format": FORMAT,
        "house": match.house.key,
        "overrides": overrides_of(match.house),
        "best_of": match.best_of,
        "first_dealer": match.first_dealer,
        "deals": [result_json(result) for result in match.deals],
    }


def read_match(data: object) -> EuchreMatch:
    """A stored match. Raises RuleError: "bad_match", "match_over", and what refuses a part of it."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise _bad(f"it is not of format {FORMAT}")
    deals = data.get("deals")
    if not isinstance(deals, list):
        raise _bad("its deals are not a list")
    return EuchreMatch(
        house=house_of(data.get("house"), data.get("overrides")),
        best_of=_whole(data.get("best_of"), "best_of"),
        first_dealer=_whole(data.get("first_dealer"), "first_dealer"),
        deals=tuple(read_result(deal) for deal in deals),
    )


def result_json(result: DealResult) -> dict[str, object]:
    """How a deal ended as JSON values."""
    return {each.name: getattr(result, each.name) for each in fields(result)}


def read_result(data: object) -> DealResult:
    """How a deal ended: ``makers`` and, where they apply, ``tricks``, ``makers_alone``, ``defender_alone``,
    ``revoke_by``.

    Raises RuleError: "bad_match", "result_unclear", "tricks_out_of_range".
    """
    known = {each.name for each in fields(DealResult)}
    if not isinstance(data, Mapping) or "makers" not in data or (set(data) - known):
        raise _bad(f"a deal is an object of makers and any of {', '.join(sorted(known - {'makers'}))}")
    makers, revoke_by = data["makers"], data.get("revoke_by")
    alone, defending = data.get("makers_alone", False), data.get("defender_alone", False)
    if not isinstance(alone, bool) or not isinstance(defending, bool):
        raise _bad("who played alone is true or false")
    sides = {side.value: side for side in Side}
    if revoke_by is not None and (not isinstance(revoke_by, str) or revoke_by not in sides):
        raise _bad(f"a revoke is by {' or '.join(sides)}")
    return DealResult(
        makers=None if makers is None else _whole(makers, "makers"),
        tricks=_whole(data.get("tricks", 0), "tricks"),
        makers_alone=alone,
        defender_alone=defending,
        revoke_by=None if revoke_by is None else sides[revoke_by],
    )


def _sum(points: Points, more: Points) -> Points:
    return points[0] + more[0], points[1] + more[1]


def _whole(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**6:
        raise _bad(f"its {what} is not a whole number")
    return value


def _over(number: int) -> RuleError:
    return RuleError(
        "match_over",
        f"The match was won before deal {number}. Start a new match, or take a deal back.",
        rules=("EUC-16",),
        deal=number,
    )


def _bad(claim: str) -> RuleError:
    return RuleError("bad_match", f"This is not a stored euchre match: {claim}. Send what the match was stored as.")
