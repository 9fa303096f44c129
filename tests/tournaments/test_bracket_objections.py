"""A team answers the other team's report: it agrees by one press, or says what is wrong, and staff come."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.night.selectors.actions.euchre import euchre_actions
from eventnight.night.selectors.tonight import tonight
from tests.answers import text_of
from tests.factories import NOW, make_staff
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.models import BracketTournament, Objection, ResultClaim, Team
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.claims import MatchClaims, claims_of
from tournaments.services.bracket.results.objections import object_to_report, take_back_objection
from tournaments.services.bracket.results.outcomes import PlayedResult
from tournaments.services.bracket.results.reports import report_result

pytestmark = pytest.mark.django_db

PRESS = Press(Actor.player("P001"), NOW)


@pytest.fixture
def tournament() -> BracketTournament:
    return drawn_bracket(4)


def team_of(tournament: BracketTournament, seed: int) -> Team:
    return tournament.teams.get(seed=seed)


def report(tournament: BracketTournament, seed: int, *, loser_points: int = 5) -> None:
    """The team says that the first beat the fourth, 10–5."""
    first, fourth = team_of(tournament, 1), team_of(tournament, 4)
    played = PlayedResult(winner=first, loser=fourth, winner_points=10, loser_points=loser_points)
    press = Press(Actor.player("P001"), NOW, uuid4())
    report_result(match=match_of(tournament, 1), team=team_of(tournament, seed), played=played, press=press)


def objects(tournament: BracketTournament, seed: int, objection: Objection = Objection.UNFINISHED) -> ResultClaim:
    team = team_of(tournament, seed)
    return object_to_report(match=match_of(tournament, 1), team=team, objection=objection, press=PRESS)


def said(tournament: BracketTournament) -> MatchClaims:
    return claims_of(bracket_view(tournament))[1]


def test_an_objection_makes_a_dispute_and_the_report_counts_for_nothing(tournament: BracketTournament):
    report(tournament, 1)

    objects(tournament, 4)

    assert said(tournament).is_dispute
    assert said(tournament).claims[0].objects == "that the match is not over"
    assert not match_of(tournament, 1).is_decided


def test_a_later_objection_replaces_the_earlier_and_the_same_again_changes_nothing(tournament: BracketTournament):
    report(tournament, 1)

    objects(tournament, 4)
    objects(tournament, 4, Objection.WE_WON)
    objects(tournament, 4, Objection.WE_WON)

    assert said(tournament).claims[0].objection == Objection.WE_WON
    assert AuditRecord.objects.filter(action="match.objected").count() == 2


def test_a_team_that_objected_may_still_agree_and_the_match_is_over(tournament: BracketTournament):
    report(tournament, 1)
    objects(tournament, 4)

    report(tournament, 4)

    assert match_of(tournament, 1).is_decided


def test_where_staff_confirm_an_objection_ends_with_the_agreement(tournament: BracketTournament):
    tournament.reports_settle = False
    tournament.save()
    report(tournament, 1)
    objects(tournament, 4)

    report(tournament, 4)

    assert not said(tournament).is_dispute
    assert not match_of(tournament, 1).is_decided


def test_an_objection_is_taken_back(tournament: BracketTournament):
    report(tournament, 1)
    objects(tournament, 4)

    take_back_objection(match=match_of(tournament, 1), team=team_of(tournament, 4), press=PRESS)

    assert not said(tournament).is_dispute
    with pytest.raises(Conflict) as refusal:
        take_back_objection(match=match_of(tournament, 1), team=team_of(tournament, 4), press=PRESS)
    assert refusal.value.code == "no_objection"


def test_a_report_that_is_changed_is_asked_about_again(tournament: BracketTournament):
    report(tournament, 1)
    objects(tournament, 4)

    report(tournament, 1, loser_points=6)

    assert not said(tournament).is_dispute


@pytest.mark.parametrize(
    ("by", "reported_by", "code"), [(4, None, "no_report"), (1, 1, "no_report"), (2, 1, "team_not_in_match")]
)
def test_only_the_other_team_objects_and_only_to_a_report(
    tournament: BracketTournament, by: int, reported_by: int | None, code: str
):
    if reported_by:
        report(tournament, reported_by)

    with pytest.raises(Conflict) as refusal:
        objects(tournament, by)

    assert refusal.value.code == code


def test_nobody_objects_to_a_match_that_is_decided(tournament: BracketTournament):
    report(tournament, 1)
    decide(tournament, 1)

    with pytest.raises(Conflict) as refusal:
        objects(tournament, 4)

    assert refusal.value.code == "match_already_decided"


def test_the_database_keeps_an_objection_with_its_time_and_against_a_team_alone(tournament: BracketTournament):
    report(tournament, 1)
    claims = ResultClaim.objects.all()

    for wrong in ({"objection": "we_won"}, {"objected_at": NOW}, {"objection": "bah", "objected_at": NOW}):
        with pytest.raises(IntegrityError), transaction.atomic():
            claims.update(**wrong)
    with pytest.raises(IntegrityError), transaction.atomic():
        claims.update(team=None, objection="we_won", objected_at=NOW)


# ---------- The page of the two teams ----------


def base(tournament: BracketTournament, seed: int) -> str:
    token = team_of(tournament, seed).team_players.first().player.token
    return f"/p/{token}/match/"


def claim_page(tournament: BracketTournament, seed: int, number: int = 1) -> str:
    return f"{base(tournament, seed)}{tournament.pk}/{number}/"


def send(tournament: BracketTournament, seed: int, to: str = "", **sent: object) -> HttpResponse:
    own = f"{tournament.pk}/1/{to}" if to else ""
    return Client().post(f"{base(tournament, seed)}{own}", sent, follow=True)


def agree(tournament: BracketTournament, seed: int) -> HttpResponse:
    sent = {"winner": "1-4", "winner_points": 10, "loser_points": 5, "request_id": uuid4()}
    return send(tournament, seed, **sent)


def test_the_other_team_agrees_by_one_press_and_sees_the_end(tournament: BracketTournament):
    report(tournament, 1)

    asked = text_of(Client().get(base(tournament, 4), follow=True))
    agreed = text_of(agree(tournament, 4))

    assert "Is this right?" in asked
    assert "Yes, 10–5 is right" in asked
    for name, value in (("winner", "1-4"), ("winner_points", "10"), ("loser_points", "5")):
        assert f'name="{name}" value="{value}"' in asked
    assert "Final, 10–5" in agreed
    assert match_of(tournament, 1).is_decided


def test_the_team_that_reported_waits_and_may_change_or_undo_it(tournament: BracketTournament):
    report(tournament, 1)

    page = text_of(Client().get(base(tournament, 1), follow=True))

    assert "Waiting for the other team" in page
    assert f"{base(tournament, 1)}?change&amp;winner=1-4&amp;winner_points=10&amp;loser_points=5" in page
    assert f'action="{base(tournament, 1)}{tournament.pk}/1/take-back/"' in page


def test_two_presses_call_staff_and_both_teams_read_it(tournament: BracketTournament):
    report(tournament, 1)

    asked = text_of(Client().get(f"{claim_page(tournament, 4)}?wrong"))
    called = text_of(send(tournament, 4, "wrong/", objection="unfinished"))
    theirs = text_of(Client().get(claim_page(tournament, 1)))

    assert "What is wrong with 10–5?" in asked
    assert "They won, but we had more than 5" in asked
    for page in (called, theirs):
        assert "Euchre staff are on their way" in page
        assert "Not decided." in page
    assert "you say it is not over" in called
    assert "they say it is not over" in theirs


def test_the_winners_are_asked_in_their_own_words(tournament: BracketTournament):
    report(tournament, 4)

    asked = text_of(Client().get(f"{claim_page(tournament, 1)}?wrong"))

    assert "We won, but they had more than 5" in asked
    assert "We won\n" not in asked


def test_a_team_that_called_staff_may_agree_after_all_or_undo_it(tournament: BracketTournament):
    report(tournament, 1)
    called = text_of(send(tournament, 4, "wrong/", objection="we_won"))

    undone = text_of(send(tournament, 4, "wrong/undo/"))

    assert "We agree now: 10–5 is right" in called
    assert "Is this right?" in undone
    assert "Final, 10–5" in text_of(agree(tournament, 4))


def test_an_answer_that_is_none_is_refused(tournament: BracketTournament):
    report(tournament, 1)

    answer = send(tournament, 4, "wrong/", objection="bah")

    assert answer.status_code == 400
    assert "does not say what is wrong" in text_of(answer)


@pytest.mark.parametrize("seed", [2, 3])
def test_nobody_but_the_two_teams_sees_or_answers_it(tournament: BracketTournament, seed: int):
    report(tournament, 1)

    page = Client().get(claim_page(tournament, seed))
    send(tournament, seed, "wrong/", objection="we_won")

    assert page.status_code == 404
    assert "You do not play in match 1" in text_of(page)
    assert not said(tournament).is_dispute


def test_the_part_for_the_live_page_is_the_section_alone_and_ends_with_the_result(tournament: BracketTournament):
    report(tournament, 1)
    part = f"{claim_page(tournament, 1)}said/"

    waiting = text_of(Client().get(part))
    agree(tournament, 4)

    assert "<html" not in waiting
    assert f'data-live="{part}"' in waiting
    assert "Final, 10–5" in text_of(Client().get(part))


# ---------- Staff and programs ----------


def test_staff_see_the_dispute_first_and_read_what_is_objected(tournament: BracketTournament):
    report(tournament, 1)
    objects(tournament, 4)
    staff = Client()
    staff.force_login(make_staff(tournament.event, Role.MATCHES))

    listed = text_of(staff.get(f"/staff/{tournament.event.code}/matches/"))

    (action, *_) = [each for each in euchre_actions(tonight(tournament.event, NOW)) if each.button == "Decide"]
    assert action.badge_text == "Dispute"
    assert "the other team says that the match is not over" in action.text
    assert "The other team says that the match is not over" in listed


def test_programs_object_for_a_team_and_take_it_back(tournament: BracketTournament):
    staff = Client()
    staff.force_login(make_staff(tournament.event, Role.MATCHES))
    report(tournament, 1)
    api = f"/api/v1/events/{tournament.event.code}/brackets/{tournament.pk}/"
    place = f"{api}matches/1/teams/{team_of(tournament, 4).number}/objection/"

    told = staff.post(place, {"objection": "we_won"}, content_type="application/json")
    listed = staff.get(f"{api}claims/").json()
    back = staff.delete(place)
    nothing = staff.delete(place)

    assert (told.status_code, back.status_code, nothing.status_code) == (200, 200, 409)
    assert (listed[0]["is_dispute"], listed[0]["claims"][0]["objection"]) == (True, "we_won")


def test_the_audit_log_says_who_objected(tournament: BracketTournament):
    report(tournament, 1)
    objects(tournament, 4)
    organiser = Client()
    organiser.force_login(make_staff(tournament.event, Role.ORGANISER))

    page = text_of(organiser.get(reverse("night:audit", args=(tournament.event.code,))))

    assert "objected to what was reported of" in page
