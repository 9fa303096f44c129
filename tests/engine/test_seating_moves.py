"""Tables broken, balanced and drawn anew: the published vectors, and what may never happen on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest

from engine.errors import RuleError
from engine.tournament.seating import (
    Move,
    NextHand,
    ProposalKind,
    SeatedTable,
    balance_tables,
    break_table,
    make_moves,
    propose_moves,
    redraw_final_table,
    reverse_move,
)
from tests.engine.seated_tables import NINE, a_table, everybody, sizes_of


@pytest.mark.rule("WAS-3")
@pytest.mark.parametrize(
    ("hand", "open_seats", "seat", "big_blind"),
    [
        pytest.param((1, 2, 4), {3, 7}, 3, 3, id="between-the-blinds"),
        pytest.param((1, 2, 4), {2, 7}, 7, 4, id="not-the-dead-small-blind"),
        pytest.param((1, 2, 3), {5, 8}, 5, 3, id="fewest-places-after-the-big-blind"),
        pytest.param((8, 9, 2), {1, 5}, 1, 1, id="between-the-blinds-past-the-last-seat"),
        pytest.param((6, 7, 8), {3, 9}, 9, 8, id="last-seat"),
        pytest.param((5, 7, 8), {5, 6}, 6, 8, id="not-the-dead-button"),
        pytest.param((1, 2, 5), {3, 4}, 3, 3, id="the-first-of-two-between-the-blinds"),
    ],
)
def test_a_moved_player_takes_the_worst_seat_of_the_short_table(hand, open_seats, seat, big_blind):
    short = a_table(2, set(NINE) - open_seats, hand=hand)
    tables = (a_table(1, hand=(4, 5, 6)), short)

    move = balance_tables(tables, (1, 2))
    after = make_moves(tables, [move])

    assert move == Move("1-6", (1, 6), (2, seat))
    assert after[1].next_hand == replace(short.next_hand, big_blind=big_blind)
    assert after[0].next_hand == NextHand(4, 5, 7)
    assert make_moves(after, [reverse_move(move)]) == tables


def test_of_the_largest_tables_the_one_that_breaks_first_gives_a_player():
    tables = [a_table(1), a_table(2), a_table(3, range(1, 6))]

    assert balance_tables(tables, (2, 1, 3)).start[0] == 2
    assert balance_tables(tables, (3, 1, 2)).start[0] == 1


def test_the_largest_table_gives_a_player_to_the_smallest_whatever_breaks_first():
    tables = [a_table(1, range(1, 6)), a_table(2, range(1, 9)), a_table(3), a_table(4, range(1, 7))]

    for order in permutations((1, 2, 3, 4)):
        move = balance_tables(tables, order)
        assert (move.start[0], move.end[0]) == (3, 1)


def test_of_the_smallest_tables_the_lowest_number_gets_a_player():
    tables = [a_table(3, range(1, 6)), a_table(1), a_table(2, range(1, 6))]

    assert balance_tables(tables, (3, 2, 1)).end[0] == 2


def test_tables_that_differ_by_one_stay_as_they_are():
    assert balance_tables([a_table(1), a_table(2, range(1, 9))], (1, 2)) is None


def test_a_locked_player_stays_and_the_one_after_moves():
    tables = (a_table(1, hand=(7, 8, 9)), a_table(2, range(1, 8)))

    move = balance_tables(tables, (1, 2), locked={"1-9"})

    assert move.start == (1, 1)


def test_a_table_whose_seats_are_all_locked_gives_way_to_the_next_largest():
    tables = [a_table(1), a_table(2, range(1, 9)), a_table(3, range(1, 7))]

    move = balance_tables(tables, (1, 2, 3), locked={f"1-{seat}" for seat in NINE})

    assert move.start == (2, 3)


def test_a_reserved_seat_stays_empty_in_balancing():
    tables = [a_table(1), a_table(2, {1, 2, 3, 6, 7}, reserved={4, 5})]

    assert balance_tables(tables, (1, 2)).end == (2, 8)


def test_beside_a_lone_player_any_seat_will_do():
    tables = [a_table(1, range(1, 5)), a_table(2, {1}, reserved={2})]

    assert balance_tables(tables, (1, 2)).end == (2, 3)


def test_players_of_a_broken_table_level_the_others():
    tables = [a_table(1, range(1, 8)), a_table(2, range(1, 7)), a_table(3, range(1, 8)), a_table(4, range(1, 7))]

    after = make_moves(tables, break_table(tables, 4, "night"))

    assert sizes_of(after) == [9, 9, 8, 0]
    assert everybody(after) == everybody(tables)


def test_each_broken_table_is_drawn_by_itself_from_the_one_seed():
    tables = [a_table(number, range(1, 5)) for number in (1, 2, 3)]

    moves = break_table(tables, 3, "night")

    backwards = [replace(table, players=dict(sorted(table.players.items())[::-1])) for table in tables[::-1]]
    assert moves == break_table(backwards, 3, "night")
    assert moves != break_table(tables, 3, "day")
    assert [move.start[1] for move in moves] != [move.start[1] for move in break_table(tables, 2, "night")]


def test_any_open_seat_may_be_drawn_blinds_and_button_included():
    tables = [a_table(1, {1, 2, 6, 7}, hand=(9, 1, 2)), a_table(2, {5})]

    drawn = {break_table(tables, 2, str(seed))[0].end[1] for seed in range(200)}

    assert drawn == {3, 4, 5, 8, 9}


def test_a_player_who_lands_between_the_blinds_is_the_next_big_blind():
    tables = [a_table(1, {1, 2, 6, 7}, hand=(1, 2, 6)), a_table(2, {5})]
    move = Move("2-5", (2, 5), (1, 4))

    after, closed = make_moves(tables, [move])

    assert after.next_hand == NextHand(1, 2, 4)
    assert closed.players == {}
    assert make_moves([after, closed], [reverse_move(move)])[0] == tables[0]


def test_the_table_first_in_the_published_order_breaks_once_its_players_fit_elsewhere():
    tables = [a_table(number, range(1, 7)) for number in (1, 2, 3, 4)]

    assert propose_moves(tables, (2, 4, 1, 3), 7, "s") is None
    proposal = propose_moves(tables, (2, 4, 1, 3), 8, "s")

    assert (proposal.kind, proposal.breaks) == (ProposalKind.BREAK, 2)
    assert proposal.moves == break_table(tables, 2, "s")
    assert propose_moves(make_moves(tables, proposal.moves), (2, 4, 1, 3), 8, "s") is None


def test_breaking_comes_before_balancing():
    tables = [a_table(1), a_table(2, range(1, 5)), a_table(3, range(1, 4))]

    assert propose_moves(tables, (3, 2, 1), 8, "s").kind is ProposalKind.BREAK
    assert propose_moves(tables, (3, 2, 1), 7, "s").kind is ProposalKind.BALANCE


@pytest.mark.rule("WAS-4")
def test_the_final_table_is_a_full_redraw():
    tables = [a_table(1, range(1, 6)), a_table(2, range(5, 9))]

    proposal = propose_moves(tables, (1, 2), 9, "night")
    closed, final = make_moves(tables, proposal.moves, is_redraw=True)

    assert (proposal.kind, proposal.breaks) == (ProposalKind.FINAL, 1)
    assert closed.players == {}
    assert everybody([final]) == everybody(tables)
    assert final.next_hand is None
    assert {seat for seat, player in final.players.items() if player == f"2-{seat}"} != {5, 6, 7, 8}


def test_a_seat_locked_at_the_final_table_is_kept_in_the_redraw():
    tables = [a_table(1, range(1, 6)), a_table(2, range(5, 8), reserved={9})]

    for seed in range(50):
        moves = redraw_final_table(tables, 2, str(seed), locked={"2-5", "1-1"})
        final = make_moves(tables, moves, is_redraw=True)[1]
        assert final.players[5] == "2-5"
        assert everybody([final]) == everybody(tables)
        assert 9 not in final.players


def test_the_order_in_which_tables_are_listed_does_not_change_the_redraw():
    tables = [a_table(1, range(1, 6)), a_table(2, range(5, 8))]

    assert redraw_final_table(tables, 2, "night") == redraw_final_table(tables[::-1], 2, "night")


def test_one_table_stays_as_it_is():
    assert propose_moves([a_table(1, range(1, 4))], (1,), 9, "s") is None


def test_a_slip_says_from_where_to_where():
    assert Move("Ada", (3, 5), (1, 9)).slip == "table 3 seat 5 to table 1 seat 9"
    assert reverse_move(Move("Ada", (3, 5), (1, 9))).slip == "table 1 seat 9 to table 3 seat 5"


def test_a_broken_tables_players_are_spread_by_chance():
    tables = [a_table(1, {1}), a_table(2, {1}), a_table(3, {1, 2})]

    ends = Counter(break_table(tables, 3, str(seed))[0].player for seed in range(2000))

    assert all(880 < count < 1120 for count in ends.values())


@pytest.mark.parametrize(
    ("tables", "facts", "code"),
    [
        pytest.param([a_table(1), a_table(1, {2})], {}, "table_twice", id="table-twice"),
        pytest.param([a_table(1), replace(a_table(1, {2}), number=2)], {}, "seated_twice", id="player-twice"),
        pytest.param([a_table(1), a_table(2, {2})], {"break_order": (1,)}, "break_order_unclear", id="order-short"),
        pytest.param([a_table(1)], {"break_order": (1, 1)}, "break_order_unclear", id="order-twice"),
        pytest.param([a_table(1)], {"seats_wanted": 1}, "seats_wanted_unclear", id="one-seat-wanted"),
        pytest.param([a_table(1)], {"seats_wanted": "9"}, "seats_wanted_unclear", id="seats-in-words"),
        pytest.param(
            [replace(a_table(1), next_hand=None), a_table(2, {1, 2, 3})], {}, "next_hand_needed", id="blinds-not-known"
        ),
        pytest.param(
            [a_table(1), a_table(2, {1, 2, 3})],
            {"locked": [f"1-{seat}" for seat in NINE]},
            "nobody_may_move",
            id="all-locked",
        ),
        pytest.param(
            [a_table(1), a_table(2, {3, 4, 6}, hand=(4, 5, 6), reserved={1, 2, 7, 8, 9})],
            {},
            "no_seat_to_balance",
            id="only-the-small-blind-open",
        ),
        pytest.param(
            [
                a_table(1, {1, 2}, reserved={3, 4, 5, 6, 7, 8, 9}),
                a_table(2, {1, 2}),
                a_table(3, {1}, reserved=NINE[1:]),
            ],
            {"break_order": (2, 1, 3)},
            "no_room_to_break",
            id="no-room",
        ),
        pytest.param(
            [a_table(1, {1, 2}), a_table(2, {1, 2}, reserved=NINE[2:])], {}, "no_room_to_break", id="no-room-at-final"
        ),
    ],
)
def test_what_cannot_be_proposed_is_refused(tables, facts, code):
    given = {"break_order": (1, 2), "seats_wanted": 9, "seed": "s", **facts}
    if code in {"next_hand_needed", "nobody_may_move", "no_seat_to_balance", "table_twice", "seated_twice"}:
        given["seats_wanted"] = 2

    with pytest.raises(RuleError) as refused:
        propose_moves(tables, **given)

    assert refused.value.code == code
    assert refused.value.rules == ("WAS-3",)


def test_after_a_redraw_the_button_is_drawn_again_even_where_everybody_sits_as_before():
    table = a_table(1)

    assert make_moves([table], []) == (table,)
    assert make_moves([table], [], is_redraw=True) == (replace(table, next_hand=None),)


@pytest.mark.parametrize("seats", [2, 3, 9])
def test_between_two_seats_are_those_that_one_passes_clockwise_from_the_first_to_the_second(seats):
    table = a_table(1, (), seats=seats)

    for start, end in product(range(1, seats + 1), repeat=2):
        around = [(start + step - 1) % seats + 1 for step in range(seats)]
        assert [table.places_after(start, seat) for seat in around] == list(range(seats))
        passed = set(around[1 : around.index(end)])
        assert {seat for seat in around if table.is_between(seat, start, end)} == passed


def test_a_table_where_nobody_sits_is_not_broken():
    with pytest.raises(RuleError, match="Nobody sits at a table 2") as refused:
        break_table([a_table(1), a_table(2, ())], 2, "s")

    assert refused.value.code == "no_such_table"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Move("2-5", (2, 5), (1, 1)), "seat_taken"),
        (Move("2-5", (2, 5), (1, 8)), "seat_reserved"),
        (Move("2-5", (2, 5), (1, 10)), "no_such_seat"),
        (Move("2-5", (2, 5), (3, 1)), "no_such_table"),
        (Move("2-5", (2, 6), (1, 9)), "not_in_that_seat"),
        (Move(None, (2, 6), (1, 9)), "not_in_that_seat"),
        (Move("2-5", (4, 5), (1, 9)), "not_in_that_seat"),
    ],
)
def test_a_move_that_no_longer_stands_is_refused(move, code):
    tables = [a_table(1, range(1, 8), reserved={8}), a_table(2, {5})]

    with pytest.raises(RuleError) as refused:
        make_moves(tables, [move])

    assert refused.value.code == code


def test_two_players_may_change_seats_but_one_does_not_move_twice():
    tables = [a_table(1, {1, 2})]
    change = [Move("1-1", (1, 1), (1, 2)), Move("1-2", (1, 2), (1, 1))]

    assert make_moves(tables, change)[0].players == {1: "1-2", 2: "1-1"}
    with pytest.raises(RuleError, match="1-1 is on the list twice"):
        make_moves(tables, [change[0], change[0]])


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"number": 0}, "table_unclear"),
        ({"number": True}, "table_unclear"),
        ({"seats": 1}, "table_unclear"),
        ({"seats": "9"}, "table_unclear"),
        ({"players": {10: "Ada"}}, "no_such_seat"),
        ({"players": {"1": "Ada"}}, "no_such_seat"),
        ({"reserved": frozenset({0})}, "no_such_seat"),
        ({"players": {2: "Ada"}, "reserved": frozenset({2})}, "seat_reserved"),
        ({"players": {1: "Ada", 2: "Ben"}, "next_hand": NextHand(1, 1, 3)}, "blinds_unclear"),
        ({"players": {1: "Ada", 2: "Ben"}, "next_hand": NextHand(1, 2, 2)}, "blinds_unclear"),
        ({"players": {1: "Ada", 2: "Ben"}, "next_hand": NextHand(1, 12, 2)}, "no_such_seat"),
    ],
)
def test_a_table_is_checked_when_it_is_made(facts, code):
    with pytest.raises(RuleError) as refused:
        SeatedTable(**{"number": 1, "seats": 9, **facts})

    assert refused.value.code == code
