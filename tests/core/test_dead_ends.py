"""Where the framework or a browser would show a page of its own: a stale form, a link to where only forms lead."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from eventnight.core.problems import PROBLEM_TYPE
from eventnight.core.roles import Role
from eventnight.core.web.methods import start_of
from tests.answers import text_of
from tests.factories import make_event, make_staff, make_user
from tests.flows.nights import OpenNight

pytestmark = pytest.mark.django_db
POST_ONLY = (
    "/staff/{code}/raffle/prizes/B1/draw/",
    "/staff/{code}/raffle/entropy/",
    "/staff/{code}/raffle/freeze/",
    "/staff/{code}/floor/1/entries/P001/move/",
    "/organise/{code}/closing/close/",
    "/staff/{code}/players/P001/new-card/",
)


class TestAStaleForm:
    @pytest.fixture
    def strict(self) -> Client:
        return Client(enforce_csrf_checks=True)

    def test_says_that_nothing_was_sent_and_how_to_go_on(self, strict: Client):
        event = make_event()
        strict.force_login(make_staff(event, Role.ORGANISER))

        answer = strict.post(f"/organise/{event.code}/closing/close/", {"csrfmiddlewaretoken": "x" * 64})

        assert answer.status_code == 403
        assert "older than your sign-in, so nothing was sent: go back" in text_of(answer)
        assert "data-back" in text_of(answer)
        assert "Form out of date" in text_of(answer)
        assert "CSRF" not in text_of(answer)

    def test_is_a_fragment_where_a_fragment_was_asked_for(self, strict: Client):
        answer = strict.post("/accounts/sign-in/", headers={"HX-Request": "true"})

        assert (answer.status_code, "<html" in text_of(answer)) == (403, False)
        assert "data-refusal" in text_of(answer)

    def test_is_problem_details_for_a_program(self, strict: Client):
        event = make_event()
        strict.force_login(make_staff(event, Role.ORGANISER))

        answer = strict.post(f"/api/v1/events/{event.code}/players/", {}, content_type="application/json")

        assert (answer.status_code, answer["Content-Type"]) == (403, PROBLEM_TYPE)

    def test_works_without_anybody_signed_in(self, strict: Client):
        assert "Go back" in text_of(strict.post("/accounts/sign-in/", {"username": "ruth"}))


class TestALinkToWhereOnlyFormsLead:
    @pytest.mark.parametrize("address", POST_ONLY)
    def test_says_so_and_leads_to_the_start(self, client: Client, address: str):
        night = OpenNight()
        client.force_login(night.staff(Role.ORGANISER))

        answer = client.get(address.format(code=night.code))

        assert (answer.status_code, answer["Allow"]) == (405, "POST")
        assert "only takes what a form sends" in text_of(answer)
        assert f'href="/staff/{night.code}/"' in text_of(answer)

    def test_leads_a_guest_to_their_own_page(self):
        assert start_of("/p/abc/match/") == "/p/abc/"
        assert start_of("/nowhere/") == "/"

    def test_is_a_fragment_where_a_fragment_was_asked_for(self, client: Client):
        answer = client.get("/staff/X/raffle/prizes/B1/draw/", headers={"HX-Request": "true"})

        assert (answer.status_code, "<html" in text_of(answer)) == (405, False)

    def test_a_form_for_where_only_pages_are_is_refused_with_a_page(self, client: Client):
        event = make_event()

        answer = client.post(f"/e/{event.code}/")

        assert (answer.status_code, "Nothing can be sent to this page" in text_of(answer)) == (405, True)
        assert f'href="/e/{event.code}/"' in text_of(answer)


class TestSigningIn:
    @pytest.mark.parametrize("address", POST_ONLY)
    def test_never_leads_to_where_only_forms_lead(self, client: Client, address: str):
        make_user("ruth")
        told = {"username": "ruth", "password": "card-night", "next": address.format(code="X")}

        answer = client.post("/accounts/sign-in/", told)

        assert (answer.status_code, answer["Location"]) == (302, "/staff/X/")

    def test_leads_to_the_page_that_the_form_was_on(self, client: Client):
        came_from = {"Referer": "http://testserver/staff/X/raffle/?show=draw"}

        answer = client.post("/staff/X/raffle/prizes/B1/draw/", headers=came_from)

        assert answer["Location"] == "/accounts/sign-in/?next=/staff/X/raffle/%3Fshow%3Ddraw"

    @pytest.mark.parametrize(
        "came_from",
        ["", "https://elsewhere.example/staff/X/raffle/", "http://testserver/staff/X/raffle/prizes/B1/draw/"],
    )
    def test_leads_to_the_start_where_no_page_of_ours_is_named(self, client: Client, came_from: str):
        answer = client.post("/staff/X/raffle/prizes/B1/draw/", headers={"Referer": came_from})

        assert answer["Location"] == "/accounts/sign-in/?next=/staff/X/"

    def test_keeps_the_address_of_a_page(self, client: Client):
        answer = client.get("/staff/X/players/?q=ann")

        assert answer["Location"] == "/accounts/sign-in/?next=/staff/X/players/%3Fq%3Dann"


def test_every_view_uses_the_decorator_that_says_so():
    root = Path(__file__).parents[2]
    theirs = [
        path.name
        for folder in ("eventnight", "tables", "tournaments")
        for path in (root / folder).rglob("*.py")
        if path.name != "methods.py" and "decorators.http import" in path.read_text()
        for line in path.read_text().splitlines()
        if "decorators.http import" in line and "require_" in line
    ]

    assert theirs == []
