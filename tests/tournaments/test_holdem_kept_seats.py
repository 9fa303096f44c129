"""Seats that the floor keeps: locked for a player or empty, through draw, balance, break and redraw."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from eventnight.core.errors import Conflict, NotFound, UserFacingError
from tests.tournaments.floors import at, button, due, floor_of, gone, make, seats_of, sizes_of
from tests.tournaments.holdem_nights import (
    BY,
    codes_of,
    enter,
    flight_of,
    fresh,
    make_holdem,
    out,
    press,
    seated_flight,
)
from tournaments.models import FlightTable, ProposalRefusal, SeatHold, SeatMove
from tournaments.services.flight.bust_outs import undo_bust_out
from tournaments.services.seating.proposals import refuse_proposal
from tournaments.services.seating.seat_moves import undo_moves
from tournaments.services.seating.seats import Place, draw_seats, move_player
from tournaments.services.seating.tables import ToldButton, hold_seat, release_seat, tell_button

pytestmark = pytest.mark.django_db


def keep(flight, table: int, seat: int, player: str = "", **facts) -> SeatHold:
    return hold_seat(flight=flight, place=Place(table=table, seat=seat), player_code=player, **BY, **facts)


@pytest.mark.rule("WAS-3")
def test_the_draw_gives_a_locked_seat_to_its_player_and_leaves_a_kept_one_empty():
    flight = flight_of(make_holdem())
    enter(flight, 9)
    code = codes_of(flight)[4]
    keep(flight, 2, 1, code, note="wheelchair")
    keep(flight, 1, 3)

    for seed in ("a", "b", "c"):
        draw_seats(flight=flight, seed=seed, **press())

        assert seats_of(flight)[code] == (2, 1)
        assert (1, 3) not in seats_of(flight).values()


def test_seats_kept_empty_may_take_another_table():
    flight = flight_of(make_holdem())
    enter(flight, 8)
    keep(flight, 1, 8)

    draw_seats(flight=flight, **press())

    assert sizes_of(flight) == {1: 4, 2: 4}


@pytest.mark.parametrize("kept", [0, 1])
def test_a_late_entry_is_not_drawn_into_a_kept_seat(kept):
    flight = seated_flight(6)
    free = sorted({(1, seat) for seat in range(1, 9)} - set(seats_of(flight).values()))
    keep(flight, *free[kept])

    (late,) = enter(flight, 1)

    assert seats_of(flight)[late.code] == free[1 - kept]


@pytest.mark.rule("WAS-3")
def test_balancing_passes_over_a_locked_player():
    flight = floor_of((8, 6))
    locked = at(flight, 1, 3)
    keep(flight, 1, 3, locked)
    button(flight, t1=1, t2=1)

    (line,) = due(flight).lines

    assert line.entry.player_code == at(flight, 1, 4)
    assert "whose seat is not locked" in line.reason


def test_balancing_leaves_a_kept_seat_empty():
    flight = floor_of((8, 6))
    keep(flight, 2, 7)
    button(flight, t1=1, t2=1)

    (line,) = due(flight).lines

    assert line.move.end == (2, 8)


def test_a_locked_player_of_a_broken_table_has_the_new_seat_locked():
    flight = floor_of((5, 5, 6))
    locked = at(flight, 3, 2)
    keep(flight, 3, 2, locked, note="near the door")

    made = make(flight)
    hold = SeatHold.objects.get()
    undo_moves(flight=flight, numbers=[move.number for move in made], **BY)

    assert (hold.seat, hold.note) == (
        next(move.end for move in made if move.entry.player.code == locked),
        "near the door",
    )
    assert SeatHold.objects.get().seat == (3, 2)


@pytest.mark.rule("WAS-4")
def test_a_locked_seat_at_the_last_table_survives_the_redraw():
    flight = floor_of((4, 4))
    locked = at(flight, 1, 2)
    keep(flight, 1, 2, locked)

    make(flight)

    assert seats_of(flight)[locked] == (1, 2)
    assert sizes_of(flight) == {1: 8}


def test_a_locked_player_is_not_moved_by_hand_until_released():
    flight = floor_of((5, 4))
    code = at(flight, 1, 1)
    keep(flight, 1, 1, code)

    with pytest.raises(Conflict, match="Release the seat first") as refused:
        move_player(flight=flight, player_code=code, to=Place(table=2, seat=5), **BY)
    release_seat(flight=flight, table=1, seat=1, **BY)
    move_player(flight=flight, player_code=code, to=Place(table=2, seat=5), **BY)

    assert refused.value.code == "seat_locked"
    assert seats_of(flight)[code] == (2, 5)


def test_nobody_is_moved_into_a_kept_seat():
    flight = floor_of((5, 4))
    keep(flight, 2, 5, note="broken chair")

    with pytest.raises(Conflict, match="broken chair") as refused:
        move_player(flight=flight, player_code=at(flight, 1, 1), to=Place(table=2, seat=5), **BY)

    assert refused.value.code == "seat_kept"


def test_a_bust_out_is_not_undone_into_a_seat_kept_since():
    flight = floor_of((5, 4))
    out(flight, at(flight, 1, 5))
    keep(flight, 1, 5)

    with pytest.raises(Conflict) as refused:
        undo_bust_out(flight=flight, **BY)

    assert refused.value.code == "seat_kept"


@pytest.mark.parametrize(
    ("seat", "player", "code"),
    [
        pytest.param((1, 1), "", "seat_taken", id="somebody-sits-there"),
        pytest.param((1, 7), "first", "not_in_that_seat", id="sits-elsewhere"),
        pytest.param((1, 9), "", "no_such_seat", id="no-seat"),
        pytest.param((99, 1), "", "unknown_table", id="no-table"),
        pytest.param((3, 1), "", "table_not_open", id="nobody-sits-there"),
        pytest.param((1, 8), "", "seat_held", id="kept-already"),
        pytest.param((1, 6), "P999", "not_in_flight", id="stranger"),
    ],
)
def test_a_seat_that_cannot_be_kept_is_refused(seat, player, code):
    flight = floor_of((5, 4))
    keep(flight, 1, 8)
    player = at(flight, 1, 1) if player == "first" else player

    with pytest.raises((Conflict, UserFacingError, NotFound)) as refused:
        keep(flight, *seat, player)

    assert refused.value.code == code


def test_who_is_out_keeps_no_seat():
    flight = floor_of((5, 4))
    code = at(flight, 1, 5)
    out(flight, code)

    with pytest.raises(Conflict, match="is out"):
        keep(flight, 1, 5, code)


def test_before_the_draw_a_seat_is_kept_at_a_table_that_it_can_open():
    flight = flight_of(make_holdem())
    enter(flight, 9)

    with pytest.raises(UserFacingError, match="has no table 99: the draw opens 4 at most") as refused:
        keep(flight, 99, 1)
    keep(flight, 2, 1)

    assert refused.value.code == "unknown_table"


def test_a_seat_that_is_not_kept_is_not_released():
    with pytest.raises(NotFound):
        release_seat(flight=floor_of((5, 4)), table=1, seat=8, **BY)


def test_a_lock_follows_the_player_to_another_wish():
    flight = flight_of(make_holdem())
    enter(flight, 4)
    code = codes_of(flight)[0]

    keep(flight, 1, 1, code)
    keep(flight, 1, 2, code)

    assert [hold.seat for hold in SeatHold.objects.all()] == [(1, 2)]


BREAKS = [
    pytest.param(SeatHold, {"seat_number": 11}, "seathold_seat_at_a_table", id="hold-seat"),
    pytest.param(SeatMove, {"kind": "jump"}, "seatmove_known_kind", id="kind"),
    pytest.param(SeatMove, {"end_seat": 11}, "seatmove_seats_at_a_table", id="move-seat"),
    pytest.param(SeatMove, {"end_table": 1, "end_seat": 1, "start_seat": 1}, "seatmove_goes_somewhere", id="nowhere"),
    pytest.param(SeatMove, {"undone_by_code": "u1"}, "seatmove_undone_by_somebody", id="undone"),
    pytest.param(FlightTable, {"button": 11}, "flighttable_seats_at_a_table", id="button"),
    pytest.param(FlightTable, {"small_blind": 3}, "flighttable_two_blinds", id="one-blind"),
    pytest.param(ProposalRefusal, {"reason": ""}, "proposalrefusal_has_a_reason", id="no-reason"),
]


@pytest.fixture
def full_floor():
    """A flight with a kept seat, a move, a button and a refusal."""
    flight = floor_of((5, 5, 5))
    keep(flight, 1, 8)
    move_player(flight=flight, player_code=at(flight, 1, 1), to=Place(table=1, seat=7), **BY)
    tell_button(flight=flight, table=2, told=ToldButton(button=1), **BY)
    refuse_proposal(flight=flight, shown=due(flight).digest, reason="Later", **BY)
    return flight


@pytest.mark.parametrize(("model", "broken", "constraint"), BREAKS)
def test_the_database_refuses(full_floor, model, broken, constraint):
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        model.objects.update(**broken)


@pytest.mark.parametrize("model", [SeatHold, SeatMove, FlightTable, ProposalRefusal])
def test_the_database_refuses_a_second_of(full_floor, model):
    row = model.objects.first()
    row.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_the_database_refuses_two_moves_of_one_player_by_one_press(full_floor):
    row = SeatMove.objects.first()
    row.pk, row.number = None, 99

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_a_break_that_kept_seats_leave_no_room_for_says_so():
    flight = floor_of((5, 5, 6))

    keep(flight, 1, 8)

    told = due(flight)
    assert (told.kind, told.lines) == ("break", ())
    assert "Release a reserved seat" in told.blocked


def test_a_table_that_shrinks_to_nobody_needs_no_kept_seat():
    flight = floor_of((3, 5))
    keep(flight, 1, 8)

    gone(flight, 1, 3)

    assert due(fresh(flight)) is None
