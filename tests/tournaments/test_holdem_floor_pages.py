"""The floor's pages for seats and hands: shown, pressed, refused and taken back."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.night.selectors.hall import read_hall
from tests.papers import paper_of
from tests.tournaments.floors import at, button, due, floor_of, make, seats_of, sizes_of
from tests.tournaments.holdem_nights import (
    bagged_flight,
    codes_of,
    enter,
    final_of,
    flight_of,
    fresh,
    make_holdem,
    out,
    press,
)
from tests.tournaments.test_holdem_pages import queries, staff_address
from tournaments.models import Flight, SeatHold, SeatMove
from tournaments.services.hands.opening import follow_hands
from tournaments.services.seating.seats import Place, move_player
from tournaments.services.seating.tables import hold_seat

pytestmark = pytest.mark.django_db


def page_of(client: Client, flight: Flight, rest: str = "") -> str:
    answer = client.get(staff_address(flight, rest))
    assert answer.status_code == 200
    return answer.content.decode()


def key() -> dict[str, str]:
    return {"request_id": str(uuid4())}


def test_the_floor_shows_the_proposal_with_its_reason_and_makes_it(floor):
    flight = floor_of((5, 5, 6))
    client = floor(flight.tournament.event)
    told = due(flight)

    page = page_of(client, flight)
    after = client.post(staff_address(flight, "moves/"), {**key(), "shown": told.digest}, follow=True).content.decode()

    assert "Break table 3" in page
    assert told.lines[0].move.slip in page
    assert sizes_of(flight) == {1: 8, 2: 8}
    assert "moves/1,2,3,4,5,6/undo/" in after
    assert "moves/1,2,3,4,5,6/slips.pdf" in after


@pytest.mark.parametrize(
    ("table", "seat", "status", "reason"),
    [
        pytest.param("1", "2", 409, "sits at table 1 seat 2", id="occupied"),
        pytest.param("1", "1", 409, "already sits at table 1 seat 1. Choose another seat.", id="own-seat"),
        pytest.param("99", "1", 422, "has no table 99: its players sit at tables 1 and 2.", id="table-99"),
        pytest.param("3", "1", 409, "Nobody sits at table 3: its players sit at tables 1 and 2.", id="table-3"),
        pytest.param("2", "9", 422, "tables of Flight 1 have 8 seats", id="seat-9"),
        pytest.param("1", "200", 422, "Enter 10 at most", id="seat-200"),
        pytest.param("100", "1", 422, "Enter 99 at most", id="table-100"),
        pytest.param("x", "1", 422, "Enter a whole number", id="table-x"),
        pytest.param("1", str(2**63), 422, "That number is too large", id="huge"),
    ],
)
@pytest.mark.parametrize("chosen", ["", "?player={}&do=move"])
def test_a_refused_move_answers_with_the_reason(floor, table: str, seat: str, status: int, reason: str, chosen: str):
    flight = floor_of((5, 5))
    mover = codes_of(flight)[0]
    address = staff_address(flight, f"entries/{mover}/move/") + chosen.format(mover)

    answer = floor(flight.tournament.event).post(address, {**key(), "table": table, "seat": seat})

    assert (answer.status_code, reason in answer.content.decode()) == (status, True)


def test_a_further_table_is_opened_by_saying_so(floor):
    flight = floor_of((5, 5))
    client, mover = floor(flight.tournament.event), codes_of(flight)[0]
    address = staff_address(flight, f"entries/{mover}/move/?player={mover}&do=move")
    seat = {"table": 3, "seat": 1}

    asked = client.post(address, {**key(), **seat}).content.decode()
    opened = client.post(address, {**key(), **seat, "opens_table": "on"})

    assert "Open this table" not in client.get(staff_address(flight, f"?player={mover}&do=move")).content.decode()
    assert "Open this table" in asked
    assert (opened.status_code, seats_of(flight)[mover]) == (302, (3, 1))


def test_a_move_pressed_again_after_its_undo_offers_no_undo(floor):
    flight = floor_of((5, 5))
    client, mover = floor(flight.tournament.event), codes_of(flight)[0]
    address, body = staff_address(flight, f"entries/{mover}/move/"), {**key(), "table": 2, "seat": 8}

    client.post(address, body, follow=True)
    client.post(staff_address(flight, "moves/1/undo/"), follow=True)
    again = client.post(address, body, follow=True)

    assert (again.status_code, seats_of(flight)[mover]) == (200, (1, 1))
    assert "moves/1/undo/" not in again.content.decode()


def test_nobody_who_did_not_enter_is_moved(floor):
    flight = floor_of((5, 5))

    answer = floor(flight.tournament.event).post(staff_address(flight, "entries/x/move/"), {"table": "x"})

    assert (answer.status_code, "did not enter" in answer.content.decode()) == (404, True)


def test_one_move_of_a_break_is_made_alone(floor):
    flight = floor_of((5, 5, 6))
    told = due(flight)
    body = {**key(), "shown": told.digest, "player": told.lines[2].entry.player_code}

    floor(flight.tournament.event).post(staff_address(flight, "moves/"), body)

    assert SeatMove.objects.get().entry.player.code == told.lines[2].entry.player_code


def test_a_stale_proposal_is_answered_409_with_the_fresh_one_on_the_page(floor):
    flight = floor_of((5, 5, 6))
    body = {**key(), "shown": due(flight).digest}
    out(flight, at(flight, 3, 6))

    answer = floor(flight.tournament.event).post(staff_address(flight, "moves/"), body)

    assert answer.status_code == 409
    assert "The tables have changed since" in answer.content.decode()
    assert due(flight).digest in answer.content.decode()


def test_the_floor_asks_for_the_button_in_one_tap(floor):
    flight = floor_of((8, 6))
    client = floor(flight.tournament.event)

    page = page_of(client, flight)
    client.post(staff_address(flight, "button/"), {"table": 1, "button": 1})

    assert "tap the seat with the button in the next hand" in page
    assert due(flight).button_of == 2


def test_the_floor_asks_for_the_button_of_a_followed_table_among_its_players(floor):
    flight = floor_of((8, 6))
    button(flight, t1=1)
    follow_hands(flight=flight, table=2, **press())

    page = page_of(floor(flight.tournament.event), flight)

    assert due(flight).button_of == 2
    assert re.findall(r'name="button" value="([0-9]+)"', page) == ["1", "2", "3", "4", "5", "6"]


def test_a_button_that_cannot_be_is_refused_on_the_page(floor):
    flight = floor_of((8, 6))

    answer = floor(flight.tournament.event).post(
        staff_address(flight, "button/?do=button"), {"table": 1, "button": 1, "small_blind": 2, "big_blind": 2}
    )

    assert answer.status_code == 422
    assert "not the small blind" in answer.content.decode()


def test_a_refusal_stands_on_the_page_and_is_taken_back(floor):
    flight = floor_of((5, 5, 6))
    client = floor(flight.tournament.event)
    body = {"shown": due(flight).digest, "reason": "Wait for the break"}

    asked = page_of(client, flight, "?do=refuse")
    client.post(staff_address(flight, "moves/refuse/"), body)
    resting = page_of(client, flight)
    client.post(staff_address(flight, "moves/again/"))

    assert "Why the tables stay as they are" in asked
    assert "Wait for the break" in resting
    assert due(flight).refusal is None


def test_slips_tell_each_player_from_where_to_where(floor):
    flight = floor_of((5, 5, 6))
    made = make(flight)
    client = floor(flight.tournament.event)

    roll = paper_of(client.get(staff_address(flight, "moves/1,2/slips.pdf")))
    a6 = paper_of(client.get(staff_address(flight, "moves/1,2/slips.pdf?paper=a6")))
    missing = client.get(staff_address(flight, "moves/77/slips.pdf"))
    odd = client.get(staff_address(flight, "moves/x/slips.pdf"))

    assert f"Table {made[0].end_table}, seat {made[0].end_seat}" in roll.pages[0]
    assert f"From table {made[1].start_table} seat {made[1].start_seat}" in roll.pages[1]
    assert (len(roll.pages), roll.size, a6.size) == (2, (80, 60), (148, 105))
    assert (missing.status_code, odd.status_code) == (404, 400)


def test_moves_are_undone_from_the_page(floor):
    flight = floor_of((5, 5, 6))
    before = seats_of(flight)
    make(flight)

    floor(flight.tournament.event).post(staff_address(flight, "moves/1,2,3,4,5,6/undo/"))

    assert seats_of(flight) == before


def test_a_move_is_called_on_the_wall_and_on_the_players_own_page_for_ten_minutes(client):
    flight = floor_of((5, 4))
    entry = flight.entries.select_related("player").first()
    event = flight.tournament.event
    move_player(
        flight=flight, player_code=entry.player.code, to=Place(table=2, seat=8), press=Press(SYSTEM, timezone.now())
    )

    wall = client.get(f"/e/{event.code}/wall/").content.decode()
    own = client.get(f"/p/{entry.player.token}/").content.decode()
    later = read_hall(event, timezone.now() + timedelta(minutes=11)).night_of(entry.player.token)

    assert "to table 2 seat 8" in wall
    assert "table 1 seat 1 to table 2 seat 8" in own
    assert later.holdem.move is None


def test_a_free_seat_is_kept_and_released_from_the_page(floor):
    flight = floor_of((5, 4))
    client = floor(flight.tournament.event)

    tapped = page_of(client, flight, "?table=1&seat=7")
    asked = page_of(client, flight, "?table=1&seat=7&do=hold")
    client.post(staff_address(flight, "seats/keep/"), {"table": 1, "seat": 7, "note": "broken chair"})
    kept = page_of(client, flight, "?table=1&seat=7")
    client.post(staff_address(flight, "seats/release/"), {"table": 1, "seat": 7})

    assert "Keep this seat empty" in tapped
    assert "Why, for staff" in asked
    assert "kept empty: broken chair" in kept
    assert not SeatHold.objects.exists()


def test_a_seat_is_kept_before_the_draw(floor):
    flight = flight_of(make_holdem())
    enter(flight, 4)
    client = floor(flight.tournament.event)
    code = codes_of(flight)[0]

    page = page_of(client, flight, "?do=hold")
    client.post(staff_address(flight, "seats/keep/"), {"table": 1, "seat": 2, "player": code})
    refused = client.post(staff_address(flight, "seats/keep/"), {"table": 1, "seat": 2})

    assert "Keep a seat" in page
    assert SeatHold.objects.get().entry.player.code == code
    assert refused.status_code == 409


def test_only_the_organiser_sets_the_order_of_breaking(floor):
    flight = floor_of((5, 5, 6))
    event = flight.tournament.event

    by_floor = floor(event).post(staff_address(flight, "break-order/"), {"order": "1, 2, 3"})
    by_organiser = floor(event, Role.ORGANISER).post(staff_address(flight, "break-order/"), {"order": "2 1 3"})
    odd = floor(event, Role.ORGANISER).post(staff_address(flight, "break-order/"), {"order": "two"})

    assert (by_floor.status_code, by_organiser.status_code, odd.status_code) == (403, 302, 422)
    assert fresh(flight).break_order == [2, 1, 3]


def test_hand_for_hand_is_switched_and_counted_on_the_page(floor):
    flight = floor_of((4, 5), make_holdem(advancing_count=2, seats_per_table=8))
    client = floor(flight.tournament.event)

    client.post(staff_address(flight, "hand-for-hand/on/"))
    page = page_of(client, flight)
    client.post(staff_address(flight, "hand-for-hand/tables/1/"), {"hand": 1})
    waiting = page_of(client, flight)
    client.post(staff_address(flight, "hand-for-hand/tables/1/undo/"))
    client.post(staff_address(flight, "hand-for-hand/off/"))

    assert "Hand for hand: hand 1" in page
    assert "has finished" in waiting
    assert not fresh(flight).is_hand_for_hand


def test_finalists_who_do_not_show_are_ticked_when_the_final_is_drawn(floor):
    tournament = make_holdem()
    for number, bags in enumerate(((52_000, 28_000), (61_500, 18_500), (40_000, 40_000)), start=1):
        flight = bagged_flight(tournament, number, bags)
    absent = codes_of(flight)[0]
    client = floor(tournament.event)

    page = client.get(f"/staff/{tournament.event.code}/floor/", follow=True).content.decode()
    body = {**key(), "absent": [absent], "no_shows": "removed"}
    client.post(f"/staff/{tournament.event.code}/holdem/{tournament.pk}/final/", body)

    assert "Somebody does not show" in page
    final = final_of(tournament)
    assert final.entries.count() == 5
    assert not final.entries.filter(player__code=absent).exists()


def test_the_floor_asks_as_much_with_many_moves_and_kept_seats_as_with_one(floor):
    flight = floor_of((8, 8, 8), make_holdem(advancing_count=1))
    client = floor(flight.tournament.event)
    button(flight, t1=1)
    out(flight, at(flight, 1, 8))
    hold_seat(flight=flight, place=Place(table=1, seat=8), press=Press(SYSTEM, timezone.now()))
    out(flight, at(flight, 1, 7))
    move_player(
        flight=flight, player_code=at(flight, 1, 1), to=Place(table=1, seat=7), press=Press(SYSTEM, timezone.now())
    )
    one = queries(client, staff_address(flight))
    for table in (2, 3):
        out(flight, at(flight, table, 8))
        hold_seat(flight=flight, place=Place(table=table, seat=8), press=Press(SYSTEM, timezone.now()))
    for seat in (2, 3, 4):
        out(flight, at(flight, 2, seat))
        move_player(
            flight=flight,
            player_code=at(flight, 3, seat),
            to=Place(table=2, seat=seat),
            press=Press(SYSTEM, timezone.now()),
        )

    assert queries(client, staff_address(flight)) == one


def test_every_seat_that_was_drawn_has_a_slip_and_a_bust_out_takes_it(floor):
    flight = floor_of((2, 3))
    first, *others = codes_of(flight)
    out(flight, first)
    client = floor(flight.tournament.event)

    second = flight_of(make_holdem(flight.tournament.event, name="Second"))
    paper = paper_of(client.get(staff_address(flight, "seats/slips.pdf?paper=a6")))
    nobody = paper_of(client.get(staff_address(second, "seats/slips.pdf")))

    assert len(paper.pages) == len(others) == 4
    assert [code for code in others if f"{code}. Show this slip" not in paper.text] == []
    assert f"{first}. Show this slip" not in paper.text
    assert "Table 2, seat 3" in paper.text
    assert "Draw the seats on the floor first" in nobody.text


def test_a_final_that_would_go_without_a_flight_says_so(floor):
    tournament = make_holdem(flights=3)
    client = floor(tournament.event)
    bagged = bagged_flight(tournament, 1, (52_000, 28_000))

    early = page_of(client, bagged)
    for number in (2, 3):
        bagged_flight(tournament, number, (52_000, 28_000))
    ready = page_of(client, bagged)

    assert "Nobody has entered Flight 2, Flight 3." in early
    assert "Nobody has entered" not in ready
    assert "Draw the final" in ready
