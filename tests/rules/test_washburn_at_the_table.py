"""The intramural's hold'em at the tables of its flights and at the one that its night opens, by the page and by a
program.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tables.selectors import table_view
from tests.factories import make_event
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import Played, at_table, begun, each_door
from tests.tables.test_pages import signed_in
from tests.tournaments.hands import all_in, at, chips_at, followed, seat_of
from tests.tournaments.holdem_nights import fresh, make_holdem, press, running_flight
from tournaments.services.seating.seats import Place, move_player

pytestmark = pytest.mark.django_db

THREE = (10_000,) * 3
CHECKED = "k k k"
Begin = Callable[[str], Played]


def in_a_flight(door: str) -> Played:
    """The first hand at the table of a flight of three."""
    table = followed(running_flight(3, make_holdem(advancing_count=1)))
    return Played(table=table, door=door, client=signed_in(table.event)).start()


def at_the_first_table(door: str) -> Played:
    """The same at a table of its own."""
    return begun(door, "washburn", THREE)


@pytest.mark.rule("WAS-4", "WAS-5", "WAS-15")
@each_door
def test_after_a_knock_out_the_button_goes_to_the_next_player_and_two_post(door: str):
    flight = running_flight(4, make_holdem(make_event("washburn"), advancing_count=1))
    table = followed(flight)
    button = table_view(at(table)).button
    _, small, big, last = sorted(chips_at(table), key=lambda seat: (seat - button) % 8)
    all_in(table, winner=big, losers=[small])

    hand = Played(table=table, door=door, client=signed_in(table.event)).start(number=2)

    posted = {seat["seat"]: seat["bet"] for seat in hand.view["seats"] if seat["bet"]}
    assert hand.view["button"] == big
    assert posted == {last: 250, button: 500}


@pytest.mark.rule("WAS-9")
@pytest.mark.parametrize("begin", [in_a_flight, at_the_first_table])
@each_door
def test_a_card_is_burned_before_flop_fourth_and_fifth_street(door: str, begin: Begin):
    hand = begin(door).play("c c k")
    told = []

    for cards in ("Kh 9c 4d", "8s", "2h"):
        told.append("Burn a card first" in hand.page)
        assert hand.do(f"[{cards} 3s]").status_code == 422
        hand.play(f"[{cards}] {CHECKED}")

    assert (told, hand.view["board"]) == ([True] * 3, ["Kh", "9c", "4d", "8s", "2h"])


@pytest.mark.rule("WAS-10")
@pytest.mark.parametrize(
    ("third", "ends"),
    [
        # A pair of fours with ace, king and queen each: the two and the three are sixth and seventh cards.
        pytest.param("Jd 2d", [10_250, 10_250, 9500], id="tie"),
        pytest.param("Jd Td", [9500, 9500, 11_000], id="straight"),
    ],
)
@pytest.mark.parametrize("begin", [in_a_flight, at_the_first_table])
@each_door
def test_the_best_five_of_seven_win_and_a_tie_shares_the_pot(door: str, begin: Begin, third: str, ends: list[int]):
    hand = begin(door).play(f"c c k [Kh Qh 9c] {CHECKED} [4d] {CHECKED} [4s] {CHECKED}")
    seats = hand.cards.keys()

    hand.play(f"(Ah 2c) (As 3c) ({third})")

    assert hand.pay_out() == dict(zip(seats, ends, strict=True))


@pytest.mark.rule("WAS-4")
@each_door
def test_a_card_for_the_button_is_its_players_and_not_of_whoever_takes_the_seat(door: str):
    hand = at_table(door, "washburn", (10_000,) * 4)
    hand.cards_for_button({1: "Kd", 2: "2h", 3: "Ks", 4: "3c"})
    hand.leave(3)
    hand.sit(3, 10_000)

    refused = refusal_in(hand.send_to_table("start", "play/", {"number": 1}))
    hand.cards_for_button({1: "Kd", 2: "2h", 3: "3s", 4: "3c"})

    assert (refused.code, refused.rules) == ("no_button", ("WAS-4",))
    assert hand.start().view["button"] == 1


@pytest.mark.rule("WAS-4")
@each_door
def test_at_a_flight_the_button_does_not_pass_to_who_is_moved_to_its_seat(door: str):
    flight = running_flight(10, make_holdem(make_event("washburn"), advancing_count=1))
    here, there = followed(flight, 1), followed(flight, 2)
    button = table_view(at(here)).button
    drew, other = seat_of(flight, button, table=1).player, seat_of(flight, min(chips_at(there)), table=2).player
    free = next(seat for seat in range(1, 9) if seat not in chips_at(there))
    move_player(flight=fresh(flight), player_code=drew.code, to=Place(table=2, seat=free), **press())
    move_player(flight=fresh(flight), player_code=other.code, to=Place(table=1, seat=button), **press())
    hand = Played(table=at(here), door=door, client=signed_in(here.event))

    refused = refusal_in(hand.send_to_table("start", "play/", {"number": 1}))
    hand.cards_for_button({seat: f"{rank}s" for seat, rank in zip(sorted(chips_at(here)), "A2345", strict=True)})

    assert refused.code == "no_button"
    assert hand.start().view["button"] == min(chips_at(here))
