"""A drawn bracket in memory: its rows, its teams by seed, and the engine's state that says what follows from a result.

The engine decides; this module maps rows to seeds and back. It costs the same few queries for any number of teams.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from engine.tournament import bracket as engine
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from tournaments.models import (
    AT_A_STATION,
    BracketTournament,
    EuchreHand,
    Game,
    Match,
    MatchResult,
    MatchState,
    Outcome,
    ResultClaim,
    Team,
)
from tournaments.selectors.bracket.teams import sharing_tables

DECIDED_FIELDS = ("team_a", "team_b", "state", "outcome", "winner", "points_a", "points_b", "done_at")
STATION_FIELDS = ("station", "called_at", "started_at")
ATTENDANCE_FIELDS = ("here_a_at", "here_b_at", "last_call_a_at", "last_call_b_at")


@dataclass
class Board:
    """The bracket as a service changes it: `state` moves on, `touched` names the matches to be written."""

    tournament: BracketTournament
    rows: dict[int, Match]
    teams: dict[int, Team]
    state: engine.BracketState
    touched: set[int] = field(default_factory=set)

    def row_of(self, number: int) -> Match:
        """The row of a match. Raises RuleError: "no_such_match"."""
        return self.rows[self.state.bracket.match(number).number]

    def teams_in(self, number: int) -> tuple[Team | None, Team | None]:
        """The teams in the upper and the lower slot, None where nobody stands (yet)."""
        upper, lower = self.state.teams_of(number)
        return self._team(upper), self._team(lower)

    def record(self, number: int, result: engine.MatchResult) -> None:
        """Take a result; what follows by itself is decided with it. Raises RuleError as the engine."""
        self.state = self.state.record(number, result)
        self.touched |= {number, *self.state.below(number)}

    def withdraw(self, team: Team) -> None:
        """Take a team out for good: whoever meets it goes on. Raises RuleError as the engine."""
        self.state = self.state.withdraw(team.own_seed)
        self.touched |= self.rows.keys()

    def correct(self, plan: engine.CorrectionPlan) -> None:
        """Carry a correction out. Raises RuleError("plan_is_stale")."""
        self.state = plan.apply(self.state)
        self.touched |= {step.match for step in plan.steps}

    def go_back(self, number: int, results: dict[int, engine.MatchResult]) -> None:
        """Put the results of an earlier time in the place of those of a match and all that come of it.

        Raises RuleError as ``engine.bracket.start_bracket`` where they do not fit what has happened since.
        """
        self.state = engine.start_bracket(self.state.bracket, results, self.state.withdrawn)
        self.touched |= {number, *self.state.below(number)}

    def enter_late(self, number: int, team: Team) -> None:
        """Put a new team in the place of a bye; it gets the seed of the empty slot. Raises RuleError as the engine."""
        self.state, team.seed = engine.enter_late(self.state, number, self.begun)
        self.teams[team.seed] = team
        self.touched |= {number, *self.state.below(number)}

    def take_out_late(self, team: Team) -> None:
        """Make the place of a late team a bye again. The caller has made sure that its match has not begun."""
        number = self.first_match_of(team)
        shape = self.state.bracket
        seeds = self.teams.keys() - {team.seed}
        results = {played: result for played, result in self.state.results.items() if played != number}
        bracket = engine.build_bracket(shape.entries - 1, third_place=shape.third_place_match is not None, seeds=seeds)
        self.state = engine.start_bracket(bracket, results, self.state.withdrawn)
        self.touched |= {number, *self.state.below(number)}

    @property
    def begun(self) -> frozenset[int]:
        """Matches that are called or being played."""
        return frozenset(number for number, row in self.rows.items() if row.is_at_station)

    def first_match_of(self, team: Team) -> int:
        """The number of the match that a drawn team begins with; a bye counts."""
        return next(
            match.number for match in self.state.bracket.round_of(1) if engine.Seed(team.own_seed) in match.slots
        )

    def readmit(self, team: Team) -> None:
        """Let a withdrawn team play on. Raises RuleError as the engine."""
        self.state = self.state.readmit(team.own_seed)

    def take_back(self, number: int) -> None:
        """Take the result of a match back, with everything that followed from it by itself.

        The caller has made sure that no later match was decided by people. Raises RuleError("result_follows").
        """
        self.correct(engine.plan_undo(self.state, number))

    def write(
        self,
        *,
        press: Press,
        entered: int | None = None,
        cause: MatchResult | None = None,
        taken_back: MatchResult | None = None,
    ) -> MatchResult | None:
        """Bring the touched rows and the log of results in line with the state. Returns the line of what was entered.

        entered: the match whose result the press entered; the others follow from it, or from `cause`, a
        result of another bracket. taken_back: the correction that does not count any more; what it made void stands
        again.
        """
        again = MatchResult.objects.filter(match__tournament=self.tournament, voided_by=taken_back)
        kept = set(again.values_list("match_id", flat=True)) if taken_back else set[int]()
        changed = [
            self.rows[number] for number in sorted(self.touched) if self._follow_state(self.rows[number], press.at)
        ]
        Match.objects.bulk_update(changed, DECIDED_FIELDS + STATION_FIELDS + ATTENDANCE_FIELDS)
        ResultClaim.objects.filter(match__in=[row.pk for row in changed], closed_at__isnull=True).update(
            closed_at=press.at
        )
        void = self._void_results(changed, press)
        games = () if self.tournament.is_one_game else self._void_games(changed, press.at)
        hands = _void_hands(changed, press)
        for row in changed:
            if row.number == entered and row.is_decided:
                cause = self._log_line(row, press)
                cause.save()
        MatchResult.objects.bulk_create(
            self._log_line(row, Press(SYSTEM, press.at), came_of=cause)
            for row in changed
            if row.is_decided and row.number != entered and row.pk not in kept
        )
        if cause is not None:
            for model, pks in ((MatchResult, void), (Game, games), (EuchreHand, hands)):
                if pks:
                    model.objects.filter(pk__in=pks).update(voided_by=cause)
        if taken_back is not None:
            self._stand_again(taken_back, changed)
        self.touched.clear()
        return cause

    def _void_results(self, changed: Collection[Match], press: Press) -> list[int]:
        """Undo the results that stood in matches which have changed. Returns their keys."""
        standing = MatchResult.objects.filter(match__in=[row.pk for row in changed], undone_at__isnull=True)
        void = list(standing.values_list("pk", flat=True))
        if void:
            MatchResult.objects.filter(pk__in=void).update(
                undone_at=press.at, undone_in=self.tournament.version, undone_by_code=press.by.code
            )
        return void

    def _void_games(self, changed: Collection[Match], now: datetime) -> list[int]:
        """Undo the games that another pair played or that do not add up to the result, and the one that won a match
        which is open again. Returns their keys.
        """
        needed, undone = self.tournament.best_of // 2 + 1, list[int]()
        for row in changed:
            games = list(row.games.filter(undone_at__isnull=True))
            won = [[game.winner_slot for game in games].count(slot) for slot in (0, 1)]
            is_same_pair = all((game.team_a_id, game.team_b_id) == (row.team_a_id, row.team_b_id) for game in games)
            if is_same_pair and (not row.is_decided or won == [row.points_a, row.points_b]):
                games = games[-1:] if needed in won and not row.is_decided else []
            undone += [game.pk for game in games]
        Game.objects.filter(pk__in=undone).update(undone_at=now)
        return undone

    def _stand_again(self, correction: MatchResult, changed: Collection[Match]) -> None:
        """Restore what a correction had made void: results, and the games and hands of the pairs that are back."""
        MatchResult.objects.filter(match__tournament=self.tournament, voided_by=correction).update(
            undone_at=None, undone_in=0, undone_by_code="", voided_by=None
        )
        for row in changed:
            of_the_pair = Q(match=row, team_a=row.team_a, team_b=row.team_b, voided_by=correction)
            Game.objects.filter(of_the_pair).update(undone_at=None, voided_by=None)
            EuchreHand.objects.filter(of_the_pair).update(
                undone_at=None, undone_by_code="", undone_by_label="", voided_by=None
            )

    def _log_line(self, row: Match, press: Press, came_of: MatchResult | None = None) -> MatchResult:
        return MatchResult(
            match=row,
            team_a=row.team_a,
            team_b=row.team_b,
            winner=row.winner,
            outcome=row.outcome,
            points_a=row.points_a,
            points_b=row.points_b,
            entered_at=press.at,
            entered_in=self.tournament.version,
            by_code=press.by.code,
            by_label=press.by.label,
            came_of=came_of,
        )

    @property
    def is_over(self) -> bool:
        """Whether every match has its result."""
        return len(self.state.results) == len(self.rows)

    def _follow_state(self, row: Match, now: datetime) -> bool:
        """Set the fields of a row; whether anything changed."""
        before = [getattr(row, name) for name in DECIDED_FIELDS]
        stood = (row.team_a, row.team_b)
        row.team_a, row.team_b = self.teams_in(row.number)
        # Who said to be here for this match does not speak for the team that comes instead.
        if row.team_a != stood[0]:
            row.here_a_at = row.last_call_a_at = None
        if row.team_b != stood[1]:
            row.here_b_at = row.last_call_b_at = None
        result = self.state.results.get(row.number)
        if result is None:
            self._reopen(row, same_teams=stood == (row.team_a, row.team_b))
        else:
            row.state, row.outcome = MatchState.DONE, Outcome(result.outcome)
            row.winner = self._team(result.winner)
            row.points_a, row.points_b = result.points or (None, None)
            if before != [getattr(row, name) for name in DECIDED_FIELDS]:
                row.done_at = now
        return before != [getattr(row, name) for name in DECIDED_FIELDS]

    def _reopen(self, row: Match, *, same_teams: bool) -> None:
        was_decided = row.is_decided
        row.outcome, row.winner, row.points_a, row.points_b, row.done_at = "", None, None, None, None
        if row.team_a is None or row.team_b is None:
            row.state = MatchState.WAITING
        elif not same_teams:
            # What another pair has begun does not count for these two: they are called again.
            row.state = MatchState.READY
        elif was_decided and row.started_at is not None and self._is_free(row.station):
            row.state = MatchState.PLAYING
            return
        elif was_decided:
            row.state = MatchState.READY
        else:
            return
        row.station = row.called_at = row.started_at = None

    def _is_free(self, station: int | None) -> bool:
        if station in {row.station for row in self.rows.values() if row.is_at_station}:
            return False
        others = sharing_tables(self.tournament).exclude(pk=self.tournament.pk)
        return not Match.objects.filter(tournament__in=others, station=station, state__in=AT_A_STATION).exists()

    def _team(self, seed: int | None) -> Team | None:
        return None if seed is None else self.teams[seed]


def read_board(tournament: BracketTournament) -> Board:
    """The board of a drawn bracket: two queries. The caller holds the tournament's lock if it means to write."""
    teams = {team.own_seed: team for team in tournament.teams.filter(seed__isnull=False)}
    seeds = {team.pk: seed for seed, team in teams.items()}
    of_key: dict[int | None, Team] = {team.pk: team for team in teams.values()}
    rows = {row.number: row for row in tournament.matches.all()}
    for row in rows.values():
        # The rows share the team objects, so that a change of status is seen everywhere and costs no query.
        row.team_a, row.team_b, row.winner = (of_key.get(pk) for pk in (row.team_a_id, row.team_b_id, row.winner_id))
    # With three entries there was no third-place match, and a fourth that came late does not make one.
    has_third_place = any(row.is_for_third_place for row in rows.values())
    # Not the tournament's own number of entries: a late team may have come since a page read it.
    shape = engine.build_bracket(len(teams), third_place=has_third_place, seeds=teams)
    results = {number: engine_result_of(row, seeds) for number, row in rows.items() if row.is_decided}
    withdrawn = [seed for seed, team in teams.items() if team.is_withdrawn]
    return Board(tournament, rows, teams, engine.start_bracket(shape, results, withdrawn))


