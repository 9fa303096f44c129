"""Washburn at the door: WAS-1 through the services, the page and the API."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.http import HttpResponse
from django.test import Client
from rest_framework.test import APIClient

from eventnight.core.actors import Actor
from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Player
from eventnight.events.services import check_in, require_may_play, undo_check_in, withdraw_player
from tests.factories import NOW, after, at_the_door, make_event, make_player, make_staff
from tests.flows.pressing import press_api, press_page, refusal_in
from tests.tables.at_the_table import at_table, each_door
from tests.tournaments.holdem_nights import (
    bagged_flight,
    enter,
    flight_of,
    make_holdem,
    press,
    running_flight,
    seated_flight,
)
from tests.tournaments.nights import drawn_bracket
from tournaments.models import Flight, HoldemTournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-1")]


def test_nobody_is_checked_in_without_a_picture_id_being_seen():
    event = make_event("washburn")
    player = make_player(event)

    with pytest.raises(UserFacingError) as refused:
        check_in(player=player, id_seen=False, press=Press(Actor.of(make_staff(event, Role.DESK)), NOW))

    player.refresh_from_db()
    assert (refused.value.code, refused.value.rules) == ("id_not_seen", ("WAS-1",))
    assert player.checked_in_at is None


def test_check_in_records_that_the_id_was_seen_and_who_saw_it():
    event = make_event("washburn")
    player, nora = make_player(event), make_staff(event, Role.DESK)

    check_in(player=player, id_seen=True, conditions_met=True, press=Press(Actor.of(nora), after(minutes=5)))

    player.refresh_from_db()
    assert (player.checked_in_at, player.id_seen_at, player.id_seen_by) == (after(5), after(5), nora)
    line = AuditRecord.objects.get(event=event, action="player.checked_in")
    assert (line.actor_code, line.subject, line.facts["id_seen"]) == (f"staff-{nora.pk}", player.code, True)


def test_without_a_check_there_is_no_seat():
    player = make_player(make_event("washburn"))

    with pytest.raises(UserFacingError) as refused:
        require_may_play(player)

    assert (refused.value.code, refused.value.rules) == ("not_checked_in", ("WAS-1",))
    assert player.code in refused.value.message
    assert "picture ID" in refused.value.message


def test_a_checked_in_player_may_take_a_seat_and_may_not_once_it_is_taken_back():
    event = make_event("washburn")
    player = make_player(event, checked_in=True)
    require_may_play(player)

    player = undo_check_in(player=player, press=Press(Actor.of(make_staff(event)), after(1)))

    assert (player.id_seen_at, player.id_seen_by) == (None, None)
    with pytest.raises(UserFacingError, match="cannot take a seat"):
        require_may_play(player)


def test_a_house_that_asks_for_no_id_cites_no_rule():
    player = make_player(make_event("wlia"))

    with pytest.raises(UserFacingError) as refused:
        require_may_play(player)

    assert refused.value.rules == ()
    assert check_in(player=player, id_seen=False, press=Press(Actor.of(make_staff(player.event)), NOW)).is_checked_in


def test_the_desk_page_refuses_the_press_without_the_tick_and_names_the_rule(client: Client):
    event = make_event("washburn")
    player = make_player(event)
    client.force_login(make_staff(event, Role.DESK))
    address = f"/staff/{event.code}/players/{player.code}/check-in/"

    page = client.get(f"/staff/{event.code}/players/?q=P001").content.decode()
    refused = client.post(address)
    done = client.post(address, {"id_seen": "1", "conditions_met": "1", "next": f"/staff/{event.code}/players/?q=P001"})

    assert 'name="id_seen" value="1" required' in page
    assert refused.status_code == 422
    assert f"/e/{event.code}/rules/#WAS-1" in refused.content.decode()
    assert (done.status_code, done["Location"]) == (302, f"/staff/{event.code}/players/?q=P001")
    assert Player.objects.get(pk=player.pk).is_checked_in


def test_the_api_refuses_with_problem_details(client: Client):
    event = make_event("washburn")
    player = make_player(event)
    client.force_login(make_staff(event, Role.DESK))
    address = f"/api/v1/events/{event.code}/players/{player.code}/check-in/"

    refused = client.post(address, {"id_seen": False}, content_type="application/json")
    done = client.post(address, {"id_seen": True, "conditions_met": True}, content_type="application/json")

    assert (refused.status_code, refused["Content-Type"]) == (422, "application/problem+json")
    assert (refused.json()["code"], refused.json()["rules"]) == ("id_not_seen", ["WAS-1"])
    assert (done.status_code, done.json()["id_seen_by"] != "") == (200, True)


def undone(door: str, player: Player) -> HttpResponse:
    """The desk undoes a check-in."""
    desk, path = make_staff(player.event, Role.DESK), f"{player.event.code}/players/{player.code}/check-in/"
    if door == "page":
        return press_page(desk, f"/staff/{path}undo/", {})
    program = APIClient()
    program.force_authenticate(desk)
    return program.delete(f"/api/v1/events/{path}")


def entered_flight(players: int, tournament: HoldemTournament) -> Flight:
    """A flight that still takes entries."""
    flight = flight_of(tournament)
    enter(flight, players)
    return flight


@each_door
def test_the_check_of_somebody_who_sits_at_a_table_is_not_undone(door: str):
    """Who has no check gets no cards, so who has a seat keeps the check."""
    hand = at_table(door, "washburn", (10_000,) * 3)
    player = hand.table.seats.get(number=2).sitter

    refused = refusal_in(undone(door, player))

    assert (refused.code, refused.rules) == ("has_a_place", ("WAS-1",))
    assert "Seat 2 of Table 1. To undo it, first let the player leave the seat with the chips." in refused.message
    hand.leave(2)
    assert undone(door, player).status_code < 400
    assert not Player.objects.get(pk=player.pk).is_checked_in


@each_door
@pytest.mark.parametrize(
    ("flight_of_eight", "way_out"),
    [
        (entered_flight, "Flight 1. To undo it, first take the entry out."),
        (seated_flight, "Flight 1, table 1. To undo it, first take the entry out."),
        (running_flight, "Flight 1, table 1. To undo it, first record the player as out."),
    ],
)
def test_the_check_of_somebody_in_a_flight_is_not_undone(
    door: str, flight_of_eight: Callable[..., Flight], way_out: str
):
    flight = flight_of_eight(8, make_holdem(make_event("washburn")))

    refused = refusal_in(undone(door, flight.entries.order_by("id").first().player))

    assert (refused.code, refused.rules) == ("has_a_place", ("WAS-1",))
    assert way_out in refused.message


@each_door
def test_the_check_of_somebody_whose_stack_is_bagged_is_not_undone_before_they_are_withdrawn(door: str):
    flight = bagged_flight(make_holdem(make_event("washburn"), flights=2), 1, [50_000, 30_000])
    player = flight.entries.filter(bust_hand__isnull=True).order_by("id").first().player

    refused = refusal_in(undone(door, player))

    assert "Flight 1, table 1. To undo it, first withdraw the player from the night." in refused.message
    withdraw_player(player=player, reason="Went home", **press(after(minutes=5)))
    assert undone(door, player).status_code < 400


@each_door
def test_a_team_may_be_entered_before_its_players_come_so_that_their_check_in_is_undone(door: str):
    player = at_the_door(drawn_bracket(4).team_players.order_by("id").first().player)

    assert undone(door, player).status_code < 400


@pytest.mark.rule("WAS-13")
@each_door
def test_nobody_is_checked_in_before_somebody_says_that_the_conditions_are_met(door: str):
    event = make_event("washburn")
    player, desk = make_player(event), make_staff(event, Role.DESK)
    path = f"{event.code}/players/{player.code}/check-in/"
    ask = partial(press_page, desk, f"/staff/{path}") if door == "page" else partial(press_api, desk, path)

    refused = refusal_in(ask({"id_seen": True}))
    done = ask({"id_seen": True, "conditions_met": True})

    assert (refused.code, refused.rules) == ("conditions_not_met", ("WAS-13",))
    assert refused.message.endswith(event.house_settings.conditions)
    assert done.status_code < 400
    line = AuditRecord.objects.get(event=event, action="player.checked_in")
    assert line.facts == {"id_seen": True, "conditions_met": event.house_settings.conditions}
