"""The next hand as an application gets it: whole evenings in every house, and the table itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.poker.between.entry import NextDeal, choose_entry, offers
from engine.poker.between.kill import Kill, KillButton
from engine.poker.between.next_hand import HandSetup, able_seats, after_hand
from engine.poker.between.stored import read_table, table_json
from engine.poker.between.table_state import TableState, come_back, sit_down, sit_out, stand_up
from engine.poker.deck import Deck
from engine.poker.forced import Blinds, forced_bets
from engine.poker.hand import Phase
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import AnteBy, Stakes, Structure
from tests.deep import examples
from tests.engine.between_hands import LIMIT, NO_LIMIT, a_result, a_table, prepare


def test_a_table_without_a_button_asks_for_one():
    with pytest.raises(RuleError) as refused:
        prepare(a_table((1, 2, 3)), "wlia")

    assert (refused.value.code, refused.value.rules) == ("no_button", ("WLIA-6",))


def test_one_player_waits_for_another():
    with pytest.raises(RuleError) as refused:
        prepare(a_table((1, 2, 3), first_button=1), "standard", stacks={1: 50, 2: 0, 3: 0})

    assert refused.value.code == "too_few_players"


def test_preparing_a_hand_changes_nothing_so_a_misdeal_is_played_again():
    table = a_table((1, 2, 4), last=(4, 1, 2))
    before = table_json(table)

    first, again = prepare(table, "standard"), prepare(table, "standard")

    assert first == again
    assert table_json(table) == before


def test_a_seat_cannot_be_taken_twice():
    with pytest.raises(RuleError) as refused:
        sit_down(a_table((1, 2)), 2)

    assert refused.value.code == "seat_taken"


def test_moves_of_empty_seats_are_refused():
    for move in (stand_up, sit_out, come_back):
        with pytest.raises(RuleError) as refused:
            move(a_table((1, 2)), 5)

        assert refused.value.code == "nobody_there"


def test_a_big_blind_ante_is_dead_and_paid_by_the_big_blind():
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10, ante=10, ante_by=AnteBy.BIG_BLIND)

    forced = prepare(a_table((1, 2, 4, 6), last=(6, 1, 2)), "standard", stakes=stakes).forced

    assert (forced.antes, forced.antes_are_dead) == ({4: 10}, True)


def test_both_players_ante_heads_up():
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10, ante=1)

    setup = prepare(a_table((2, 7), last=(2, 2, 7)), "standard", stakes=stakes)
    hand = setup.begin()

    assert setup.forced.antes == {2: 1, 7: 1}
    assert hand.contributed == {2: 11, 7: 6}


def test_a_game_of_antes_alone_has_no_blinds_and_starts_left_of_the_button():
    stakes = Stakes(structure=Structure.NO_LIMIT, ante=2, small_bet=10)

    forced = prepare(a_table((1, 2, 4, 6), last=(6, 1, 2)), "standard", stakes=stakes).forced

    assert (forced.blinds, forced.last_blind, forced.price, forced.bets_counted) == ({}, None, 0, 0)
    assert forced.raise_size == 10


def test_the_plain_forced_bets_are_those_of_the_two_seats_left_of_the_button():
    forced = forced_bets(stakes=NO_LIMIT, house=HOUSES["standard"], seats=(2, 5, 9), button=5)

    assert (forced.blinds, forced.last_blind, forced.price, forced.raise_size) == ({9: 5, 2: 10}, 2, 10, 10)


@pytest.mark.parametrize(("house", "blinds"), [("standard", {5: 5, 9: 10}), ("biska", {9: 5, 5: 10})])
def test_the_plain_forced_bets_heads_up_are_those_that_the_house_says(house, blinds):
    assert forced_bets(stakes=NO_LIMIT, house=HOUSES[house], seats=(9, 5), button=5).blinds == blinds


def test_named_blinds_and_posts_take_the_place_of_the_plain_ones():
    forced = forced_bets(
        stakes=NO_LIMIT,
        house=HOUSES["standard"],
        seats=(2, 5, 9),
        button=5,
        blinds=Blinds(small=None, big=9),
        posts={2: 10, 9: 10},
        dead={2: 5, 9: 0},
    )

    assert (forced.blinds, forced.dead, forced.last_blind) == ({9: 10, 2: 10}, {2: 5}, 9)


MOVES = st.lists(
    st.tuples(st.sampled_from(["sit_down", "stand_up", "sit_out", "come_back", "choose"]), st.integers(1, 10)),
    max_size=5,
)


@pytest.mark.parametrize("key", HOUSES)
@settings(max_examples=examples(40))
@given(evening=st.lists(MOVES, min_size=3, max_size=12), seed=st.integers(0, 999), has_kill=st.booleans())
def test_an_evening_of_coming_and_going_keeps_every_chip_and_every_table_playable(key, evening, seed, has_kill):
    house = HOUSES[key]
    kill = KillButton(kind=Kill.HALF) if has_kill and house.kill else None
    table = a_table((1, 4, 6, 9), first_button=4, kill=kill)
    stacks = dict.fromkeys(range(1, 11), 500)

    for number, moves in enumerate(evening):
        for move, seat in moves:
            table = _moved(table, move, seat, house)
        here = {seat: stacks[seat] for seat in table.players}
        setup = _prepared_or_too_few(table, house, here)
        if setup is None:
            continue
        hand = setup.begin(Deck.shuffled(f"{seed}/{number}"))
        while hand.phase is Phase.BETTING:
            hand.call() if hand.legal.may_call else hand.check()
        if hand.phase is Phase.SHOWDOWN:
            hand.show_down()
        result = hand.settle()

        assert sum(result.net.values()) == 0
        assert setup.forced.last_blind in setup.stacks
        assert setup.forced.price == (15 if setup.table.kill and setup.table.kill.is_on else 10)
        assert not any(table.players[seat].is_away for seat in setup.stacks)
        stacks.update({seat: stacks[seat] + net for seat, net in result.net.items()})
        table = read_table(table_json(after_hand(setup.table, result)))

    assert sum(stacks.values()) == 5000


def _prepared_or_too_few(table: TableState, house: HouseRules, stacks: dict[int, int]) -> HandSetup | None:
    try:
        return prepare(table, house, stakes=LIMIT, stacks=stacks)
    except RuleError as error:
        code = error.code
    assert code == "too_few_players"
    return None


def _moved(table: TableState, move: str, seat: int, house: HouseRules) -> TableState:
    moves = {"sit_down": sit_down, "stand_up": stand_up, "sit_out": sit_out, "come_back": come_back}
    able = able_seats(table, dict.fromkeys(table.players, 500), smallest_chip=1)
    try:
        if move != "choose":
            return moves[move](table, seat)
        made = offers(table, seat, NextDeal(house=house, stakes=LIMIT, able=able))
        return choose_entry(table, seat, made[seat % len(made)].entry, NextDeal(house=house, stakes=LIMIT, able=able))
    except RuleError:
        return table


def test_who_is_knocked_out_leaves_an_empty_seat():
    table = after_hand(a_table((1, 2, 4)), a_result(1), out=[2, 4])

    assert set(table.players) == {1}