def new_rows(tournament: BracketTournament, teams: dict[int, Team], now: datetime) -> Iterator[Match]:
    """The rows of a bracket that has just been drawn, byes moved on. The caller stores them."""
    state = engine.start_bracket(engine.build_bracket(len(teams), third_place=tournament.third_place))
    for match in state.bracket.matches:
        upper, lower = state.teams_of(match.number)
        feeders = [getattr(slot, "match", None) for slot in match.slots]
        row = Match(
            tournament=tournament,
            number=match.number,
            round=match.round,
            position=match.position,
            is_for_third_place=match.is_for_third_place,
            feeder_a=feeders[0],
            feeder_b=feeders[1],
            team_a=None if upper is None else teams.get(upper),
            team_b=None if lower is None else teams.get(lower),
            state=MatchState.READY if state.is_ready(match.number) else MatchState.WAITING,
        )
        if match.is_bye:
            row.state, row.outcome, row.winner, row.done_at = (
                MatchState.DONE,
                Outcome.BYE,
                row.team_a or row.team_b,
                now,
            )
        yield row


def engine_result_of(row: Match | MatchResult, seeds: Mapping[int, int]) -> engine.MatchResult:
    """A decided match, or a line of its log, as the engine has it. seeds: by the key of the team."""
    slots: dict[int | None, int] = {row.team_a_id: 0, row.team_b_id: 1}
    of_key: dict[int | None, int] = dict(seeds.items())
    return engine.MatchResult(
        winner_slot=None if row.winner_id is None else slots[row.winner_id],
        outcome=engine.Outcome(row.outcome),
        seeds=(of_key.get(row.team_a_id), of_key.get(row.team_b_id)),
        points=None if row.points_a is None or row.points_b is None else (row.points_a, row.points_b),
    )


def _void_hands(changed: Collection[Match], press: Press) -> list[int]:
    """Take off the hands that another pair played. Returns their keys."""
    pairs = {row.pk: (row.team_a_id, row.team_b_id) for row in changed}
    standing = EuchreHand.objects.filter(match__in=pairs, undone_at__isnull=True)
    found = standing.values_list("pk", "match_id", "team_a_id", "team_b_id")
    void = [pk for pk, match_id, *pair in found if tuple(pair) != pairs[match_id]]
    if void:
        standing.filter(pk__in=void).update(
            undone_at=press.at, undone_by_code=press.by.code, undone_by_label=press.by.label
        )
    return void
