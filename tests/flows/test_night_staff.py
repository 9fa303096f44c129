"""What staff open first: what now for their roles, anybody found by search, and the counts of the menu."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import ActivityKind, Event
from eventnight.events.services import close_event, sign_up
from eventnight.raffle.services import freeze
from tests.answers import shown_text
from tests.factories import NOW, make_event, make_player, make_staff
from tests.flows.full_night import PLACES_OF_HOLDEM, full_night, open_night
from tests.tables.evening import open_table, seat_people
from tests.tournaments.holdem_nights import (
    bagged_flight,
    decided_flight,
    enter,
    flight_of,
    make_holdem,
    seated_flight,
)
from tests.tournaments.nights import drawn_bracket, enter_teams, make_bracket, match_of
from tournaments.services.bracket.matches import call_match

pytestmark = pytest.mark.django_db


def as_role(client: Client, event: Event, role: Role | str) -> Client:
    client.force_login(make_staff(event, role))
    return client


def what_now(client: Client, event: Event, role: Role | str = Role.ORGANISER) -> str:
    """The list of what there is to do for somebody with that role."""
    return shown_text(as_role(client, event, role).get(f"/staff/{event.code}/now/"))


# What now


@pytest.mark.parametrize(
    ("role", "sees", "does_not_see"),
    [
        (Role.MATCHES, "Call to table 1", "Start the clock"),
        (Role.FLOOR, "Start the clock", "Call to table 1"),
        (Role.DESK, "Open the till", "Start the clock"),
        (Role.RAFFLE, "Open the raffle", "Open the till"),
        (Role.TABLES, "Settle a hand", "Open the raffle"),
    ],
)
def test_everybody_sees_what_their_role_has_to_do(client: Client, role: Role, sees: str, does_not_see: str):
    event = open_night()
    drawn_bracket(2, event)
    seated_flight(3, make_holdem(event, **PLACES_OF_HOLDEM))
    seat_people(open_table(event), {1: 200, 2: 200})

    shown = what_now(client, event, role)

    assert sees in shown
    assert does_not_see not in shown


def test_a_ready_match_is_called_by_one_press_and_started_by_the_next(client: Client):
    event = open_night()
    bracket = drawn_bracket(2, event)
    as_role(client, event, Role.MATCHES)
    address = f"/staff/{event.code}/matches/{bracket.pk}/1"

    body = client.get(f"/staff/{event.code}/").content.decode()
    assert f'action="{address}/call/"' in body
    client.post(f"{address}/call/", {"station": "1"})

    assert f'action="{address}/start/"' in client.get(f"/staff/{event.code}/").content.decode()
    assert match_of(bracket, 1).station == 1


def test_a_ready_match_waits_without_a_free_table(client: Client):
    event = open_night()
    bracket = drawn_bracket(4, event, stations=1)
    call_match(match=match_of(bracket, 1), station=1, press=Press(SYSTEM, NOW))

    assert "Call to table" not in what_now(client, event, Role.MATCHES)


def test_people_who_signed_up_for_euchre_need_a_bracket_then_partners(client: Client):
    event = open_night()
    sign_up(player=make_player(event), kind=ActivityKind.EUCHRE, press=Press(SYSTEM, NOW))
    assert "1 players have signed up for euchre" in what_now(client, event)

    enter_teams(make_bracket(event), 2)

    assert "2 teams entered, 0 singles without a partner" in what_now(client, event)


def test_hold_em_leads_from_entries_to_the_final(client: Client):
    event = open_night(make_event("washburn"))
    holdem = make_holdem(event)
    enter(flight_of(holdem, 1), 8)
    assert "Draw the seats" in what_now(client, event, Role.FLOOR)

    seated_flight(0, holdem, 1)
    assert "Start the clock" in what_now(client, event, Role.FLOOR)


def test_a_decided_flight_is_to_be_bagged_and_bagged_flights_make_a_final(client: Client):
    event = open_night(make_event("washburn"))
    holdem = make_holdem(event)
    decided_flight(holdem, 1)
    assert "Count and bag" in what_now(client, event, Role.FLOOR)


def test_when_every_flight_is_bagged_the_final_is_drawn(client: Client):
    event = open_night(make_event("washburn"))
    bagged_flight(make_holdem(event), 1, (52_000, 28_000))

    assert "Draw the final" in what_now(client, event, Role.FLOOR)


def test_the_raffle_leads_from_tickets_in_hand_to_the_draw(client: Client):
    event = full_night()
    assert "6 tickets not placed" in what_now(client, event, Role.RAFFLE)

    freeze(event=event, press=Press(SYSTEM, NOW))

    assert "Sales are closed" in what_now(client, event, Role.RAFFLE)


def test_a_night_that_is_closed_asks_nobody_to_the_door(client: Client):
    event = open_night()
    make_player(event)
    assert "1 expected" in what_now(client, event, Role.DESK)

    close_event(event=event, press=Press(SYSTEM, NOW))

    assert "Nothing waits for you." in shown_text(client.get(f"/staff/{event.code}/now/"))


def test_a_planned_night_is_opened_by_its_organiser(client: Client):
    event = make_event("wlia")

    assert "The night is not open" in what_now(client, event)
    assert "The night is not open" not in what_now(client, event, Role.DESK)


def test_the_search_finds_a_player_by_name_code_or_card_and_leads_to_the_desk(client: Client):
    event = open_night()
    player = make_player(event, "Marta Lindt", checked_in=True)
    as_role(client, event, Role.DESK)

    for query in ("lindt", player.code, player.pin, f"http://192.168.0.9:8000/p/{player.token}/"):
        body = client.get(f"/staff/{event.code}/", {"q": query}).content.decode()
        assert "Marta Lindt" in body
        assert f'href="/staff/{event.code}/desk/{player.code}/"' in body


def test_the_search_offers_only_places_that_the_role_may_open(client: Client):
    event = open_night()
    player = make_player(event, "Marta Lindt", checked_in=True)

    body = as_role(client, event, Role.MATCHES).get(f"/staff/{event.code}/?q=marta").content.decode()

    assert "Marta Lindt" in body
    assert f"/desk/{player.code}/" not in body


def test_a_search_without_result_says_what_to_try(client: Client):
    event = open_night()

    assert "Nobody matches zzz" in shown_text(as_role(client, event, Role.DESK).get(f"/staff/{event.code}/?q=zzz"))


@pytest.mark.parametrize("address", ["staff/{}/", "staff/{}/now/", "staff/{}/?q=Pat"])
def test_a_night_three_times_as_large_costs_staff_no_more_queries(client: Client, address: str):
    costs = []
    for rows in (1, 3):
        event = full_night(rows)
        as_role(client, event, Role.ORGANISER)
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/" + address.format(event.code)).status_code == 200
        costs.append(len(captured))

    assert costs[0] == costs[1] <= 40


# The menu


def test_the_menu_counts_what_waits_for_those_whose_work_it_is(client: Client):
    event = full_night()

    body = as_role(client, event, Role.MATCHES).get(f"/staff/{event.code}/").content.decode()

    assert '1<span class="said"> waiting</span>' in body
    assert "waiting</span>" not in as_role(client, event, Role.DESK).get(f"/staff/{event.code}/").content.decode()
