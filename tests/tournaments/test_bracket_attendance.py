"""The roll call: teams tick in before each round, missing ones are called, and absent ones lose by walkover."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.night.selectors.hall import read_hall
from tests.factories import NOW, after, make_staff
from tests.tournaments.nights import correct, decide, drawn_bracket, match_of, other_team_wins
from tournaments.models import BracketTournament, Match, MatchState, Outcome
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.roll_call import RollCall, roll_calls
from tournaments.services.bracket.attendance import (
    check_in_team,
    give_last_call,
    take_back_last_call,
    undo_team_check_in,
)
from tournaments.services.bracket.matches import call_match, start_match
from tournaments.services.bracket.results.result_undo import undo_result

pytestmark = pytest.mark.django_db


def mark(service, tournament: BracketTournament, number: int, seed: int, now=NOW) -> Match:
    team = tournament.teams.get(seed=seed)
    return service(match=match_of(tournament, number), team=team, press=Press(SYSTEM, now))


def calls(tournament: BracketTournament) -> tuple[RollCall, ...]:
    return roll_calls(bracket_view(BracketTournament.objects.select_related("event").get(pk=tournament.pk)))


def missing(tournament: BracketTournament) -> list[int]:
    return [each.team.seed for call in calls(tournament) for each in call.missing]


def test_every_team_of_the_round_is_missing_until_it_is_ticked_in():
    tournament = drawn_bracket(4)

    mark(check_in_team, tournament, 1, 4)

    (first,) = calls(tournament)
    assert (first.name, [each.team.seed for each in first.missing]) == ("Semi-final", [1, 2, 3])
    assert [each.team.seed for each in first.here] == [4]


def test_a_team_that_had_a_bye_is_expected_in_the_round_it_plays():
    first, second = calls(drawn_bracket(5))

    assert [each.team.seed for each in first.missing] == [4, 5]
    assert [each.team.seed for each in second.missing] == [2, 3, 1]


def test_the_list_empties_itself_when_the_match_is_played_or_decided():
    tournament = drawn_bracket(4)
    call_match(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))
    start_match(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    assert missing(tournament) == [2, 3]
    decide(tournament, 2)
    assert missing(tournament) == [2]


def test_each_round_calls_the_roll_anew():
    tournament = drawn_bracket(4)
    mark(check_in_team, tournament, 1, 1)

    decide(tournament, 1)

    assert [call.name for call in calls(tournament)] == ["Semi-final", "Final"]
    assert missing(tournament) == [2, 3, 1]


def test_a_tick_is_taken_back():
    tournament = drawn_bracket(4)
    mark(check_in_team, tournament, 1, 1)

    mark(undo_team_check_in, tournament, 1, 1)

    assert 1 in missing(tournament)
    with pytest.raises(Conflict) as refusal:
        mark(undo_team_check_in, tournament, 1, 1)
    assert refusal.value.code == "team_not_here"


def test_ticked_twice_the_first_time_stands():
    tournament = drawn_bracket(4)

    times = [mark(check_in_team, tournament, 1, 1, now=after(minutes)).here_a_at for minutes in (1, 2)]

    assert times == [after(1), after(1)]
    assert AuditRecord.objects.filter(event=tournament.event, action="team.here").count() == 1


def test_coming_ends_the_last_call():
    tournament = drawn_bracket(4)
    mark(give_last_call, tournament, 1, 4, now=after(3))
    assert bracket_view(tournament).match(1).last_calls == (bracket_view(tournament).match(1).lower.text,)

    mark(check_in_team, tournament, 1, 4)

    assert match_of(tournament, 1).last_call_b_at is None
    with pytest.raises(Conflict) as refusal:
        mark(give_last_call, tournament, 1, 4)
    assert refusal.value.code == "team_is_here"


def test_a_last_call_is_taken_back():
    tournament = drawn_bracket(4)
    mark(give_last_call, tournament, 1, 4)

    mark(take_back_last_call, tournament, 1, 4)

    assert bracket_view(tournament).match(1).last_calls == ()
    with pytest.raises(Conflict) as refusal:
        mark(take_back_last_call, tournament, 1, 4)
    assert refusal.value.code == "no_last_call"


@pytest.mark.parametrize("service", [check_in_team, undo_team_check_in, give_last_call, take_back_last_call])
def test_a_team_is_expected_at_its_own_open_match_only(service):
    tournament = drawn_bracket(4)

    with pytest.raises(Conflict) as elsewhere:
        mark(service, tournament, 1, 2)
    decide(tournament, 1)
    with pytest.raises(Conflict) as over:
        mark(service, tournament, 1, 1)

    assert (elsewhere.value.code, over.value.code) == ("team_not_in_match", "match_already_decided")


def test_who_was_here_does_not_speak_for_the_team_that_comes_instead():
    tournament = drawn_bracket(8)
    decide(tournament, 1)
    mark(check_in_team, tournament, 5, 1)

    correct(tournament, 1, other_team_wins(tournament, 1))

    assert match_of(tournament, 5).team_a.seed == 8
    assert match_of(tournament, 5).here_a_at is None


def test_a_result_undone_leaves_both_teams_here():
    tournament = drawn_bracket(4)
    mark(check_in_team, tournament, 1, 1)
    decide(tournament, 1)

    undo_result(match=match_of(tournament, 1), press=Press(SYSTEM, after(9)))

    assert match_of(tournament, 1).here_a_at == NOW


def test_the_players_own_page_says_that_it_is_the_last_call():
    tournament = drawn_bracket(4)
    player = tournament.teams.get(seed=4).team_players.first().player
    assert not read_hall(player.event, NOW).night_of(player.token).is_last_call

    mark(give_last_call, tournament, 1, 4)

    assert read_hall(player.event, NOW).night_of(player.token).is_last_call
    assert "Last call for" in Client().get(f"/p/{player.token}/").content.decode()
    assert "Last call" in Client().get(f"/e/{tournament.event.code}/wall/").content.decode()


@pytest.mark.parametrize("half", ["a", "b"])
def test_nobody_cannot_be_here(half):
    final = match_of(drawn_bracket(4), 3)

    with pytest.raises(IntegrityError, match=f"match_here_{half}_is_a_team"), transaction.atomic():
        Match.objects.filter(pk=final.pk).update(**{f"here_{half}_at": NOW})


# The page and the API


@pytest.fixture
def tournament() -> BracketTournament:
    return drawn_bracket(4)


@pytest.fixture
def staff(tournament) -> Client:
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    return client


def page(tournament: BracketTournament, more: str = "roll-call/") -> str:
    return f"/staff/{tournament.event.code}/matches/{tournament.pk}/{more}"


def test_two_taps_give_a_walkover_and_a_third_undoes_it(tournament, staff):
    listed = staff.get(page(tournament)).content.decode()
    assert page(tournament, "1/teams/4/absent/") in listed
    asked = staff.get(page(tournament, "1/teams/4/absent/")).content.decode()
    done = staff.post(page(tournament, "1/teams/4/absent/"), {"request_id": uuid4(), "who": "one"}, follow=True)

    assert "Free for everything else tonight" in asked
    assert (match_of(tournament, 1).outcome, match_of(tournament, 1).winner.seed) == (Outcome.WALKOVER, 1)
    assert page(tournament, "1/undo/") in done.content.decode()
    staff.post(page(tournament, "1/undo/"))
    assert match_of(tournament, 1).state == MatchState.READY


def test_where_both_are_missing_nobody_goes_on(tournament, staff):
    staff.post(page(tournament, "1/teams/4/absent/"), {"request_id": uuid4(), "who": "both"})

    assert match_of(tournament, 1).outcome == Outcome.DOUBLE_NO_SHOW


def test_a_decided_match_has_nobody_to_walk_over(tournament, staff):
    decide(tournament, 1)

    assert staff.get(page(tournament, "1/teams/4/absent/")).status_code == 404


def test_staff_tick_call_and_take_back_by_one_tap_each(tournament, staff):
    for move, shown in (("last-call", "Last call"), ("no-call", "is off the wall"), ("here", "are here"), ("x", "")):
        answer = staff.post(page(tournament, f"1/teams/4/{move}/"), follow=True)
        assert shown in answer.content.decode()

    assert answer.status_code == 404
    assert match_of(tournament, 1).here_b_at is not None
    assert "Not here" in staff.get(page(tournament, "roll-call/list/")).content.decode()


def test_programs_read_the_roll_and_tick_a_team(tournament, staff):
    api = f"/api/v1/events/{tournament.event.code}/brackets/{tournament.pk}/"

    here = staff.put(f"{api}matches/1/teams/4/here/").json()
    call = staff.put(f"{api}matches/1/teams/1/last-call/").json()
    listed = staff.get(f"{api}roll-call/").json()
    away = staff.delete(f"{api}matches/1/teams/4/here/").json()

    assert here["lower"]["here_at"]
    assert call["upper"]["last_call_at"]
    assert [each["team"] for each in listed[0]["here"]] == [4]
    assert away["lower"]["here_at"] is None
    assert Client().put(f"{api}matches/1/teams/4/here/").status_code in (401, 403)


def test_the_list_costs_the_same_for_more_teams(staff, tournament, django_assert_max_num_queries):
    staff.get(page(tournament))
    for teams in (4, 16):
        other = drawn_bracket(teams, tournament.event, name=f"Cup {teams}")
        with django_assert_max_num_queries(12):
            staff.get(page(other))
