"""Correcting a result: the plan, its application in one go, two people at once, the page and the API."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from engine.errors import RuleError
from engine.tournament.bracket import Instead
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from tests.factories import NOW, after, make_staff
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.models import BracketStatus, BracketTournament, Match, MatchResult, MatchState, Outcome, Team
from tournaments.selectors.bracket import bracket_view
from tournaments.services.bracket import withdraw_team
from tournaments.services.corrections import NewResult, correct_result, plan_correction, undo_correction
from tournaments.services.matches import call_match, start_match
from tournaments.services.results import undo_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> BracketTournament:
    """Eight teams; the upper one has won every match."""
    tournament = drawn_bracket(8)
    for number in range(1, 8):
        decide(tournament, number)
    return BracketTournament.objects.get(pk=tournament.pk)


def other_team_wins(tournament: BracketTournament, number: int) -> NewResult:
    match = match_of(tournament, number)
    loser = match.winner
    winner = match.team_b if loser == match.team_a else match.team_a
    return NewResult(outcome=Outcome.PLAYED, winner=winner, loser=loser, winner_points=10, loser_points=9)


def correct(tournament: BracketTournament, number: int, result: NewResult, **given: object) -> MatchResult:
    common = {"by": SYSTEM, "now": NOW, "request_id": uuid4()}
    version = given.pop("version", BracketTournament.objects.get(pk=tournament.pk).version)
    return correct_result(match=match_of(tournament, number), result=result, version=version, **common | given)


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
    call_match(match=match_of(tournament, 5), by=SYSTEM, now=NOW)
    start_match(match=match_of(tournament, 5), by=SYSTEM, now=NOW)
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
    undo_result(match=match_of(evening, 7), by=SYSTEM, now=NOW)

    with pytest.raises(Conflict, match="has changed since you looked at the plan") as stale:
        correct(evening, 1, other_team_wins(evening, 1), version=seen)

    assert stale.value.code == "plan_is_stale"
    assert match_of(evening, 1).winner.seed == 1


def test_a_stale_plan_is_refused_with_the_new_one(evening):
    undo_result(match=match_of(evening, 7), by=SYSTEM, now=NOW)

    with pytest.raises(Conflict) as stale:
        correct(evening, 1, other_team_wins(evening, 1), version=evening.version)

    assert [(step["match"], step["kind"]) for step in stale.value.facts["steps"]] == [
        (1, "change_winner"),
        (5, "void_and_replay"),
        (7, "clear_slot"),
    ]


# Taking a correction back


def board_of(tournament: BracketTournament) -> list[tuple]:
    fields = ("number", "team_a", "team_b", "state", "outcome", "winner", "points_a", "points_b")
    return list(tournament.matches.values_list(*fields))


def standing(tournament: BracketTournament) -> set[int]:
    rows = MatchResult.objects.filter(match__tournament=tournament, undone_at__isnull=True)
    return set(rows.values_list("pk", flat=True))


@pytest.mark.parametrize(
    "choices", [{}, {5: Instead.WALKOVER}, {5: Instead.FORFEIT}], ids=["replay", "stays", "gives-up"]
)
@pytest.mark.parametrize("number", [1, 4, 5, 7])
def test_a_correction_taken_back_leaves_the_bracket_and_its_log_as_they_were(evening, number, choices):
    before = board_of(evening), standing(evening)
    correct(evening, number, other_team_wins(evening, number), choices=choices if number == 1 else {}, now=after(5))
    assert board_of(evening) != before[0]

    undo_correction(match=match_of(evening, number), by=SYSTEM, now=after(6))

    assert (board_of(evening), standing(evening)) == before
    assert BracketTournament.objects.get(pk=evening.pk).status == BracketStatus.FINISHED
    assert AuditRecord.objects.filter(event=evening.event, action="match.correction_undone").count() == 1


def test_a_correction_stays_once_a_result_came_of_it(evening):
    correct(evening, 1, other_team_wins(evening, 1), now=after(5))
    decide(evening, 5, now=after(6))

    with pytest.raises(Conflict, match="Match 5 has changed since match 1 was corrected") as late:
        undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(7))

    assert late.value.code == "bracket_moved_on"
    assert match_of(evening, 5).winner.seed == 8


def test_a_correction_stays_once_a_part_of_it_was_undone(evening):
    correct(evening, 1, other_team_wins(evening, 1), choices={5: Instead.WALKOVER}, now=after(5))
    undo_result(match=match_of(evening, 5), by=SYSTEM, now=after(6))

    with pytest.raises(Conflict) as late:
        undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(7))

    assert late.value.code == "bracket_moved_on"


def test_results_of_the_same_moment_are_no_part_of_the_correction(evening):
    before = board_of(evening)
    first = match_of(evening, 1)
    score = NewResult(outcome=Outcome.PLAYED, winner=first.winner, loser=first.team_b, winner_points=10, loser_points=2)
    correct(evening, 1, score, now=NOW)

    undo_correction(match=first, by=SYSTEM, now=NOW)

    assert board_of(evening) == before


def test_results_elsewhere_do_not_stand_in_the_way():
    tournament = drawn_bracket(8)
    decide(tournament, 1)
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))
    decide(tournament, 3, now=after(6))

    undo_correction(match=match_of(tournament, 1), by=SYSTEM, now=after(7))

    assert (match_of(tournament, 1).winner.seed, match_of(tournament, 3).winner.seed) == (1, 2)
    assert match_of(tournament, 5).team_a.seed == 1


def test_only_a_correction_is_taken_back_as_one(evening):
    with pytest.raises(Conflict) as plain:
        undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(5))
    correct(evening, 1, other_team_wins(evening, 1), now=after(5))
    undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(6))
    with pytest.raises(Conflict) as twice:
        undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(7))
    with pytest.raises(Conflict) as undecided:
        undo_correction(match=match_of(drawn_bracket(4), 3), by=SYSTEM, now=after(7))

    assert {each.value.code for each in (plain, twice, undecided)} == {"match_not_corrected"}


def test_pressed_twice_it_is_corrected_once(evening):
    result, key = other_team_wins(evening, 1), uuid4()

    first = correct(evening, 1, result, request_id=key)
    again = correct(evening, 1, result, request_id=key)

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
    withdraw_team(team=match_of(tournament, 5).team_b, by=SYSTEM, now=NOW)
    assert match_of(tournament, 5).winner.seed == 1

    correct(tournament, 1, other_team_wins(tournament, 1))

    semi = match_of(tournament, 5)
    assert (semi.outcome, semi.winner.seed, semi.team_b.seed) == (Outcome.WALKOVER, 8, 4)


# The page


def staff(tournament: BracketTournament, role: Role = Role.MATCHES) -> Client:
    client = Client()
    client.force_login(make_staff(tournament.event, role))
    return client


def page_of(tournament: BracketTournament, number: int) -> str:
    return f"/staff/{tournament.event.code}/matches/{tournament.pk}/{number}/correct/"


def press(client: Client, tournament: BracketTournament, **given: object):
    form = {"winner": "8-1", "winner_points": 10, "loser_points": 6, "outcome": "played", "request_id": uuid4()}
    return client.post(page_of(tournament, 1), {**form, **given})


def text_of(answer: object) -> str:
    return " ".join(answer.content.decode().split())


def test_the_page_shows_the_plan_first_and_then_does_it(evening):
    client = staff(evening)

    asked = client.get(page_of(evening, 1))
    planned = press(client, evening, do="plan")
    done = press(client, evening, do="apply", version=evening.version, choice_5="walkover")

    assert "Show what it changes" in text_of(asked)
    assert "void, to be played again" in text_of(planned)
    assert 'name="choice_5"' in text_of(planned)
    assert done.status_code == 302
    assert match_of(evening, 5).winner.seed == 4


def test_a_correction_is_taken_back_by_the_press_beside_its_message(evening):
    client = staff(evening)
    done = press(client, evening, do="apply", version=evening.version)
    page = client.get(done["Location"]).content.decode()

    client.post(f"{page_of(evening, 1)}undo/")

    assert f"{page_of(evening, 1)}undo/" in page
    assert match_of(evening, 7).winner.seed == 1


def test_a_stale_plan_is_answered_with_the_new_one(evening):
    client = staff(evening)
    undo_result(match=match_of(evening, 7), by=SYSTEM, now=NOW)

    answer = press(client, evening, do="apply", version=evening.version)

    assert answer.status_code == 409
    assert "has changed since you looked at the plan" in text_of(answer)
    assert f'name="version" value="{BracketTournament.objects.get(pk=evening.pk).version}"' in text_of(answer)
    assert match_of(evening, 1).winner.seed == 1


def test_what_cannot_be_is_said_on_the_page(evening):
    client = staff(evening)

    same = press(client, evening, do="plan", winner="1-8", loser_points=7)
    nothing = press(client, evening, do="plan", winner="")

    assert (same.status_code, nothing.status_code) == (422, 422)
    assert "has this result already" in text_of(same)
    assert staff(evening, Role.DESK).get(page_of(evening, 1)).status_code == 403


def test_a_decided_match_leads_to_its_correction(evening):
    shown = staff(evening).get(f"/staff/{evening.event.code}/matches/{evening.pk}/1/")

    assert page_of(evening, 1) in shown.content.decode()


# The API


def test_programs_ask_for_the_plan_and_carry_it_out(evening):
    client = staff(evening)
    address = f"/api/v1/events/{evening.event.code}/brackets/{evening.pk}/matches/1/correction/"
    body = {"outcome": "played", "winner": 8, "loser": 1, "winner_points": 10, "loser_points": 4}
    json = {"content_type": "application/json"}

    plan = client.post(f"{address}plan/", body, **json)
    done = client.post(
        address,
        {**body, "version": plan.json()["version"], "choices": {"5": "walkover"}},
        headers={"Idempotency-Key": str(uuid4())},
        **json,
    )
    stale = client.post(address, {**body, "version": 1}, headers={"Idempotency-Key": str(uuid4())}, **json)
    incomplete = client.post(f"{address}plan/", {"outcome": "played", "winner": 8}, **json)

    assert [step["kind"] for step in plan.json()["steps"]] == [
        "change_winner",
        "void_and_replay",
        "void_and_replay",
    ]
    assert (done.status_code, match_of(evening, 1).winner.seed, match_of(evening, 5).winner.seed) == (200, 8, 4)
    assert (stale.status_code, incomplete.status_code) == (409, 400)


def test_programs_take_a_correction_back(evening):
    correct(evening, 1, other_team_wins(evening, 1), now=after(5))
    address = f"/api/v1/events/{evening.event.code}/brackets/{evening.pk}/matches/1/correction/undo/"

    answers = [staff(evening).post(address), staff(evening).post(address)]

    assert [answer.status_code for answer in answers] == [200, 409]
    assert match_of(evening, 7).winner.seed == 1


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
