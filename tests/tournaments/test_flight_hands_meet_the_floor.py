"""Where hands at a flight's tables meet what the floor does beside them."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from eventnight.core.errors import Conflict, UserFacingError
from tables import services
from tables.selectors import the_play
from tests.tables.evening import hand_of, put_in
from tests.tournaments.hands import (
    at,
    begun,
    book_faults,
    by_staff,
    chips_at,
    counts,
    do,
    followed,
    paid_out,
    settled,
    undone,
)
from tests.tournaments.holdem_nights import fresh, make_holdem, press, running_flight
from tournaments.services.flight.hand_for_hand import start_hand_for_hand
from tournaments.services.flight.races import RaceCount, color_up_table, undo_color_up

pytestmark = pytest.mark.django_db


def folded_out(table) -> None:
    """The hand in play goes to whoever is left when all others have folded."""
    while the_play(at(table)).phase == "betting":
        do(at(table), "fold")
    paid_out(at(table))


@pytest.mark.rule("STD-10")
def test_a_hand_begun_before_the_tables_play_hand_for_hand_is_its_table_s_own():
    flight = running_flight(6, make_holdem(advancing_count=1, seats_per_table=3))
    one, _ = followed(flight, 1), followed(flight, 2)
    begun(one)
    start_hand_for_hand(flight=fresh(flight), **press())

    folded_out(one)

    assert (fresh(flight).shared_hand, fresh(flight).tables_done) == (1, [])
    begun(one)
    folded_out(one)
    assert (fresh(flight).shared_hand, fresh(flight).tables_done) == (1, [1])
    undone(one, 2)
    folded_out(one)
    assert (fresh(flight).shared_hand, fresh(flight).tables_done) == (1, [1])


@pytest.mark.rule("WAS-6")
def test_no_hand_is_undone_through_a_colour_up_that_came_after_it():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    seats = list(chips_at(table))
    settled(table, *(put_in(seat, 550, folded=seat != seats[0]) for seat in seats[:2]), *rest(seats[2:]))
    odd = {code: chips % 100 // 50 for code, chips in counts(fresh(flight)).items() if chips % 100}
    cards = {code: (card,) for code, card in zip(odd, parse_cards("9c 4d 2h 7s"), strict=False)}
    counted = RaceCount(table=1, small=50, large=100, stacks=odd)
    race = color_up_table(flight=fresh(flight), counted=counted, cards=cards, **press())

    with pytest.raises(Conflict, match="was coloured up from 50 to 100 after hand 1") as refused:
        undone(table, 1)
    undo_color_up(flight=fresh(flight), race_id=race.pk, **press())
    undone(table, 1)

    assert refused.value.code == "raced_since"
    assert set(chips_at(table).values()) == {10_000}
    assert book_faults(flight) == []


@pytest.mark.rule("BIS-2")
def test_whoever_has_chips_in_a_flight_is_in_every_hand_that_is_entered():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    seats = list(chips_at(table))
    ends = (put_in(seats[0], 500), put_in(seats[1], 500, folded=True))

    with pytest.raises(UserFacingError, match="In a tournament everybody at the table is dealt in") as refused:
        services.settle_hand(table=at(table), number=1, end=hand_of(*ends, button=seats[0]), **by_staff())

    assert (refused.value.code, refused.value.facts["seats"]) == ("not_dealt_in", seats[2:])
    settled(table, *ends, *rest(seats[2:]))


def rest(seats: list[int]):
    """The others, who put nothing in."""
    return [put_in(seat, 0, folded=True) for seat in seats]
