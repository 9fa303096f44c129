"""Corrections by staff on their page, and by programs."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.core.actors import SYSTEM
from eventnight.core.roles import Role
from tests.factories import NOW, after, make_staff
from tests.tournaments.nights import correct, match_of, other_team_wins, played_bracket
from tournaments.models import BracketTournament
from tournaments.services.results import undo_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> BracketTournament:
    return played_bracket(8)


def staff(tournament: BracketTournament, role: Role = Role.MATCHES) -> Client:
    client = Client()
    client.force_login(make_staff(tournament.event, role))
    return client


def page_of(tournament: BracketTournament, number: int) -> str:
    return f"/staff/{tournament.event.code}/matches/{tournament.pk}/{number}/correct/"


def press(client: Client, tournament: BracketTournament, **given: object):
    form = {"winner": "8-1", "winner_points": 10, "loser_points": 6, "outcome": "played", "request_id": uuid4()}
    return client.post(page_of(tournament, 1), {**form, **given})


def text_of(answer: object) -> str:
    return " ".join(answer.content.decode().split())


def test_the_page_shows_the_plan_first_and_then_does_it(evening):
    client = staff(evening)

    asked = client.get(page_of(evening, 1))
    planned = press(client, evening, do="plan")
    done = press(client, evening, do="apply", version=evening.version, choice_5="walkover")

    assert "Show what it changes" in text_of(asked)
    assert "void, to be played again" in text_of(planned)
    assert 'name="choice_5"' in text_of(planned)
    assert done.status_code == 302
    assert match_of(evening, 5).winner.seed == 4


def test_a_correction_is_taken_back_by_the_press_beside_its_message(evening):
    client = staff(evening)
    done = press(client, evening, do="apply", version=evening.version)
    page = client.get(done["Location"]).content.decode()

    client.post(f"{page_of(evening, 1)}undo/")

    assert f"{page_of(evening, 1)}undo/" in page
    assert match_of(evening, 7).winner.seed == 1


def test_a_stale_plan_is_answered_with_the_new_one(evening):
    client = staff(evening)
    undo_result(match=match_of(evening, 7), by=SYSTEM, now=NOW)

    answer = press(client, evening, do="apply", version=evening.version)

    assert answer.status_code == 409
    assert "has changed since you looked at the plan" in text_of(answer)
    assert f'name="version" value="{BracketTournament.objects.get(pk=evening.pk).version}"' in text_of(answer)
    assert match_of(evening, 1).winner.seed == 1


def test_what_cannot_be_is_said_on_the_page(evening):
    client = staff(evening)

    same = press(client, evening, do="plan", winner="1-8", loser_points=7)
    nothing = press(client, evening, do="plan", winner="")

    assert (same.status_code, nothing.status_code) == (422, 422)
    assert "has this result already" in text_of(same)
    assert staff(evening, Role.DESK).get(page_of(evening, 1)).status_code == 403


def test_a_decided_match_leads_to_its_correction(evening):
    shown = staff(evening).get(f"/staff/{evening.event.code}/matches/{evening.pk}/1/")

    assert page_of(evening, 1) in shown.content.decode()


# The API


def test_programs_ask_for_the_plan_and_carry_it_out(evening):
    client = staff(evening)
    address = f"/api/v1/events/{evening.event.code}/brackets/{evening.pk}/matches/1/correction/"
    body = {"outcome": "played", "winner": 8, "loser": 1, "winner_points": 10, "loser_points": 4}
    json = {"content_type": "application/json"}

    plan = client.post(f"{address}plan/", body, **json)
    done = client.post(
        address,
        {**body, "version": plan.json()["version"], "choices": {"5": "walkover"}},
        headers={"Idempotency-Key": str(uuid4())},
        **json,
    )
    stale = client.post(address, {**body, "version": 1}, headers={"Idempotency-Key": str(uuid4())}, **json)
    incomplete = client.post(f"{address}plan/", {"outcome": "played", "winner": 8}, **json)

    assert [step["kind"] for step in plan.json()["steps"]] == [
        "change_winner",
        "void_and_replay",
        "void_and_replay",
    ]
    assert (done.status_code, match_of(evening, 1).winner.seed, match_of(evening, 5).winner.seed) == (200, 8, 4)
    assert (stale.status_code, incomplete.status_code) == (409, 400)


def test_programs_take_a_correction_back(evening):
    correct(evening, 1, other_team_wins(evening, 1), now=after(5))
    address = f"/api/v1/events/{evening.event.code}/brackets/{evening.pk}/matches/1/correction/undo/"

    answers = [staff(evening).post(address), staff(evening).post(address)]

    assert [answer.status_code for answer in answers] == [200, 409]
    assert match_of(evening, 7).winner.seed == 1
