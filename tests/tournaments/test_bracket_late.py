"""After the draw: a late team takes a bye, a substitute steps into a team, and both are taken back."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from engine.errors import RuleError
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Player
from tests.factories import NOW, after, make_player, make_players, make_staff
from tests.pressing import keyed
from tests.tournaments.nights import correct, decide, drawn_bracket, enter_teams, make_bracket, match_of
from tests.tournaments.nights import other_team_wins as other_wins
from tournaments.models import BracketTournament, MatchState, Outcome, Team
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import players_who_played, possible_substitutes, present_players
from tournaments.services.bracket.matches import call_match
from tournaments.services.bracket.opening import withdraw_team
from tournaments.services.bracket.results.result_undo import undo_result
from tournaments.services.bracket.teams.late import enter_late, open_byes_of, undo_late_entry
from tournaments.services.bracket.teams.pairing import draw_pairs, place_reserve
from tournaments.services.bracket.teams.substitutes import substitute_player, undo_substitute
from tournaments.services.bracket.teams.teams import enter_single

pytestmark = pytest.mark.django_db


def come_late(tournament: BracketTournament, match: int | None = None) -> Team:
    players = make_players(tournament.event, 2)
    return enter_late(tournament=tournament, players=tuple(players), match=match, press=Press(SYSTEM, after(10)))


def rows(tournament: BracketTournament) -> list[tuple]:
    fields = ("number", "team_a", "team_b", "state", "outcome", "winner", "points_a", "points_b")
    return list(tournament.matches.values_list(*fields))


@pytest.mark.rule("WLIA-22")
def test_a_late_team_takes_the_bye_of_the_worst_seed_and_plays_it_first():
    tournament = drawn_bracket(5)

    team = come_late(tournament)

    match = match_of(tournament, 4)
    assert (team.seed, match.team_a.seed, match.team_b.seed, match.state) == (6, 3, 6, MatchState.READY)
    assert (match_of(tournament, 6).team_b, match_of(tournament, 6).state) == (None, MatchState.WAITING)
    assert BracketTournament.objects.get(pk=tournament.pk).entries == 6


def test_another_bye_may_be_taken_and_the_bracket_remembers_it():
    tournament = drawn_bracket(5)
    team = come_late(tournament, match=1)

    decide(tournament, 1, slot=1)
    decide(tournament, 2)

    assert team.seed == 8
    assert {match_of(tournament, 5).team_a.seed, match_of(tournament, 5).team_b.seed} == {8, 4}


def test_every_bye_is_taken_until_the_bracket_is_full():
    tournament = drawn_bracket(5)

    assert [bye.match for bye in open_byes_of(tournament)] == [4, 3, 1]
    assert [come_late(tournament).seed for _ in range(3)] == [6, 7, 8]
    with pytest.raises(Conflict) as refusal:
        come_late(tournament)
    assert refusal.value.code == "no_bye_open"


def test_a_bye_is_over_once_its_team_has_begun_its_next_match():
    tournament = drawn_bracket(5)
    call_match(match=match_of(tournament, 6), press=Press(SYSTEM, NOW))

    with pytest.raises(RuleError) as refusal:
        come_late(tournament, match=4)

    assert refusal.value.code == "bye_is_over"
    assert [bye.match for bye in open_byes_of(tournament)] == [1]
    assert tournament.teams.count() == 5


def test_a_team_of_a_bye_that_withdrew_takes_nobody():
    tournament = drawn_bracket(5)
    withdraw_team(team=tournament.teams.get(seed=3), press=Press(SYSTEM, NOW))

    assert [bye.match for bye in open_byes_of(tournament)] == [1]


def test_before_the_draw_nobody_is_late():
    tournament = make_bracket()
    enter_teams(tournament, 3)

    with pytest.raises(Conflict) as refusal:
        come_late(tournament)

    assert (refusal.value.code, open_byes_of(tournament)) == ("bracket_not_drawn", [])


def test_a_fourth_team_does_not_make_a_match_for_third_place():
    tournament = drawn_bracket(3, third_place=True)
    come_late(tournament)

    for number in (1, 2, 3):
        decide(tournament, number)

    assert bracket_view(BracketTournament.objects.get(pk=tournament.pk)).champion.seed == 1


@pytest.mark.parametrize("match", [1, 3, 4])
def test_a_late_entry_undone_leaves_the_bracket_as_it_was(match):
    tournament = drawn_bracket(5)
    decide(tournament, 2)
    before = rows(tournament)
    team = come_late(tournament, match=match)

    undo_late_entry(team=team, press=Press(SYSTEM, after(11)))

    team.refresh_from_db()
    assert rows(tournament) == before
    assert (team.seed, team.is_withdrawn, present_players(team).count()) == (None, True, 0)
    assert BracketTournament.objects.get(pk=tournament.pk).entries == 5
    assert come_late(tournament, match=match).number == 7


def test_a_late_team_that_has_begun_stays():
    tournament = drawn_bracket(5)
    team = come_late(tournament)
    call_match(match=match_of(tournament, 4), press=Press(SYSTEM, NOW))

    with pytest.raises(Conflict) as begun:
        undo_late_entry(team=team, press=Press(SYSTEM, NOW))
    with pytest.raises(Conflict) as early:
        undo_late_entry(team=tournament.teams.get(seed=1), press=Press(SYSTEM, NOW))

    assert (begun.value.code, early.value.code) == ("late_team_has_begun", "team_not_late")


def test_corrections_and_undos_work_with_a_late_team():
    tournament = drawn_bracket(5)
    come_late(tournament, match=1)
    for number in (1, 2, 5):
        decide(tournament, number)

    correct(tournament, 1, other_wins(tournament, 1))
    assert match_of(tournament, 5).team_a.seed == 8
    undo_result(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    assert match_of(tournament, 5).team_a is None


def test_a_late_team_has_a_seed():
    team = come_late(drawn_bracket(5))

    with pytest.raises(IntegrityError, match="team_late_has_a_seed"), transaction.atomic():
        Team.objects.filter(pk=team.pk).update(seed=None)


# Substitutes


def people(tournament: BracketTournament, seed: int) -> list[Player]:
    return list(present_players(tournament.teams.get(seed=seed)))


def step_in(tournament: BracketTournament, seed: int, coming: Player, leaving: Player | None = None, now=NOW) -> Team:
    leaving = leaving or people(tournament, seed)[0]
    team = tournament.teams.get(seed=seed)
    return substitute_player(team=team, leaving=leaving, substitute=coming, press=Press(SYSTEM, now))


@pytest.mark.rule("WLIA-23")
def test_somebody_who_has_not_played_steps_in_and_the_team_goes_on():
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    leaving, partner = people(tournament, 1)
    coming = make_player(tournament.event)

    step_in(tournament, 1, coming, now=after(30))

    assert people(tournament, 1) == [coming, partner]
    assert match_of(tournament, 3).team_a.seed == 1
    assert leaving not in possible_substitutes(tournament)


@pytest.mark.rule("WLIA-23")
def test_who_has_played_may_not_step_in():
    tournament = drawn_bracket(4)
    decide(tournament, 1, now=after(5))
    beaten = people(tournament, 4)[0]
    step_in(tournament, 4, make_player(tournament.event), now=after(6))

    with pytest.raises(RuleError) as refusal:
        step_in(tournament, 2, beaten, now=after(7))

    assert refusal.value.code == "substitute_has_played"
    assert set(players_who_played(tournament)) == {beaten, people(tournament, 4)[1], *people(tournament, 1)}


def test_who_left_before_the_match_has_not_played():
    tournament = drawn_bracket(4)
    left = people(tournament, 1)[0]
    step_in(tournament, 1, make_player(tournament.event), now=after(1))
    decide(tournament, 1, now=after(5))

    assert left in possible_substitutes(tournament)


def test_a_substitute_is_free_and_the_one_who_leaves_is_in_the_team():
    tournament = drawn_bracket(4)

    with pytest.raises(Conflict) as taken:
        step_in(tournament, 1, people(tournament, 2)[0])
    with pytest.raises(NotFound) as elsewhere:
        step_in(tournament, 1, make_player(tournament.event), leaving=people(tournament, 2)[0])
    withdraw_team(team=tournament.teams.get(seed=1), press=Press(SYSTEM, NOW))
    with pytest.raises(Conflict) as gone:
        step_in(tournament, 1, make_player(tournament.event))

    codes = [refusal.value.code for refusal in (taken, elsewhere, gone)]
    assert codes == ["player_in_team", "player_not_in_team", "team_already_withdrawn"]


def test_a_substitute_is_taken_back():
    tournament = drawn_bracket(4)
    before = people(tournament, 1)
    team = step_in(tournament, 1, make_player(tournament.event), now=after(3))

    undo_substitute(team=team, press=Press(SYSTEM, after(4)))

    assert people(tournament, 1) == before
    with pytest.raises(Conflict) as refusal:
        undo_substitute(team=team, press=Press(SYSTEM, after(5)))
    assert refusal.value.code == "no_substitute"


def test_a_substitute_who_has_played_stays():
    tournament = drawn_bracket(4)
    team = step_in(tournament, 1, make_player(tournament.event), now=after(3))
    decide(tournament, 1, now=after(9))

    with pytest.raises(Conflict) as refusal:
        undo_substitute(team=team, press=Press(SYSTEM, after(10)))

    assert refusal.value.code == "substitute_has_played"


def test_a_substitution_that_waited_while_a_result_was_entered_gives_that_match_to_who_left():
    tournament = drawn_bracket(4)
    decide(tournament, 1, now=after(9, 3))

    team = step_in(tournament, 1, make_player(tournament.event), now=after(9))
    undo_substitute(team=team, press=Press(SYSTEM, after(10)))

    assert team.team_players.filter(left_at__isnull=True).count() == 2


def test_the_reserve_who_was_placed_is_the_reserve_again():
    tournament = make_bracket()
    singles = make_players(tournament.event, 5)
    for single in singles:
        enter_single(tournament=tournament, player=single, press=Press(SYSTEM, NOW))
    from_draw = {"tournament": tournament, "press": Press(SYSTEM, NOW)}
    draw_pairs(**keyed(from_draw, uuid4()))
    absent = tournament.team_players.first()
    team = place_reserve(tournament=tournament, instead_of=absent.player, press=Press(SYSTEM, after(1)))

    undo_substitute(team=team, press=Press(SYSTEM, after(2)))

    assert tournament.singles.get(status="reserve").player == singles[-1]
    assert absent.player in present_players(team)


# The pages and the API


def test_staff_enter_a_late_team_and_undo_it():
    tournament = drawn_bracket(5)
    client = staff_of(tournament)
    one, two = make_players(tournament.event, 2)
    setup = f"/staff/{tournament.event.code}/matches/{tournament.pk}/setup/"

    asked = client.get(f"{setup}late/").content.decode()
    body = {"pair-first": one.code, "pair-second": two.code, "pair-match": 4}
    done = client.post(f"{setup}late/", body, follow=True).content.decode()
    undone = client.post(f"{setup}teams/6/late/undo/", follow=True).content.decode()

    assert "Match 4, against" in asked
    assert f"{setup}teams/6/late/undo/" in done
    assert "the bye is back" in undone
    assert match_of(tournament, 4).outcome == Outcome.BYE


def test_staff_name_a_substitute_and_take_it_back():
    tournament = drawn_bracket(4)
    client, coming, (leaving, _) = staff_of(tournament), make_player(tournament.event), people(tournament, 1)
    address = f"/staff/{tournament.event.code}/matches/{tournament.pk}/setup/teams/1/"
    body = {"leaving": leaving.code, "substitute": coming.code}

    done = client.post(f"{address}substitute/", body, follow=True).content.decode()
    offered = client.get(f"{address}withdraw/").content.decode()
    client.post(f"{address}substitute/undo/")
    wrong = client.post(f"{address}substitute/", {**body, "substitute": people(tournament, 2)[0].code})

    assert "instead of" in done
    assert "Undo the substitution" in offered
    assert leaving in people(tournament, 1)
    assert wrong.status_code == 422


def test_programs_do_both():
    tournament = drawn_bracket(5)
    client, (one, two, three) = staff_of(tournament), make_players(tournament.event, 3)
    api = f"/api/v1/events/{tournament.event.code}/brackets/{tournament.pk}/teams/"
    json = {"content_type": "application/json"}

    late = client.post(f"{api}late/", {"players": [one.code, two.code]}, **json)
    swapped = client.post(f"{api}6/substitute/", {"leaving": one.code, "substitute": three.code}, **json)
    back = client.delete(f"{api}6/substitute/")
    out = client.delete(f"{api}6/late/")

    assert [answer.status_code for answer in (late, swapped, back, out)] == [201, 200, 200, 200]
    assert late.json()["rounds"][0]["matches"][3]["lower"]["team"] == 6


def staff_of(tournament: BracketTournament) -> Client:
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    return client


def test_a_page_that_read_the_bracket_before_a_late_team_came_sees_the_byes_there_are():
    tournament = drawn_bracket(5)
    read_before = BracketTournament.objects.get(pk=tournament.pk)

    team = come_late(tournament)

    assert team.number not in [bye.team.number for bye in open_byes_of(read_before)]
    assert len(open_byes_of(read_before)) == 2
