"""Corners of a hand in play that are easy to get wrong."""

from __future__ import annotations

import pytest

from engine.cards import JOKER, parse_card, parse_cards
from engine.errors import RuleError
from engine.poker.deck import Deck, shuffled_again
from engine.poker.forced import ForcedBets
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand, Phase
from engine.poker.settling.settlement import SeatEnd, settle
from engine.poker.stakes import Stakes, Structure
from tests.engine.hands import FIXED_LIMIT, STUD_LIMIT, begin, play, refusal


def fed_stud(**more) -> Hand:
    return begin(**{"game": "seven_stud", "stakes": FIXED_LIMIT, "stacks": [10, 10], "deck": None, **more})


def dealt_to_the_last_card() -> Hand:
    """Two all-in stud hands of six cards, both owed the seventh."""
    hand = fed_stud()
    hand.deal_hole(1, parse_cards("7d8h9d"))
    hand.deal_hole(2, parse_cards("2c3c4h"))
    play(hand, "c")
    for cards in ("Td5c", "Js6d", "Qd7c"):
        hand.deal_hole(1, parse_cards(cards[:2]))
        hand.deal_hole(2, parse_cards(cards[2:]))
    return hand


@pytest.mark.rule("CAN-10", "CAN-12")
def test_the_bet_of_a_killed_hand_stays_in_even_where_nobody_called_it():
    hand = play(begin(house="canterbury"), "500")
    hand.floor.kill(3, "a joker kept quiet", ("CAN-10",))
    play(hand, "f")

    assert hand.settle().returned == {}
    assert hand.settle().net == {1: -5, 2: 505, 3: -500}


@pytest.mark.rule("STD-9", "BIS-14")
def test_a_called_all_in_on_the_river_is_shown():
    hand = play(begin(stacks=[100, 100]), "c k k k k k 90 c")

    assert refusal(lambda: hand.muck(hand.to_show[-1]), hand).code == "must_show"


def test_a_bring_in_as_large_as_the_small_bet_is_refused():
    with pytest.raises(RuleError) as refused:
        Stakes(structure=Structure.FIXED_LIMIT, ante=1, bring_in=4, small_bet=4, big_bet=8)

    assert refused.value.code == "stakes"


@pytest.mark.rule("ANG-10")
def test_a_common_card_is_told_before_anybody_has_the_last_card():
    hand = dealt_to_the_last_card()
    hand.deal_hole(1, parse_cards("As"))

    assert refusal(lambda: hand.deal_board(parse_cards("Kh")), hand).code == "cards_not_due"


@pytest.mark.rule("ANG-10")
def test_only_one_card_is_common_and_none_in_a_draw():
    stud = dealt_to_the_last_card()
    draw = begin(game="five_draw", deck=None, stacks=[100, 100])
    draw.deal_unknown()
    play(draw, "c k")
    draw.discard([None])
    draw.discard([None])

    assert refusal(lambda: stud.deal_board(parse_cards("Kh2h")), stud).code == "cards_not_due"
    assert refusal(lambda: draw.deal_board(parse_cards("Kh")), draw).code == "cards_not_due"
    stud.deal_board(parse_cards("Kh"))
    assert (stud.board, stud.phase) == (parse_cards("Kh"), Phase.SHOWDOWN)


def test_a_hand_that_was_shown_gets_no_unknown_card():
    hand = dealt_to_the_last_card()
    hand.show(1)

    assert refusal(lambda: hand.deal_hole(1, [None]), hand).code == "upcard_unknown"


def test_unknown_door_cards_crash_nothing():
    hand = fed_stud(stakes=STUD_LIMIT, stacks=[100, 100, 100])
    hand.deal_hole(1, [None] * 3)
    hand.deal_hole(2, [None] * 3)

    hand.floor.kill(3, "dead")

    assert (hand.phase, hand.turn) == (Phase.BETTING, 1)


def test_a_bring_in_for_a_game_without_one_is_refused_before_the_cards():
    with pytest.raises(RuleError) as refused:
        begin(stakes=STUD_LIMIT, deck=None)

    assert refused.value.code == "stakes"


@pytest.mark.parametrize(("card", "code"), [(123, "unknown_card"), (JOKER, "card_not_in_game")])
def test_a_new_stub_holds_cards_of_the_game_only(card, code):
    hand = begin()

    assert refusal(lambda: hand.floor.set_stub([card, *hand.stub[1:]]), hand).code == code


def test_a_stub_too_short_for_the_board_is_refused():
    hand = begin()

    assert refusal(lambda: hand.floor.set_stub(hand.stub[:5]), hand).code == "stub_too_short"


