"""The euchre pages through HTTP: public bracket, staff list, result."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import NamePolicy
from eventnight.events.services import update_event
from tests.answers import text_of
from tests.factories import NOW, make_event, make_player, make_staff
from tests.tournaments.nights import decide, draw, drawn_bracket, enter_teams, make_bracket, match_of, standing_results
from tournaments.models import BracketTournament, MatchState, Outcome
from tournaments.services.bracket.teams.teams import enter_pair

pytestmark = pytest.mark.django_db

NORA = Actor(code="staff-1", label="Nora T")


@pytest.fixture
def tournament() -> BracketTournament:
    return drawn_bracket(5)


@pytest.fixture
def staff(client: Client, tournament: BracketTournament) -> Client:
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    return client


def test_the_public_bracket_is_drawn_with_every_match_as_text(client, tournament):
    page = text_of(client.get(_at("bracket", tournament)))

    assert "<svg" in page
    assert all(f'id="match-{number}"' in page for number in range(1, 8))


@pytest.mark.django_db(transaction=True)
def test_the_public_bracket_costs_nothing_while_nothing_changes(client, tournament):
    first = client.get(_at("bracket", tournament))

    again = client.get(_at("bracket", tournament), headers={"If-None-Match": first["ETag"]})
    decide(tournament, 6)
    changed = client.get(_at("bracket", tournament), headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, changed.status_code) == (304, 200)
    assert "no-cache" in first["Cache-Control"]


def test_teams_with_the_same_names_are_told_apart_by_their_cards(client):
    tournament = make_bracket()
    enter_teams(tournament, 2)
    others = [make_player(tournament.event, name) for name in ("Ann Bee", "Cy Dee")]
    enter_pair(tournament=tournament, players=others, press=Press(SYSTEM, NOW))

    page = text_of(client.get(_at("bracket", draw(tournament))))

    assert "Pat P &amp; Pat P (P001, P002)" in page
    assert "Pat P &amp; Pat P (P003, P004)" in page
    assert "Ann B &amp; Cy D (" not in page


def test_a_team_is_followed_through_the_bracket(client, tournament):
    page = text_of(client.get(_at("bracket", tournament), {"team": 4}))

    assert "path-band" in page
    assert "match 2" in page


def test_an_unknown_team_is_followed_by_nobody(client, tournament):
    assert client.get(_at("bracket", tournament), {"team": "x"}).status_code == 200


@pytest.mark.parametrize("name", ["bracket_drawing", "bracket_text"])
def test_a_fragment_is_one_element_that_names_its_own_address(client, tournament, name):
    page = text_of(client.get(_at(name, tournament))).strip()

    assert f'data-live="{_at(name, tournament)}"' in page
    assert "<html" not in page


def test_a_champion_is_announced(client, tournament):
    for number in (2, 5, 6, 7):
        decide(tournament, number)

    assert "is won by" in text_of(client.get(_at("bracket", tournament)))


def test_the_page_says_which_round_is_played_and_what_its_byes_are(client, tournament):
    before = text_of(client.get(_at("bracket", tournament)))
    decide(tournament, 2)
    after = text_of(client.get(_at("bracket", tournament)))

    assert ('data-round-now="1"' in before, 'data-round-now="2"' in after) == (True, True)
    assert "5 teams do not fill the first round, so 3" in before


def test_a_bracket_without_byes_explains_none(client):
    assert "A dotted line is a bye" not in text_of(client.get(_at("bracket", drawn_bracket(4))))


def test_an_undrawn_bracket_lists_its_teams(client):
    tournament = make_bracket()
    enter_teams(tournament, 2)

    assert "Not drawn yet" in text_of(client.get(_at("bracket", tournament)))


def test_an_unknown_bracket_is_not_found(client, tournament):
    address = reverse("tournaments:bracket", kwargs={"code": tournament.event.code, "bracket_id": 0})

    assert client.get(address).status_code == 404


def test_the_staff_list_offers_the_next_free_table(staff, tournament):
    page = text_of(staff.get(_staff("matches", tournament)))

    assert "Call to table 1" in page
    assert page.count("is free") == 4


def test_a_night_without_a_bracket_says_what_to_do_first(client):
    event = make_event()
    client.force_login(make_staff(event, Role.MATCHES))

    assert "Open a bracket" in text_of(client.get(reverse("tournaments:matches", kwargs={"code": event.code})))


def test_the_wrong_role_sees_no_matches_and_enters_none(client, tournament):
    client.force_login(make_staff(tournament.event, Role.DESK))

    answers = [client.get(_staff("matches", tournament)), client.post(_at("match", tournament, number=2), {})]

    assert [answer.status_code for answer in answers] == [403, 403]


def test_nobody_acts_without_signing_in(client, tournament):
    assert client.post(_at("call", tournament, number=2)).status_code == 302
    assert match_of(tournament, 2).state == MatchState.READY


def test_a_match_is_called_started_and_decided_by_three_presses(staff, tournament):
    staff.post(_at("call", tournament, number=2), {"station": "3"})
    staff.post(_at("start", tournament, number=2))
    done = staff.post(_at("match", tournament, number=2), _result("4-5"), follow=True)

    match = match_of(tournament, 2)
    assert (match.state, match.station, match.winner.number, match.points_b) == (MatchState.DONE, 3, 4, 6)
    assert _at("undo", tournament, number=2) in text_of(done)


def test_the_result_page_says_what_a_result_will_do(staff, tournament):
    page = text_of(staff.get(_at("match", tournament, number=2)))

    assert page.count("Free for everything else tonight") == 2
    assert "quarter-final" in page.lower() or "semi-final" in page.lower()


def test_the_plan_follows_the_chosen_winner(staff, tournament):
    plan = text_of(staff.get(_at("match_plan", tournament, number=2), {"winner": "5-4"}))

    assert plan.count("Free for everything else tonight") == 1
    assert "This will do" in plan


@pytest.mark.parametrize(
    ("entered", "sentence", "status"),
    [
        pytest.param({"winner_points": "9"}, "a game is won with 10 or more", 422, id="short-of-ten"),
        pytest.param({"loser_points": "10"}, "a beaten team has 0 to 9", 422, id="loser-at-ten"),
        pytest.param({"winner": ""}, "Choose the team that goes on", 422, id="no-winner"),
        pytest.param({"winner": "4"}, "not a team of this match", 422, id="malformed"),
        pytest.param({"winner": "1-3"}, "not the two you saw", 409, id="other-teams"),
        pytest.param({"winner": "4-77"}, "has no team 77", 404, id="unknown-team"),
        pytest.param({"loser_points": ""}, "Enter the points", 422, id="no-points"),
    ],
)
def test_a_result_that_cannot_be_comes_back_with_its_reason(staff, tournament, entered, sentence, status):
    answer = staff.post(_at("match", tournament, number=2), _result("4-5", **entered))

    assert answer.status_code == status
    assert sentence in text_of(answer)
    assert standing_results(tournament) == 0


@pytest.mark.rule("EUC-16")
def test_a_refused_score_cites_its_rule_and_keeps_what_was_entered(staff, tournament):
    page = text_of(staff.post(_at("match", tournament, number=2), _result("4-5", winner_points="9")))

    assert "#EUC-16" in page
    assert 'value="4-5"' in page
    assert "checked" in page


def test_a_stale_form_says_who_was_first(staff, tournament):
    decide(tournament, 2, by=NORA)

    answer = staff.post(_at("match", tournament, number=2), _result("5-4"))

    assert answer.status_code == 409
    assert "Nora T" in text_of(answer)
    assert match_of(tournament, 2).winner.number == 4


def test_the_same_form_sent_twice_counts_once(staff, tournament):
    form = _result("4-5")

    answers = [staff.post(_at("match", tournament, number=2), form) for _ in range(2)]

    assert {answer.status_code for answer in answers} == {302}
    assert standing_results(tournament) == 1


@pytest.mark.parametrize("outcome", ["walkover", "retired"])
def test_a_team_goes_on_without_points(staff, tournament, outcome):
    staff.post(_at("match", tournament, number=2), _result("5-4", outcome=outcome, loser_points="", winner_points=""))

    match = match_of(tournament, 2)
    assert (match.outcome, match.winner.number, match.points_a) == (outcome, 5, None)


def test_nobody_came(staff, tournament):
    staff.post(_at("match", tournament, number=2), _result("", outcome="double_no_show", loser_points=""))

    assert match_of(tournament, 2).outcome == Outcome.DOUBLE_NO_SHOW


def test_an_outcome_that_is_not_offered_is_refused(staff, tournament):
    answer = staff.post(_at("match", tournament, number=2), _result("4-5", outcome="bye"))

    assert answer.status_code == 422


def test_a_result_is_undone_by_one_press(staff, tournament):
    decide(tournament, 2)

    staff.post(_at("undo", tournament, number=2))

    assert match_of(tournament, 2).state == MatchState.READY


def test_an_undo_that_is_too_late_names_the_match(staff, tournament):
    for number in (2, 5):
        decide(tournament, number)

    answer = staff.post(_at("undo", tournament, number=2))

    assert answer.status_code == 409
    assert "Undo match 5 first" in text_of(answer)


@pytest.mark.parametrize("number", [0, 99])
def test_an_unknown_match_is_not_found(staff, tournament, number):
    assert staff.get(_at("match", tournament, number=number)).status_code == 404
    assert staff.post(_at("call", tournament, number=number)).status_code == 404


def test_a_bye_has_no_form(staff, tournament):
    page = text_of(staff.get(_at("match", tournament, number=1)))

    assert "this is a bye" in page
    assert "Save the result" not in page


@pytest.mark.parametrize("teams", [4, 16])
def test_the_staff_list_costs_the_same_for_any_number_of_matches(client, teams):
    tournament = drawn_bracket(teams)
    client.force_login(make_staff(tournament.event, Role.MATCHES))

    with CaptureQueriesContext(connection) as captured:
        client.get(_staff("matches", tournament))

    assert len(captured) <= 17


def test_names_follow_the_events_policy(client):
    tournament = drawn_bracket(2)
    update_event(event=tournament.event, name_policy=NamePolicy.CODE, press=Press(NORA, NOW))

    page = text_of(client.get(_at("bracket", tournament)))

    assert "P001 &amp; P002" in page
    assert "Pat" not in page


def _result(chosen: str, **changes: str) -> dict[str, object]:
    form = {"winner": chosen, "winner_points": "10", "loser_points": "6", "outcome": "played", "request_id": uuid4()}
    return {**form, **changes}


def _at(name: str, tournament: BracketTournament, **kwargs: object) -> str:
    where = {"code": tournament.event.code, "bracket_id": tournament.pk, **kwargs}
    return reverse(f"tournaments:{name}", kwargs=where)


def _staff(name: str, tournament: BracketTournament) -> str:
    return reverse(f"tournaments:{name}", kwargs={"code": tournament.event.code})
