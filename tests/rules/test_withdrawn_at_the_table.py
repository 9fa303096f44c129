"""Who was withdrawn from the night gets no more cards: at a cash table and at a flight's, by page and program."""

from __future__ import annotations

import pytest

from eventnight.bank.models import Entry, EntryKind
from eventnight.core.roles import Role
from eventnight.events.models import Player
from eventnight.events.services import readmit_player, withdraw_player
from tests.factories import after, make_staff
from tests.flows.pressing import press_api, press_page, refusal_in
from tests.tables.at_the_table import Played, at_table, begun, each_door
from tests.tables.test_pages import signed_in
from tests.tournaments.hands import all_in, at, book_faults, chips_at, do, followed, paid_out, seat_of, won
from tests.tournaments.hands import begun as hand_begun
from tests.tournaments.holdem_nights import fresh, make_holdem, press, running_flight
from tournaments.models import Flight
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.flight.bust_outs import undo_bust_out

pytestmark = pytest.mark.django_db
NO_ID = "Showed no picture ID at the final"


def withdrawn(player: Player) -> Player:
    return withdraw_player(player=player, reason=NO_ID, **press(after(minutes=5)))


def sitter(hand: Played, seat: int) -> Player:
    return hand.table.seats.select_related("player__person").get(number=seat).sitter


def refused_start(hand: Played, number: int = 1):
    return refusal_in(hand.send_to_table("start", "play/", {"number": number}))


def out_at(door: str, flight: Flight, player: Player, chips: int):
    """The floor enters that somebody is out."""
    staff, code = make_staff(flight.tournament.event, Role.FLOOR), flight.tournament.event.code
    if door == "page":
        told = {f"out_{player.code}": "on", f"chips_{player.code}": chips}
        return press_page(staff, f"/staff/{code}/floor/{flight.pk}/bust-outs/", told)
    return press_api(staff, f"{code}/holdem/flights/{flight.pk}/bust-outs/", {"busted": {player.code: chips}})


def in_play(flight: Flight) -> tuple[int, int]:
    """Chips that the flight must hold, and those counted."""
    view = flight_view(fresh(flight), after(minutes=9))
    return view.in_play, view.counted


@pytest.mark.rule("WAS-13", "WAS-14")
@each_door
def test_no_hand_is_dealt_to_who_was_withdrawn_until_they_have_left_the_seat(door: str):
    hand = at_table(door, "washburn", (10_000,) * 3)
    hand.give_button(1)
    withdrawn(sitter(hand, 2))

    refused = refused_start(hand)

    assert (refused.status, refused.code, refused.rules) == (409, "player_withdrawn", ("WAS-13", "WAS-14"))
    assert NO_ID in refused.message
    assert "let them leave seat 2 of Table 1" in refused.message
    hand.leave(2)
    assert sorted(hand.start().cards) == [1, 3]


@pytest.mark.rule("WAS-13", "WAS-14")
@each_door
def test_who_is_readmitted_or_sits_out_stands_in_nobodys_way(door: str):
    hand = at_table(door, "washburn", (10_000,) * 3)
    hand.give_button(1)
    gone = withdrawn(sitter(hand, 2))
    hand.between("sit-out", 2)
    assert sorted(hand.start().cards) == [1, 3]
    hand.call_off()
    hand.between("come-back", 2)
    assert refused_start(hand).code == "player_withdrawn"

    readmit_player(player=gone, **press(after(minutes=6)))

    assert sorted(hand.start().cards) == [1, 2, 3]


@pytest.mark.rule("WAS-13", "WAS-14")
@each_door
def test_who_was_withdrawn_ends_the_hand_under_way_and_puts_no_more_chips_down(door: str):
    hand = begun(door, "washburn", (10_000,) * 3)
    withdrawn(sitter(hand, 3))

    more = refusal_in(
        hand.send_to_table("top_up", "seats/3/top-up/", {"chips": 500})
        if door == "api"
        else hand.client.post(
            f"/staff/{hand.table.event.code}/tables/{hand.table.pk}/seats/3/top-up/",
            {"request_id": press()["press"].key, "chips": 500},
        )
    )
    hand.play("1000 f f")

    assert more.code == "player_withdrawn"
    assert hand.pay_out() == {1: 9_750, 2: 9_500, 3: 10_750}


@pytest.mark.rule("WAS-13", "WAS-14")
@each_door
def test_the_chips_of_who_is_taken_out_of_a_flight_leave_play_and_the_others_play_on(door: str):
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    first, second, *_ = chips_at(table)
    won(table, first, {second: 500})
    gone = withdrawn(seat_of(flight, first).player)
    hand = Played(table=at(table), door=door, client=signed_in(flight.tournament.event))

    refused = refused_start(hand, 2)
    otherwise = refusal_in(out_at(door, flight, gone, 10_000))
    taken = out_at(door, flight, gone, 10_500)

    assert (refused.code, "10,500 chips, which leave play" in refused.message) == ("player_withdrawn", True)
    assert (otherwise.code, otherwise.rules) == ("held_otherwise", ("WAS-13", "WAS-14"))
    assert taken.status_code in (201, 302)
    assert in_play(flight) == (29_500, 29_500)
    assert Entry.objects.get(kind=EntryKind.STACKS_RETURNED).subject == flight.code
    hand_begun(table)
    for _ in range(2):
        do(at(table), "fold")
    paid_out(at(table))
    assert book_faults(flight) == []


@pytest.mark.rule("WAS-13")
def test_who_is_put_back_in_has_the_chips_again():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    before = chips_at(table)
    gone = withdrawn(seat_of(flight, min(before)).player)
    out_at("api", flight, gone, 10_000)

    undo_bust_out(flight=fresh(flight), **press())

    assert chips_at(table) == before
    assert in_play(flight) == (40_000, 40_000)
    assert book_faults(flight) == []


@pytest.mark.rule("WAS-13")
def test_chips_lost_to_others_stay_in_play():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    first, second, *_ = chips_at(table)
    withdrawn(seat_of(flight, second).player)

    all_in(table, winner=first, losers=[second])

    assert in_play(flight) == (40_000, 40_000)
    assert chips_at(table)[first] == 20_000
    assert book_faults(flight) == []


@pytest.mark.rule("WAS-13", "WAS-14")
@each_door
def test_the_hand_on_the_table_at_the_withdrawal_is_settled_from_its_end_and_no_later_one(door: str):
    hand = at_table(door, "washburn", (10_000,) * 3)
    hand.give_button(1)
    withdraw_player(player=sitter(hand, 2), reason=NO_ID, **press(after(minutes=-5)))
    put_in = {1: (500, "folded"), 2: (500, "As Ad"), 3: (500, "folded")}

    first = hand.end(put_in, button=hand.button_to_come, board="")
    refused = refusal_in(hand.end(put_in, button=hand.button_to_come, board=""))

    assert first.status_code < 400
    assert (refused.code, refused.rules) == ("player_withdrawn", ("WAS-13", "WAS-14"))
    assert "They get no more cards: let them leave seat 2 of Table 1." in refused.message