@pytest.mark.parametrize(
    ("deck", "amounts"), [("2c 3c 2d 3d 9h Kh 7s 9s 8s", (4, 10)), ("2c 3c 2d 3d 9h Kh 7s 8s 9s", None)]
)
def test_an_open_pair_and_nothing_else_allows_the_big_bet_whatever_it_is(deck, amounts):
    stakes = Stakes(
        structure=Structure.FIXED_LIMIT, ante=1, bring_in=2, small_bet=4, big_bet=10, open_pair_doubles=True
    )
    hand = begin(game="seven_stud", stakes=stakes, deck=deck, stacks=[100, 100])

    play(hand, "b c")

    assert hand.legal.amounts == amounts


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"blinds": {1: 3, 2: 7}, "price": 7}, "stakes_below_chip"),
        ({"blinds": {1: 5, 2: 10}, "price": -50}, "bad_posts"),
        ({"blinds": {1: 5, 2: 10}, "price": 5}, "price_below_posts"),
        ({"blinds": {1: -5, 2: 10}, "price": 10}, "bad_posts"),
        ({"blinds": {1: 5, 9: 10}, "price": 10}, "not_in_hand"),
    ],
)
def test_posts_that_cannot_be_are_refused(wrong, code):
    forced = ForcedBets(antes={}, antes_are_dead=False, dead={}, last_blind=2, raise_size=10, bets_counted=1, **wrong)

    with pytest.raises(RuleError) as refused:
        begin(house="wlia", forced=forced)

    assert refused.value.code == code


@pytest.mark.parametrize("text", ["A\u017f", "\u212ah"])
def test_letters_that_only_look_like_ranks_and_suits_are_no_cards(text):
    with pytest.raises(RuleError) as refused:
        parse_card(text)

    assert refused.value.code == "unknown_card"


def short_draw() -> Hand:
    """Seats 1 and 2 before the draw, with one card left to deal and all others out of play."""
    hand = begin(game="five_draw", stacks=[100, 100])
    hand.floor.set_stub(hand.stub[:1])
    return play(hand, "c k")


@pytest.mark.rule("ANG-10")
def test_the_burned_card_and_then_the_own_discards_come_back_where_nothing_else_is_left():
    hand = short_draw()
    (burned,), thrown, dead = hand.stub, hand.hole(1)[:3], hand.dead_cards

    hand.discard(thrown)
    hand.discard(())

    assert hand.hole(1)[2] == burned
    assert (*hand.hole(1)[3:], *hand.stub) == shuffled_again(thrown, seed="a", times=2)
    assert (hand.dead_cards, hand.discards[1], hand.burns, len(hand.stub)) == (dead, (), (), 1)


@pytest.mark.rule("ANG-10")
def test_dead_cards_come_back_last_of_all():
    hand = short_draw()
    (burned,) = hand.stub
    one, two, *_ = hand.hole(1)
    hand.floor.replace_late(1, one)
    hand.floor.replace_late(1, two)
    dead = set(hand.dead_cards)

    hand.discard(())
    hand.discard(())

    assert hand.hole(1)[3] == burned
    assert hand.hole(1)[4] in dead
    assert (hand.dead_cards, {*hand.stub, hand.hole(1)[4]}) == ((), dead)


@pytest.mark.rule("ANG-10")
def test_discards_of_the_others_come_back_before_the_burned_card():
    hand = short_draw()
    thrown, others = hand.hole(1)[:1], hand.hole(2)[:3]

    hand.discard(thrown)
    hand.discard(others)

    assert hand.hole(1)[4] in others
    assert len(hand.hole(2)) == 5
    assert hand.discards[2] == ()


@pytest.mark.rule("STD-11")
def test_who_has_the_last_claim_to_a_side_pot_shows_though_others_are_left_for_the_main_pot():
    hand = play(begin(stacks=[50, 200, 200]), "50 c c 50 c k k k k")
    hand.muck(2)

    refused = refusal(lambda: hand.muck(3), hand)

    assert (refused.code, refused.facts) == ("last_claim", {"seat": 3, "chips": 100})
    hand.muck(1)


def test_a_hand_is_shown_only_where_no_bet_and_no_hole_card_is_to_come():
    flop = fed_holdem([100, 100])
    play(flop, "c k")
    before_the_cards = fed_stud(stacks=[5, 5])
    drawing = play(begin(game="five_draw", stacks=[10, 10]), "c")
    all_in = fed_holdem([10, 10])
    play(all_in, "c")

    for hand in (flop, before_the_cards, drawing):
        assert refusal(lambda hand=hand: hand.show(1, parse_cards("AhKh")), hand).code == "not_showdown"
    all_in.show(1, parse_cards("AhKh"))
    assert all_in.shown == (1,)


def fed_holdem(stacks) -> Hand:
    hand = begin(stacks=stacks, deck=None)
    hand.deal_unknown()
    return hand


def test_any_text_is_a_seed():
    assert len(Deck.shuffled("\ud800").order) == 52


@pytest.mark.rule("BIS-2")
def test_who_leaves_during_the_own_draw_stands_pat():
    hand = play(begin(game="five_draw"), "c c k")

    hand.floor.mark_absent(1)

    assert hand.turn == 2


