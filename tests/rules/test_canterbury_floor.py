"""What the floor rules at Canterbury Park, and what it changes in the hand."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from engine.poker.floor.board import flop_too_early, flop_with_too_many_cards, river_too_early, turn_too_early
from engine.poker.floor.conduct import cut_asked_for
from engine.poker.floor.exposed import boxed_in_a_hand, boxed_in_the_deck, exposed_on_the_deal
from engine.poker.floor.misdeal import wrong_number_of_cards
from engine.poker.floor.wagers import Wager, read_wager
from tests.engine.hands import FIXED_LIMIT, NO_LIMIT, begin, finish, play, refusal

DEAL = "2c 3c 4c 2d 3d 4d"
BOARD = "9h Ks Qs Js 9d 8s 9c 7s"


def canterbury_hand(**more):
    return begin(**{"house": "canterbury", "stakes": FIXED_LIMIT, "deck": f"{DEAL} {BOARD}", **more})


def code_of(action) -> str:
    with pytest.raises(RuleError) as refused:
        action()
    return refused.value.code


@pytest.mark.rule("CAN-6")
def test_a_second_motion_without_a_declared_raise_does_not_count():
    hand = canterbury_hand()

    ruling = read_wager(hand, Wager(chips=(5, 5), added=10))
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("call", ("CAN-6", "ANG-28"))
    assert hand.bets[3] == 10


@pytest.mark.rule("CAN-6")
def test_a_declared_raise_may_be_put_in_by_two_motions():
    hand = canterbury_hand()

    ruling = read_wager(hand, Wager(chips=(10,), added=10, declared_raise=True))
    ruling.apply(hand)

    assert ruling.rules == ("CAN-6",)
    assert hand.bets[3] == 20


@pytest.mark.rule("CAN-6")
def test_the_second_motion_of_a_declared_raise_counts():
    hand = canterbury_hand(stakes=NO_LIMIT)

    read_wager(hand, Wager(chips=(20,), added=20, declared_raise=True)).apply(hand)

    assert hand.bets[3] == 40


@pytest.mark.rule("CAN-7")
def test_half_a_bet_is_half_of_the_bet_and_not_of_what_a_short_stack_can_raise():
    hand = canterbury_hand(stacks=[1000, 1000, 14])

    read_wager(hand, Wager(chips=(10, 2))).apply(hand)

    assert hand.bets[3] == 10


@pytest.mark.rule("CAN-7")
@pytest.mark.parametrize(("chips", "bet"), [((10, 5), 20), ((10, 4), 10), ((10, 9), 20), ((10, 10), 20)])
def test_half_a_bet_or_more_must_be_completed_and_less_is_a_call(chips, bet):
    hand = canterbury_hand()

    ruling = read_wager(hand, Wager(chips=chips))
    ruling.apply(hand)

    assert "CAN-7" in ruling.rules
    assert hand.bets[3] == bet


@pytest.mark.rule("CAN-8")
def test_one_larger_chip_without_a_word_is_a_call():
    hand = canterbury_hand()

    ruling = read_wager(hand, Wager(chips=(25,)))
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("one_chip_call", ("CAN-8",))
    assert hand.bets[3] == 10


@pytest.mark.rule("CAN-8")
def test_one_chip_without_a_word_where_nobody_has_bet_is_a_bet():
    hand = play(canterbury_hand(stakes=NO_LIMIT), "c c k")

    ruling = read_wager(hand, Wager(chips=(25,)))
    ruling.apply(hand)

    assert (ruling.code, hand.bets[1]) == ("raise", 25)


@pytest.mark.rule("CAN-8")
def test_one_chip_without_a_word_from_the_big_blind_that_nobody_raised_is_a_check():
    hand = play(canterbury_hand(), "c c")

    ruling = read_wager(hand, Wager(chips=(25,)))
    ruling.apply(hand)

    assert (ruling.code, hand.bets[2], hand.street_number) == ("one_chip_call", 0, 1)


@pytest.mark.rule("CAN-8")
def test_one_larger_chip_with_a_declared_raise_is_a_raise():
    hand = canterbury_hand()

    read_wager(hand, Wager(chips=(25,), declared_raise=True)).apply(hand)

    assert hand.bets[3] == 20


@pytest.mark.rule("CAN-9")
def test_a_boxed_card_is_replaced_by_the_next_below_it():
    hand = play(canterbury_hand(), "c c")

    ruling = boxed_in_the_deck(hand, parse_cards("Qs")[0])
    ruling.apply(hand)
    play(hand, "k")

    assert (ruling.code, "CAN-9" in ruling.rules) == ("scrap_of_paper", True)
    assert hand.board == parse_cards("KsJs9d")
    assert hand.dead_cards == parse_cards("Qs")


@pytest.mark.rule("CAN-9")
def test_a_boxed_card_in_a_hand_is_replaced_by_the_top_card():
    hand = canterbury_hand()

    boxed_in_a_hand(hand, 2, parse_cards("3d")[0]).apply(hand)

    assert hand.hole(2) == parse_cards("3c9h")
    assert hand.dead_cards == parse_cards("3d")


@pytest.mark.rule("CAN-9")
def test_a_joker_told_for_a_fed_hand_is_a_scrap_of_paper():
    hand = canterbury_hand(deck=None)

    refused = refusal(lambda: hand.deal_hole(1, parse_cards("Jk2c")), hand)

    assert refused.code == "card_not_in_game"
    assert "CAN-9" in refused.rules


@pytest.mark.rule("CAN-10")
def test_a_joker_kept_quiet_until_acting_makes_a_foul_hand():
    hand = canterbury_hand(deck=None)
    hand.deal_unknown()
    assert boxed_in_a_hand(hand, 3, None).code == "scrap_of_paper"
    play(hand, "c")

    ruling = boxed_in_a_hand(hand, 3, None)
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("foul_hand", ("CAN-10",))
    assert hand.live == (1, 2)
    assert hand.pot == 25


@pytest.mark.rule("CAN-11")
def test_a_card_exposed_by_the_dealer_is_exchanged_and_burned_first():
    hand = canterbury_hand()

    ruling = exposed_on_the_deal(hand, [(2, parse_cards("3d")[0])])
    ruling.apply(hand)
    play(hand, "c c k")

    assert (ruling.code, ruling.rules) == ("card_exchanged", ("CAN-11",))
    assert hand.hole(2) == parse_cards("3c9h")
    assert hand.burns == parse_cards("3d")
    assert hand.board == parse_cards("KsQsJs")


@pytest.mark.rule("CAN-11")
def test_two_exposed_cards_are_a_misdeal_and_everything_goes_back():
    hand = canterbury_hand()

    ruling = exposed_on_the_deal(hand, [(2, parse_cards("3d")[0]), (3, parse_cards("4d")[0])])
    ruling.apply(hand)

    assert "CAN-11" in ruling.rules
    assert hand.phase.name == "VOID"
    assert hand.stacks == {1: 1000, 2: 1000, 3: 1000}


@pytest.mark.rule("CAN-12")
def test_a_wrong_number_of_cards_before_two_have_acted_is_a_misdeal():
    hand = play(canterbury_hand(), "c")

    ruling = wrong_number_of_cards(hand, {1: 3})
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("misdeal", ("CAN-12",))
    assert hand.stacks == {1: 1000, 2: 1000, 3: 1000}


@pytest.mark.rule("CAN-12")
def test_after_two_have_acted_the_player_forfeits_what_is_in_the_pot():
    hand = play(canterbury_hand(), "c c")

    ruling = wrong_number_of_cards(hand, {1: 3})
    ruling.apply(hand)

    assert (ruling.code, ruling.rules) == ("dead_hand", ("CAN-12",))
    assert hand.live == (2, 3)
    assert hand.pot == 30
    assert finish(hand)[1] == -10


@pytest.mark.rule("CAN-13")
def test_a_flop_with_too_many_cards_is_reshuffled_and_the_burn_stays():
    hand = play(canterbury_hand(), "c c k")

    ruling = flop_with_too_many_cards(hand, seed="floor")
    ruling.apply(hand)

    assert ruling.rules == ("CAN-13",)
    assert hand.burns == parse_cards("9h")
    assert len(hand.board) == 3
    assert hand.board != parse_cards("KsQsJs")
    assert len(hand.stub) == 52 - 6 - 1 - 3
    assert hand.dead_cards == ()


@pytest.mark.rule("CAN-13")
def test_nothing_is_dealt_again_once_a_player_has_acted_on_the_flop():
    hand = play(canterbury_hand(), "c c k k")
    ruling = flop_with_too_many_cards(hand, seed="floor")

    assert refusal(lambda: ruling.apply(hand), hand).code == "no_board_to_redeal"


@pytest.mark.rule("CAN-14")
def test_a_flop_dealt_too_early_comes_again_without_another_burn():
    hand = play(canterbury_hand(), "c")

    flop_too_early(hand, seed="floor").apply(hand)
    play(hand, "c k")

    assert hand.burns == parse_cards("9h")
    assert len(hand.board) == 3
    assert len(hand.stub) == 52 - 6 - 1 - 3


@pytest.mark.rule("CAN-14", "CAN-16")
@pytest.mark.parametrize(("actions", "ruling"), [("c", flop_too_early), ("c c k k k k k", river_too_early)])
def test_cards_dealt_too_early_are_shuffled_before_they_come_again(actions, ruling):
    boards = set()

    for number in range(20):
        hand = play(canterbury_hand(), actions)
        ruling(hand, seed=str(number)).apply(hand)
        finish(hand)
        boards.add(hand.board)

    assert len(boards) > 10


@pytest.mark.rule("CAN-14", "CAN-15")
@pytest.mark.parametrize(("actions", "ruling", "burned"), [("c", flop_too_early, 3), ("c c k k", turn_too_early, 3)])
def test_a_second_ruling_leaves_the_burns_as_they_were_ruled(actions, ruling, burned):
    hand = play(canterbury_hand(), actions)
    ruling(hand, seed="floor").apply(hand)

    boxed_in_the_deck(hand, hand.stub[-1]).apply(hand)
    finish(hand)

    assert len(hand.burns) == burned


@pytest.mark.rule("CAN-11", "ANG-26")
def test_a_cut_leaves_the_exchanged_card_to_be_burned_first():
    hand = canterbury_hand()
    exposed_on_the_deal(hand, [(2, parse_cards("3d")[0])]).apply(hand)

    cut_asked_for(hand, seed="cut").apply(hand)
    play(hand, "c c k")

    assert hand.burns == parse_cards("3d")


@pytest.mark.rule("CAN-14", "CAN-15", "CAN-16")
def test_what_was_not_dealt_early_is_not_reshuffled():
    hand = play(canterbury_hand(), "c c k")

    assert code_of(lambda: flop_too_early(hand, seed="floor")) == "not_early"
    assert code_of(lambda: river_too_early(hand, seed="floor")) == "not_early"


@pytest.mark.rule("CAN-15")
def test_a_turn_dealt_too_early_gives_its_place_to_the_river_card():
    hand = play(canterbury_hand(), "c c k k")

    ruling = turn_too_early(hand, seed="floor")
    ruling.apply(hand)
    play(hand, "k k")

    assert ruling.rules == ("CAN-15",)
    assert hand.board == parse_cards("KsQsJs7s")
    assert hand.burns == parse_cards("9h9d9c")
    assert parse_cards("8s")[0] in hand.stub
    finish(hand)
    assert len(hand.burns) == 3


@pytest.mark.rule("CAN-15")
def test_the_early_turn_card_can_still_be_the_river():
    rivers = set()

    for number in range(300):
        hand = play(canterbury_hand(), "c c k k")
        turn_too_early(hand, seed=str(number)).apply(hand)
        finish(hand)
        rivers.add(hand.board[4])

    assert len(rivers) > 20
    assert parse_cards("8s")[0] in rivers
    assert not rivers & set(parse_cards("9h9d9c"))


@pytest.mark.rule("CAN-16")
def test_a_river_dealt_too_early_is_reshuffled_and_comes_without_a_burn():
    hand = play(canterbury_hand(), "c c k k k k k")

    river_too_early(hand, seed="floor").apply(hand)
    finish(hand)

    assert hand.burns == parse_cards("9h9d9c")
    assert len(hand.board) == 5
    assert len(hand.stub) == 52 - 6 - 3 - 5


@pytest.mark.rule("CAN-17", "CAN-18")
def test_one_card_is_no_hand_even_when_the_board_plays():
    hand = canterbury_hand(deck=None)
    hand.deal_unknown()
    play(hand, "c c k")
    for cards in ("AsKsQs", "Js", "Ts"):
        hand.deal_board(parse_cards(cards))
        play(hand, "k k k")

    refused = refusal(lambda: hand.show(1, parse_cards("2c")), hand)

    assert (refused.code, refused.rules) == ("wrong_hole_cards", ("CAN-17", "CAN-18"))
    for seat, cards in ((1, "2c2d"), (2, "3c3d"), (3, "4c4d")):
        hand.show(seat, parse_cards(cards))
    assert hand.settle().awards == {1: 10, 2: 10, 3: 10}


def test_the_same_seed_gives_the_same_ruling_and_undo_takes_it_back():
    one, other = (play(canterbury_hand(), "c") for _ in range(2))
    before = (one.stub, one.burns, one.log)

    flop_too_early(one, seed="floor").apply(one)
    flop_too_early(other, seed="floor").apply(other)

    assert one.stub == other.stub
    one.undo(to=len(before[2]))
    assert (one.stub, one.burns, one.log) == before
