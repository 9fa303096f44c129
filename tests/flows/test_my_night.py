"""What a personal link opens: chips, tickets, the next match, the seat, and what has happened."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from eventnight.bank.services import give_first_stack, sell_rebuy
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.models import Player
from eventnight.raffle.services import place_tickets, sell_tickets
from tables.services import seat_player
from tests.answers import shown_text
from tests.factories import NOW, after, make_player
from tests.flows.full_night import PLACES_OF_HOLDEM, full_night, open_night
from tests.pressing import keyed
from tests.tables.evening import by_staff, open_table, seat_people
from tests.tournaments.holdem_nights import (
    codes_of,
    enter,
    final_drawn,
    flight_of,
    make_holdem,
    out,
    running_flight,
    seated_flight,
)
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.services.bracket.matches import call_match
from tournaments.services.clock.presses import start_clock

pytestmark = pytest.mark.django_db


def my_night(client: Client, player: Player, part: str = "") -> str:
    return shown_text(client.get(f"/p/{player.token}/{part}"))


def player_of(event, code: str) -> Player:
    return event.players.select_related("person", "event").get(code=code)


def test_the_link_opens_the_players_name_and_code_without_signing_in(client: Client):
    player = make_player(open_night(), "Marta Lindt", checked_in=True)

    answer = client.get(f"/p/{player.token}/")

    assert "Marta Lindt" in shown_text(answer)
    assert player.pin in shown_text(answer)
    assert 'aria-label="QR code of this page"' in answer.content.decode()
    assert "private" in answer["Cache-Control"]


def test_a_link_that_is_not_known_says_what_to_do(client: Client):
    for part in ("", "board/"):
        answer = client.get(f"/p/nobody/{part}")
        assert answer.status_code == 404
        assert "Scan your newest card" in shown_text(answer)


def test_somebody_who_is_not_here_yet_is_sent_to_the_desk(client: Client):
    assert "You are not checked in yet" in my_night(client, make_player(open_night()))


@pytest.mark.rule("WLIA-14")
def test_chips_are_shown_with_the_tickets_they_would_buy(client: Client):
    event = full_night()
    player = make_player(event, checked_in=True)
    press = {"event": event, "player_code": player.code, "press": Press(SYSTEM, NOW)}
    give_first_stack(**keyed(press, uuid4()))
    seat_player(table=open_table(event), seat=1, player=player, chips=650, **by_staff())

    shown = my_night(client, player)

    assert "chips 350" in shown
    assert "300 of your chips would buy 3 tickets at the desk; 50 stay over. WLIA-14" in shown
    assert "with 650 chips before you" in shown


def test_tickets_in_hand_and_in_buckets_are_told_apart_and_can_be_placed(client: Client):
    event = full_night()
    player = make_player(event, checked_in=True)
    press = {"event": event, "player_code": player.code, "press": Press(SYSTEM, NOW)}
    sell_tickets(**keyed(press, uuid4()), paid=1000)
    place_tickets(**keyed(press, uuid4()), counts={"B1": 3})

    shown = my_night(client, player)

    assert "Place 7 tickets" in shown
    assert "7 in hand" in shown
    assert "3 yours" in shown


def test_a_call_is_the_first_thing_on_the_page(client: Client):
    event = open_night()
    bracket = drawn_bracket(2, event)
    player = player_of(event, "P001")
    assert "You are called as soon as a table is free" in my_night(client, player)

    call_match(match=match_of(bracket, 1), station=4, press=Press(SYSTEM, NOW))
    shown = my_night(client, player, "board/")

    assert shown.startswith("Your match is called Table 4, now")


@pytest.mark.rule("WLIA-24")
def test_whoever_lost_is_free_for_everything_else_and_the_match_is_remembered(client: Client):
    event = open_night()
    decide(drawn_bracket(2, event), 1)

    loser, winner = player_of(event, "P003"), player_of(event, "P001")

    assert "Your euchre is over for tonight" in my_night(client, loser)
    assert "Lost against" in my_night(client, loser)
    assert "won Euchre." in my_night(client, winner)
    assert "10–7" in my_night(client, winner)


def test_a_hold_em_player_finds_the_table_and_the_seat(client: Client):
    event = open_night()
    flight = seated_flight(4, make_holdem(event, **PLACES_OF_HOLDEM))
    entry = flight.entries.select_related("player__person", "player__event").first()

    answer = client.get(f"/p/{entry.player.token}/")

    assert f"Table {entry.table_number}, seat {entry.seat_number}" in shown_text(answer)
    assert "5 / 10" in shown_text(answer)
    assert "Not started yet." in shown_text(answer)
    assert "seat-chosen" in answer.content.decode()


def test_hold_em_tells_who_waits_for_a_seat_who_is_out_and_who_goes_on(client: Client):
    event = open_night()
    holdem = make_holdem(event, **PLACES_OF_HOLDEM)
    (waiting,) = enter(flight_of(holdem), 1)
    assert "your seat is drawn before the flight starts" in my_night(client, waiting)

    flight = running_flight(3, holdem)
    codes = codes_of(flight)
    out(flight, codes[3])
    assert "You finished 4th. STD-10" in my_night(client, player_of(event, codes[3]))
    out(flight, codes[2])

    assert "You play the final table" in my_night(client, player_of(event, codes[0]))


def test_a_finalist_sits_at_the_final_table(client: Client):
    final = final_drawn()
    entry = final.entries.select_related("player").first()

    assert f"Table 1, seat {entry.seat_number}" in my_night(
        client, player_of(final.tournament.event, entry.player.code)
    )


def test_what_happened_is_listed_newest_first_with_what_it_moved(client: Client):
    event = open_night()
    player = make_player(event, checked_in=True)
    who = {"event": event, "player_code": player.code}
    give_first_stack(**who, press=Press(SYSTEM, after(1), uuid4()))
    sell_rebuy(**who, paid=1000, press=Press(SYSTEM, after(2), uuid4()))

    shown = my_night(client, player).split("What happened")[1]

    assert shown.index("Re-buy +1,000") < shown.index("First stack +1,000")


def test_a_fuller_night_costs_a_player_no_more_queries(client: Client):
    costs = []
    for rows in (1, 3):
        event = full_night(rows)
        people = seat_people(open_table(event), {1: 200})
        who = {"event": event, "player_code": people[1].code}
        for number in range(rows):
            sell_rebuy(**who, paid=1000, press=Press(SYSTEM, after(minutes=2 * number), uuid4()))
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/p/{people[1].token}/").status_code == 200
        costs.append(len(captured))

    assert costs[0] == costs[1] <= 32


def test_a_player_at_the_table_sees_the_clock_of_the_flight(client: Client):
    flight = seated_flight(4, make_holdem(open_night(), **PLACES_OF_HOLDEM))
    started = timezone.now()
    start_clock(flight=flight, press=Press(SYSTEM, started))
    player = player_of(flight.tournament.event, codes_of(flight)[0])

    page = client.get(f"/p/{player.token}/").content.decode()

    first_level = timedelta(milliseconds=flight.tournament.blind_levels[0].milliseconds)
    assert f'data-clock-ends="{int((started + first_level).timestamp() * 1000)}"' in page
    assert 'data-clock-running="true"' in page
