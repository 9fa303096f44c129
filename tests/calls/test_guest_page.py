"""A guest's own page: the key that calls, and what the whole table sees of a call."""

from __future__ import annotations

import pytest
from django.test import Client

from eventnight.calls import services
from eventnight.calls.models import About, CallState, FloorCall
from eventnight.events.models import Event
from eventnight.events.services.eligibility import withdraw_player
from tests.answers import press, shown_text, text_of
from tests.calls.nights import FINN, answer, by, call, fresh
from tests.calls.pages import KEY, board, sitting
from tests.factories import make_event, make_player
from tests.flows.pressing import nothing_changes
from tests.tables.evening import open_table, seat_people

pytestmark = pytest.mark.django_db


def test_whoever_has_a_seat_finds_one_key_and_one_tap_calls(client, flight):
    player = sitting(flight, 1, 3)
    assert f"{KEY} A ruling, a wrong deal, chips. Table 1, seat 3, flight 1" in board(player)

    answered = press(client, f"/p/{player.token}/floor/", follow=True)

    shown = shown_text(answered)
    assert "Table 1, called 7:00 PM by" in shown
    assert "The floor is coming Staff see your call" in shown
    assert "Leave the cards and chips where they are." in shown
    assert KEY not in shown


def test_a_key_without_scripts_calls_too(flight):
    player = sitting(flight, 1, 3)

    for _ in range(2):
        answered = Client().post(f"/p/{player.token}/floor/")

    assert (answered.status_code, FloorCall.objects.count()) == (302, 1)


def test_the_whole_table_sees_the_call_and_no_other_table_does(flight):
    caller = sitting(flight, 1, 3)
    call(caller)

    assert f"called 7:00 PM by {caller.display_name}" in board(sitting(flight, 1, 1))
    assert "Never mind, cancel the call" in board(sitting(flight, 1, 1))
    assert KEY in board(sitting(flight, 2, 1))
    assert "The floor is coming" not in board(sitting(flight, 2, 1))


def test_the_guest_reads_who_is_on_the_way_and_what_it_is_about(client, flight):
    player = sitting(flight, 1, 3)
    called = call(player)
    press(client, f"/p/{player.token}/floor/{called.pk}/about/", about="wrong_deal")
    answer(services.take_call, called, FINN, 20)

    page = text_of(client.get(f"/p/{player.token}/"))

    assert "Finn is on the way" in page
    assert "Seen 20 s after the call." in page
    assert "Leave the cards and chips where they are until Finn is there." in page
    assert 'value="wrong_deal" aria-pressed="true"' in page
    assert page.count('aria-pressed="true"') == 1


def test_never_mind_ends_it_and_offers_the_key_again(client, flight):
    player = sitting(flight, 1, 3)
    called = call(player)

    shown = shown_text(press(client, f"/p/{player.token}/floor/{called.pk}/cancel/", follow=True))

    assert fresh(called).state == CallState.CANCELLED
    assert "The call is cancelled: nobody comes." in shown
    assert KEY in shown


@pytest.mark.parametrize("about", ["", "drinks", "RULING"])
def test_what_no_call_is_about_is_refused(client, flight, about: str):
    player = sitting(flight, 1, 3)
    called = call(player)

    with nothing_changes():
        refused = press(client, f"/p/{player.token}/floor/{called.pk}/about/", about=about)

    assert refused.status_code == 400


def test_nobody_without_a_seat_sees_a_key(flight, event):
    stranger = make_player(event, checked_in=True)
    withdrawn = sitting(flight, 1, 2)
    withdraw_player(player=withdrawn, reason="Showed no ID", press=by(FINN))

    for player in (stranger, withdrawn):
        assert KEY not in board(player)
        refused = Client().post(f"/p/{player.token}/floor/")
        assert refused.status_code == 409
    assert not FloorCall.objects.exists()


def test_a_link_of_another_night_touches_no_call_of_this_one(flight):
    called = call(sitting(flight, 1, 3))
    elsewhere = seat_people(open_table(make_event("wlia")), {1: 200})[1]

    for what in ("about", "cancel"):
        answered = Client().post(f"/p/{elsewhere.token}/floor/{called.pk}/{what}/", {"about": "ruling"})
        assert answered.status_code == 404
    assert Client().post("/p/nobody/floor/").status_code == 404
    assert fresh(called).about == ""


def test_the_key_is_gone_when_the_night_is_closed(flight, event):
    Event.objects.filter(pk=event.pk).update(status="closed")

    assert KEY not in board(sitting(flight, 1, 3))


def test_a_board_is_the_same_as_long_as_the_call_is(flight):
    player = sitting(flight, 1, 3)
    address = f"/p/{player.token}/board/"
    call(player)
    first, again = (Client().get(address) for _ in range(2))
    assert first.content == again.content

    services.say_about(event=player.event, call_id=FloorCall.objects.get().pk, about=About.CHIPS, press=by(player))

    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200
