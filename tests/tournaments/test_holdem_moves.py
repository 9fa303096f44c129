"""What the tables need: breaks, balance and the last table, proposed, made, refused and taken back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.seating import ProposalKind
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.models import AuditRecord
from tests.factories import make_event
from tests.tournaments.floors import at, button, due, floor_of, gone, make, seating, seats_of, sizes_of
from tests.tournaments.holdem_nights import BY, decided_flight, enter, fresh, make_holdem, out, press, seated_flight
from tournaments.models import FlightTable, MoveKind, SeatMove
from tournaments.services.flight.bust_outs import undo_bust_out
from tournaments.services.seating.proposals import propose_again, refuse_proposal
from tournaments.services.seating.seat_moves import undo_moves
from tournaments.services.seating.seats import Place, move_player
from tournaments.services.seating.tables import ToldButton, set_break_order, tell_button

pytestmark = pytest.mark.django_db


@pytest.mark.rule("WAS-3")
def test_a_balance_asks_for_the_button_first_and_then_moves_the_next_big_blind():
    flight = floor_of((8, 6, 7))

    asked = due(flight)
    button(flight, t1=1, t2=1)
    told = due(flight)

    assert (asked.lines, asked.button_of) == ((), 1)
    assert "table 1" in asked.blocked
    (line,) = told.lines
    assert (line.entry.player_code, line.move.start, line.move.end) == (at(flight, 1, 3), (1, 3), (2, 7))
    assert "Next big blind of table 1" in line.reason


def test_the_button_of_the_short_table_is_asked_for_next():
    flight = floor_of((8, 6, 7))

    button(flight, t1=1)

    assert due(flight).button_of == 2


@pytest.mark.rule("WAS-3")
def test_somebody_seated_between_the_blinds_is_the_next_big_blind():
    flight = floor_of((8, 6))
    mover = at(flight, 2, 3)
    move_player(flight=flight, player_code=mover, to=Place(table=2, seat=8), **BY)
    tell_button(flight=flight, table=2, told=ToldButton(button=1, small_blind=2, big_blind=4), **BY)
    button(flight, t1=1)

    made = make(flight)

    assert [move.end for move in made] == [(2, 3)]
    assert FlightTable.objects.get(flight=flight, number=2).big_blind == 3


def test_even_tables_need_nothing():
    assert due(floor_of((8, 7))) is None
    assert due(seated_flight(16)) is None


@pytest.mark.rule("WAS-3")
def test_a_table_breaks_as_soon_as_the_others_can_take_it():
    flight = floor_of((6, 5, 6))
    before = due(flight)

    gone(flight, 1, 1)
    told = due(flight)

    assert before is None
    assert (told.kind, told.breaks, len(told.lines)) == ("break", 3, 6)
    assert "16 players fit at 2 tables of 8" in told.why
    make(flight)
    assert sizes_of(flight) == {1: 8, 2: 8}


def test_the_order_of_breaking_decides_which_table_goes():
    flight = floor_of((5, 5, 6))

    set_break_order(flight=flight, order=[1, 3, 2], **BY)

    assert due(flight).breaks == 1


def test_a_table_nobody_put_in_order_breaks_first():
    flight = floor_of((5, 5, 6))

    set_break_order(flight=flight, order=[2, 1], **BY)

    assert seating(flight).order_left == (3, 2, 1)


@pytest.mark.parametrize("order", [[1, 1], [0], [100]])
def test_an_order_that_cannot_be_is_refused(order):
    flight = floor_of((8, 7))

    with pytest.raises(UserFacingError) as refused:
        set_break_order(flight=flight, order=order, **BY)

    assert refused.value.code == "break_order_unclear"


def test_a_break_made_one_by_one_keeps_what_was_drawn():
    flight = floor_of((5, 5, 6))
    drawn = {line.entry.player_code: line.move.end for line in due(flight).lines}

    for code in list(drawn)[::-1]:
        make(flight, [code])

    assert {code: seat for code, seat in seats_of(flight).items() if code in drawn} == drawn
    assert due(flight) is None


def test_a_break_half_made_is_drawn_anew_when_its_seats_were_taken_meanwhile():
    flight = floor_of((5, 5, 6))
    first, *rest = due(flight).lines
    make(flight, [first.entry.player_code])
    stranger = at(flight, rest[0].move.end[0], 1)
    move_player(
        flight=flight, player_code=stranger, to=Place(table=rest[0].move.end[0], seat=rest[0].move.end[1]), **BY
    )

    make(flight)

    assert sum(sizes_of(flight).values()) == 16
    assert sizes_of(flight) == {1: 8, 2: 8}


@pytest.mark.rule("WAS-4")
def test_at_the_last_table_everybody_draws_a_new_seat_at_once():
    flight = floor_of((4, 4))
    told = due(flight)

    with pytest.raises(UserFacingError) as refused:
        make(flight, [told.lines[0].entry.player_code])
    made = make(flight)

    assert (told.kind, refused.value.code) == ("final", "not_alone")
    assert sizes_of(flight) == {1: 8}
    assert {move.kind for move in made} == {MoveKind.FINAL}
    assert "highest has the first button" in told.why


@pytest.mark.rule("WAS-4")
def test_after_the_redraw_the_button_has_to_be_told_anew():
    flight = floor_of((4, 4))
    button(flight, t1=1, t2=1)

    make(flight)

    assert not FlightTable.objects.exists()


def test_a_stale_proposal_is_answered_with_the_fresh_one():
    flight = floor_of((5, 5, 6))
    shown = due(flight).digest
    gone(flight, 3, 1)

    with pytest.raises(Conflict) as refused:
        make(flight, shown=shown)

    fresh_one = due(flight)
    assert (refused.value.code, refused.value.facts["digest"]) == ("proposal_stale", fresh_one.digest)
    assert [code for code, *_ in refused.value.facts["moves"]] == [line.entry.player_code for line in fresh_one.lines]
    assert not SeatMove.objects.exists()


def test_the_same_press_moves_once():
    flight = floor_of((5, 5, 6))
    shown, once = due(flight).digest, press()

    first = make(flight, shown=shown, **once)
    second = make(flight, shown=shown, **once)

    assert [move.pk for move in first] == [move.pk for move in second]
    assert SeatMove.objects.count() == 6


def test_somebody_who_is_not_proposed_does_not_move():
    flight = floor_of((5, 5, 6))

    with pytest.raises(NotFound) as refused:
        make(flight, [at(flight, 1, 1)])

    assert refused.value.code == "not_proposed"


def test_several_moves_of_a_balance_are_made_in_order():
    flight = floor_of((8, 4, 8), make_holdem(make_event(), advancing_count=1, seats_per_table=10, flights=1))
    set_break_order(flight=flight, order=[1, 2, 3], **BY)
    button(flight, t1=1, t2=1, t3=1)
    told = due(flight)
    assert told is None or told.kind == "break"

    flight = floor_of((8, 5, 8))
    button(flight, t1=1, t2=1, t3=1)
    told = due(flight)
    with pytest.raises(UserFacingError) as refused:
        make(flight, [told.lines[1].entry.player_code])
    make(flight)

    assert refused.value.code == "not_alone"
    assert sizes_of(flight) == {1: 7, 2: 7, 3: 7}


def test_a_refused_proposal_rests_until_the_tables_change():
    flight = floor_of((5, 5, 6))
    refuse_proposal(flight=flight, shown=due(flight).digest, reason=" Break  in 5 minutes ", **BY)
    resting = due(flight)

    gone(flight, 2, 1)

    assert resting.refusal.reason == "Break in 5 minutes"
    assert due(flight).refusal is None


def test_a_refusal_is_taken_back():
    flight = floor_of((5, 5, 6))
    refuse_proposal(flight=flight, shown=due(flight).digest, reason="Later", **BY)

    propose_again(flight=flight, **BY)
    propose_again(flight=flight, **BY)

    assert due(flight).refusal is None
    assert AuditRecord.objects.filter(action="flight.proposal_wanted_again").count() == 1


def test_a_refusal_needs_a_reason():
    flight = floor_of((5, 5, 6))

    with pytest.raises(UserFacingError) as refused:
        refuse_proposal(flight=flight, shown=due(flight).digest, reason="  ", **BY)

    assert refused.value.code == "reason_missing"


def test_each_move_can_be_taken_back():
    flight = floor_of((5, 5, 6))
    before = seats_of(flight)
    made = make(flight)

    undo_moves(flight=flight, numbers=[made[2].number], **BY)
    one_back = seats_of(flight)
    undo_moves(flight=flight, numbers=[move.number for move in made], **BY)

    assert one_back[made[2].entry.player.code] == made[2].start
    assert seats_of(flight) == before


def test_a_redraw_is_taken_back_as_a_whole():
    flight = floor_of((4, 4))
    before = seats_of(flight)
    made = make(flight)

    undo_moves(flight=flight, numbers=[move.number for move in made], **BY)

    assert seats_of(flight) == before


def test_a_move_that_somebody_has_moved_on_from_is_not_taken_back():
    flight = floor_of((8, 6))
    code = at(flight, 1, 1)
    move_player(flight=flight, player_code=code, to=Place(table=2, seat=7), **BY)
    move_player(flight=flight, player_code=code, to=Place(table=2, seat=8), **BY)

    with pytest.raises(Conflict, match="sits at table 2 seat 8 by now") as refused:
        undo_moves(flight=flight, numbers=[1], **BY)

    assert refused.value.code == "move_overtaken"


def test_the_move_of_a_player_who_is_out_is_not_taken_back():
    flight = floor_of((8, 6))
    code = at(flight, 1, 1)
    move_player(flight=flight, player_code=code, to=Place(table=2, seat=7), **BY)
    out(flight, code)

    with pytest.raises(Conflict, match="is out by now"):
        undo_moves(flight=flight, numbers=[1], **BY)


def test_an_unknown_move_is_not_taken_back():
    with pytest.raises(NotFound) as refused:
        undo_moves(flight=floor_of((8, 6)), numbers=[5], **BY)

    assert refused.value.code == "unknown_move"


def test_after_a_hand_on_which_somebody_went_out_the_button_is_not_known():
    flight = floor_of((8, 8))
    button(flight, t1=1, t2=1)
    gone(flight, 1, 1)
    left = list(FlightTable.objects.values_list("number", flat=True))
    button(flight, t1=2)
    undo_bust_out(flight=flight, **BY)

    assert left == [2]
    assert list(FlightTable.objects.values_list("number", flat=True)) == [2]


@pytest.mark.parametrize(
    ("table", "seats", "code"),
    [
        pytest.param(9, {"button": 1}, "no_such_table", id="nobody-there"),
        pytest.param(1, {"button": 9}, "no_such_seat", id="no-seat"),
        pytest.param(1, {"button": 1, "big_blind": 8}, "blinds_unclear", id="big-blind-empty"),
        pytest.param(1, {"button": 1, "small_blind": 2, "big_blind": 2}, "blinds_unclear", id="one-blind"),
    ],
)
def test_a_button_that_cannot_be_is_refused(table, seats, code):
    flight = floor_of((7, 7))

    with pytest.raises((UserFacingError, NotFound)) as refused:
        tell_button(flight=flight, table=table, told=ToldButton(**seats), **BY)

    assert refused.value.code == code


def test_two_alone_play_with_the_small_blind_on_the_button():
    flight = floor_of((2, 2))

    row = tell_button(flight=flight, table=1, told=ToldButton(button=2), **BY)

    assert (row.small_blind, row.big_blind) == (2, 1)


def test_a_decided_flight_moves_nobody():
    flight = decided_flight(make_holdem(seats_per_table=4), 1)

    assert due(flight) is None


@settings(max_examples=12)
@given(sizes=st.lists(st.integers(2, 8), min_size=2, max_size=4), data=st.data())
def test_following_every_proposal_leaves_even_tables_and_undoing_all_brings_everybody_back(sizes, data):
    flight = floor_of(sizes)
    before, presses = seats_of(flight), []
    for _ in range(30):
        told = due(flight)
        if told is None:
            break
        if told.button_of:
            button(flight, **{f"t{told.button_of}": data.draw(st.integers(1, 8))})
            continue
        if told.blocked:
            return
        presses.append(make(flight))

    counts = sizes_of(flight).values()
    assert sum(counts) == sum(sizes)
    assert max(counts) - min(counts) <= 1
    assert len(set(seats_of(flight).values())) == sum(sizes)
    for made in reversed(presses):
        undo_moves(flight=flight, numbers=[move.number for move in made], **BY)
    assert seats_of(flight) == before
    assert fresh(flight).moves.filter(undone_at=None).count() == 0


@pytest.mark.rule("WAS-3")
def test_a_break_half_made_gives_way_when_somebody_comes_and_the_tables_are_needed():
    flight = floor_of((4, 4, 2), make_holdem(advancing_count=1, seats_per_table=5))
    make(flight, players=[due(flight).lines[0].entry.player_code])

    enter(flight, 1)

    assert sorted(sizes_of(flight).values()) == [2, 4, 5]
    asked = due(flight)
    button(flight, **{f"t{table}": _somebody_at(flight, table) for table in sizes_of(flight)})
    (line,) = due(flight).lines
    assert (asked.kind, asked.lines) == (ProposalKind.BALANCE, ())
    assert (sizes_of(flight)[line.move.start[0]], line.move.end[0]) == (5, 3)


def _somebody_at(flight, table: int) -> int:
    return min(seat for number, seat in seats_of(flight).values() if number == table)
