"""The Undo in a message is for what its press made: what a colleague entered since stays."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from eventnight.events.services import sign_up
from tables.models import Hand
from tests.answers import press, shown_text
from tests.factories import NOW, SYSTEM, make_event, make_player, make_players
from tests.tables.test_pages import address as table_address
from tests.tables.test_pages import hand_fields, shown_on, signed_in, two_at_a_table
from tests.tournaments.holdem_nights import flight_of, fresh, make_holdem, running_flight
from tests.tournaments.nights import drawn_bracket, match_of
from tests.tournaments.test_holdem_pages import staff_address
from tests.tournaments.test_level_change_pages import address as levels_address
from tests.tournaments.test_level_change_pages import fields_of
from tournaments.models import BlindClock, Flight, FlightEntry

pytestmark = pytest.mark.django_db


def undo_in(answer: HttpResponse) -> str:
    """The address of the Undo in the message that the page shows."""
    return [message.extra_tags for message in answer.context["messages"]][-1]


def two_of_the_staff(event: Event) -> tuple[Client, Client]:
    return signed_in(event, Role.ORGANISER), signed_in(event, Role.ORGANISER)


def must_be_refused(ann: Client, undo: str) -> None:
    """The Undo of what was undone already, under a key of its own, changes nothing and says why."""
    answer = ann.post(undo, {"request_id": uuid4()})
    assert answer.status_code == 409
    assert "has been undone since" in shown_text(answer)


def test_the_result_that_a_colleague_entered_since_stays():
    bracket = drawn_bracket(4)
    ann, bob = two_of_the_staff(bracket.event)
    page = f"/staff/{bracket.event.code}/matches/{bracket.pk}/1/"
    sent = {"winner_points": 10, "outcome": "played"}
    undo = undo_in(press(ann, page, winner="1-4", loser_points=7, follow=True, **sent))
    bob.post(undo, {"request_id": uuid4()})
    press(bob, page, winner="4-1", loser_points=3, **sent)

    must_be_refused(ann, undo)

    assert match_of(bracket, 1).winner.seed == 4


def test_the_game_that_a_colleague_entered_since_stays():
    bracket = drawn_bracket(4, best_of=3)
    ann, bob = two_of_the_staff(bracket.event)
    page = f"/staff/{bracket.event.code}/matches/{bracket.pk}/1/games/"
    sent = {"winner_points": 10, "game": 1}
    undo = undo_in(press(ann, page, winner="1-4", loser_points=7, follow=True, **sent))
    bob.post(undo, {"request_id": uuid4()})
    press(bob, page, winner="4-1", loser_points=2, **sent)

    must_be_refused(ann, undo)

    assert match_of(bracket, 1).games.filter(undone_at=None).count() == 1


def settled(client: Client, table: object, **paid: str) -> HttpResponse:
    fields = hand_fields(**paid)
    fields["shown"] = shown_on(client.post(table_address(table, "hand"), fields))
    return client.post(table_address(table, "hand"), fields, follow=True)


def test_the_hand_that_a_colleague_settled_since_under_the_same_number_stays():
    table = two_at_a_table()
    ann, bob = two_of_the_staff(table.event)
    undo = undo_in(settled(ann, table))
    bob.post(undo, {"request_id": uuid4()})
    settled(bob, table, paid_1="100", paid_2="100")

    must_be_refused(ann, undo)

    assert Hand.objects.filter(table=table, undone_at=None).count() == 1


def running_now() -> Flight:
    flight, now = running_flight(), timezone.now()
    BlindClock.objects.filter(flight=flight).update(running_since=now - timedelta(minutes=5), last_read_at=now)
    return fresh(flight)


def changed_levels(client: Client, flight: Flight, minutes: dict[str, str]) -> HttpResponse:
    shown = fields_of(client.get(levels_address(flight)).content.decode())
    return client.post(levels_address(flight, "change/"), shown | minutes, follow=True)


def test_the_levels_that_a_colleague_changed_since_stay():
    flight = running_now()
    ann, bob = two_of_the_staff(flight.tournament.event)
    undo = undo_in(changed_levels(ann, flight, {"form-0-minutes": "10"}))
    changed_levels(bob, flight, {"form-1-minutes": "33"})
    both = fresh(flight).clock.level_seconds

    must_be_refused(ann, undo)

    assert fresh(flight).clock.level_seconds == both


def finish_by(client: Client, flight: Flight) -> HttpResponse:
    """The flight is to end by the first of some times at which it can."""
    page = levels_address(flight).replace("levels/", "finish-by/change/")
    answers = (press(client, page, at=at, follow=True) for at in ("02:00", "03:00", "01:00", "04:00", "23:30"))
    return next(answer for answer in answers if answer.redirect_chain)


def test_levels_changed_before_an_end_was_set_are_there_again_once_that_is_undone():
    flight = running_now()
    ann, _ = two_of_the_staff(flight.tournament.event)
    changed_levels(ann, flight, {"form-1-minutes": "33"})
    before = fresh(flight).clock.levels
    undo = undo_in(finish_by(ann, flight))

    answer = ann.post(undo, {"request_id": uuid4()})

    assert answer.status_code == 302
    assert fresh(flight).clock.levels == before


def test_levels_that_a_colleague_changed_after_an_end_was_set_stay():
    flight = running_now()
    ann, bob = two_of_the_staff(flight.tournament.event)
    undo = undo_in(finish_by(ann, flight))
    changed_levels(bob, flight, {"form-1-minutes": "41"})
    changed = fresh(flight).clock.levels

    must_be_refused(ann, undo)

    assert fresh(flight).clock.levels == changed


def test_the_check_in_of_a_colleague_since_stays():
    event = make_event()
    player = make_player(event)
    ann, bob = two_of_the_staff(event)
    page = f"/staff/{event.code}/players/{player.code}/check-in/"
    undo = undo_in(press(ann, page, follow=True))
    bob.post(undo, {"request_id": uuid4()})
    press(bob, page)

    must_be_refused(ann, undo)

    assert Player.objects.get(pk=player.pk).is_checked_in


def test_an_entry_that_was_made_since_is_not_taken_out_with_all_that_one_press_entered():
    flight = flight_of(make_holdem(flights=2, entry_price=2_000))
    event = flight.tournament.event
    people = make_players(event, 2, checked_in=True)
    for person in people:
        sign_up(player=person, kind="holdem", press=Press(SYSTEM, NOW))
    ann, bob = two_of_the_staff(event)
    entered = press(ann, staff_address(flight, "entries/signed-up/"), till="T1", means="cash", follow=True)
    undo = undo_in(entered)
    press(bob, staff_address(flight, f"entries/{people[0].code}/withdraw/"))
    press(bob, staff_address(flight, "entries/"), player=people[0].code, till="T1", means="card", reference="77")

    must_be_refused(ann, undo)

    assert FlightEntry.objects.filter(flight=flight).count() == 2


def test_an_undo_that_comes_again_is_answered_as_the_first_time():
    bracket = drawn_bracket(4)
    ann, _ = two_of_the_staff(bracket.event)
    page = f"/staff/{bracket.event.code}/matches/{bracket.pk}/1/"
    sent = {"winner": "1-4", "winner_points": 10, "loser_points": 7, "outcome": "played"}
    undo, key = undo_in(press(ann, page, follow=True, **sent)), {"request_id": uuid4()}

    answers = [ann.post(undo, key).status_code for _ in range(2)]

    assert answers == [302, 302]
