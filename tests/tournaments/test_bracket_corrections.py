"""Correcting a result: the plan, its application in one go, and what cannot be corrected."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest

from engine.errors import RuleError
from engine.tournament.bracket import Instead
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from tests.factories import NOW
from tests.tournaments.nights import correct, decide, drawn_bracket, match_of, other_team_wins, played_bracket
from tournaments.models import BracketStatus, BracketTournament, Match, MatchResult, MatchState, Outcome, Team
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.services.bracket.matches import call_match, start_match
from tournaments.services.bracket.opening import withdraw_team
from tournaments.services.bracket.results.corrections import NewResult, plan_correction
from tournaments.services.bracket.results.result_undo import undo_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> BracketTournament:
    return played_bracket(8)


def steps_of(tournament: BracketTournament, number: int, **given: object) -> list[str]:
    plan = plan_correction(match=match_of(tournament, number), result=other_team_wins(tournament, number), **given)
    return [f"{step.match} {step.kind}" for step in plan.steps]


@pytest.mark.rule("WLIA-22")
def test_a_correction_two_rounds_deep_voids_what_the_wrong_team_played(evening):
    assert steps_of(evening, 1) == ["1 change_winner", "5 void_and_replay", "7 void_and_replay"]

    correct(evening, 1, other_team_wins(evening, 1))

    first, semi, final = (match_of(evening, number) for number in (1, 5, 7))
    assert (first.winner.seed, first.points_a, first.points_b) == (8, 9, 10)
    assert (semi.state, semi.team_a.seed, semi.team_b.seed, semi.winner) == (MatchState.READY, 8, 4, None)
    assert (final.state, final.team_a, final.team_b.seed) == (MatchState.WAITING, None, 2)
    assert BracketTournament.objects.get(pk=evening.pk).status == BracketStatus.RUNNING


def test_results_that_no_longer_count_stay_in_the_log(evening):
    correct(evening, 1, other_team_wins(evening, 1))

    undone = MatchResult.objects.filter(match__tournament=evening, undone_at__isnull=False)
    standing = MatchResult.objects.get(match=match_of(evening, 1), undone_at__isnull=True)
    assert sorted(undone.values_list("match__number", flat=True)) == [1, 5, 7]
    assert standing.winner.seed == 8
    told = AuditRecord.objects.get(event=evening.event, action="match.corrected")
    assert told.facts["steps"] == ["1 change_winner", "5 void_and_replay", "7 void_and_replay"]


def test_a_void_match_may_be_settled_instead_of_played_again(evening):
    correct(evening, 1, other_team_wins(evening, 1), choices={5: Instead.FORFEIT})

    semi, final = match_of(evening, 5), match_of(evening, 7)
    assert (semi.outcome, semi.winner.seed) == (Outcome.WALKOVER, 8)
    assert (final.state, final.team_a.seed, final.team_b.seed) == (MatchState.READY, 8, 2)


@pytest.mark.parametrize("decided", [False, True], ids=["being-played", "played"])
def test_what_the_wrong_pair_began_at_a_table_is_not_the_right_pairs_match(decided):
    tournament = drawn_bracket(8)
    for number in range(1, 5):
        decide(tournament, number)
    call_match(match=match_of(tournament, 5), press=Press(SYSTEM, NOW))
    start_match(match=match_of(tournament, 5), press=Press(SYSTEM, NOW))
    if decided:
        decide(tournament, 5)

    correct(tournament, 1, other_team_wins(tournament, 1))

    semi = match_of(tournament, 5)
    assert (semi.state, semi.station, semi.called_at, semi.started_at) == (MatchState.READY, None, None, None)


def test_another_score_leaves_the_rest_of_the_bracket_alone(evening):
    first = match_of(evening, 1)
    result = NewResult(
        outcome=Outcome.PLAYED, winner=first.winner, loser=first.team_b, winner_points=10, loser_points=2
    )

    correct(evening, 1, result)

    assert match_of(evening, 1).points_b == 2
    assert match_of(evening, 7).winner.seed == 1
    assert BracketTournament.objects.get(pk=evening.pk).status == BracketStatus.FINISHED


def test_a_plan_looked_at_before_somebody_else_entered_something_is_refused(evening):
    seen = evening.version
    undo_result(match=match_of(evening, 7), press=Press(SYSTEM, NOW))

    with pytest.raises(Conflict, match="has changed since you looked at the plan") as stale:
        correct(evening, 1, other_team_wins(evening, 1), version=seen)

    assert stale.value.code == "plan_is_stale"
    assert match_of(evening, 1).winner.seed == 1


def test_a_stale_plan_is_refused_with_the_new_one(evening):
    undo_result(match=match_of(evening, 7), press=Press(SYSTEM, NOW))

    with pytest.raises(Conflict) as stale:
        correct(evening, 1, other_team_wins(evening, 1), version=evening.version)

    assert [(step["match"], step["kind"]) for step in stale.value.facts["steps"]] == [
        (1, "change_winner"),
        (5, "void_and_replay"),
        (7, "clear_slot"),
    ]


def test_pressed_twice_it_is_corrected_once(evening):
    result, key = other_team_wins(evening, 1), uuid4()
    press = {"request_id": key, "version": evening.version}

    first = correct(evening, 1, result, **press)
    again = correct(evening, 1, result, **press)

    assert first.pk == again.pk
    with pytest.raises(UserFacingError) as reused:
        correct(evening, 2, other_team_wins(evening, 2), request_id=key)
    assert reused.value.code == "key_reused"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"loser_points": 10}, "loser_out_of_range"),
        ({"winner_points": 3}, "winner_below_target"),
    ],
)
def test_a_score_that_cannot_be_is_refused_and_nothing_changes(evening, change, code):

    with pytest.raises(RuleError) as refused:
        correct(evening, 1, replace(other_team_wins(evening, 1), **change))

    assert refused.value.code == code
    assert match_of(evening, 7).winner.seed == 1


def test_what_has_no_result_to_correct_is_refused():
    tournament = drawn_bracket(5)
    teams = {team.seed: team for team in Team.objects.filter(tournament=tournament)}
    result = NewResult(outcome=Outcome.WALKOVER, winner=teams[1], loser=teams[4])

    codes = []
    for number in (1, 2, 5):
        with pytest.raises((RuleError, Conflict)) as refused:
            correct(tournament, number, result)
        codes.append(refused.value.code)

    assert codes == ["match_is_bye", "match_teams_changed", "match_not_decided"]


def test_a_withdrawn_team_meets_nobody_after_a_correction():
    tournament = drawn_bracket(8)
    decide(tournament, 1)
    decide(tournament, 2)
    withdraw_team(team=match_of(tournament, 5).team_b, press=Press(SYSTEM, NOW))
    assert match_of(tournament, 5).winner.seed == 1

    correct(tournament, 1, other_team_wins(tournament, 1))

    semi = match_of(tournament, 5)
    assert (semi.outcome, semi.winner.seed, semi.team_b.seed) == (Outcome.WALKOVER, 8, 4)


def test_the_plan_costs_the_same_for_more_teams(django_assert_max_num_queries):
    for teams in (4, 16):
        tournament = drawn_bracket(teams)
        decide(tournament, 1)
        result = other_team_wins(tournament, 1)
        match = match_of(tournament, 1)
        with django_assert_max_num_queries(3):
            plan_correction(match=match, result=result)

    assert bracket_view(tournament).match(1).winner is not None
    assert Match.objects.filter(tournament=tournament).count() == 15
