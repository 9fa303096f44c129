"""The score sheet of a match as plain values, for the phone at its table, staff and programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from urllib.parse import urlencode

from engine.euchre.result import DealResult, called
from engine.euchre.scoring import Points
from engine.euchre.told import Upcard
from eventnight.events.house_settings.euchre_course import euchre_course_lines
from eventnight.events.house_settings.euchre_rules import RuleLine, euchre_rule_lines
from tournaments.models import EuchreHand, Game
from tournaments.selectors.bracket.values import BracketView, MatchView, TeamView
from tournaments.selectors.score.tally import CountedHand, GameTally, MatchTally, possible_dealers, result_of, tally

MADE_BY: Mapping[str, str] = MappingProxyType(
    {"": "named", Upcard.ACCEPTED: "accepted", Upcard.TURNED_DOWN: "named", Upcard.BENNY: "named"}
)
"""How trump was made, by what became of the turned card."""
TURNED_UP: Mapping[str, str] = MappingProxyType(
    {
        "": "",
        Upcard.ACCEPTED: "the turned card was accepted",
        Upcard.TURNED_DOWN: "the turned card was turned down",
        Upcard.BENNY: "the Benny was turned up",
    }
)


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player of one of the two teams, by the name that public pages show. slot: 0 in the upper team. has_left: for a
    substitute.
    """

    id: int
    code: str
    name: str
    slot: int
    has_left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A hand that was entered. makers, scorers: None if it was thrown in. points: of both teams; score: after it.

    counts: False for a hand after its game was over, which a correction of an earlier one can leave.
    """

    id: int
    game: int
    number: int
    makers: TeamView | None
    scorers: TeamView | None
    result: DealResult
    trump: str
    upcard: str
    maker: TablePlayer | None
    dealer: TablePlayer | None
    lone_maker: TablePlayer | None
    points: Points
    score: Points
    counts: bool
    by_label: str
    entered_at: datetime

    @property
    def people(self) -> tuple[TablePlayer, ...]:
        """Whom the table named, each once."""
        named = (self.maker, self.dealer, self.lone_maker)
        return tuple(dict.fromkeys(player for player in named if player is not None))

    @property
    def word(self) -> str:
        """What the table calls it: "march"."""
        return called(self.result).word

    @property
    def rule(self) -> str:
        """The rule that gives its points."""
        return called(self.result).rule

    @property
    def worth(self) -> int:
        return max(self.points)

    @property
    def told(self) -> str:
        """What the table told of trump and of who played alone: "Hearts, ordered up by Ada L, alone"."""
        maker = f"{self._made} by {self.maker.name}" if self.maker else TURNED_UP[self.upcard]
        benny = TURNED_UP[self.upcard] if self.maker and self.upcard == Upcard.BENNY else ""
        alone = f"{'' if self.lone_maker == self.maker else self.lone_maker.name} alone" if self.lone_maker else ""
        parts = ", ".join(part.strip() for part in (self.trump, benny, maker, alone) if part)
        return parts[:1].upper() + parts[1:]

    @property
    def _made(self) -> str:
        """How the maker made trump; of a card that was accepted as far as who dealt was told. Rules: EUC-6, EUC-7."""
        if self.upcard != Upcard.ACCEPTED or self.maker is None or self.dealer is None:
            return MADE_BY[self.upcard]
        if self.maker == self.dealer:
            return "taken up"
        return "accepted" if self.maker.slot == self.dealer.slot else "ordered up"

    @property
    def says(self) -> str:
        """The hand in a few words: "Ada L & Bob M +2, march"."""
        return hand_text(self.result, self.points, self.scorers.name if self.scorers else "")

    @property
    def score_text(self) -> str:
        """The score after it, the upper team first: "8–6"."""
        return f"{self.score[0]}–{self.score[1]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSheet:
    """A game by its hands, or as staff entered it. winner: None while it goes on."""

    number: int
    hands: tuple[HandView, ...]
    points: Points
    winner: TeamView | None
    is_entered: bool

    @property
    def score(self) -> str:
        """The upper team's points first: "8–6"."""
        return f"{self.points[0]}–{self.points[1]}"

    @property
    def newest_first(self) -> tuple[HandView, ...]:
        return self.hands[::-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """A match hand by hand. game: played now, or the last one once the match is over. games_won: of both teams.

    players: the four, upper team first. dealers: of whom one deals the next hand; one player once that is certain.
    """

    bracket: BracketView
    match: MatchView
    games: tuple[GameSheet, ...]
    game: GameSheet
    games_won: Points
    winner: TeamView | None
    next_number: int
    players: tuple[TablePlayer, ...]
    dealers: tuple[TablePlayer, ...]

    @property
    def rules(self) -> list[RuleLine]:
        """The euchre rules of the table in words: how a hand goes, then what its house decides."""
        return [*euchre_course_lines(self.bracket.rules), *euchre_rule_lines(self.bracket.rules)]

    @property
    def team_numbers(self) -> tuple[int, ...]:
        return tuple(team.number for team in self.match.teams)

    @property
    def is_open(self) -> bool:
        """Whether a hand can be entered: the match is at its table and its last game is not over."""
        return self.match.may.score and self.winner is None

    @property
    def is_begun(self) -> bool:
        return any(game.hands or game.is_entered for game in self.games)

    @property
    def next_dealer(self) -> TablePlayer | None:
        """Who deals the next hand, where that is certain and one is to come."""
        return self.dealers[0] if len(self.dealers) == 1 and self.winner is None else None

    @property
    def is_dealer_asked(self) -> bool:
        """Whether the phone asks who dealt: for the first two hands; from then on it knows, or the table does not
        care.
        """
        return sum(len(game.hands) for game in self.games) < 2

    @property
    def games_newest_first(self) -> tuple[GameSheet, ...]:
        return self.games[::-1]

    @property
    def last_hand(self) -> HandView | None:
        """The hand that can be undone."""
        return next((game.hands[-1] for game in reversed(self.games) if game.hands), None)

    @property
    def game_to_enter(self) -> GameSheet | None:
        """The first game of a best of three that staff have not entered, if its hands have ended it."""
        if self.bracket.is_one_game:
            return None
        found = next((game for game in self.games if not game.is_entered), None)
        return found if found is not None and found.winner is not None else None

    @property
    def final_score(self) -> Points:
        """What is reported of the match, the upper team first: points of its one game, else games won."""
        return self.game.points if self.bracket.is_one_game else self.games_won

    @property
    def sides(self) -> tuple[tuple[TeamView, int, int], tuple[TeamView, int, int]]:
        """Of each team: who it is, its points in the game, the games it has won."""
        upper, lower = self.match.teams
        return (upper, self.game.points[0], self.games_won[0]), (lower, self.game.points[1], self.games_won[1])

    @property
    def text(self) -> str:
        """The score as it runs, the upper team first: "8–6"; in a best of three "1–0 in games, 8–6"."""
        if self.bracket.is_one_game:
            return self.game.score
        games = f"{self.games_won[0]}–{self.games_won[1]} in games"
        return games if self.winner else f"{games}, {self.game.score}"

    @property
    def report_query(self) -> str:
        """The fields of the form for the result filled in with the match, once it is over."""
        return self._query(self.winner, self.final_score)

    @property
    def report_fields(self) -> dict[str, str | int]:
        """The same, field by field."""
        return self._fields(self.winner, self.final_score)

    @property
    def game_query(self) -> str:
        """The fields of the form for a game filled in with the one that staff have to enter, if there is one."""
        game = self.game_to_enter
        return f"game={game.number}&{self._query(game.winner, game.points)}" if game else ""

    def _query(self, winner: TeamView | None, points: Points) -> str:
        return urlencode(self._fields(winner, points))

    def _fields(self, winner: TeamView | None, points: Points) -> dict[str, str | int]:
        if winner is None:
            return {}
        loser = next(team for team in self.match.teams if team != winner)
        return {
            "winner": f"{winner.number}-{loser.number}",
            "winner_points": max(points),
            "loser_points": min(points),
        }

    def hand(self, hand_id: int) -> HandView | None:
        """The hand of that id, if it stands."""
        return next((hand for game in self.games for hand in game.hands if hand.id == hand_id), None)


def hand_text(result: DealResult, points: Points, scorers: str) -> str:
    """A hand in a few words: "Ada L & Bob M +2, march", "Thrown in"."""
    word = called(result).word
    return f"{scorers} +{max(points)}, {word}" if scorers else word.capitalize()


def sheet_of(
    view: BracketView,
    match: MatchView,
    rows: Sequence[EuchreHand],
    entered: Mapping[int, Game],
    people: Sequence[TablePlayer],
) -> ScoreSheet:
    """The sheet that these hands make. rows: in the order of their numbers; entered: games that stand, by number.
    people: the four, and whoever has left.
    """
    players = [player for player in people if not player.has_left]
    added_up = tally(rows, entered, scale=view.rules.scale, best_of=view.best_of)
    games = {game.number: _game(match, game, people) for game in added_up.games}
    return ScoreSheet(
        bracket=view,
        match=match,
        games=tuple(games.values()),
        game=games[added_up.game.number],
        games_won=added_up.games_won,
        winner=_team(match, added_up.winner_slot),
        next_number=added_up.next_number,
        players=tuple(players),
        dealers=_dealers(added_up, players),
    )


def _dealers(added_up: MatchTally, players: Sequence[TablePlayer]) -> tuple[TablePlayer, ...]:
    possible = possible_dealers(added_up, {player.id: player.slot for player in players})
    return tuple(player for player in players if player.id in possible)


def _game(match: MatchView, game: GameTally, players: Sequence[TablePlayer]) -> GameSheet:
    by_id = {player.id: player for player in players}
    return GameSheet(
        number=game.number,
        hands=tuple(_hand(match, hand, by_id) for hand in game.hands),
        points=game.points,
        winner=_team(match, game.winner_slot),
        is_entered=game.is_entered,
    )


def _hand(match: MatchView, hand: CountedHand, players: Mapping[int, TablePlayer]) -> HandView:
    row = hand.row
    return HandView(
        id=row.pk,
        game=row.game,
        number=row.number,
        makers=_team(match, row.makers_slot),
        scorers=_team(match, row.scorers_slot),
        result=result_of(row),
        trump=row.trump,
        upcard=row.upcard,
        maker=players.get(row.maker_id or 0),
        dealer=players.get(row.dealer_id or 0),
        lone_maker=players.get(row.lone_maker_id or 0),
        points=row.points,
        score=hand.score,
        counts=hand.counts,
        by_label=row.by_label,
        entered_at=row.entered_at,
    )


def _team(match: MatchView, slot: int | None) -> TeamView | None:
    return None if slot is None else match.slots[slot].team
