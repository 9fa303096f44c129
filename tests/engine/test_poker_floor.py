"""Floor rulings beyond their rules' own examples: odd input, fed hands, and that no card or chip is lost."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.errors import RuleError
from engine.poker.floor.board import flop_too_early, flop_with_too_many_cards, river_too_early, turn_too_early
from engine.poker.floor.conduct import Fouled, cut_asked_for, fouled_hand
from engine.poker.floor.exposed import (
    boxed_in_a_hand,
    boxed_in_the_deck,
    dropped_by_its_player,
    exposed_on_the_deal,
    flashed_on_the_draw,
)
from engine.poker.floor.misdeal import wrong_number_of_cards
from engine.poker.floor.wagers import Wager, forfeit_wager, read_wager
from engine.poker.hand import Hand, Phase
from tests.deep import examples
from tests.engine.hands import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, begin, finish, play, refusal

DEAL = "2c 3c 4c 2d 3d 4d"


def canterbury(**more):
    return begin(**{"house": "canterbury", "stakes": FIXED_LIMIT, **more})


def lowball(**more):
    return begin(**{"game": "lowball", "house": "angies", "stakes": FIXED_LIMIT, **more})


@pytest.mark.parametrize(
    ("wager", "code"),
    [
        (Wager(chips=()), "no_chips"),
        (Wager(chips=(0,)), "no_chips"),
        (Wager(chips=(-5, 30)), "no_chips"),
        (Wager(chips=(10,), added=-1), "no_chips"),
        (Wager(chips=(10_000,)), "more_than_held"),
        (Wager(chips=(600,), added=600), "more_than_held"),
        (Wager(chips=(10,), declared_raise=True, raise_to=-20), "no_chips"),
    ],
)
def test_chips_that_cannot_have_been_put_out_are_refused(wager, code):
    hand = canterbury()

    assert refusal(lambda: read_wager(hand, wager), hand).code == code


def test_chips_without_a_word_where_no_raise_is_possible_are_a_check_or_call():
    hand = play(canterbury(stacks=[1000] * 4), "20 30 40 50 c c")

    ruling = read_wager(hand, Wager(chips=(50, 50)))
    ruling.apply(hand)

    assert ruling.code == "call"
    assert hand.street.name == "flop"


def test_one_large_chip_of_the_big_blind_with_the_option_is_a_check():
    hand = play(canterbury(), "c c")

    read_wager(hand, Wager(chips=(25,))).apply(hand)

    assert hand.street.name == "flop"
    assert hand.pot == 30


def test_the_half_bet_rule_is_one_of_limit_games():
    hand = begin(house="canterbury", stakes=NO_LIMIT)

    read_wager(hand, Wager(chips=(10, 5))).apply(hand)

    assert hand.bets[3] == 10


@pytest.mark.rule("CAN-24")
def test_chips_smaller_than_the_smallest_that_plays_do_not_count():
    hand = begin(house="canterbury", stakes=NO_LIMIT, smallest_chip=5)

    read_wager(hand, Wager(chips=(20, 3))).apply(hand)

    assert hand.bets[3] == 20


@pytest.mark.rule("CAN-24")
def test_smaller_chips_count_when_they_add_up_to_one_that_plays():
    hand = begin(house="canterbury", stakes=NO_LIMIT, smallest_chip=5)

    read_wager(hand, Wager(chips=(20, 2, 3))).apply(hand)

    assert hand.bets[3] == 25


def test_a_declared_raise_is_kept_within_the_limit():
    hand = begin(stakes=POT_LIMIT)

    read_wager(hand, Wager(chips=(100,), declared_raise=True, raise_to=100)).apply(hand)

    assert hand.bets[3] == 35


@pytest.mark.rule("CAN-24")
def test_a_declared_raise_leaves_out_chips_too_small_to_play():
    hand = begin(house="canterbury", stakes=NO_LIMIT, smallest_chip=5)

    read_wager(hand, Wager(chips=(20, 13), declared_raise=True)).apply(hand)

    assert hand.bets[3] == 30


@pytest.mark.parametrize("chips", [0, -5, 10, 500])
def test_only_chips_that_do_not_reach_can_be_forfeited(chips):
    hand = canterbury()

    assert refusal(lambda: forfeit_wager(hand, chips), hand).code == "bet_reached"


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (lambda hand: exposed_on_the_deal(hand, []), "nobody_named"),
        (lambda hand: wrong_number_of_cards(hand, {}), "nobody_named"),
        (lambda hand: wrong_number_of_cards(hand, {1: 2}), "right_number"),
        (lambda hand: wrong_number_of_cards(hand, {9: 3}), "not_in_hand"),
        (lambda hand: exposed_on_the_deal(hand, [(1, parse_cards("Ks")[0])]), "no_such_card"),
        (lambda hand: boxed_in_a_hand(hand, 1, None), "no_such_card"),
        (lambda hand: boxed_in_the_deck(hand, parse_cards("2c")[0]), "not_in_stub"),
        (lambda hand: flashed_on_the_draw(hand, 1, parse_cards("2c")[0]), "no_draw"),
        (lambda hand: dropped_by_its_player(hand, 1, parse_cards("2c")[0]), "no_draw"),
        (lambda hand: fouled_hand(hand, 9, Fouled.MIXED), "not_in_hand"),
        (lambda hand: flop_with_too_many_cards(hand, seed="a"), "not_the_flop"),
        (lambda hand: turn_too_early(hand, seed="a"), "not_early"),
    ],
)
def test_a_ruling_on_what_did_not_happen_is_refused(ruling, code):
    hand = canterbury(deck=DEAL)

    assert refusal(lambda: ruling(hand), hand).code == code


def test_a_folded_hand_cannot_be_ruled_dead():
    hand = play(canterbury(), "f")

    assert refusal(lambda: wrong_number_of_cards(hand, {3: 5}), hand).code == "not_in_hand"


@pytest.mark.rule("CAN-12")
def test_where_no_good_hand_would_be_left_the_deal_is_a_misdeal():
    hand = play(canterbury(), "c c k k k")

    wrong_number_of_cards(hand, {1: 3, 2: 3, 3: 3}).apply(hand)

    assert hand.phase is Phase.VOID


@pytest.mark.rule("ANG-24")
def test_too_few_cards_to_two_players_are_two_dead_hands_but_no_misdeal():
    hand = lowball()

    wrong_number_of_cards(hand, {1: 4, 2: 4}).apply(hand)

    assert hand.live == (3,)


@pytest.mark.rule("ANG-24")
def test_where_every_hand_has_a_wrong_number_of_cards_the_deal_is_a_misdeal():
    hand = lowball(stacks=[1000, 1000])

    wrong_number_of_cards(hand, {1: 6, 2: 4}).apply(hand)

    assert hand.phase is Phase.VOID


@pytest.mark.rule("ANG-28")
def test_who_faces_no_bet_forfeits_what_does_not_reach_the_least_raise():
    hand = play(canterbury(stakes=NO_LIMIT), "c c")

    assert forfeit_wager(hand, 9).changes == (("forfeit", 2, 9),)
    refused = refusal(lambda: forfeit_wager(hand, 10), hand)
    assert refused.message == "Only chips short of the 10 that seat 2 faces can be forfeited, not 10."


@pytest.mark.rule("ANG-23")
def test_a_card_dropped_by_who_has_drawn_makes_a_dead_hand_while_others_draw():
    hand = play(lowball(), "c c k d")

    ruling = dropped_by_its_player(hand, 1, hand.hole(1)[0])
    ruling.apply(hand)

    assert ruling.code == "dead_hand"
    assert hand.live == (2, 3)


@pytest.mark.parametrize(
    ("actions", "ruling"),
    [("", flop_too_early), ("c c k", turn_too_early), ("c c k", flop_with_too_many_cards)],
)
def test_at_a_table_the_ruling_says_what_to_do_and_the_cards_are_told_as_they_come(actions, ruling):
    hand = canterbury(deck=None)
    hand.deal_unknown()
    play(hand, actions)
    if hand.owed_board:
        hand.deal_board(parse_cards("KsQsJs"))

    ruled = ruling(hand, seed="a")
    ruled.apply(hand)

    assert ruled.says
    assert ruled.changes == ()
    assert hand.log[-1][:2] == ("note", ruled.code)


@pytest.mark.rule("CAN-13")
def test_a_flop_dealt_again_at_a_table_is_told_again():
    hand = canterbury(deck=None)
    hand.deal_unknown()
    play(hand, "c c k")
    hand.deal_board(parse_cards("KsQsJs"))

    hand.floor.redeal_board(parse_cards("2h3hKs"))

    assert hand.board == parse_cards("2h3hKs")


@pytest.mark.rule("CAN-13")
@pytest.mark.parametrize("act", ["k", "3", "20"], ids=["check", "short-all-in", "bet"])
def test_a_flop_is_not_dealt_again_once_somebody_has_acted_on_it(act):
    hand = play(begin(stacks=[13 if act == "3" else 1000, 1000, 1000]), f"c c k {act}")

    assert refusal(lambda: hand.floor.redeal_board(hand.stub), hand).code == "no_board_to_redeal"


@pytest.mark.rule("CAN-13")
def test_a_turn_dealt_again_at_a_table_leaves_the_flop_as_it_is():
    hand = canterbury(deck=None)
    hand.deal_unknown()
    play(hand, "c c k")
    hand.deal_board(parse_cards("KsQsJs"))
    play(hand, "k k k")
    hand.deal_board(parse_cards("2h"))

    hand.floor.redeal_board(parse_cards("3h"))

    assert hand.board == parse_cards("KsQsJs3h")


def test_an_exposed_card_of_an_untold_hand_is_replaced_all_the_same():
    hand = canterbury(deck=None)
    hand.deal_unknown()

    exposed_on_the_deal(hand, [(1, parse_cards("Ks")[0])]).apply(hand)

    assert hand.hole(1) == (None, None)


def test_the_same_irregularity_gets_the_same_ruling():
    assert flop_too_early(canterbury(), seed="a") == flop_too_early(canterbury(), seed="a")
    assert flop_too_early(canterbury(), seed="a") != flop_too_early(canterbury(), seed="b")


@pytest.mark.rule("ANG-26")
@pytest.mark.parametrize(("seed", "of_46", "of_8"), [("x", 34, 4), ("y", 32, 1), ("charity night", 39, 7)])
def test_a_cut_lifts_as_many_cards_as_the_seed_says(seed, of_46, of_8):
    hand = canterbury(deck=DEAL)
    short = canterbury(deck=DEAL)
    short.floor.set_stub(short.stub[:8])

    for cut, lifted in ((hand, of_46), (short, of_8)):
        before = cut.stub
        cut_asked_for(cut, seed=seed).apply(cut)
        assert cut.stub == (*before[lifted:], *before[:lifted])


@pytest.mark.rule("ANG-26", "CAN-11")
def test_a_card_to_be_burned_first_stays_on_top_of_a_cut():
    hand = canterbury(deck=DEAL)
    exposed_on_the_deal(hand, [(1, hand.hole(1)[0])]).apply(hand)
    top, *below = hand.stub

    cut_asked_for(hand, seed="x").apply(hand)

    assert hand.stub[0] == top
    assert hand.stub[1:] != tuple(below)
    assert sorted(hand.stub[1:]) == sorted(below)


def test_a_ruling_that_is_refused_leaves_no_trace():
    hand = play(canterbury(), "c c k k")
    ruling = flop_with_too_many_cards(hand, seed="a")

    assert refusal(lambda: ruling.apply(hand), hand).code == "no_board_to_redeal"


RULINGS = (
    lambda hand, card, seed: exposed_on_the_deal(hand, [(1, card)]),
    lambda hand, card, seed: flashed_on_the_draw(hand, 1, card),
    lambda hand, card, seed: boxed_in_a_hand(hand, 1, card),
    lambda hand, card, seed: boxed_in_the_deck(hand, hand.stub[-1]),
    lambda hand, card, seed: dropped_by_its_player(hand, 1, card),
    lambda hand, card, seed: wrong_number_of_cards(hand, {1: 9}),
    lambda hand, card, seed: fouled_hand(hand, 1, Fouled.MIXED),
    lambda hand, card, seed: cut_asked_for(hand, seed=seed),
    lambda hand, card, seed: flop_too_early(hand, seed=seed),
    lambda hand, card, seed: flop_with_too_many_cards(hand, seed=seed),
    lambda hand, card, seed: turn_too_early(hand, seed=seed),
    lambda hand, card, seed: river_too_early(hand, seed=seed),
    lambda hand, card, seed: forfeit_wager(hand, 3),
    lambda hand, card, seed: read_wager(hand, Wager(chips=(10, 5))),
)


def cards_of(hand: Hand) -> Counter[int]:
    """Every card, wherever it is."""
    groups = [hand.stub, hand.board, hand.burns, hand.dead_cards, *hand.discards.values()]
    groups += [hand.hole(seat) for seat in hand.seats]
    return Counter(card for group in groups for card in group if card is not None)


@settings(max_examples=examples(150))
@given(
    st.sampled_from(["holdem", "omaha", "seven_stud", "five_draw", "lowball", "option_alley"]),
    st.sampled_from(["canterbury", "angies", "standard"]),
    st.lists(st.sampled_from("ckfd"), max_size=14),
    st.lists(st.sampled_from(RULINGS), min_size=1, max_size=3),
    st.text("abc", max_size=3),
)
def test_no_ruling_loses_a_card_or_a_chip_and_undo_takes_it_back(game, house, actions, rulings, seed):
    hand = begin(game=game, house=house, stakes=FIXED_LIMIT, stacks=[1000] * 4)
    for action in actions:
        try:
            play(hand, action)
        except RuleError:
            continue
    for ruling in rulings:
        if not hand.hole(1):
            break
        before = (hand.to_json(), hand.view())
        try:
            ruling(hand, hand.hole(1)[0], seed).apply(hand)
        except RuleError:
            assert (hand.to_json(), hand.view()) == before
            continue
        undone = hand.copy()
        undone.undo(to=len(before[0]["log"]))
        assert (undone.to_json(), undone.view()) == before

    assert set(cards_of(hand).values()) == {1}
    assert len(cards_of(hand)) == 52 + hand.game.has_bug
    assert sum(hand.stacks.values()) + hand.pot == 4000
    if hand.phase is not Phase.VOID:
        assert sum(finish(hand).values()) == 0
    assert Hand.from_json(hand.to_json()).view() == hand.view()
