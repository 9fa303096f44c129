"""Everybody who signed up for hold'em enters a flight by one press."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.bank.selectors import fund_total, means_of, verify_books
from eventnight.bank.selectors.ledger.entries import entry_of, lines_of
from eventnight.core.errors import Conflict
from eventnight.core.roles import Role
from eventnight.events.models import Player
from eventnight.events.services import sign_up, withdraw_player
from tests.answers import press as send_form
from tests.answers import shown_text
from tests.factories import make_player, make_players, make_staff
from tests.tournaments.holdem_nights import codes_of, enter, flight_of, fresh, make_holdem, press, seated_flight
from tests.tournaments.test_holdem_pages import api_address, send, staff_address
from tournaments.models import Flight, FlightEntry
from tournaments.selectors.flight.sign_ups import waiting_to_enter
from tournaments.services.flight.sign_ups import enter_signed_up, withdraw_entries

pytestmark = pytest.mark.django_db


def signed_up(flight: Flight, players: int, *, here: bool = True) -> list[Player]:
    made = make_players(flight.tournament.event, players, checked_in=here)
    for player in made:
        sign_up(player=player, kind="holdem", **press())
    return made


def waiting(flight: Flight) -> dict[str, str]:
    """Why each of those who signed up has not entered; empty where nothing keeps them out."""
    return {each.player.code: each.why for each in waiting_to_enter(flight)}


@pytest.fixture
def flight() -> Flight:
    return flight_of(make_holdem(flights=2, entry_price=2_000))


@pytest.fixture
def floor(client: Client, flight: Flight) -> Client:
    client.force_login(make_staff(flight.tournament.event, Role.FLOOR))
    return client


@pytest.mark.rule("WAS-1")
def test_all_who_are_here_enter_and_the_others_are_left_with_the_reason(flight: Flight):
    here = signed_up(flight, 3)
    away = signed_up(flight, 1, here=False)
    out = here.pop()
    withdraw_player(player=out, reason="No picture ID", **press())
    make_player(flight.tournament.event, checked_in=True)

    entered = enter_signed_up(flight=flight, **press())

    assert [entry.player.code for entry in entered] == [player.code for player in here]
    assert waiting(flight) == {out.code: "was withdrawn from the night", away[0].code: "is not checked in"}
    assert fund_total(flight.tournament.event_id) == 2 * 2_000
    assert verify_books(flight.tournament.event_id).is_clean


def test_who_has_entered_another_flight_of_the_tournament_is_not_entered_again(flight: Flight):
    one, two = signed_up(flight, 2)
    enter(flight_of(flight.tournament, 2), [one])

    entered = enter_signed_up(flight=flight, **press())

    assert [entry.player.code for entry in entered] == [two.code]


def test_nobody_signed_up_is_refused(flight: Flight):
    with pytest.raises(Conflict, match="Everybody who signed up for hold'em has entered") as refused:
        enter_signed_up(flight=flight, **press())
    away = signed_up(flight, 1, here=False)
    with pytest.raises(Conflict, match=f"{away[0].code} .* is not checked in"):
        enter_signed_up(flight=flight, **press())

    assert refused.value.code == "nobody_to_enter"


def test_a_press_that_comes_twice_enters_everybody_once(flight: Flight):
    signed_up(flight, 2)
    pressed = press()

    first, again = enter_signed_up(flight=flight, **pressed), enter_signed_up(flight=flight, **pressed)

    assert [entry.pk for entry in first] == [entry.pk for entry in again]
    assert FlightEntry.objects.count() == 2


@pytest.mark.rule("WAS-3")
def test_a_full_flight_takes_as_many_as_find_a_seat_first_come_first():
    flight = flight_of(make_holdem(flights=1, seats_per_table=2, tables_per_flight=1))
    one, two, three = signed_up(flight, 3)

    enter_signed_up(flight=flight, **press())

    assert codes_of(fresh(flight)) == [one.code, two.code]
    assert waiting(flight) == {three.code: "finds no seat: the flight is full"}


def test_all_are_withdrawn_again_or_none(flight: Flight):
    signed_up(flight, 2)
    codes = [entry.player.code for entry in enter_signed_up(flight=flight, **press())]

    with pytest.raises(Exception, match="did not enter"):
        withdraw_entries(flight=flight, player_codes=[*codes, "P999"], may_reverse_any=True, **press())
    assert FlightEntry.objects.count() == 2
    withdraw_entries(flight=flight, player_codes=codes, may_reverse_any=True, **press())

    assert not FlightEntry.objects.exists()
    assert fund_total(flight.tournament.event_id) == 0
    assert verify_books(flight.tournament.event_id).is_clean


def test_the_floor_sees_who_waits_enters_them_and_undoes_it(floor: Client, flight: Flight):
    signed_up(flight, 2)
    away = signed_up(flight, 1, here=False)[0]
    page = shown_text(floor.get(staff_address(flight, "")))

    done = send_form(floor, staff_address(flight, "entries/signed-up/"), means="cash", till="T1", follow=True)
    said = [message.extra_tags for message in done.context["messages"]]
    entered = FlightEntry.objects.count()
    send_form(floor, said[0])

    assert "3 signed up, not entered yet" in page
    assert "Enter all 2 into Flight 1, $40" in page
    assert entered == 2
    assert f"2 entered Flight 1. Left out: {away} is not checked in." in shown_text(done)
    assert not FlightEntry.objects.exists()


def test_a_program_enters_all_who_signed_up(floor: Client, flight: Flight):
    signed_up(flight, 2)

    answer = send(floor, api_address(flight, "entries/signed-up/"), {"means": "cash"})
    again = send(floor, api_address(flight, "entries/signed-up/"), {"means": "cash"})

    assert (answer.status_code, FlightEntry.objects.count()) == (201, 2)
    assert (again.status_code, again.json()["code"]) == (409, "nobody_to_enter")


def test_to_withdraw_an_entry_is_asked_for_on_a_page_of_its_own(floor: Client, flight: Flight):
    (player,) = enter(flight, 1)
    address = staff_address(flight, f"entries/{player.code}/withdraw/")

    asked = floor.get(address)

    assert f'href="{address}"' in floor.get(staff_address(flight, "")).content.decode()
    assert f"Reverse the entry of {player.code}" in shown_text(asked)
    assert FlightEntry.objects.count() == 1
    floor.post(address, {"request_id": uuid4()})


@pytest.mark.parametrize(("means", "slip"), [("cash", ""), ("card", "4711")])
def test_a_withdrawal_before_the_draw_is_undone_and_paid_as_before(floor: Client, flight: Flight, means, slip):
    player = make_player(flight.tournament.event, checked_in=True)
    how = {"till": "T1", "means": means, "reference": slip}
    send_form(floor, staff_address(flight, "entries/"), player=player.code, follow=True, **how)
    before = FlightEntry.objects.get().issue_entry
    done = send_form(floor, staff_address(flight, f"entries/{player.code}/withdraw/"), follow=True)
    undo = next(message.extra_tags for message in done.context["messages"])
    gone = FlightEntry.objects.exists()

    send_form(floor, undo)

    event_id = flight.tournament.event_id
    again = FlightEntry.objects.get().issue_entry
    paid = [means_of(lines_of(entry_of(event_id, number))) for number in (before, again)]
    assert (gone, fund_total(event_id), paid) == (False, 2_000, [means, means])
    assert entry_of(event_id, again).rates.get("reference", "") == slip
    assert verify_books(event_id).is_clean


def test_a_withdrawal_from_a_drawn_flight_has_no_undo(client: Client):
    drawn = seated_flight(4, make_holdem(flights=1, advancing_count=1))
    client.force_login(make_staff(drawn.tournament.event, Role.ORGANISER))

    done = send_form(client, staff_address(drawn, f"entries/{codes_of(drawn)[0]}/withdraw/"), follow=True)

    assert [message.extra_tags for message in done.context["messages"]] == [""]
