"""The set-up of a bracket through HTTP: opened, entered, paired, drawn, and who withdraws."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import ActivityKind
from eventnight.events.services import sign_up
from tests.answers import text_of
from tests.factories import NOW, make_event, make_player, make_players, make_staff
from tests.tournaments.nights import drawn_bracket, enter_teams, make_bracket, match_of
from tournaments.models import BracketStatus, BracketTournament, MatchState
from tournaments.services.bracket.opening import withdraw_team

pytestmark = pytest.mark.django_db

NORA = Actor(code="staff-1", label="Nora T")


@pytest.fixture
def tournament() -> BracketTournament:
    return drawn_bracket(5)


@pytest.fixture
def staff(client: Client, tournament: BracketTournament) -> Client:
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    return client


def test_a_bracket_is_opened_with_the_events_settings(client):
    event = make_event()
    client.force_login(make_staff(event, Role.MATCHES))
    page = client.get(reverse("tournaments:new_bracket", kwargs={"code": event.code}))
    offered = page.context["form"].initial

    answer = client.post(
        reverse("tournaments:new_bracket", kwargs={"code": event.code}),
        {"name": "Euchre", **offered, "third_place": "on"},
    )

    tournament = event.brackets.get()
    assert answer["Location"] == _at("bracket_setup", tournament)
    assert (tournament.target, tournament.third_place) == (10, True)


def test_an_evening_is_set_up_from_sign_ups_to_the_draw(client):
    event = make_event()
    client.force_login(make_staff(event, Role.MATCHES))
    for player in make_players(event, 5, checked_in=True):
        sign_up(player=player, kind=ActivityKind.EUCHRE, press=Press(NORA, NOW))
    tournament = make_bracket(event)

    client.post(_at("take_sign_ups", tournament))
    client.post(_at("draw_pairs", tournament), {"request_id": uuid4()})
    client.post(_at("pair_reserve", tournament), {"stand-in-player": make_player(event).code})
    client.post(_at("draw_bracket", tournament), {"request_id": uuid4(), "order_by": "shuffle"})

    tournament.refresh_from_db()
    assert (tournament.status, tournament.entries) == (BracketStatus.RUNNING, 3)
    assert tournament.shuffle_seed in text_of(client.get(_at("bracket_setup", tournament)))


def test_seeds_are_given_by_hand(client):
    tournament = make_bracket()
    enter_teams(tournament, 2)
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    form = {"request_id": uuid4(), "order_by": "seeds", "seed_1": "2", "seed_2": "1"}

    client.post(_at("draw_bracket", tournament), form)

    assert tournament.teams.get(number=2).seed == 1


def test_a_seed_given_twice_is_refused(client):
    tournament = make_bracket()
    enter_teams(tournament, 2)
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    form = {"request_id": uuid4(), "order_by": "seeds", "seed_1": "1", "seed_2": "1"}

    answer = client.post(_at("draw_bracket", tournament), form)

    assert answer.status_code == 422
    assert "Two teams have the same seed" in text_of(answer)


def test_entries_are_added_split_and_released_by_hand(client):
    tournament = make_bracket()
    one, two, three = make_players(tournament.event, 3)
    client.force_login(make_staff(tournament.event, Role.MATCHES))

    client.post(_at("add_pair", tournament), {"pair-first": one.code, "pair-second": two.code, "pair-name": "Aces"})
    client.post(_at("add_single", tournament), {"single-player": three.code})
    client.post(_at("split_team", tournament, team=1, player=one.code))
    client.post(_at("release_single", tournament, player=three.code))

    assert {single.player.code: single.status for single in tournament.singles.all()} == {
        two.code: "waiting",
        three.code: "released",
    }


@pytest.mark.parametrize(("teams", "button"), [(0, ""), (1, ""), (2, "Draw 2 teams")])
def test_a_bracket_of_fewer_than_two_teams_offers_no_draw(client, teams: int, button: str):
    tournament = make_bracket()
    enter_teams(tournament, teams)
    client.force_login(make_staff(tournament.event, Role.MATCHES))

    page = text_of(client.get(_at("bracket_setup", tournament)))

    assert ("needs at least 2 teams" in page) is not bool(button)
    assert button in page
    assert "Draw 0 teams" not in page


def test_a_draw_without_singles_is_refused_on_the_page(client):
    tournament = make_bracket()
    client.force_login(make_staff(tournament.event, Role.MATCHES))

    answer = client.post(_at("draw_pairs", tournament), {"request_id": uuid4()})

    assert answer.status_code == 422
    assert "No single waits for a partner" in text_of(answer)


def test_withdrawing_shows_what_it_does_first(staff, tournament):
    page = text_of(staff.get(_at("withdraw_team", tournament, team=4)))
    staff.post(_at("withdraw_team", tournament, team=4))

    assert "Has a walkover in match 2" in page
    assert match_of(tournament, 2).winner.number == 5


def test_the_set_up_of_a_drawn_bracket_shows_who_withdrew_and_lets_them_back_in(staff, tournament):
    withdraw_team(team=tournament.teams.get(number=4), press=Press(NORA, NOW))
    page = text_of(staff.get(_at("bracket_setup", tournament)))

    staff.post(_at("readmit_team", tournament, team=4))

    assert "Withdrawn" in page
    assert _at("readmit_team", tournament, team=4) in page
    assert match_of(tournament, 2).state == MatchState.READY


def _at(name: str, tournament: BracketTournament, **kwargs: object) -> str:
    where = {"code": tournament.event.code, "bracket_id": tournament.pk, **kwargs}
    return reverse(f"tournaments:{name}", kwargs=where)
