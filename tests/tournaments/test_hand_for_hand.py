"""Hand-for-hand play: tables wait for each other, and who goes out on one hand shares the places."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from eventnight.core.errors import Conflict, NotFound, UserFacingError
from tests.tournaments.floors import at, floor_of
from tests.tournaments.holdem_nights import BY, codes_of, fresh, make_holdem, out, places, press, running_flight
from tournaments.models import Across, BustHand, Flight, HoldemTournament
from tournaments.selectors.flight.bust_plan import bust_plan
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.bust_outs import undo_bust_out
from tournaments.services.flight.hand_for_hand import (
    finish_shared_hand,
    resume_shared_hand,
    start_hand_for_hand,
    stop_hand_for_hand,
)
from tournaments.services.seating.seats import Place, move_player

pytestmark = pytest.mark.django_db


def shared_floor(sizes=(4, 4), **settings) -> Flight:
    flight = floor_of(sizes, make_holdem(**{"advancing_count": 2, **settings}))
    return fresh(start_hand_for_hand(flight=flight, **BY))


def finish(flight: Flight, table: int, hand: int | None = None) -> Flight:
    hand = hand or fresh(flight).shared_hand
    return fresh(finish_shared_hand(flight=flight, table=table, hand=hand, **BY))


@pytest.mark.rule("STD-10")
def test_busts_at_different_tables_on_one_hand_tie_though_entered_one_after_the_other():
    flight = shared_floor()
    one, two = at(flight, 1, 4), at(flight, 2, 4)

    out(flight, {one: 900})
    out(flight, {two: 400})

    assert places(flight) == {one: (7, 8), two: (7, 8)}


@pytest.mark.rule("STD-10")
def test_busts_at_different_tables_entered_by_one_press_tie_too():
    flight = shared_floor()
    one, other, two = at(flight, 1, 4), at(flight, 1, 3), at(flight, 2, 4)

    out(flight, {one: 900, other: 300, two: 400})

    assert places(flight) == {one: (6, 7), two: (6, 7), other: (8, 8)}


def test_where_the_tournament_says_so_stacks_rank_across_tables():
    tournament = make_holdem(advancing_count=2)
    HoldemTournament.objects.filter(pk=tournament.pk).update(across_tables=Across.BY_STACKS)
    flight = floor_of((4, 4), HoldemTournament.objects.get(pk=tournament.pk))
    start_hand_for_hand(flight=flight, **BY)
    one, two = at(flight, 1, 4), at(flight, 2, 4)

    out(flight, {one: 400})
    out(flight, {two: 900})

    assert places(flight) == {two: (7, 7), one: (8, 8)}


@pytest.mark.rule("STD-10")
def test_without_hand_for_hand_a_later_press_is_a_later_hand():
    flight = floor_of((4, 4), make_holdem(advancing_count=2))
    one, two = at(flight, 1, 4), at(flight, 2, 4)

    out(flight, {one: 900})
    out(flight, {two: 400})

    assert places(flight) == {one: (8, 8), two: (7, 7)}


def test_the_next_hand_begins_when_every_table_has_finished():
    flight = shared_floor((3, 3, 3))

    finish(flight, 1)
    waiting = finish(flight, 2)
    following = finish(flight, 3)

    assert (waiting.shared_hand, waiting.tables_done) == (1, [1, 2])
    assert (following.shared_hand, following.tables_done) == (2, [])


def test_a_press_for_a_hand_that_is_over_changes_nothing():
    flight = shared_floor()
    finish(flight, 1)
    finish(flight, 2)

    late = finish(flight, 1, hand=1)

    assert (late.shared_hand, late.tables_done) == (2, [])


def test_a_bust_out_finishes_the_hand_of_its_table():
    flight = shared_floor()

    out(flight, at(flight, 1, 4))

    assert fresh(flight).tables_done == [1]


def test_busts_of_the_next_hand_do_not_tie_with_those_before():
    flight = shared_floor()
    first, second = at(flight, 1, 4), at(flight, 2, 4)
    out(flight, first)
    finish(flight, 2)

    out(flight, second)

    assert places(flight) == {first: (8, 8), second: (7, 7)}


@pytest.mark.rule("WAS-2")
def test_the_flight_is_decided_only_when_every_table_has_finished_the_hand():
    flight = shared_floor((2, 2), advancing_count=3)
    one, two = at(flight, 1, 2), at(flight, 2, 2)

    out(flight, {one: 500})
    between = fresh(flight)
    out(flight, {two: 500})

    assert not between.is_decided
    assert fresh(flight).is_decided
    assert places(flight) == {one: (3, 4), two: (3, 4)}


def test_a_table_that_finishes_without_a_bust_decides_the_flight():
    flight = shared_floor((2, 2), advancing_count=3)
    out(flight, at(flight, 1, 2))

    finish(flight, 2)

    assert fresh(flight).is_decided


def test_stopping_hand_for_hand_decides_what_was_waiting():
    flight = shared_floor((2, 2), advancing_count=3)
    out(flight, at(flight, 1, 2))

    stop_hand_for_hand(flight=flight, **BY)
    stop_hand_for_hand(flight=flight, **BY)

    assert fresh(flight).is_decided


def test_a_table_that_still_plays_is_put_back():
    flight = shared_floor()
    finish(flight, 1)

    resume_shared_hand(flight=flight, table=1, **BY)
    resume_shared_hand(flight=flight, table=1, **BY)

    assert fresh(flight).tables_done == []


def test_undoing_one_of_two_ties_renumbers_the_other():
    flight = shared_floor()
    one, two = at(flight, 1, 4), at(flight, 2, 4)
    out(flight, one)
    out(flight, two)

    undo_bust_out(flight=flight, **BY)

    assert places(flight) == {one: (8, 8)}


def test_hands_go_on_being_counted_when_it_starts_again():
    flight = shared_floor()
    finish(flight, 1)
    finish(flight, 2)
    stop_hand_for_hand(flight=flight, **BY)

    again = fresh(start_hand_for_hand(flight=flight, **BY))

    assert again.shared_hand == 3


def test_started_twice_it_is_the_same_hand():
    flight = shared_floor()

    assert fresh(start_hand_for_hand(flight=flight, **BY)).shared_hand == 1


def test_one_table_has_nobody_to_wait_for():
    with pytest.raises(UserFacingError) as refused:
        start_hand_for_hand(flight=running_flight(6), **BY)

    assert refused.value.code == "one_table"


def test_a_table_that_is_not_there_cannot_finish():
    flight = shared_floor()

    with pytest.raises(NotFound):
        finish(flight, 7)


def test_without_hand_for_hand_no_table_finishes_a_shared_hand():
    flight = floor_of((4, 4))

    with pytest.raises(Conflict) as refused:
        finish_shared_hand(flight=flight, table=1, hand=1, **BY)

    assert refused.value.code == "not_hand_for_hand"


def test_the_plan_of_a_bust_out_says_that_others_may_share_the_place():
    flight = shared_floor((2, 2), advancing_count=3)
    view = flight_view(fresh(flight), BY["press"].at)

    lines = bust_plan(view, view.entries[0])

    assert any("another table on the same hand" in line.text for line in lines)
    assert "every table has finished" in lines[-1].text


@pytest.mark.parametrize(
    ("model", "broken", "constraint"),
    [
        pytest.param(
            Flight, {"is_hand_for_hand": True, "shared_hand": 0}, "flight_hand_for_hand_has_a_hand", id="no-hand"
        ),
        pytest.param(HoldemTournament, {"across_tables": "toss"}, "holdem_known_across_tables", id="across"),
        pytest.param(BustHand, {"shared_hand": 0}, "busthand_shared_from_one", id="hand-0"),
    ],
)
def test_the_database_refuses_hands_that_cannot_be(model, broken, constraint):
    flight = shared_floor()
    out(flight, at(flight, 1, 4))

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        model.objects.update(**broken)


def test_the_same_press_of_a_bust_out_counts_once():
    flight = shared_floor()
    once, gone = press(), at(flight, 1, 4)

    out(flight, gone, **once)
    out(flight, gone, **once)

    assert BustHand.objects.count() == 1


@pytest.mark.rule("WAS-2", "STD-10")
def test_bags_wait_until_every_table_has_finished_the_hand():
    flight = running_flight(4, make_holdem(advancing_count=3, seats_per_table=2))
    flight = fresh(start_hand_for_hand(flight=flight, **BY))
    first, second, third, gone = codes_of(flight)
    out(flight, gone)
    bags = {first: 20_000, second: 10_000, third: 10_000}

    with pytest.raises(Conflict, match="not every table has finished hand 1") as refused:
        bag_flight(flight=flight, counts=bags, **press())
    stop_hand_for_hand(flight=flight, **BY)
    bagged = bag_flight(flight=flight, counts=bags, **press())

    assert refused.value.code == "hand_not_over"
    assert bagged.status == "bagged"


@pytest.mark.rule("STD-10")
def test_no_table_waits_for_one_that_is_played_at_no_more():
    flight = shared_floor((3, 1), seats_per_table=4)
    flight = finish(flight, 1)
    alone = at(flight, 2, 1)

    move_player(flight=flight, player_code=alone, to=Place(table=1, seat=4), **BY)

    flight = fresh(flight)
    assert (flight.tables_done, flight.shared_hand) == ([], 2)
    assert finish(flight, 1).shared_hand == 3
