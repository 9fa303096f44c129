"""Corrections by staff on their page, and by programs."""

from __future__ import annotations

import re
from html import escape
from uuid import uuid4

import pytest
from django.test import Client

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.answers import text_of
from tests.factories import NOW, after, make_staff
from tests.tournaments.nights import correct, drawn_bracket, match_of, other_team_wins, played_bracket
from tournaments.models import BracketTournament
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.services.bracket.results.outcomes import Walkover
from tournaments.services.bracket.results.result_undo import undo_result
from tournaments.services.bracket.results.results import enter_outcome

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


def looked_at(planned: object) -> dict[str, str]:
    """What the page of a plan sends with the press that carries it out."""
    return dict(re.findall(r'type="hidden" name="(version|planned)" value="([^"]*)"', planned.content.decode()))


def names_of(tournament: BracketTournament) -> list[str]:
    """What the teams are called in public, in order of entry, as a page writes it."""
    return [escape(team.name) for team in bracket_view(tournament).teams]


def test_the_page_shows_the_plan_first_and_then_does_it(evening):
    client = staff(evening)

    asked = client.get(page_of(evening, 1))
    planned = press(client, evening, do="plan", choice_5="walkover")
    done = press(client, evening, do="apply", choice_5="walkover", **looked_at(planned))

    assert "Show what it changes" in text_of(asked)
    assert "Void, and decided without being played" in text_of(planned)
    assert 'name="choice_7"' in text_of(planned)
    assert done.status_code == 302
    assert match_of(evening, 5).winner.seed == 4


def test_a_correction_is_taken_back_by_the_press_beside_its_message(evening):
    client = staff(evening)
    done = press(client, evening, do="apply", **looked_at(press(client, evening, do="plan")))
    page = client.get(done["Location"]).content.decode()

    client.post(f"{page_of(evening, 1)}undo/")

    assert f"{page_of(evening, 1)}undo/" in page
    assert match_of(evening, 7).winner.seed == 1


def test_a_stale_plan_is_answered_with_the_new_one(evening):
    client = staff(evening)
    planned = press(client, evening, do="plan")
    undo_result(match=match_of(evening, 7), press=Press(SYSTEM, NOW))

    answer = press(client, evening, do="apply", **looked_at(planned))

    assert answer.status_code == 409
    assert "has changed since you looked at the plan" in text_of(answer)
    assert f'name="version" value="{BracketTournament.objects.get(pk=evening.pk).version}"' in text_of(answer)
    assert match_of(evening, 1).winner.seed == 1


def test_what_was_not_looked_at_is_not_applied(evening):
    client = staff(evening)
    planned = looked_at(press(client, evening, do="plan"))

    other_choice = press(client, evening, do="apply", choice_5="forfeit", **planned)
    other_points = press(client, evening, do="apply", loser_points=2, **planned)
    without_plan = press(client, evening, do="apply", version=evening.version)

    for answer in (other_choice, other_points, without_plan):
        assert answer.status_code == 422
        assert "This is the plan for it: look at it" in text_of(answer)
    assert match_of(evening, 1).winner.seed == 1


def test_what_names_no_points_or_no_team_is_applied_once_its_plan_was_looked_at():
    tournament = drawn_bracket(8)
    match = match_of(tournament, 1)
    enter_outcome(
        match=match, outcome=Walkover(winner=match.team_a, loser=match.team_b), press=Press(SYSTEM, NOW, uuid4())
    )
    client, page = staff(tournament), page_of(tournament, 1)

    def corrected(**given: object) -> tuple[int, str, str]:
        """The answer, and how the match ended, after a look at the plan and the same form once more."""
        form = {"winner_points": 10, **given}
        planned = client.post(page, {**form, "request_id": uuid4(), "do": "plan"})
        done = client.post(page, {**form, "request_id": uuid4(), "do": "apply", **looked_at(planned)})
        match = match_of(tournament, 1)
        return done.status_code, match.outcome, str(match.winner and match.winner.seed)

    assert corrected(outcome="walkover", winner="8-1") == (302, "walkover", "8")
    assert corrected(outcome="retired", winner="1-8", winner_points="") == (302, "retired", "1")
    assert corrected(outcome="double_no_show") == (302, "double_no_show", "None")


