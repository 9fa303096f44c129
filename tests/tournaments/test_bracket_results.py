"""Results: who goes on, who is refused, what is undone, and who is free."""

from __future__ import annotations

from uuid import uuid4

import pytest

from engine.errors import RuleError
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.models import AuditRecord, PressKey
from eventnight.core.press import Press
from eventnight.core.presses import _fingerprint
from tests.factories import NOW, after
from tests.tournaments.nights import decide, drawn_bracket, match_of, standing_results
from tournaments.models import BracketStatus, BracketTournament, MatchResult, MatchState, Outcome
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.services.bracket.results.outcomes import DoubleNoShow, PlayedResult, Retirement, Walkover
from tournaments.services.bracket.results.result_undo import undo_result
from tournaments.services.bracket.results.results import enter_outcome

pytestmark = pytest.mark.django_db

NORA, PIET = Actor(code="staff-1", label="Nora T"), Actor(code="staff-2", label="Piet S")


def test_the_winner_stands_in_the_next_match_and_the_score_in_its_slot():
    tournament = drawn_bracket(4)

    decide(tournament, 1, slot=1, loser_points=6)

    match, final = match_of(tournament, 1), match_of(tournament, 3)
    assert (match.points_a, match.points_b, match.winner.seed) == (6, 10, 4)
    assert (final.team_a.seed, final.team_b, final.state) == (4, None, MatchState.WAITING)


def test_a_result_that_stands_is_not_entered_again_against_a_team_that_does_not_play_the_match():
    tournament = drawn_bracket(4)
    decide(tournament, 2)
    match, elsewhere = match_of(tournament, 2), match_of(tournament, 1).team_a

    points = {"winner_points": max(match.points_a, match.points_b), "loser_points": min(match.points_a, match.points_b)}
    outcome = PlayedResult(winner=match.winner, loser=elsewhere, **points)
    with pytest.raises(Conflict) as refused:
        enter_outcome(match=match, outcome=outcome, press=Press(NORA, NOW, uuid4()))

    assert refused.value.code == "match_teams_changed"
    assert standing_results(tournament) == 1


def test_a_match_is_ready_when_both_feeders_are_decided():
    tournament = drawn_bracket(4)

    decide(tournament, 1)
    decide(tournament, 2)

    assert match_of(tournament, 3).state == MatchState.READY


def test_the_result_keeps_both_teams_it_was_entered_for():
    tournament = drawn_bracket(4)

    result = decide(tournament, 1, by=NORA)

    assert (result.team_a.seed, result.team_b.seed, result.winner.seed, result.by_label) == (1, 4, 1, "Nora T")


def test_the_last_result_finishes_the_bracket():
    tournament = drawn_bracket(4, third_place=True)

    for number in (1, 2, 3, 4):
        decide(tournament, number)

    view = bracket_view(_reread(tournament))
    assert view.status == BracketStatus.FINISHED
    assert (view.champion.seed, [team.seed for team in view.third]) == (1, [4])


def test_without_a_third_place_match_both_beaten_semi_finalists_are_third():
    tournament = drawn_bracket(4)

    for number in (1, 2, 3):
        decide(tournament, number)

    assert [team.seed for team in bracket_view(tournament).third] == [4, 3]


def test_the_second_of_two_staff_is_told_who_entered_what_and_when():
    tournament = drawn_bracket(4)
    decide(tournament, 1, by=NORA, now=after(minutes=42))

    with pytest.raises(Conflict) as refusal:
        decide(tournament, 1, slot=1, by=PIET)

    assert refusal.value.code == "match_already_decided"
    assert "Nora T at 7:42 PM" in refusal.value.message
    assert "10–7" in refusal.value.message
    assert standing_results(tournament) == 1


def test_the_same_press_twice_gives_the_first_result():
    tournament = drawn_bracket(4)
    press = uuid4()

    first, second = decide(tournament, 1, request_id=press), decide(tournament, 1, request_id=press)

    assert first == second
    assert AuditRecord.objects.filter(action="match.result").count() == 1


def test_the_same_press_with_another_score_is_refused():
    tournament = drawn_bracket(4)
    press = uuid4()
    decide(tournament, 1, request_id=press)

    with pytest.raises(UserFacingError) as refusal:
        decide(tournament, 1, request_id=press, loser_points=8)

    assert refusal.value.code == "key_reused"


@pytest.mark.rule("EUC-16")
@pytest.mark.parametrize(
    ("winner_points", "loser_points", "code"),
    [
        pytest.param(9, 7, "winner_below_target", id="winner-short-of-ten"),
        pytest.param(14, 7, "winner_above_reach", id="winner-past-thirteen"),
        pytest.param(10, 10, "loser_out_of_range", id="loser-at-ten"),
    ],
)
def test_a_score_that_no_game_ends_with_is_refused(winner_points, loser_points, code):
    tournament = drawn_bracket(4)

    with pytest.raises(RuleError) as refusal:
        decide(tournament, 1, winner_points=winner_points, loser_points=loser_points)

    assert (refusal.value.code, refusal.value.rules) == (code, ("EUC-16",))
    assert standing_results(tournament) == 0


@pytest.mark.rule("EUC-16")
def test_a_best_of_three_is_entered_in_games():
    tournament = drawn_bracket(2, best_of=3)

    decide(tournament, 1, winner_points=2, loser_points=1)

    assert match_of(tournament, 1).points_a == 2


