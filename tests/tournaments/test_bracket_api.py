"""The brackets' API: what pages do, for programs; refusals as problem details."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.core.roles import Role
from eventnight.events.models import Event
from tests.answers import post
from tests.factories import make_event, make_player, make_players, make_staff
from tests.tournaments.nights import decide, drawn_bracket, enter_teams, make_bracket, match_of, standing_results
from tournaments.models import BracketTournament, MatchState

pytestmark = pytest.mark.django_db

RESULT = {"winner": 4, "loser": 5, "winner_points": 10, "loser_points": 6}


@pytest.fixture
def tournament() -> BracketTournament:
    return drawn_bracket(5)


@pytest.fixture
def staff(client: Client, tournament: BracketTournament) -> Client:
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    return client


def test_anybody_reads_brackets_and_matches(client, tournament):
    listed = client.get(_at(tournament.event)).json()
    detail = client.get(_at(tournament.event, tournament)).json()
    ready = client.get(_at(tournament.event, tournament, "matches/"), {"state": "ready"}).json()

    assert [bracket["id"] for bracket in listed] == [tournament.pk]
    assert (detail["to_play"], [len(column["matches"]) for column in detail["rounds"]]) == (4, [4, 2, 1])
    assert [match["number"] for match in ready] == [2, 6]


def test_one_match_says_who_plays_and_what_is_to_come(client, tournament):
    match = client.get(_at(tournament.event, tournament, "matches/5/")).json()

    assert (match["upper"]["team"], match["lower"]["text"], match["next_match"]) == (1, "Winner of 2", 7)


def test_a_bracket_is_opened_filled_and_drawn(client):
    event = make_event()
    client.force_login(make_staff(event, Role.MATCHES))
    ann, bob, cleo, dan, eve = (player.code for player in make_players(event, 5))

    opened = post(client, _at(event), {"name": "Euchre", "third_place": True}).json()
    tournament = BracketTournament.objects.get(pk=opened["id"])
    post(client, _at(event, tournament, "pairs/"), {"players": [ann, bob]})
    for code in (cleo, dan, eve):
        post(client, _at(event, tournament, "singles/"), {"player": code})
    drawn_pairs = post(client, _at(event, tournament, "draw-pairs/"), {}).json()
    post(client, _at(event, tournament, "reserve/"), {"stand_in": make_player(event).code})
    drawn = post(client, _at(event, tournament, "draw/"), {"order_by": "seeds", "order": [3, 1, 2]}).json()

    assert (opened["target"], opened["third_place"]) == (10, True)
    assert drawn_pairs["reserve"] == eve
    assert [team["seed"] for team in drawn["teams"]] == [2, 3, 1]


def test_the_entries_are_for_staff_only(client, tournament):
    address = _at(tournament.event, tournament, "entries/")
    outside = client.get(address).status_code
    client.force_login(make_staff(tournament.event, Role.MATCHES))

    assert outside in (401, 403)
    assert client.get(address).json()["teams"][0]["players"] == ["P001", "P002"]


def test_a_match_is_called_started_decided_and_undone(staff, tournament):
    steps = [("call/", {"station": 2}), ("start/", {}), ("result/", RESULT), ("undo/", {})]

    states = [post(staff, _match(tournament, 2, step), body).json()["state"] for step, body in steps]

    assert states == ["called", "playing", "done", "playing"]


@pytest.mark.parametrize("step", ["walkover/", "retired/"])
def test_a_team_goes_on_without_points(staff, tournament, step):
    match = post(staff, _match(tournament, 2, step), {"winner": 5, "loser": 4}).json()

    assert (match["lower"]["is_winner"], match["lower"]["points"]) == (True, None)


def test_nobody_came(staff, tournament):
    assert post(staff, _match(tournament, 2, "no-show/"), {}).json()["outcome"] == "double_no_show"


def test_a_team_withdraws(staff, tournament):
    post(staff, _at(tournament.event, tournament, "teams/4/withdraw/"), {})

    assert match_of(tournament, 2).winner.number == 5


def test_a_withdrawn_team_is_let_back_in(staff, tournament):
    post(staff, _at(tournament.event, tournament, "teams/4/withdraw/"), {})

    answers = [post(staff, _at(tournament.event, tournament, "teams/4/readmit/"), {}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 409]
    assert match_of(tournament, 2).winner is None


@pytest.mark.rule("EUC-16")
def test_a_score_against_the_rules_is_a_problem_with_its_rule(staff, tournament):
    answer = post(staff, _match(tournament, 2, "result/"), {**RESULT, "winner_points": 9})

    problem = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.status_code, problem["code"], problem["rules"]) == (422, "winner_below_target", ["EUC-16"])
    assert problem["facts"]["target"] == 10


def test_the_second_result_is_a_conflict_that_names_the_first(staff, tournament):
    decide(tournament, 2)

    answer = post(staff, _match(tournament, 2, "result/"), RESULT)

    assert (answer.status_code, answer.json()["code"]) == (409, "match_already_decided")
    assert answer.json()["facts"]["entered_by"] == "Dana"


def test_the_same_key_enters_one_result(staff, tournament):
    key = str(uuid4())

    answers = [post(staff, _match(tournament, 2, "result/"), RESULT, key=key) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert standing_results(tournament) == 1


def test_the_same_key_for_another_result_is_refused(staff, tournament):
    key = str(uuid4())
    post(staff, _match(tournament, 2, "result/"), RESULT, key=key)

    answer = post(staff, _match(tournament, 2, "result/"), {**RESULT, "loser_points": 7}, key=key)

    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")


@pytest.mark.parametrize("key", ["", "seven"])
def test_a_result_needs_a_key(staff, tournament, key):
    answer = post(staff, _match(tournament, 2, "result/"), RESULT, key=key)

    assert answer.status_code == 400
    assert standing_results(tournament) == 0


@pytest.mark.parametrize(
    ("change", "status"),
    [
        pytest.param({"winner_points": "many"}, 400, id="no-number"),
        pytest.param({"winner_points": -1}, 400, id="below-zero"),
        pytest.param({"loser": None}, 400, id="no-loser"),
        pytest.param({"loser": 99}, 404, id="unknown-team"),
        pytest.param({"loser": 3}, 409, id="other-team"),
    ],
)
def test_a_malformed_result_changes_nothing(staff, tournament, change, status):
    assert post(staff, _match(tournament, 2, "result/"), {**RESULT, **change}).status_code == status
    assert match_of(tournament, 2).state == MatchState.READY


@pytest.mark.parametrize("body", [{}, {"instead_of": "P001", "stand_in": "P002"}])
def test_the_reserve_needs_exactly_one_place(staff, tournament, body):
    assert post(staff, _at(tournament.event, tournament, "reserve/"), body).status_code == 400


def test_an_unknown_match_is_not_found(staff, tournament):
    assert post(staff, _match(tournament, 99, "call/"), {}).json()["code"] == "unknown_match"


@pytest.mark.parametrize("role", [None, Role.DESK])
def test_nobody_else_writes(client, tournament, role):
    if role is not None:
        client.force_login(make_staff(tournament.event, role))

    answers = [
        post(client, _at(tournament.event), {}),
        post(client, _match(tournament, 2, "result/"), RESULT),
        post(client, _match(tournament, 2, "call/"), {}),
    ]

    assert {answer.status_code for answer in answers} <= {401, 403}
    assert match_of(tournament, 2).state == MatchState.READY


def test_another_nights_bracket_is_not_found(client, tournament):
    assert client.get(_at(make_event(), tournament)).status_code == 404


def test_a_late_single_is_refused_with_the_way_out(staff, tournament):
    answer = post(staff, _at(tournament.event, tournament, "singles/"), {"player": make_player(tournament.event).code})

    assert answer.status_code == 409
    assert "reserve" in answer.json()["detail"]


def test_sign_ups_may_be_taken_when_nobody_signed_up(client):
    tournament = make_bracket()
    enter_teams(tournament, 1)
    client.force_login(make_staff(tournament.event, Role.MATCHES))

    assert len(post(client, _at(tournament.event, tournament, "sign-ups/"), {}).json()["teams"]) == 1


def _at(event: Event, tournament: BracketTournament | None = None, rest: str = "") -> str:
    base = f"/api/v1/events/{event.code}/brackets/"
    return base if tournament is None else f"{base}{tournament.pk}/{rest}"


def _match(tournament: BracketTournament, number: int, rest: str) -> str:
    return _at(tournament.event, tournament, f"matches/{number}/{rest}")
