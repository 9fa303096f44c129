"""Coming into a game: what newcomers and returning players may do, what it costs, and what they post."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.poker.between.entry import NextDeal, Offer, choose_entry, offers
from engine.poker.between.next_hand import able_seats, after_hand
from engine.poker.between.table_state import Player, TableState, come_back, sit_down, sit_out
from engine.poker.house.catalogue import HOUSES, house_of
from engine.poker.house.options import Entry
from tests.engine.between_hands import NO_LIMIT, a_result, a_table, prepare

NEW = Player(is_new=True)
MISSED = Player(missed_big_blind=True)
DEAD_HOUSE = house_of("canterbury", {"button": "dead"})


def _offers(table: TableState, seat: int, house=HOUSES["canterbury"]) -> dict[str, tuple[int, int, bool]]:
    made = offers(table, seat, NextDeal(house=house, stakes=NO_LIMIT, able=frozenset(table.players)))
    return {offer.entry.name.lower(): offer[1:] for offer in made}


def _choose(table: TableState, seat: int, entry: Entry, house=HOUSES["canterbury"]) -> TableState:
    return choose_entry(table, seat, entry, NextDeal(house=house, stakes=NO_LIMIT, able=frozenset(table.players)))


def test_a_newcomer_far_from_the_blinds_may_post_or_wait():
    table = a_table((1, 2, 3, 5), last=(1, 2, 3), seat_7=NEW)

    assert _offers(table, 7) == {
        "post_big_blind": (10, 0, True),
        "wait_for_big_blind": (0, 0, False),
        "post_behind_button": (0, 0, False),
    }


def test_a_newcomer_between_button_and_small_blind_may_also_buy_the_button():
    table = a_table((1, 3, 5, 7), last=(7, 1, 3), seat_2=NEW)

    assert _offers(table, 2)["buy_button"] == (10, 5, True)


def test_a_newcomer_whom_the_button_passes_now_posts_behind_it_now():
    table = a_table((1, 2, 3, 5), last=(5, 1, 2), seat_7=NEW)

    assert _offers(table, 7)["post_behind_button"] == (10, 0, True)


@pytest.mark.parametrize("owing", [NEW, MISSED], ids=["newcomer", "missed-a-blind"])
def test_where_the_big_blind_comes_next_it_is_the_whole_price(owing):
    table = a_table((1, 2, 4, 6), last=(6, 1, 2), seat_3=owing)

    offered = _offers(table, 3)

    assert offered["wait_for_big_blind"] == (10, 0, True)
    assert offered.get("post_missed", (10, 0, True)) == (10, 0, True)


def test_a_player_between_the_blinds_to_come_enters_as_the_only_big_blind():
    table = _choose(a_table((1, 2, 4, 6), last=(6, 1, 2), seat_3=NEW), 3, Entry.WAIT_FOR_BIG_BLIND, DEAD_HOUSE)

    setup = prepare(table, DEAD_HOUSE)

    assert setup.forced.blinds == {2: 5, 3: 10}
    assert 3 in setup.stacks
    assert not setup.table.players[3].owes


@pytest.mark.rule("CAN-20")
def test_a_small_blind_that_stops_at_an_empty_place_is_missed_and_stays_missed():
    table = sit_out(a_table((1, 2, 3, 5, 7), last=(1, 2, 3)), 3)

    table = prepare(table, DEAD_HOUSE).table
    assert (table.last, table.players[3].missed_small_blind) == ((2, 3, 5), True)
    assert not table.players[3].missed_big_blind

    table = prepare(table, DEAD_HOUSE).table
    assert (table.last, table.players[3].missed_small_blind) == ((3, 5, 7), True)
    assert not table.players[3].missed_big_blind


@pytest.mark.rule("CAN-20")
@pytest.mark.parametrize("missed", ["missed_small_blind", "missed_big_blind"])
def test_a_blind_missed_once_is_owed_until_the_player_comes_in(missed):
    table = a_table((1, 2, 3, 5), last=(5, 1, 2), seat_7=Player(**{missed: True, "is_away": True}))

    for _ in range(2):
        table = prepare(table, DEAD_HOUSE).table

    assert getattr(table.players[7], missed)


@pytest.mark.rule("CAN-19")
def test_of_two_who_want_to_buy_the_button_neither_does_and_the_blinds_post():
    buying = Player(is_new=True, entry=Entry.BUY_BUTTON)

    setup = prepare(a_table((1, 4, 6, 8), last=(8, 1, 4), seat_2=buying, seat_3=buying), "canterbury")

    assert (setup.button, setup.forced.blinds, set(setup.stacks)) == (1, {4: 5, 6: 10}, {1, 4, 6, 8})
    assert (setup.table.players[2].entry, setup.table.players[3].entry) == (None, None)


@pytest.mark.rule("CAN-19")
def test_the_second_who_wants_to_buy_the_button_is_told_that_it_is_not_alone():
    table = _choose(a_table((1, 4, 6, 8), last=(8, 1, 4), seat_2=NEW, seat_3=NEW), 2, Entry.BUY_BUTTON)

    with pytest.raises(RuleError) as refused:
        _choose(table, 3, Entry.BUY_BUTTON)

    assert refused.value.code == "no_button_to_buy"


def test_who_has_not_chosen_is_not_dealt_in():
    setup = prepare(a_table((1, 2, 5), last=(5, 1, 2), seat_7=NEW), "canterbury")

    assert set(setup.stacks) == {1, 2, 5}
    assert setup.table.players[7].is_new


def test_a_posting_newcomer_is_dealt_in_beside_the_blinds_and_pays_no_more():
    table = _choose(a_table((1, 2, 3, 5), last=(5, 1, 2), seat_7=NEW), 7, Entry.POST_BIG_BLIND)

    setup = prepare(table, "canterbury")

    assert setup.forced.blinds == {2: 5, 3: 10, 7: 10}
    assert setup.button == 1
    assert setup.table.players[7] == Player()


def test_a_waiting_newcomer_is_dealt_in_when_the_big_blind_arrives_and_not_before():
    table = _choose(a_table((1, 2, 3, 5), last=(5, 1, 2), seat_7=NEW), 7, Entry.WAIT_FOR_BIG_BLIND)

    dealt = []
    for _ in range(4):
        setup = prepare(table, "canterbury")
        dealt.append(7 in setup.stacks)
        table = after_hand(setup.table, a_result(1))

    assert dealt == [False, False, True, True]


def test_a_newcomer_who_waits_for_the_button_lets_the_big_blind_go_by_and_posts_behind_the_button():
    table = _choose(a_table((1, 2, 4), last=(4, 1, 2), seat_3=NEW), 3, Entry.POST_BEHIND_BUTTON)

    posted = []
    for _ in range(4):
        setup = prepare(table, "canterbury")
        posted.append((setup.button, dict(setup.forced.blinds)))
        table = after_hand(setup.table, a_result(1))

    assert posted == [
        (1, {2: 5, 4: 10}),
        (2, {4: 5, 1: 10}),
        (4, {1: 5, 2: 10, 3: 10}),
        (1, {2: 5, 3: 10}),
    ]


def test_two_newcomers_between_button_and_small_blind_cannot_both_buy_it():
    table = _choose(a_table((1, 5, 7, 9), last=(9, 1, 5), seat_2=NEW, seat_3=NEW), 2, Entry.BUY_BUTTON)

    with pytest.raises(RuleError) as refused:
        _choose(table, 3, Entry.BUY_BUTTON)

    assert (refused.value.code, refused.value.rules) == ("no_button_to_buy", ("CAN-19",))


def test_a_button_that_could_not_be_bought_after_all_is_asked_for_again():
    table = _choose(a_table((1, 3, 5, 7), last=(7, 1, 3), seat_2=NEW), 2, Entry.BUY_BUTTON)
    gone = TableState(players={seat: who for seat, who in table.players.items() if seat != 1}, last=table.last)

    setup = prepare(gone, "canterbury")

    assert 2 not in setup.stacks
    assert setup.table.players[2] == NEW


@pytest.mark.parametrize("house", [HOUSES["canterbury"], DEAD_HOUSE], ids=["forward", "dead"])
def test_after_a_bought_button_everybody_posts_where_they_would_have(house):
    table = _choose(a_table((1, 3, 5, 7), last=(7, 1, 3), seat_2=NEW), 2, Entry.BUY_BUTTON, house)

    bought = prepare(table, house)
    after = prepare(after_hand(bought.table, a_result(1)), house)
    later = prepare(after_hand(after.table, a_result(1)), house)

    assert (bought.button, bought.forced.blinds, bought.forced.dead) == (1, {2: 10}, {2: 5})
    assert (after.button, after.forced.blinds) == (2, {3: 5, 5: 10})
    assert (later.button, later.forced.blinds) == (3, {5: 5, 7: 10})


def test_a_newcomer_on_the_big_blind_of_a_bought_button_comes_in_a_hand_later():
    table = a_table((1, 3, 7), last=(7, 1, 3), seat_2=NEW, seat_5=NEW)
    table = _choose(_choose(table, 5, Entry.POST_BIG_BLIND), 2, Entry.BUY_BUTTON)

    bought = prepare(table, "canterbury")
    after = prepare(after_hand(bought.table, a_result(1)), "canterbury")

    assert set(bought.stacks) == {1, 2, 3, 7}
    assert after.forced.blinds == {3: 5, 5: 10}


def test_a_player_who_sat_out_owes_nothing_until_a_blind_passes():
    table = sit_out(a_table((1, 2, 3, 5, 7), last=(7, 1, 2)), 7)

    setup = prepare(table, "canterbury")
    table = come_back(after_hand(setup.table, a_result(1)), 7)

    assert set(setup.stacks) == {1, 2, 3, 5}
    assert table.players[7] == Player()
    assert 7 in prepare(table, "canterbury").stacks


def test_each_blind_that_passes_a_player_who_is_away_is_recorded():
    table = sit_out(a_table((1, 2, 3, 5), last=(5, 1, 2)), 3)

    first = prepare(table, "canterbury").table
    second = prepare(first, "canterbury").table

    assert (first.players[3].missed_big_blind, first.players[3].missed_small_blind) == (True, False)
    assert (second.players[3].missed_big_blind, second.players[3].missed_small_blind) == (True, True)


def test_a_player_without_chips_misses_blinds_too():
    stacks = {1: 1000, 2: 1000, 3: 0, 5: 1000}

    setup = prepare(a_table((1, 2, 3, 5), last=(5, 1, 2)), "canterbury", stacks=stacks)

    assert set(setup.stacks) == {1, 2, 5}
    assert setup.table.players[3] == MISSED


def test_missed_blinds_are_offered_as_the_house_lists_them():
    table = a_table((1, 2, 4, 6), last=(6, 1, 2), seat_8=MISSED)

    assert offers(table, 8, NextDeal(house=HOUSES["canterbury"], stakes=NO_LIMIT, able=frozenset(table.players))) == (
        Offer(Entry.POST_MISSED, 10, 5, True),
        Offer(Entry.WAIT_FOR_BIG_BLIND, 0, 0, False),
    )


def test_a_choice_the_house_does_not_offer_is_refused_with_its_rule():
    table = a_table((1, 2, 4, 6), last=(6, 1, 2), seat_8=MISSED)

    with pytest.raises(RuleError) as refused:
        _choose(table, 8, Entry.BUY_BUTTON)

    assert (refused.value.code, refused.value.rules) == ("entry_not_offered", ("CAN-20",))


def test_who_owes_nothing_has_nothing_to_choose():
    with pytest.raises(RuleError) as refused:
        _offers(a_table((1, 2, 4), last=(4, 1, 2)), 1)

    assert refused.value.code == "nothing_owed"


def test_an_empty_seat_has_nothing_to_choose():
    with pytest.raises(RuleError) as refused:
        _offers(a_table((1, 2, 4), last=(4, 1, 2)), 9)

    assert refused.value.code == "nobody_there"


def test_a_newcomer_beside_a_single_player_starts_the_game_anew_without_a_post():
    table = sit_down(a_table((2,), last=(2, 2, 5)), 7)

    setup = prepare(table, "standard")

    assert (setup.button, setup.forced.blinds, setup.forced.dead) == (2, {2: 5, 7: 10}, {})


def test_before_the_first_hand_nobody_owes_anything():
    table = a_table((), first_button=1)
    for seat in (1, 2, 3):
        table = sit_down(table, seat)

    setup = prepare(table, "canterbury")

    assert setup.forced.blinds == {2: 5, 3: 10}


def test_a_player_moved_in_a_tournament_is_dealt_in_at_once():
    table = sit_down(a_table((1, 2, 4), last=(4, 1, 2)), 9, owes_blind=False)

    assert 9 in prepare(table, "washburn").stacks


def test_only_seats_with_chips_that_play_are_able():
    table = a_table((1, 2, 3))

    assert able_seats(table, {1: 5, 2: 4, 3: 0}, smallest_chip=5) == {1}


def test_chips_of_an_empty_seat_are_refused():
    with pytest.raises(RuleError) as refused:
        able_seats(a_table((1, 2)), {1: 5, 2: 5, 3: 5}, smallest_chip=5)

    assert refused.value.code == "nobody_there"