@pytest.mark.rule("EUC-16")
@pytest.mark.parametrize(("winner_games", "loser_games"), [(1, 0), (3, 0), (2, 2), (10, 7)])
def test_a_best_of_three_that_nobody_won_is_refused(winner_games, loser_games):
    tournament = drawn_bracket(2, best_of=3)

    with pytest.raises(RuleError) as refusal:
        decide(tournament, 1, winner_points=winner_games, loser_points=loser_games)

    assert refusal.value.rules == ("EUC-16",)


def test_a_result_for_other_teams_than_those_in_the_match_is_refused():
    tournament = drawn_bracket(4)
    stranger = tournament.teams.get(number=2)
    match = match_of(tournament, 1)

    with pytest.raises(Conflict) as refusal:
        enter_outcome(
            match=match,
            outcome=PlayedResult(winner=match.team_a, loser=stranger, winner_points=10, loser_points=3),
            press=Press(NORA, NOW, uuid4()),
        )

    assert refusal.value.code == "match_teams_changed"


def test_a_match_that_waits_for_a_team_takes_no_result():
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    match = match_of(tournament, 3)

    with pytest.raises(Conflict) as refusal:
        enter_outcome(
            match=match, outcome=Walkover(winner=match.team_a, loser=match.team_a), press=Press(NORA, NOW, uuid4())
        )

    assert refusal.value.code == "match_not_ready"


def test_a_bye_takes_no_result():
    tournament = drawn_bracket(3)
    match = match_of(tournament, 1)

    with pytest.raises(Conflict) as refusal:
        enter_outcome(match=match, outcome=DoubleNoShow(), press=Press(NORA, NOW, uuid4()))

    assert refusal.value.code == "match_is_bye"


def test_a_walkover_keeps_no_points():
    tournament = drawn_bracket(4)
    match = match_of(tournament, 1)

    enter_outcome(
        match=match, outcome=Walkover(winner=match.team_b, loser=match.team_a), press=Press(NORA, NOW, uuid4())
    )

    match = match_of(tournament, 1)
    assert (match.outcome, match.winner.seed, match.points_a) == (Outcome.WALKOVER, 4, None)


def test_a_team_that_retires_loses():
    tournament = drawn_bracket(4)
    match = match_of(tournament, 1)

    enter_outcome(
        match=match, outcome=Retirement(winner=match.team_b, loser=match.team_a), press=Press(NORA, NOW, uuid4())
    )

    assert match_of(tournament, 3).team_a.seed == 4


def test_when_nobody_comes_the_next_opponent_has_a_walkover():
    tournament = drawn_bracket(4)
    enter_outcome(match=match_of(tournament, 1), outcome=DoubleNoShow(), press=Press(NORA, NOW, uuid4()))

    decide(tournament, 2)

    final = match_of(tournament, 3)
    assert (final.outcome, final.winner.seed) == (Outcome.WALKOVER, 2)
    assert _reread(tournament).status == BracketStatus.FINISHED


def test_a_final_may_end_without_a_winner():
    tournament = drawn_bracket(2)

    enter_outcome(match=match_of(tournament, 1), outcome=DoubleNoShow(), press=Press(NORA, NOW, uuid4()))

    view = bracket_view(_reread(tournament))
    assert (view.status, view.champion) == (BracketStatus.FINISHED, None)


def test_a_corrected_result_is_a_second_row_beside_the_undone_one():
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    undo_result(match=match_of(tournament, 1), press=Press(PIET, NOW))

    decide(tournament, 1, slot=1)

    rows = MatchResult.objects.filter(match__tournament=tournament, match__number=1)
    assert [(row.winner.seed, row.undone_at is None) for row in rows] == [(1, False), (4, True)]


def _reread(tournament: BracketTournament) -> BracketTournament:
    return BracketTournament.objects.select_related("event").get(pk=tournament.pk)


@pytest.mark.parametrize("deed", ["walkover", "retire", "double_no_show"])
def test_what_was_pressed_when_each_outcome_had_a_service_is_answered_by_what_came_of_it(deed):
    tournament, key = drawn_bracket(4), uuid4()
    match = match_of(tournament, 1)
    teams = {} if deed == "double_no_show" else {"winner": match.team_a, "loser": match.team_b}
    outcome = {"walkover": Walkover, "retire": Retirement, "double_no_show": DoubleNoShow}[deed](**teams)
    first = enter_outcome(match=match, outcome=outcome, press=Press(NORA, NOW))
    PressKey.objects.create(
        event=tournament.event,
        key=key,
        service=f"tournaments.{deed}",
        fingerprint=_fingerprint(f"tournaments.{deed}", {"match": match, **teams}),
        came_of=f"tournaments.matchresult {first.pk}",
        actor_code=NORA.code,
        actor_label=NORA.label,
        at=NOW,
    )

    again = enter_outcome(match=match, outcome=outcome, press=Press(NORA, after(5), key))
    with pytest.raises(UserFacingError) as refusal:
        decide(tournament, 1, by=NORA, request_id=key)

    assert again == first
    assert (refusal.value.code, refusal.value.facts["did"]) == ("key_reused", f"tournaments.{deed}")
