"""The laws of a bracket whatever a handful of staff do to it, in any order: results, corrections, undos, withdrawals,
late teams, calls, and a consolation bracket beside it. Whoever is refused has changed nothing.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from engine.errors import Refusal
from engine.tournament.bracket import consolation_field
from eventnight.core.actors import Actor
from eventnight.core.press import Press
from tests.factories import after, make_player, make_players
from tests.pressing import keyed
from tests.tournaments.nights import drawn_bracket, match_of
from tournaments.models import AT_A_STATION, BracketStatus, BracketTournament, Match, MatchResult, MatchState, Outcome
from tournaments.selectors.bracket.teams import present_players
from tournaments.services.bracket.attendance import check_in_team
from tournaments.services.bracket.bracket_board import read_board
from tournaments.services.bracket.consolation import draw_consolation
from tournaments.services.bracket.matches import call_match, start_match, undo_call
from tournaments.services.bracket.opening import withdraw_team
from tournaments.services.bracket.results.corrections import NewResult, correct_result, undo_correction
from tournaments.services.bracket.results.outcomes import DoubleNoShow, PlayedResult, Retirement, Walkover
from tournaments.services.bracket.results.reports import report_result
from tournaments.services.bracket.results.result_undo import readmit_team, undo_result
from tournaments.services.bracket.results.results import enter_outcome
from tournaments.services.bracket.teams.late import enter_late, undo_late_entry
from tournaments.services.bracket.teams.substitutes import substitute_player

STAFF = [Actor(code=f"staff-{number}", label=name) for number, name in enumerate(("Nora T", "Piet S", "Rosa L"), 1)]
PICK = st.integers(min_value=0, max_value=10_000)
MINUTES = count(1)


class Evening(RuleBasedStateMachine):
    """One bracket, and everything that can be done to it."""

    @initialize(teams=st.integers(min_value=3, max_value=9), third_place=st.booleans())
    def draw(self, teams, third_place):
        self.night = transaction.atomic()
        self.night.__enter__()
        self.main = drawn_bracket(teams, third_place=third_place, consolation=True, stations=2)
        self.expected_entries = teams

    def teardown(self):
        if hasattr(self, "night"):
            transaction.set_rollback(True)
            self.night.__exit__(None, None, None)

    @rule(pick=PICK, slot=st.sampled_from((0, 1)), how=st.sampled_from(("played", "walkover", "retired", "nobody")))
    def enter(self, pick, slot, how):
        match = self.any_match(pick)
        pair = (match.team_a, match.team_b) if slot == 0 else (match.team_b, match.team_a)
        press = {"match": match, **keyed(self.press(pick), uuid4())}
        if how == "nobody":
            self.act(enter_outcome, outcome=DoubleNoShow(), **press)
        elif None not in pair:
            teams = {"winner": pair[0], "loser": pair[1]}
            if how == "played":
                outcome = PlayedResult(**teams, winner_points=10, loser_points=pick % 10)
            else:
                outcome = {"walkover": Walkover, "retired": Retirement}[how](**teams)
            self.act(enter_outcome, outcome=outcome, **press)

    @rule(pick=PICK)
    def report_by_both(self, pick):
        match = self.any_match(pick)
        if match.team_a and match.team_b:
            for team in (match.team_a, match.team_b):
                says = PlayedResult(winner=match.team_a, loser=match.team_b, winner_points=10, loser_points=2)
                press = keyed(self.press(pick), uuid4())
                self.act(report_result, match=match, team=team, played=says, **press)

    @rule(pick=PICK, points=st.integers(min_value=0, max_value=9))
    def correct(self, pick, points):
        match = self.any_match(pick)
        if match.winner and match.team_a and match.team_b:
            winner = match.team_a if match.winner == match.team_b else match.team_b
            result = NewResult(
                outcome=Outcome.PLAYED, winner=winner, loser=match.winner, winner_points=10, loser_points=points
            )
            version = match.tournament.version
            press = keyed(self.press(pick), uuid4())
            self.act(correct_result, match=match, result=result, version=version, **press)

    @rule(pick=PICK, service=st.sampled_from((undo_result, undo_correction, call_match, start_match, undo_call)))
    def move(self, pick, service):
        self.act(service, match=self.any_match(pick), **self.press(pick))

    @rule(pick=PICK, service=st.sampled_from((withdraw_team, readmit_team, undo_late_entry)))
    def change_team(self, pick, service):
        teams = list(self.any_bracket(pick).teams.order_by("number"))
        self.act(service, team=teams[pick % len(teams)], **self.press(pick))

    @rule(pick=PICK)
    def tick_in(self, pick):
        match = self.any_match(pick)
        if match.team_a:
            self.act(check_in_team, match=match, team=match.team_a, **self.press(pick))

    @rule(pick=PICK)
    def come_late(self, pick):
        players = tuple(make_players(self.main.event, 2))
        self.act(enter_late, tournament=self.main, players=players, **self.press(pick))

    @rule(pick=PICK)
    def step_in(self, pick):
        teams = list(self.main.teams.order_by("number"))
        team = teams[pick % len(teams)]
        leaving = present_players(team).first()
        if leaving:
            coming = make_player(self.main.event)
            self.act(substitute_player, team=team, leaving=leaving, substitute=coming, **self.press(pick))

    @rule(pick=PICK)
    def draw_consolation(self, pick):
        self.act(draw_consolation, tournament=self.main, **keyed(self.press(pick), uuid4()))

    @invariant()
    def the_laws_hold(self):
        for bracket in self.brackets():
            rows = {row.number: row for row in bracket.matches.all()}
            _feeders_agree(rows)
            _results_are_those_of_the_pair(bracket, rows)
            _everybody_stands_once(bracket, rows)
            assert (bracket.status == BracketStatus.FINISHED) == all(row.is_decided for row in rows.values())
        at_tables = Match.objects.filter(tournament__in=self.brackets(), state__in=AT_A_STATION)
        assert all(times == 1 for times in Counter(at_tables.values_list("station", flat=True)).values())

    @invariant()
    def the_consolation_bracket_holds_the_beaten(self):
        brackets = self.brackets()
        if len(brackets) == 2:
            main, consolation = (read_board(bracket) for bracket in brackets)
            playing = [team for team in consolation.teams.values() if not team.is_withdrawn and not team.is_on_hold]
            seeds = {team.pk: seed for seed, team in main.teams.items()}
            assert {seeds[team.main_team_id] for team in playing} <= set(consolation_field(main.state))

    def act(self, service, **facts):
        """Press; a refusal leaves every row as it was."""
        before = self.snapshot()
        try:
            with transaction.atomic():
                service(**facts)
        except Refusal:
            assert self.snapshot() == before

    def press(self, pick: int) -> dict:
        return {"press": Press(STAFF[pick % len(STAFF)], after(next(MINUTES)))}

    def brackets(self) -> list[BracketTournament]:
        if not hasattr(self, "main"):
            return []
        return list(BracketTournament.objects.filter(event=self.main.event).select_related("event").order_by("id"))

    def any_bracket(self, pick: int) -> BracketTournament:
        brackets = self.brackets()
        return brackets[pick % len(brackets)]

    def any_match(self, pick: int) -> Match:
        """Any match, an open one three times out of four."""
        bracket = self.any_bracket(pick)
        rows = list(bracket.matches.all())
        ready = [row for row in rows if row.state not in (MatchState.WAITING, MatchState.DONE)]
        chosen = ready if ready and pick % 4 else rows
        return match_of(bracket, chosen[pick // 4 % len(chosen)].number)

    def snapshot(self) -> list[tuple]:
        fields = ("tournament", "number", "team_a", "team_b", "state", "outcome", "winner", "points_a", "station")
        rows = list(Match.objects.filter(tournament__event=self.main.event).order_by("id").values_list(*fields))
        return rows + [(bracket.pk, bracket.version, bracket.status) for bracket in self.brackets()]


def _feeders_agree(rows: dict[int, Match]) -> None:
    for row in rows.values():
        for feeder, team in ((row.feeder_a, row.team_a_id), (row.feeder_b, row.team_b_id)):
            if feeder is None:
                continue
            source = rows[feeder]
            pair = {source.team_a_id, source.team_b_id}
            losers = pair - {source.winner_id} if source.winner_id else {None}
            assert team in (losers | {None} if row.is_for_third_place else {source.winner_id})


def _results_are_those_of_the_pair(bracket: BracketTournament, rows: dict[int, Match]) -> None:
    standing = list(MatchResult.objects.filter(match__tournament=bracket, undone_at__isnull=True))
    by_match = {line.match_id: line for line in standing}
    assert len(by_match) == len(standing)
    for row in rows.values():
        line = by_match.get(row.pk)
        if line is None:
            assert not row.is_decided or row.is_bye
            continue
        named = (line.team_a_id, line.team_b_id, line.winner_id, line.outcome, line.points_a, line.points_b)
        assert named == (row.team_a_id, row.team_b_id, row.winner_id, row.outcome, row.points_a, row.points_b)


def _everybody_stands_once(bracket: BracketTournament, rows: dict[int, Match]) -> None:
    first = [row for row in rows.values() if row.round == 1 and row.feeder_a is None]
    standing = [team for row in first for team in (row.team_a_id, row.team_b_id) if team]
    drawn = list(bracket.teams.filter(seed__isnull=False).values_list("pk", flat=True))
    assert sorted(standing) == sorted(drawn)
    assert len(drawn) == bracket.entries
    byes = sum(not (row.team_a_id and row.team_b_id) for row in first)
    third = sum(row.is_for_third_place for row in rows.values())
    assert len(rows) - byes - third == bracket.entries - 1


@pytest.mark.rule("WLIA-22")
@pytest.mark.django_db
def test_the_laws_hold_whatever_staff_do():
    run_state_machine_as_test(
        Evening,
        settings=settings(max_examples=10, stateful_step_count=25),
    )
