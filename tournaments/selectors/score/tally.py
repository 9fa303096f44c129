"""How the hands of a match add up: which count, the score after each, who has won which game, and who deals next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.euchre.deal import next_dealer
from engine.euchre.deck import SEATS
from engine.euchre.result import NO_POINTS, DealResult
from engine.euchre.scoring import EuchreScale, Points, Side, game_winner
from tournaments.models import EuchreHand, Game


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A hand with the score after it. counts: False after the game was over, as a correction of an earlier hand can
    leave one, and while an earlier game is open again.
    """

    row: EuchreHand
    score: Points
    counts: bool


@dataclass(frozen=True, slots=True)
class GameTally:
    """A game by its hands; as it was entered where staff have done so. winner_slot: None while it goes on."""

    number: int
    hands: tuple[CountedHand, ...]
    points: Points
    winner_slot: int | None
    is_entered: bool

    @property
    def is_told_by_hands(self) -> bool:
        """Whether the hands that count come to its score."""
        counted = [hand.score for hand in self.hands if hand.counts]
        return (counted[-1] if counted else NO_POINTS) == self.points


@dataclass(frozen=True, slots=True)
class MatchTally:
    """A match by its games. games_won: of both teams. winner_slot: None while it goes on."""

    games: tuple[GameTally, ...]
    games_won: Points
    winner_slot: int | None

    @property
    def game(self) -> GameTally:
        """The game that is played now, or the last one once the match is over."""
        decided = [game for game in self.games if game.winner_slot is not None]
        if self.winner_slot is not None:
            return decided[-1]
        return next(game for game in self.games if game.winner_slot is None)

    @property
    def next_number(self) -> int:
        """The number of the hand to come in that game."""
        return len(self.game.hands) + 1


def tally(rows: Sequence[EuchreHand], entered: Mapping[int, Game], *, scale: EuchreScale, best_of: int) -> MatchTally:
    """The hands of a match added up, in the order of their numbers. entered: games that stand, by their number.
    scale: of the bracket.

    Rules: EUC-16.
    """
    needed = best_of // 2 + 1
    games: list[GameTally] = []
    won = NO_POINTS
    for number in range(1, best_of + 1):
        is_open = needed not in won and (not games or games[-1].winner_slot is not None)
        hands = [row for row in rows if row.game == number]
        if not is_open and not hands:
            break
        game = _game(number, hands, entered.get(number), scale, is_open=is_open)
        games.append(game)
        if game.winner_slot is not None:
            won = (won[0] + 1, won[1]) if game.winner_slot == 0 else (won[0], won[1] + 1)
    return MatchTally(tuple(games), won, won.index(needed) if needed in won else None)


def _game(
    number: int, rows: Sequence[EuchreHand], entered: Game | None, scale: EuchreScale, *, is_open: bool
) -> GameTally:
    points, winner = NO_POINTS, None
    hands = []
    for row in rows:
        counts = is_open and winner is None
        if counts:
            points = (points[0] + row.points[0], points[1] + row.points[1])
            winner = game_winner(points, scale)
        hands.append(CountedHand(row, points, counts))
    if entered is not None:
        points, winner = (entered.points_a, entered.points_b), entered.winner_slot
    return GameTally(number, tuple(hands), points, winner, is_entered=entered is not None)


def result_of(row: EuchreHand) -> DealResult:
    """A stored hand as the engine has it."""
    return DealResult(
        makers=row.makers_slot,
        tricks=row.tricks,
        makers_alone=row.makers_alone,
        defender_alone=row.defender_alone,
        revoke_by=Side(row.revoke_by) if row.revoke_by else None,
    )


def possible_dealers(match: MatchTally, slots: Mapping[int, int]) -> frozenset[int]:
    """Who can be the next to deal, as far as the table has told who dealt: one player as soon as that is certain.

    slots: of the four players, by their id: 0 in the upper team, 1 in the lower. Rules: EUC-2, EUC-10.
    """
    possible = frozenset(slots)
    for passed, dealer in enumerate(_dealers_backwards(match), start=1):
        if dealer is None or dealer not in slots:
            continue
        seat = 0
        for _ in range(passed % SEATS):
            seat = next_dealer(seat)
        # Seats are counted from this dealer: the partner sits at 2, and at 1 and 3 one of the others each.
        partners = frozenset(player for player, slot in slots.items() if slot == slots[dealer])
        at_seat = {0: frozenset({dealer}), 2: partners - {dealer}}.get(seat, frozenset(slots) - partners)
        possible = (possible & at_seat) or possible
        if len(possible) == 1:
            break
    return possible


def _dealers_backwards(match: MatchTally) -> list[int | None]:
    """Who dealt each hand that counts, the last one first, as far as no game was entered without its hands."""
    found: list[int | None] = []
    for game in reversed(match.games):
        if not game.is_told_by_hands:
            break
        found += [hand.row.dealer_id for hand in reversed(game.hands) if hand.counts]
    return found
