"""Drawing a bracket: who meets whom, byes, seeds and the recorded shuffle."""

from __future__ import annotations

from uuid import uuid4

import pytest

from engine.tournament.pairing import draw_seeds
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from tests.factories import NOW
from tests.tournaments.nights import draw, drawn_bracket, enter_teams, make_bracket, match_of
from tournaments.models import BracketStatus, MatchState, Outcome, SeedOrder
from tournaments.services.bracket.opening import withdraw_team

pytestmark = pytest.mark.django_db

FIRST_ROUNDS = [
    pytest.param(2, "1-2", id="2-teams"),
    pytest.param(3, "1-B 2-3", id="3-teams"),
    pytest.param(5, "1-B 4-5 2-B 3-B", id="5-teams"),
    pytest.param(6, "1-B 4-5 2-B 3-6", id="6-teams"),
    pytest.param(11, "1-B 8-9 4-B 5-B 2-B 7-10 3-B 6-11", id="11-teams"),
    pytest.param(13, "1-B 8-9 4-13 5-12 2-B 7-10 3-B 6-11", id="13-teams"),
    pytest.param(22, "1-B 16-17 8-B 9-B 4-B 13-20 5-B 12-21 2-B 15-18 7-B 10-B 3-B 14-19 6-B 11-22", id="22-teams"),
]


@pytest.mark.parametrize(("teams", "first_round"), FIRST_ROUNDS)
def test_the_first_round_follows_the_seeds_and_byes_go_to_the_best(teams, first_round):
    tournament = drawn_bracket(teams)

    rows = tournament.matches.filter(round=1).select_related("team_a", "team_b")
    assert " ".join(f"{_seed(row.team_a)}-{_seed(row.team_b)}" for row in rows) == first_round


@pytest.mark.parametrize("teams", [2, 3, 5, 6, 11, 13, 22])
def test_one_match_fewer_than_teams_is_played_and_byes_are_done_at_once(teams):
    tournament = drawn_bracket(teams)

    byes = tournament.matches.filter(outcome=Outcome.BYE)
    assert tournament.matches.exclude(outcome=Outcome.BYE).count() == teams - 1
    assert {bye.state for bye in byes} <= {MatchState.DONE}
    assert all(bye.winner_id == bye.team_a_id for bye in byes)


def test_a_bye_puts_its_team_into_the_second_round():
    tournament = drawn_bracket(5)

    semi_final = match_of(tournament, 6)
    assert (semi_final.team_a.seed, semi_final.team_b.seed) == (2, 3)
    assert semi_final.state == MatchState.READY


def test_a_third_place_match_takes_the_losers_of_the_semi_finals():
    tournament = drawn_bracket(4, third_place=True)

    third_place = match_of(tournament, 4)
    assert third_place.is_for_third_place
    assert (third_place.feeder_a, third_place.feeder_b) == (1, 2)


def test_three_teams_have_no_third_place_match():
    tournament = drawn_bracket(3, third_place=True)

    assert not tournament.matches.filter(is_for_third_place=True).exists()


def test_a_shuffled_draw_can_be_repeated_from_its_stored_seed():
    tournament = make_bracket()
    enter_teams(tournament, 6)

    tournament = draw(tournament, order_by=SeedOrder.SHUFFLE, seed="spring")

    seeded = list(tournament.teams.order_by("seed"))
    assert tournament.shuffle_seed == "spring"
    assert tuple(seeded) == draw_seeds(list(tournament.teams.order_by("number")), "spring")


def test_without_a_seed_the_shuffle_is_fresh_and_recorded():
    first, second = make_bracket(), make_bracket()
    for tournament in (first, second):
        enter_teams(tournament, 2)

    seeds = {draw(tournament, order_by=SeedOrder.SHUFFLE).shuffle_seed for tournament in (first, second)}

    assert len(seeds) == 2
    assert "" not in seeds


def test_seeds_may_be_given_by_team_number():
    tournament = make_bracket()
    enter_teams(tournament, 3)

    draw(tournament, order=[3, 1, 2])

    assert list(tournament.teams.order_by("seed").values_list("number", flat=True)) == [3, 1, 2]


@pytest.mark.parametrize("order", [[1, 2], [1, 2, 2], [1, 2, 4]])
def test_seeds_that_leave_a_team_out_are_refused(order):
    tournament = make_bracket()
    enter_teams(tournament, 3)

    with pytest.raises(UserFacingError) as refusal:
        draw(tournament, order=order)

    assert refusal.value.code == "order_incomplete"


@pytest.mark.parametrize("teams", [0, 1])
def test_a_bracket_needs_two_teams(teams):
    tournament = make_bracket()
    enter_teams(tournament, teams)

    with pytest.raises(UserFacingError) as refusal:
        draw(tournament)

    assert refusal.value.code == "too_few_teams"
    assert refusal.value.rules == ("WLIA-22",)


def test_a_team_withdrawn_before_the_draw_is_left_out():
    tournament = make_bracket()
    enter_teams(tournament, 3)
    withdraw_team(team=tournament.teams.get(number=2), press=Press(SYSTEM, NOW))

    tournament = draw(tournament)

    assert tournament.entries == 2
    assert tournament.teams.get(number=2).seed is None


def test_the_same_press_draws_once():
    tournament = make_bracket()
    enter_teams(tournament, 4)
    press = uuid4()

    first, second = draw(tournament, request_id=press), draw(tournament, request_id=press)

    assert first == second
    assert tournament.matches.count() == 3


def test_a_second_draw_is_refused_and_says_who_drew():
    tournament = drawn_bracket(4)

    with pytest.raises(Conflict) as refusal:
        draw(tournament)

    assert refusal.value.code == "bracket_already_drawn"
    assert "EventNight" in refusal.value.message


def test_a_drawn_bracket_is_under_way():
    assert drawn_bracket(2).status == BracketStatus.RUNNING


def _seed(team) -> str:
    return str(team.seed) if team else "B"
