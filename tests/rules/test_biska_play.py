"""Hold'em under the Biska rules, through a hand."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.houses.biska.poker import HOUSE as BISKA
from engine.poker.deck import Deck
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand
from tests.engine.hands import FIXED_LIMIT, NO_LIMIT, POT_LIMIT, begin, finish, play, refusal


def biska_hand(stacks=(1000, 1000, 1000), **more):
    return begin(**{"house": "biska", "stacks": list(stacks), **more})


@pytest.mark.rule("BIS-1")
def test_the_pack_has_52_cards_and_no_joker():
    with pytest.raises(RuleError) as refused:
        biska_hand(deck=Deck.shuffled("a", with_joker=True))

    assert refused.value.code == "wrong_deck"
    assert "BIS-1" in refused.value.rules


@pytest.mark.rule("BIS-1")
def test_a_pack_that_lacks_a_card_is_refused_by_its_name():
    with pytest.raises(RuleError) as refused:
        Deck(order=Deck.shuffled("a").order[1:])

    assert refused.value.code == "missing_cards"
    assert len(refused.value.facts["cards"]) == 1


@pytest.mark.rule("BIS-2")
def test_a_player_away_from_the_table_is_folded_in_turn():
    hand = biska_hand([1000] * 4)

    hand.floor.mark_absent(4)
    assert hand.live == (1, 2, 3, 4)
    play(hand, "c")

    assert hand.live == (1, 2, 3)
    assert hand.turn == 1


@pytest.mark.rule("BIS-2")
def test_an_absent_big_blind_is_folded_even_if_checking_is_free():
    hand = biska_hand()
    hand.floor.mark_absent(2)

    play(hand, "c c")

    assert hand.live == (1, 3)
    assert hand.street.name == "flop"


@pytest.mark.rule("BIS-2")
def test_who_comes_back_in_time_plays_on():
    hand = biska_hand([1000] * 4)
    hand.floor.mark_absent(4)
    hand.floor.mark_absent(4, is_away=False)

    assert play(hand, "c").turn == 4


@pytest.mark.rule("BIS-3")
def test_at_most_ten_are_dealt_in():
    with pytest.raises(RuleError) as refused:
        begin(house="biska", stacks=dict.fromkeys(range(1, 12), 1000), button=1)

    assert refused.value.code == "unknown_seat"
    assert refused.value.rules == ("BIS-3",)


@pytest.mark.rule("BIS-8")
def test_heads_up_the_big_blind_is_on_the_button():
    hand = biska_hand([1000, 1000], button=2)

    assert hand.bets == {1: 5, 2: 10}
    assert hand.turn == 1
    assert play(hand, "c k").turn == 1


@pytest.mark.rule("BIS-9")
def test_a_bet_is_at_least_the_minimum_and_at_most_the_pot():
    hand = play(biska_hand(stakes=POT_LIMIT), "c c k")

    assert (hand.legal.min_to, hand.legal.max_to) == (10, 30)
    assert "BIS-9" in refusal(lambda: hand.bet_to(31), hand).rules


@pytest.mark.rule("BIS-10")
def test_the_first_raise_doubles_and_a_re_raise_adds_the_last_increment():
    hand = play(biska_hand(), "c c k 40")
    assert hand.legal.min_to == 80

    play(hand, "100")

    assert hand.legal.min_to == 160
    refused = refusal(lambda: hand.bet_to(159), hand)
    assert "BIS-10" in refused.rules


@pytest.mark.rule("BIS-11")
def test_all_fold_but_one_and_that_player_wins_unseen():
    hand = play(biska_hand(), "f f")

    assert hand.phase.name == "OVER"
    assert hand.settle().net == {1: -5, 2: 5, 3: 0}
    assert hand.shown == ()


@pytest.mark.rule("BIS-11")
def test_all_check_and_the_next_round_begins():
    assert play(biska_hand(), "c c k k k k").street.name == "turn"


@pytest.mark.rule("BIS-13")
def test_in_no_limit_a_short_all_in_raise_lets_the_first_caller_only_call_or_fold():
    hand = play(biska_hand([1000, 1000, 150, 1000]), "c 100 f f 150")

    assert hand.turn == 4
    refused = refusal(lambda: hand.bet_to(300), hand)
    assert (refused.code, refused.rules) == ("not_reopened", ("BIS-13",))
    assert hand.legal.to_call == 50


@pytest.mark.rule("BIS-13")
@pytest.mark.parametrize(("all_in", "may_raise"), [(14, False), (15, True)])
def test_in_the_other_structures_half_a_raise_is_enough(all_in, may_raise):
    hand = play(biska_hand([1000, 1000, all_in + 10, 1000], stakes=FIXED_LIMIT), f"c c c k k 10 {all_in} c f")

    assert hand.turn == 2
    assert hand.legal.may_raise is may_raise


@pytest.mark.rule("BIS-14")
def test_when_no_more_bets_are_possible_all_live_hands_are_shown():
    hand = play(biska_hand([100, 100, 1000]), "1000 c c")
    refused = refusal(lambda: hand.muck(3), hand)
    assert (refused.code, set(refused.rules)) == ("must_show", {"STD-9", "BIS-14"})

    hand.show_down()

    assert hand.shown == (1, 2, 3)


@pytest.mark.rule("BIS-5")
def test_the_small_blind_is_half_the_least_bet_and_the_big_blind_acts_last():
    hand = play(biska_hand(), "c c")

    assert hand.forced.blinds == {1: 5, 2: 10}
    assert hand.turn == 2


def test_the_house_plays_from_any_deck():
    hand = Hand.start(
        game=GAMES["holdem"],
        house=BISKA,
        stakes=NO_LIMIT,
        stacks={1: 100, 2: 100},
        button=1,
        deck=Deck.shuffled("evening"),
    )

    assert sum(finish(hand).values()) == 0
