"""Whose turn it is: nobody else acts, and whoever is away is passed over, wherever they sit."""

from __future__ import annotations

import pytest

from tests.engine.hands import FIXED_LIMIT, begin, play, refusal

SEATS = (1, 2, 3, 4)
STACKS = dict.fromkeys(SEATS, 1000)


@pytest.mark.parametrize("button", SEATS)
def test_whoever_acts_out_of_turn_is_told_whose_turn_it_is(button):
    hand = begin(stacks=STACKS, button=button)

    for _ in SEATS:
        for seat in {*SEATS} - {hand.turn}:
            for act in (hand.fold, hand.call, hand.check):
                refused = refusal(lambda act=act, seat=seat: act(seat), hand)
                assert (refused.code, refused.facts["turn"]) == ("not_your_turn", hand.turn)
            for act in (lambda seat=seat: hand.bet_to(40, seat), lambda seat=seat: hand.floor.forfeit(2, seat)):
                assert refusal(act, hand).code == "not_your_turn"
        hand.check() if hand.legal.may_check else hand.call()


@pytest.mark.parametrize("button", SEATS)
def test_whoever_is_to_act_may_fold_and_leave_chips_behind(button):
    hand = begin(stacks=STACKS, button=button)

    for _ in range(3):
        seat, before = hand.turn, hand.stacks[hand.turn]
        hand.floor.forfeit(2)
        assert (seat in hand.live, hand.stacks[seat]) == (False, before - 2)


@pytest.mark.rule("BIS-2")
@pytest.mark.parametrize("act", ["20", "c", "f"])
def test_who_is_away_is_folded_after_whatever_the_player_before_does(act):
    hand = begin(stacks=STACKS)
    hand.floor.mark_absent(4)

    play(hand, act)

    assert (hand.turn, 4 in hand.live) == (1, False)


@pytest.mark.rule("BIS-2")
@pytest.mark.parametrize("away", [(1,), (2,), (1, 2), (2, 4), (1, 3, 4), (1, 2, 3, 4)])
def test_who_is_away_stands_pat_and_the_others_draw_in_turn(away):
    hand = play(begin(game="five_draw", stakes=FIXED_LIMIT, stacks=STACKS), "c c c k")

    for seat in reversed(away):
        hand.floor.mark_absent(seat)

    drew = []
    while hand.phase.name == "DRAW":
        drew.append(hand.turn)
        hand.discard(hand.hole(hand.turn)[:1])
    assert drew == [seat for seat in SEATS if seat not in away]
    assert {seat for seat in SEATS if hand.discards[seat]} == {*drew}


@pytest.mark.rule("ANG-22")
def test_who_has_lost_a_card_may_throw_away_as_many_as_are_left():
    hand = play(begin(game="five_draw", stakes=FIXED_LIMIT, stacks=STACKS), "c c c k")
    hand.floor.replace_late(3, hand.hole(3)[0])

    limits = {}
    while hand.phase.name == "DRAW":
        limits[hand.turn] = hand.legal.draw_up_to
        hand.discard(())

    assert limits == {1: 5, 2: 5, 3: 4, 4: 5}
