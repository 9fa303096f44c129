"""A guest's page of a match that was opened a while ago acts on that match alone, and on the report that it showed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.answers import text_of
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tests.tournaments.test_bracket_report_pages import page_of, press
from tournaments.models import BracketTournament, Match, ResultClaim

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> BracketTournament:
    return drawn_bracket(4)


def page_of_claim(tournament: BracketTournament, seed: int, question: str = "") -> str:
    opened = Client().get(f"{page_of(tournament, seed)}match/", follow=True)
    return Client().get(opened.redirect_chain[-1][0] + question).content.decode()


def form_on(page: str, ending: str) -> tuple[str, dict[str, str]]:
    """The address and the hidden fields of the form whose address ends so."""
    address, fields = re.search(rf'<form[^>]*action="([^"]*{ending})"[^>]*>(.*?)</form>', page, re.DOTALL).groups()
    return address, dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', fields.replace("&amp;", "&")))


def reported_final(tournament: BracketTournament, seed: int) -> Match:
    """The final, reported as won by the opponent of that seed, or by that seed where it is the first."""
    final = match_of(tournament, 3)
    first, second = sorted((final.team_a, final.team_b), key=lambda team: team.seed == seed)
    by, other = (second, first) if seed == 1 else (first, second)
    press(tournament, by.seed, winner=f"{by.number}-{other.number}")
    return final


def test_undoing_a_report_on_the_page_of_one_match_leaves_the_report_of_the_next(tournament):
    press(tournament, 1)
    address, fields = form_on(page_of_claim(tournament, 1), "take-back/")
    decide(tournament, 1)
    decide(tournament, 2)
    final = reported_final(tournament, 1)

    answer = Client().post(address, fields)

    assert answer.status_code == 409
    assert "Match 1 is decided" in text_of(answer)
    assert ResultClaim.objects.filter(match=final, closed_at=None).count() == 1


def test_an_objection_on_the_page_of_one_match_is_none_to_the_report_of_the_next(tournament):
    press(tournament, 1)
    address, fields = form_on(page_of_claim(tournament, 4, "?wrong"), "wrong/")
    decide(tournament, 1, slot=1)
    decide(tournament, 2)
    final = reported_final(tournament, 4)

    answer = Client().post(address, {**fields, "objection": "we_won"})

    assert answer.status_code == 409
    assert not ResultClaim.objects.filter(match=final).exclude(objection="").exists()


def test_an_objection_to_a_report_that_was_changed_since_is_refused_with_what_it_says_now(tournament):
    press(tournament, 1)
    address, fields = form_on(page_of_claim(tournament, 4, "?wrong"), "wrong/")
    press(tournament, 1, winner="4-1")

    answer = Client().post(address, {**fields, "objection": "we_won"})

    assert answer.status_code == 409
    assert "has changed its report since you opened this page" in text_of(answer)
    assert ResultClaim.objects.get(match=match_of(tournament, 1), closed_at=None).objection == ""


def test_an_objection_to_the_report_that_was_shown_counts(tournament):
    press(tournament, 1)
    address, fields = form_on(page_of_claim(tournament, 4, "?wrong"), "wrong/")

    answer = Client().post(address, {**fields, "objection": "we_won"})

    assert answer.status_code == 302
    assert ResultClaim.objects.get(match=match_of(tournament, 1), closed_at=None).objection == "we_won"
