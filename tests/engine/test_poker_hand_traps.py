"""Situations that programs and tables get wrong, each through a hand."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.poker.deck import Deck
from engine.poker.games.catalogue import GAMES
from engine.poker.stakes import AnteBy, Stakes, Structure
from tests.engine.hands import FIXED_LIMIT, begin, finish, play, refusal, tell

FIFTY_HUNDRED = Stakes(structure=Structure.NO_LIMIT, small_blind=50, big_blind=100)


def test_after_a_full_all_in_raise_and_a_short_one_the_first_caller_may_only_call_or_fold():
    hand = play(begin(stacks=[1000, 1000, 40, 1000, 55]), "40 c 55 f c")

    assert (hand.turn, hand.legal.to_call) == (4, 15)
    refused = refusal(lambda: hand.bet_to(200), hand)
    assert (refused.code, refused.facts["raise_size"]) == ("not_reopened", 30)
    assert hand.legal.may_fold


def test_who_has_not_acted_may_raise_over_a_short_all_in():
    hand = play(begin(stacks=[1000, 1000, 40, 1000, 55]), "40 c 55")

    assert (hand.turn, hand.legal.min_to) == (1, 85)


@pytest.mark.rule("STD-4")
def test_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting():
    one = play(begin(stakes=FIFTY_HUNDRED, stacks=[5000, 5000, 5000, 400, 510]), "300 400 f f c")
    assert (one.turn, one.legal.to_call, one.legal.min_to) == (3, 100, None)

    hand = play(begin(stakes=FIFTY_HUNDRED, stacks=[5000, 5000, 5000, 400, 510]), "300 400 510 c f")

    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (3, 210, 710)


def test_a_first_short_all_in_over_the_big_blind_does_not_reopen_for_the_limper():
    hand = play(begin(stakes=FIFTY_HUNDRED, stacks=[5000, 5000, 5000, 150]), "c 150")
    assert hand.legal.min_to == 250

    play(hand, "c c")

    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (3, 50, None)
    assert refusal(lambda: hand.bet_to(250), hand).code == "not_reopened"


def test_a_short_opening_bet_does_not_reopen_for_those_who_checked():
    hand = play(begin(stakes=FIFTY_HUNDRED, stacks=[5000, 5000, 160, 5000]), "c c c k k k 60")
    assert (hand.turn, hand.legal.min_to) == (4, 160)

    play(hand, "c")

    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (1, 60, None)


def test_a_short_big_blind_does_not_lower_the_price():
    hand = begin(stakes=FIFTY_HUNDRED, stacks=[5000, 30, 5000, 5000])

    assert hand.bets[2] == 30
    assert (hand.legal.to_call, hand.legal.min_to) == (100, 200)
    play(hand, "c f")
    assert (hand.turn, hand.legal.to_call) == (1, 50)


def test_the_least_raise_is_not_cut_down_to_what_the_others_hold_and_the_excess_comes_back():
    hand = begin(stacks=[15, 1000], button=2)
    assert hand.legal.min_to == 20
    assert refusal(lambda: hand.bet_to(15), hand).code == "raise_too_small"

    play(hand, "20 c")
    hand.show_down()

    assert hand.settle().returned == {2: 5}


@pytest.mark.rule("STD-8")
def test_odd_chips_go_by_true_pot_before_pots_of_the_same_winners_are_put_together():
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=3, big_blind=6)
    hand = begin(
        stakes=stakes,
        stacks=[500, 109, 15, 500, 109],
        deck="2s Ah 7c 9c Ad 2h Tc 8c 9d Th 4s Ks Qd Jh 4c 2c 4d 3d",
    )

    play(hand, "15 c c f c k 7 94 c f")
    hand.show_down()
    settled = hand.settle()

    assert [(pot.amount, dict(pot.shares)) for pot in settled.pots] == [(195, {2: 98, 5: 97}), (63, {2: 32, 5: 31})]
    assert settled.awards == {2: 130, 5: 128}


@pytest.mark.rule("STD-8")
def test_a_pot_of_32_split_three_ways_is_11_11_10():
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=2, big_blind=10)
    hand = begin(stakes=stakes, stacks=[500] * 4, deck="2s 3h 4h 5h 2h 3c 4c 5c 6s As Ks Qs 6h Js 6d Ts")

    play(hand, "c c f k")
    finish(hand)

    assert hand.settle().awards == {2: 11, 3: 11, 4: 10}


@pytest.mark.rule("ANG-3")
def test_a_side_pot_without_an_eligible_low_goes_whole_to_its_high_hand():
    holdings = {1: "KsKdQcQh", 2: "JsJdTcTh", 3: "Ac2c9c9d"}
    hand = tell(begin(game="omaha_hilo", stacks=[200, 200, 50], deck=None), holdings)

    play(hand, "20 c 200 c c")
    tell(hand, holdings, "3h4h8sKh7d")
    hand.show_down()
    side, main = hand.settle().pots

    assert (side.amount, dict(side.shares)) == (300, {1: 300})
    assert (main.amount, dict(main.shares)) == (150, {1: 75, 3: 75})


def test_a_side_pot_with_one_claimant_left_is_simply_won():
    hand = play(begin(stacks=[1000, 1000, 50]), "50 c c 60 c 100 f")

    hand.show_down()
    settled = hand.settle()

    assert settled.returned == {1: 100}
    assert [(pot.amount, pot.eligible) for pot in settled.pots] == [(120, (1,)), (150, (1, 3))]


def test_who_has_the_only_claim_to_a_side_pot_is_not_asked_to_fold_it_away():
    hand = play(begin(stacks=[1000, 1000, 50]), "50 c c 60 c k f")

    assert hand.phase.name == "SHOWDOWN"
    assert hand.live == (1, 3)
    assert [(pot.chips, pot.eligible) for pot in hand.pots.pots] == [(150, (1, 3)), (120, (1,))]


@pytest.mark.rule("CAN-22", "BIS-13")
@pytest.mark.parametrize("house", ["canterbury", "biska", "standard"])
def test_a_bet_of_10_and_an_all_in_of_13_is_called_or_completed_and_the_bettor_calls_three_more(house):
    hand = begin(house=house, stakes=FIXED_LIMIT, stacks=[1000, 1000, 23, 1000])

    play(hand, "c c c k k 10 13")

    assert (hand.turn, hand.legal.to_call, hand.legal.min_to, hand.legal.max_to) == (4, 13, 20, 20)
    play(hand, "c f")
    assert (hand.turn, hand.legal.to_call, hand.legal.may_raise) == (2, 3, False)


@pytest.mark.rule("CAN-23", "BIS-13")
@pytest.mark.parametrize("house", ["canterbury", "biska", "standard"])
def test_a_bet_of_10_and_an_all_in_of_15_is_raised_to_25_by_everyone(house):
    hand = begin(house=house, stakes=FIXED_LIMIT, stacks=[1000, 1000, 25, 1000])

    play(hand, "c c c k k 10 15")

    assert (hand.turn, hand.legal.min_to, hand.legal.max_to) == (4, 25, 25)
    play(hand, "c f")
    assert (hand.turn, hand.legal.min_to, hand.legal.max_to) == (2, 25, 25)


@pytest.mark.rule("CAN-22", "CAN-23", "BIS-13")
@pytest.mark.parametrize("house", ["canterbury", "biska", "standard"])
def test_all_ins_of_14_and_15_reopen_for_the_bettor_of_10_and_not_for_who_called_14(house):
    hand = begin(house=house, stakes=FIXED_LIMIT, stacks=[1000, 1000, 24, 1000, 25])

    play(hand, "c c c c k k 10 14 c 15 f")

    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (2, 5, 25)
    play(hand, "c")
    assert (hand.turn, hand.legal.to_call, hand.legal.may_raise) == (4, 1, False)
    refused = refusal(lambda: hand.bet_to(25), hand)
    assert (refused.code, refused.facts["to_call"], refused.facts["raise_size"]) == ("not_reopened", 1, 10)
    play(hand, "c")
    assert hand.street_number == 2


@pytest.mark.rule("CAN-22", "CAN-23")
def test_a_full_raise_after_short_all_ins_reopens_for_everyone():
    hand = begin(house="canterbury", stakes=FIXED_LIMIT, stacks=[1000, 1000, 24, 1000, 25])

    play(hand, "c c c c k k 10 14 c 15 f 25")

    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (4, 11, 35)


@pytest.mark.rule("CAN-22")
def test_completing_a_small_bring_in_reopens_for_who_called_it_though_less_than_half_a_bet_is_added():
    stakes = Stakes(structure=Structure.FIXED_LIMIT, ante=1, bring_in=6, small_bet=10, big_bet=20)
    hand = play(begin(game="seven_stud", stakes=stakes, stacks=[1000] * 3), "b c 10 c")

    assert (hand.legal.to_call, hand.legal.min_to) == (4, 20)


@pytest.mark.rule("STD-6", "CAN-22", "CAN-23")
@pytest.mark.parametrize(("all_in", "bounds"), [(5, (8, 10)), (6, (10, 12)), (7, (11, 13))])
def test_the_top_of_a_spread_limit_is_measured_from_the_last_bet_that_counts(all_in, bounds):
    stakes = Stakes(structure=Structure.SPREAD_LIMIT, small_blind=1, big_blind=2, early_most=6, big_bet=2, late_most=12)
    hand = play(begin(stakes=stakes, stacks=[1000, 1000, 2 + all_in, 1000]), f"c c c k k 4 {all_in}")

    assert (hand.legal.min_to, hand.legal.max_to) == bounds


@pytest.mark.rule("STD-6")
@pytest.mark.parametrize(("big_blind", "completed"), [(5, 10), (9, 10), (10, 20)])
def test_a_blind_below_the_small_bet_is_completed_and_a_whole_one_is_raised(big_blind, completed):
    stakes = Stakes(structure=Structure.FIXED_LIMIT, small_blind=2, big_blind=big_blind, small_bet=10, big_bet=20)
    hand = begin(stakes=stakes)

    assert (hand.legal.to_call, hand.legal.min_to, hand.legal.max_to) == (big_blind, completed, completed)


@pytest.mark.rule("STD-4")
@pytest.mark.parametrize(("last", "min_to"), [(499, None), (500, 700)])
def test_short_all_ins_reopen_from_exactly_a_full_raise_over_what_the_player_called(last, min_to):
    hand = begin(stakes=FIFTY_HUNDRED, stacks=[5000, 5000, 5000, 400, last])

    play(hand, f"300 400 {last} c f")

    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (3, last - 300, min_to)


@pytest.mark.rule("BIS-4", "STD-7")
def test_a_player_all_in_for_part_of_the_ante_can_win_that_part_of_each():
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10, ante=10)
    hand = begin(stakes=stakes, stacks=[500, 500, 4, 500])

    assert hand.all_in == (3,)
    play(hand, "c c k")

    assert [(pot.chips, pot.eligible) for pot in hand.pots.pots] == [(16, (1, 2, 3, 4)), (48, (1, 2, 4))]


@pytest.mark.parametrize(("blind_first", "bet", "dead"), [(True, 10, 2), (False, 2, 10)])
def test_a_short_big_blind_pays_the_blind_before_the_ante_for_the_table_where_the_house_says_so(blind_first, bet, dead):
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10, ante=10, ante_by=AnteBy.BIG_BLIND)

    hand = begin(stakes=stakes, stacks=[500, 12, 500], overrides={"blind_before_ante": blind_first})

    assert (hand.bets[2], hand.dead[2]) == (bet, dead)
    assert hand.legal.to_call == 10


def test_heads_up_with_antes_both_pay_and_a_player_with_less_than_the_ante_sees_it_through():
    stakes = Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10, ante=3)
    hand = begin(stakes=stakes, stacks=[500, 500])
    assert (hand.pot, hand.bets) == (21, {1: 10, 2: 5})

    short = begin(stakes=stakes, stacks=[500, 2])

    assert short.phase.name == "SHOWDOWN"
    assert len(short.board) == 5
    short.show_down()
    assert short.settle().returned == {1: 11}


@pytest.mark.rule("ANG-10")
def test_stud_with_too_few_cards_for_all_deals_one_card_for_all():
    hand = begin(game="seven_stud", stakes=FIXED_LIMIT, stacks=[500] * 8)

    assert sum(finish(hand).values()) == 0

    assert {len(hand.hole(seat)) for seat in hand.seats} == {6}
    assert len(hand.board) == 1


@pytest.mark.rule("ANG-10")
@pytest.mark.parametrize("house", ["standard", "angies"])
def test_a_draw_goes_on_when_the_stub_is_empty(house):
    hand = begin(game="five_draw", house=house, stacks=[500] * 10)
    while hand.phase.name == "BETTING":
        play(hand, "k" if hand.legal.may_check else "c")

    while hand.phase.name == "DRAW":
        hand.discard(hand.hole(hand.turn)[:4])

    held = [card for seat in hand.seats for card in hand.hole(seat)]
    assert len(set(held)) == len(held) == 50


@pytest.mark.rule("STD-1", "ANG-3", "ANG-9", "ANG-15")
@pytest.mark.parametrize("game", GAMES)
def test_ace_to_five_is_a_straight_and_the_best_low_in_every_game(game):
    spec = GAMES[game]
    if spec.board_cards:
        holdings = {1: "As2dJdJh", 2: "KsKdQcQh"}
        board = "3c4h5sTc9d"
    else:
        holdings, board = {1: "As2d3c4h5sJdJh", 2: "KsKdQcQhTc9d8c"}, ""
    hand = begin(game=game, deck=None, stacks=[500, 500], stakes=FIXED_LIMIT)

    while hand.phase.name not in ("SHOWDOWN", "OVER"):
        if hand.phase.name == "DRAW":
            hand.discard(())
        elif hand.phase.name == "BETTING":
            play(hand, "k" if hand.legal.may_check else "c")
        tell(hand, holdings, board)
    hand.show_down()

    assert hand.settle().net == {1: 10, 2: -10}


@pytest.mark.parametrize(
    ("order", "code", "name"),
    [
        (lambda pack: pack.replace("Ah", "As"), "duplicate_card", "As"),
        (lambda pack: pack.replace("Ah", ""), "missing_cards", "Ah"),
        (lambda pack: pack.replace("Ah", "1h"), "unknown_card", "1h"),
        (lambda pack: pack + "Ah", "duplicate_card", "Ah"),
        (lambda pack: pack + "JkJk", "duplicate_card", "Jk"),
    ],
)
def test_a_deck_with_a_wrong_card_is_refused_by_the_cards_name(order, code, name):
    pack = str(Deck.shuffled("a"))

    with pytest.raises(RuleError) as refused:
        Deck.from_text(order(pack))

    assert refused.value.code == code
    assert name in refused.value.message


def test_folding_when_a_check_is_free_is_the_houses_policy():
    hand = play(begin(stacks=[1000] * 3), "c c k")
    play(hand, "f")
    assert hand.live == (2, 3)

    strict = play(begin(stacks=[1000] * 3, overrides={"may_fold_unbet": False}), "c c k")
    refused = refusal(strict.fold, strict)
    assert refused.code == "fold_unbet"
    assert strict.legal.may_fold is False
    play(strict, "k 10")
    assert strict.legal.may_fold is True


def test_everybody_may_fold_to_the_last_who_need_not():
    hand = play(begin(stacks=[1000] * 3), "c c k f f")

    assert hand.phase.name == "OVER"
    assert hand.settle().awards == {3: 30}
    assert hand.shown == ()


@pytest.mark.rule("CAN-24")
def test_a_claim_is_limited_to_chips_that_play():
    hand = play(begin(stacks=[1000] * 3, smallest_chip=5), "c c k")

    refused = refusal(lambda: hand.floor.limit_claim(1, 7), hand)

    assert (refused.code, refused.facts["smallest_chip"]) == ("chips_too_small", 5)
    hand.floor.limit_claim(1, 5)
