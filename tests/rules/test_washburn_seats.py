"""Washburn intramural: eight at a table, the tables on the way to the final one, and its button by high card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import parse_card, parse_cards
from engine.errors import RuleError
from engine.poker.between.first_button import draw_for_button, first_button, highest_card
from engine.poker.house.catalogue import HOUSES
from engine.tournament.clock import ClockMove, TimedMove, read_clock, replay_clock
from engine.tournament.color_up import SeatChips, color_up
from engine.tournament.levels import levels_from_minimum_bets
from engine.tournament.seating import (
    NextHand,
    ProposalKind,
    SeatedTable,
    draw_seats,
    make_moves,
    propose_moves,
    table_sizes,
)
from tests.factories import NOW, after

SEATS = 8


def drawn_tables(players: int) -> list[SeatedTable[str]]:
    """A first flight as drawn: eight seats to a table."""
    names = [f"P{number:02}" for number in range(1, players + 1)]
    sizes = table_sizes(players, SEATS)
    drawn = draw_seats(names, len(sizes), SEATS, "night")
    return [
        SeatedTable(
            number=number,
            seats=SEATS,
            players={seat: name for name, (table, seat) in drawn.items() if table == number},
        )
        for number in range(1, len(sizes) + 1)
    ]


def _first(table: SeatedTable[str], players: int) -> SeatedTable[str]:
    """The table when only so many are left."""
    return replace(table, players=dict(sorted(table.players.items())[:players]))


@pytest.mark.rule("WAS-3")
@pytest.mark.parametrize(("players", "sizes"), [(8, [8]), (9, [5, 4]), (17, [6, 6, 5]), (24, [8, 8, 8])])
def test_no_table_of_a_first_flight_seats_more_than_eight(players, sizes):
    assert [len(table.players) for table in drawn_tables(players)] == sizes


@pytest.mark.rule("WAS-3")
def test_a_ninth_player_does_not_fit_at_a_table():
    with pytest.raises(RuleError) as refused:
        draw_seats(list("ABCDEFGHI"), 1, SEATS, "night")

    assert (refused.value.code, refused.value.rules) == ("not_enough_seats", ("WAS-3",))
    assert "Open 1 more" in refused.value.message


@pytest.mark.rule("WAS-3")
def test_a_table_breaks_once_nobody_would_sit_ninth():
    tables = drawn_tables(17)
    sixteen = [*tables[:2], _first(tables[2], 4)]

    waiting = propose_moves(tables, (3, 2, 1), SEATS, "night")
    proposal = propose_moves(sixteen, (3, 2, 1), SEATS, "night")

    assert waiting is None
    assert (proposal.kind, proposal.breaks) == (ProposalKind.BREAK, 3)
    assert [len(table.players) for table in make_moves(sixteen, proposal.moves)] == [8, 8, 0]


@pytest.mark.rule("WAS-3")
def test_tables_are_balanced_by_the_next_big_blind():
    large, _, small = drawn_tables(24)
    long, short = replace(large, next_hand=NextHand(1, 2, 3)), replace(_first(small, 6), next_hand=NextHand(1, 2, 3))

    proposal = propose_moves([long, short], (1, 3), SEATS - 2, "night")

    assert [(move.player, move.slip) for move in proposal.moves] == [
        (large.players[3], "table 1 seat 3 to table 3 seat 7")
    ]


@pytest.mark.rule("WAS-4")
def test_the_final_table_is_drawn_anew_and_its_button_goes_to_the_highest_card():
    tables = [_first(table, 4) for table in drawn_tables(9)]

    proposal = propose_moves(tables, (2, 1), SEATS, "night")
    final, closed = make_moves(tables, proposal.moves, is_redraw=True)
    cards = draw_for_button(final.players.keys(), "night")

    assert proposal.kind is ProposalKind.FINAL
    assert (len(final.players), len(closed.players)) == (8, 0)
    assert first_button(HOUSES["washburn"], final.players.keys(), cards=cards) == highest_card(cards)
    assert highest_card({1: parse_card("Ah"), 2: parse_card("As"), 3: parse_card("Kd")}) == 2


@pytest.mark.rule("WAS-6")
def test_the_minimum_bet_rises_every_twenty_minutes_though_nobody_looks():
    levels = levels_from_minimum_bets([500, 1000, 2000, 4000], seconds=20 * 60)
    state = replay_clock(levels, [TimedMove(ClockMove.START, NOW)])

    seen = [read_clock(levels, state, after(minutes)).level.big_blind for minutes in (0, 19, 20, 41, 79)]

    assert seen == [500, 500, 1000, 2000, 4000]


@pytest.mark.rule("WAS-6")
def test_chips_that_a_risen_level_no_longer_needs_are_raced_for():
    odd = {1: 3, 2: 1, 3: 2, 4: 0, 5: 3, 6: 1}
    cards = {1: "9c 4d 2h", 2: "Kd", 3: "Jc 5s", 5: "8h 3c Qs", 6: "Ah"}

    done = color_up(
        {seat: SeatChips(count, 1_000) for seat, count in odd.items()},
        25,
        100,
        {seat: parse_cards(text) for seat, text in cards.items()},
    )

    assert (done.winners, done.drift) == ((6, 2, 5), 50)