@pytest.mark.rule("ANG-6")
def test_a_mucked_stud_hand_is_turned_down():
    hand = play(begin(game="five_stud", stakes=FIXED_LIMIT), "c c k" + " k" * 9)
    seat = hand.to_show[1]

    hand.muck(seat)

    assert hand.view()["seats"][hand.seats.index(seat)]["cards"] == ["??"] * 5


def test_who_has_nothing_to_decide_after_a_kill_is_not_asked():
    hand = play(begin(stacks=[200, 200, 50]), "50 c")

    hand.floor.kill(1, "fouled")

    assert hand.turn == 2
    play(hand, "c")
    assert hand.phase is Phase.SHOWDOWN


def test_a_kill_leaves_the_turn_where_others_can_still_bet():
    hand = play(begin(stacks=[1000] * 4), "c c c k")

    hand.floor.kill(3, "fouled")

    assert (hand.turn, hand.phase, hand.street.name) == (1, Phase.BETTING, "flop")
    play(hand, "k k k")
    assert hand.street.name == "turn"


def test_a_kill_that_leaves_one_who_can_bet_against_all_ins_runs_the_hand_out():
    hand = play(begin(stacks=[200, 200, 50]), "50 c c")
    assert (hand.turn, hand.street.name) == (1, "flop")

    hand.floor.kill(2, "fouled")

    assert (hand.phase, len(hand.board)) == (Phase.SHOWDOWN, 5)


@pytest.mark.rule("STD-11")
def test_a_killed_aggressor_does_not_begin_the_showdown():
    hand = play(begin(stacks=[100] * 4), "c c c k" + " k" * 9 + " 10 c c c")

    hand.floor.kill(2, "fouled")

    assert hand.to_show == (1, 3, 4)


def test_a_misdeal_leaves_no_bet_and_no_pot():
    hand = begin()

    hand.floor.void("misdealt")

    assert set(hand.bets.values()) == {0}
    assert hand.pots.pots == ()


def test_a_hand_keeps_its_own_stacks_and_log():
    stacks = {1: 100, 2: 100}
    hand = begin(stacks=stacks)
    stacks[1] = 5
    hand.floor.kill(2, "fouled", ["ANG-27"])

    stored = hand.to_json()
    stored["log"][0][3].append("CAN-1")

    assert hand.copy().stacks == hand.stacks
    assert hand.log[0][3] == ["ANG-27"]


def test_an_uncontested_pot_says_why():
    hand = play(begin(), "f f")

    assert hand.settle().pots[0].halves[0].why == "Seat 2 is the only one left for it."


@pytest.mark.rule("ANG-10")
def test_ten_handed_stud_with_two_common_cards_is_settled_from_its_end_too():
    hand = begin(game="seven_stud", stakes=FIXED_LIMIT, stacks=[1000] * 10)
    while hand.phase is Phase.BETTING:
        play(hand, "k" if hand.legal.may_check else "c")
    hand.show_down()

    ends = [SeatEnd(seat, hand.contributed[seat], True, hand.hole(seat)) for seat in hand.seats]

    again = settle(game=GAMES["seven_stud"], house=hand.house, button=hand.button, seats=ends, board=hand.board)
    assert again.net == hand.settle().net


def test_a_stub_that_just_reaches_the_river_is_taken():
    hand = begin()

    hand.floor.set_stub(hand.stub[:8])

    assert refusal(lambda: hand.floor.set_stub(hand.stub[:7]), hand).facts == {"cards": 7, "needed": 8}
    play(hand, "c c k k k k k k k k k k")
    assert len(hand.board) == 5


@pytest.mark.parametrize("chips", [0, 10])
def test_a_claim_may_be_nothing_or_all_that_was_put_in(chips):
    hand = begin()

    hand.floor.limit_claim(2, chips)

    assert hand.claims == {2: chips}


@pytest.mark.parametrize("chips", [1, 999])
def test_any_chips_short_of_the_whole_stack_may_be_forfeited(chips):
    hand = begin()

    hand.floor.forfeit(chips)

    assert (hand.stacks[3], hand.dead[3], hand.pot, hand.turn) == (1000 - chips, chips, 15 + chips, 1)


def test_a_hand_goes_back_to_any_of_its_actions():
    hand = play(begin(), "c c k")
    log = hand.log

    hand.undo(3)
    assert hand.log == log
    hand.undo()
    assert hand.log == log[:2]
    hand.undo(0)
    assert (hand.log, hand.turn) == ((), 3)


def test_stored_numbers_reach_to_their_bound():
    data = begin(stacks=[10**15, 10**15]).to_json()

    assert Hand.from_json(data).stacks == {1: 10**15 - 10, 2: 10**15 - 5}


def test_a_hand_may_have_twenty_thousand_actions():
    data = begin().to_json()
    data["log"] = [["note", "clock", "Seat 3 is asked to act.", []]] * 20_000

    assert len(Hand.from_json(data).log) == 20_000