def test_a_choice_for_a_match_that_is_not_void_any_more_is_dropped(evening):
    client = staff(evening)

    both = press(client, evening, do="plan", choice_5="walkover", choice_7="forfeit")
    replayed = press(client, evening, do="plan", choice_5="replay", choice_7="forfeit")

    assert looked_at(both)["planned"] == "8-1 played 10 6 5=walkover 7=forfeit"
    assert looked_at(replayed)["planned"] == "8-1 played 10 6"
    assert 'name="choice_7"' not in text_of(replayed)


def test_the_plan_says_who_loses_the_title_and_who_keeps_it(evening):
    """Team 2 lost the final to team 1, which falls away: it stays there, whoever comes up."""
    client = staff(evening)
    names = {team.seed: name for team, name in zip(evening.teams.all(), names_of(evening), strict=True)}

    replayed = press(client, evening, do="plan")
    given_up = press(client, evening, do="plan", choice_5="walkover", choice_7="walkover")
    agreed = {"outcome": "played", "winner_points": 10, "loser_points": 6, "request_id": uuid4(), "do": "plan"}
    other_half = client.post(
        page_of(evening, 3), {**agreed, "winner": "7-2", "choice_6": "forfeit", "choice_7": "walkover"}
    )

    assert f"<b>{names[1]}</b> are no longer the winner" in replayed.content.decode()
    assert f"<b>{names[2]}</b> go on" in given_up.content.decode()
    assert f"<b>{names[1]}</b> go on" in other_half.content.decode()
    assert "are no longer the winner" not in text_of(other_half)


def test_a_plan_asked_for_by_a_tap_says_nothing_before_there_is_something_to_say(evening):
    client = staff(evening)
    tapped = {"do": "plan", "request_id": uuid4(), "outcome": "played", "winner_points": 10, "loser_points": 7}

    answers = [
        client.post(page_of(evening, 1), {**tapped, **more}, headers={"HX-Request": "true"})
        for more in ({}, {"winner": "1-8"}, {"winner": "8-1"}, {"winner": "8-1", "winner_points": 3})
    ]

    incomplete, as_it_stands, other, impossible = (text_of(answer) for answer in answers)
    assert {'role="alert"' in answer for answer in (incomplete, as_it_stands, other)} == {False}
    assert "This will change" in other
    assert "This will change" not in incomplete + as_it_stands
    assert 'role="alert"' in impossible


def test_a_corrected_match_says_so_and_offers_the_way_back(evening):
    correct(evening, 1, other_team_wins(evening, 1), now=after(5))

    corrected = text_of(staff(evening).get(page_of(evening, 1).removesuffix("correct/")))
    other = text_of(staff(evening).get(page_of(evening, 2).removesuffix("correct/")))

    assert "Corrected by Dana at" in corrected
    assert "Undo the correction" in corrected
    assert "Undo this result" not in corrected
    assert "Entered by Dana at" in other


def test_what_came_too_late_is_shown_and_leads_to_the_correction(evening):
    client = staff(evening)
    late = {"winner": "8-1", "winner_points": 10, "loser_points": 4, "outcome": "played", "request_id": uuid4()}

    answer = client.post(page_of(evening, 1).removesuffix("correct/"), late)
    page = client.get(f"{page_of(evening, 1)}?winner=8-1&outcome=played&winner_points=10&loser_points=4")

    assert answer.status_code == 409
    assert "correct/?winner=8-1&amp;outcome=played&amp;winner_points=10&amp;loser_points=4" in text_of(answer)
    assert re.search(r'name="winner" value="8-1"[^>]* checked', page.content.decode())
    assert re.search(r'name="loser_points" value="4"[^>]* checked', page.content.decode())


def test_every_decided_match_is_on_the_page_of_the_matches(evening):
    page = staff(evening).get(f"/staff/{evening.event.code}/matches/").content.decode()

    for number in range(1, 8):
        assert f"/matches/{evening.pk}/{number}/" in page


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
