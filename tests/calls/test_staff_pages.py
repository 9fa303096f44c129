"""Calls on the pages of staff: the banner, the list and the menu, and who is shown nothing."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client

from eventnight.calls import services
from eventnight.calls.models import About, CallState
from eventnight.core.roles import Role
from tests.answers import press, shown_text, text_of
from tests.calls.nights import FINN, answer, at, by, call, fresh
from tests.calls.pages import KEY_OF_A_PRESS, banner, sitting, staff
from tests.factories import make_event
from tests.flows.pressing import nothing_changes
from tests.tables.evening import open_table, seat_people

pytestmark = pytest.mark.django_db


PAGES = (
    *("", "desk/", "floor/", "tables/", "players/", "chips/", "print/", "matches/", "raffle/", "till/"),
    *("players/P001/", "players/P001/record/", "tables/open/", "holdem/new/"),
)


def test_the_banner_is_first_on_every_page_of_staff(flight, event):
    caller = sitting(flight, 1, 3)
    called = call(caller)
    services.say_about(event=event, call_id=called.pk, about=About.RULING, press=by(caller))
    ruth = staff(event, Role.ORGANISER)

    addresses = [f"/staff/{event.code}/{page}" for page in PAGES]
    addresses += [f"/organise/{event.code}/{page}" for page in ("setup/", "dashboard/", "books/", "audit/", "closing/")]
    for address in addresses:
        answered = ruth.get(address, follow=True)
        assert answered.status_code == 200, address
        page = text_of(answered)
        assert "Table 1 calls the floor: a ruling" in page, address
        assert page.index('id="floor-calls"') < page.index('<main id="main"'), address
        assert page.count('id="floor-calls"') == 1


def test_the_banner_names_who_where_and_how_long_ago(flight, event):
    caller = sitting(flight, 1, 3)
    call(caller)
    finn = staff(event)

    with time_machine.travel(at(20), tick=False):
        shown = banner(finn, event)

    assert shown.startswith(f"Table 1 calls the floor {caller.display_name}, seat 3, flight 1, 20 s ago I’m going")


def test_one_tap_takes_the_call_by_name_and_one_gives_it_back(flight, event):
    called = call(sitting(flight, 1, 3))
    finn = staff(event)
    address = f"/staff/{event.code}/calls/{called.pk}"

    shown = shown_text(finn.post(f"{address}/take/", {"request_id": KEY_OF_A_PRESS}, headers={"HX-Request": "true"}))
    assert shown.startswith("Table 1: you’re going")
    assert fresh(called).taken_by_label == "Finn"

    press(finn, f"{address}/give-back/")
    assert "I’m going" in banner(finn, event)

    press(finn, f"{address}/take/")
    press(finn, f"{address}/done/")
    assert fresh(called).state == CallState.DONE
    assert banner(finn, event) == ""


def test_the_others_no_longer_see_a_call_that_is_taken(flight, event):
    called = call(sitting(flight, 1, 3))
    finn, greta = staff(event), staff(event, name="Greta")
    press(finn, f"/staff/{event.code}/calls/{called.pk}/take/")

    assert banner(greta, event) == ""
    refused = greta.post(f"/staff/{event.code}/calls/{called.pk}/take/", {"request_id": KEY_OF_A_PRESS})
    assert (refused.status_code, "Finn has been on the way since" in shown_text(refused)) == (409, True)


def test_without_scripts_a_tap_leads_back_to_the_page_that_it_was_on(flight, event):
    called = call(sitting(flight, 1, 3))
    page = f"http://testserver/staff/{event.code}/floor/"

    answered = staff(event).post(
        f"/staff/{event.code}/calls/{called.pk}/take/", {"request_id": KEY_OF_A_PRESS}, headers={"Referer": page}
    )

    assert (answered.status_code, answered["Location"]) == (302, f"/staff/{event.code}/floor/")


@pytest.mark.parametrize(("seconds", "is_urgent", "wait"), [(20, False, "40000"), (60, True, None), (300, True, None)])
def test_a_call_of_a_minute_ago_is_urgent_and_the_page_asks_again_at_that_moment(
    flight, event, seconds: int, is_urgent: bool, wait: str | None
):
    call(sitting(flight, 1, 3))
    finn = staff(event)

    with time_machine.travel(at(seconds), tick=False):
        answered = finn.get(f"/staff/{event.code}/calls/banner/")

    page = text_of(answered)
    assert ("is-urgent" in page, "Unanswered." in page) == (is_urgent, is_urgent)
    assert ("data-changes" in page, answered.get("Changes-In")) == (not is_urgent, wait)


def test_a_banner_that_shows_the_same_is_not_sent_again(flight, event):
    call(sitting(flight, 1, 3))
    finn, address = staff(event), f"/staff/{event.code}/calls/banner/"
    with time_machine.travel(at(10), tick=False):
        tag = finn.get(address)["ETag"]

    with time_machine.travel(at(50), tick=False):
        assert finn.get(address, headers={"If-None-Match": tag}).status_code == 304
    with time_machine.travel(at(60), tick=False):
        assert finn.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_more_calls_are_counted_and_lead_to_the_list(flight, event):
    call(sitting(flight, 1, 3))
    call(sitting(flight, 2, 1), 5)
    people = seat_people(open_table(event), {1: 200})
    call(people[1], 8)
    finn = staff(event)

    page = text_of(finn.get(f"/staff/{event.code}/calls/banner/"))

    assert "Table 1 calls the floor" in page
    assert re.search(rf'href="/staff/{event.code}/#open-calls">2 more calls<', page)


def test_a_tap_carries_its_key(flight, event):
    called = call(sitting(flight, 1, 3))

    refused = staff(event).post(f"/staff/{event.code}/calls/{called.pk}/take/")

    assert refused.status_code == 400
    assert fresh(called).state == CallState.WAITING


def test_the_page_now_lists_open_calls_first_those_that_wait_before_the_others(flight, event):
    going = call(sitting(flight, 1, 3))
    call(sitting(flight, 2, 1), 5)
    answer(services.take_call, going, FINN, 20)
    greta = staff(event, name="Greta")

    shown = shown_text(greta.get(f"/staff/{event.code}/now/"))

    assert shown.startswith("Open calls 2 Waiting Table 2")
    assert (
        shown.index("I’m going")
        < shown.index("Finn is going Table 1")
        < shown.index("Give it back")
        < shown.index("Done")
    )


def test_the_page_now_lists_what_was_answered_and_how_fast(flight, event):
    called = call(sitting(flight, 1, 3))
    services.say_about(event=event, call_id=called.pk, about=About.WRONG_DEAL, press=by(FINN))
    answer(services.take_call, called, FINN, 41)
    answer(services.finish_call, called, FINN, 90)

    shown = shown_text(staff(event).get(f"/staff/{event.code}/now/"))

    assert "Calls answered tonight 1, typically within 41 s 7:00 PM Table 1 , a wrong deal Finn, after 0:41" in shown
    assert "Open calls" not in shown


def test_the_menu_counts_the_calls_that_wait(flight, event):
    first = call(sitting(flight, 1, 3))
    call(sitting(flight, 2, 1))
    finn, address = staff(event), f"/staff/{event.code}/calls/banner/"
    counted = re.compile(r'<span class="count" id="count-now"[^>]*>(?:<span class="said">, </span>)?\s*(\d*)')

    def count(address: str) -> str:
        return counted.search(text_of(finn.get(address)).replace("> <", "><"))[1]

    assert (count(f"/staff/{event.code}/tables/"), count(address)) == ("2", "2")
    answer(services.take_call, first)
    assert (count(f"/staff/{event.code}/tables/"), count(address)) == ("1", "1")


@pytest.mark.parametrize("role", [Role.DESK, Role.RAFFLE, Role.MATCHES, Role.TABLES])
def test_whoever_does_not_run_the_table_sees_and_takes_nothing(flight, event, role: Role):
    called = call(sitting(flight, 1, 3))
    other = staff(event, role)

    for page in ("", "now/", "calls/banner/"):
        shown = shown_text(other.get(f"/staff/{event.code}/{page}"))
        assert "calls the floor" not in shown
        assert "Open calls" not in shown
    with nothing_changes():
        for what in ("take", "give-back", "done", "cancel"):
            refused = other.post(f"/staff/{event.code}/calls/{called.pk}/{what}/", {"request_id": KEY_OF_A_PRESS})
            assert refused.status_code == 403
            assert "This needs the role Floor, Organiser" in shown_text(refused)


def test_staff_of_another_night_are_refused_and_find_no_call(flight, event):
    called = call(sitting(flight, 1, 3))
    elsewhere = make_event("wlia")
    stranger = staff(elsewhere, Role.ORGANISER)

    assert stranger.post(f"/staff/{event.code}/calls/{called.pk}/take/").status_code == 403
    answered = stranger.post(f"/staff/{elsewhere.code}/calls/{called.pk}/take/", {"request_id": KEY_OF_A_PRESS})
    assert (answered.status_code, fresh(called).state) == (404, CallState.WAITING)


def test_pages_for_the_public_show_nothing_of_calls(flight, event):
    caller = sitting(flight, 1, 3)
    called = call(caller)
    answer(services.take_call, called, FINN, 20)
    addresses = ["", "tonight/", "board/", "wall/", "wall/calls/", f"holdem/{flight.tournament_id}/", "rules/"]

    for address in addresses:
        page = text_of(Client().get(f"/e/{event.code}/{address}"))
        assert not re.search(r"calls the floor|The floor is coming|is on the way|Finn", page), address
