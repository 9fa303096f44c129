"""Reports on the pages of players and staff, and for programs."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.core.roles import Role
from eventnight.night.selectors.actions.euchre import euchre_actions
from eventnight.night.selectors.tonight import tonight
from tests.answers import text_of
from tests.factories import NOW, make_staff
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.models import BracketTournament, ResultClaim

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> BracketTournament:
    return drawn_bracket(4)


@pytest.fixture
def staff(tournament) -> Client:
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    return client


def page_of(tournament: BracketTournament, seed: int) -> str:
    """The personal page of the first player of a team."""
    return f"/p/{tournament.teams.get(seed=seed).team_players.first().player.token}/"


def press(tournament: BracketTournament, seed: int, winner: str = "1-4", loser_points: int = 7):
    body = {"winner": winner, "winner_points": 10, "loser_points": loser_points, "request_id": uuid4()}
    return Client().post(f"{page_of(tournament, seed)}match/", body, follow=True)


def test_a_player_reports_and_sees_what_both_have_said(tournament):
    asked = Client().get(page_of(tournament, 1))
    form = Client().get(f"{page_of(tournament, 1)}match/")
    done = press(tournament, 1)
    theirs = Client().get(page_of(tournament, 4))

    assert "Report the result" in text_of(asked)
    assert "This is what you report" not in text_of(form)
    assert "Report this result" in text_of(form)
    assert "Your report is noted." in text_of(done)
    assert "You reported:" in text_of(done)
    assert "reported: " in text_of(theirs)
    assert "Is that right?" in text_of(theirs)


def test_the_form_begins_with_what_the_others_said(tournament):
    form = Client().get(f"{page_of(tournament, 4)}match/?winner=1-4&winner_points=11&loser_points=7")

    assert 'value="1-4" id="id_winner_0" checked' in text_of(form).replace(" required", "")
    assert 'value="11"' in text_of(form)


def test_the_second_report_that_agrees_says_that_it_counts(tournament):
    press(tournament, 1)

    assert "The result counts." in text_of(press(tournament, 4))
    assert match_of(tournament, 1).is_decided


def test_a_dispute_sends_both_to_the_desk_and_staff_decide_in_two_taps(tournament, staff):
    press(tournament, 1)
    answer = press(tournament, 4, winner="4-1")
    listed = staff.get(f"/staff/{tournament.event.code}/matches/")
    chosen = staff.get(f"/staff/{tournament.event.code}/matches/{tournament.pk}/1/?winner=4-1&loser_points=7")

    assert "The two reports differ." in text_of(answer)
    assert "Decide which it is." in text_of(listed)
    assert "They do not say the same" in text_of(chosen)
    (action, *_) = [each for each in euchre_actions(tonight(tournament.event, NOW)) if each.button == "Decide"]
    assert action.badge_text == "Dispute"


def test_a_player_takes_a_report_back(tournament):
    press(tournament, 1)

    answer = Client().post(f"{page_of(tournament, 1)}match/{tournament.pk}/1/take-back/", follow=True)

    assert "Your report is undone." in text_of(answer)
    assert not ResultClaim.objects.filter(closed_at__isnull=True).exists()


def test_without_a_match_there_is_nothing_to_report(tournament):
    decide(tournament, 1)

    answer = Client().get(f"{page_of(tournament, 4)}match/")

    assert answer.status_code == 409
    assert "You have no match to report" in text_of(answer)


def test_a_score_that_cannot_be_is_said_on_the_players_page(tournament):
    answer = press(tournament, 1, loser_points=12)

    assert answer.status_code == 422
    assert "a beaten team has 0 to 9" in text_of(answer)


def test_a_second_of_staff_confirms_and_the_first_may_take_it_back(staff):
    tournament = drawn_bracket(4, confirmation="two_staff")
    first, second = Client(), Client()
    for client in (first, second):
        client.force_login(make_staff(tournament.event, Role.MATCHES))
    address = f"/staff/{tournament.event.code}/matches/{tournament.pk}/1/"
    body = {"winner": "1-4", "winner_points": 10, "loser_points": 7, "outcome": "played"}

    noted = first.post(address, {**body, "request_id": uuid4()}, follow=True)
    back = first.post(f"{address}claims/take-back/", follow=True)
    first.post(address, {**body, "request_id": uuid4()})
    second.post(address, {**body, "request_id": uuid4()})

    assert "It counts as soon as somebody else enters the same." in text_of(noted)
    assert f"{address}claims/take-back/" in text_of(noted)
    assert "is undone." in text_of(back)
    assert match_of(tournament, 1).is_decided


def test_programs_report_for_a_team_and_read_what_is_said(tournament, staff):
    api = f"/api/v1/events/{tournament.event.code}/brackets/{tournament.pk}/"
    body = {"winner": 1, "loser": 4, "winner_points": 10, "loser_points": 7}
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}

    told = staff.post(f"{api}matches/1/teams/1/report/", body, content_type="application/json", **key)
    listed = staff.get(f"{api}claims/").json()
    back = staff.delete(f"{api}matches/1/teams/1/report/")
    nothing = staff.delete(f"{api}matches/1/claims/")

    assert (told.status_code, told.json()["state"], back.status_code, nothing.status_code) == (200, "ready", 200, 409)
    assert (listed[0]["match"], listed[0]["is_dispute"]) == (1, False)
    assert (listed[0]["claims"][0]["team"], listed[0]["claims"][0]["winner"]) == (1, 1)


def test_a_bracket_is_opened_with_its_way_of_confirming(tournament, staff):
    staff.post(
        f"/staff/{tournament.event.code}/matches/new/",
        {"name": "Cup", "best_of": 1, "target": 10, "stations": 2, "confirmation": "both_teams"},
    )

    cup = BracketTournament.objects.get(name="Cup")
    assert (cup.confirmation, cup.reports_settle) == ("both_teams", False)


def test_the_players_page_costs_one_query_more_with_a_match(tournament, django_assert_max_num_queries):
    address = page_of(tournament, 1)
    press(tournament, 4)

    with django_assert_max_num_queries(25):
        Client().get(address)
