"""Biska's hold'em at the table that its night opens, by the page and by a program."""

from __future__ import annotations

import pytest

from tests.tables.at_the_table import begun, each_door

pytestmark = pytest.mark.django_db

THREE, FOUR = (1000,) * 3, (1000,) * 4
FLOP = "[Kh 9c 4d]"
CHECKED_TO_THE_END = "k k [9s] k k [4h] k k"


@pytest.mark.rule("BIS-1")
@each_door
def test_the_pack_has_52_cards_each_of_them_once_and_no_joker(door: str):
    hand = begun(door, "biska", THREE).play("c c k")

    joker = hand.refused("[Kh 9c Jk]")
    twice = hand.do("[Kh 9c Kh]")

    assert (joker.code, "BIS-1" in joker.rules) == ("card_not_in_game", True)
    assert (twice.status_code, hand.view["board"]) == (422, [])
    assert (len(set(hand.deck)), "Jk" in hand.deck) == (52, False)


@pytest.mark.rule("BIS-9")
@each_door
def test_a_bet_is_at_least_the_minimum(door: str):
    hand = begun(door, "biska", THREE).play(f"c c k {FLOP}")

    refused = hand.refused("5")

    assert hand.offer.totals == (10, 990)
    assert (refused.code, "BIS-9" in refused.rules) == ("raise_too_small", True)


@pytest.mark.rule("BIS-9")
@each_door
def test_in_pot_limit_a_bet_is_at_most_the_pot(door: str):
    hand = begun(door, "biska", THREE, structure="pot_limit").play(f"c c k {FLOP}")

    refused = hand.refused("35")

    assert hand.offer.totals == (10, 30)
    assert (refused.code, "BIS-9" in refused.rules) == ("raise_too_large", True)


@pytest.mark.rule("BIS-10")
@each_door
def test_the_first_raise_doubles_the_bet_and_the_next_adds_what_the_last_one_did(door: str):
    hand = begun(door, "biska", THREE).play(f"c c k {FLOP} 40")
    doubled = hand.offer.totals[0]

    refused = hand.play("100").refused("155")

    assert (doubled, hand.offer.totals[0]) == (80, 160)
    assert (refused.code, "BIS-10" in refused.rules) == ("raise_too_small", True)


@pytest.mark.rule("BIS-11")
@each_door
def test_all_fold_but_one_who_wins_without_showing(door: str):
    hand = begun(door, "biska", THREE).play("f f")

    assert hand.cards == {2: ["??", "??"]}
    assert hand.pay_out() == {1: 995, 2: 1005, 3: 1000}


@pytest.mark.rule("BIS-11")
@each_door
def test_all_check_and_the_next_round_begins(door: str):
    hand = begun(door, "biska", THREE).play(f"c c k {FLOP} k k k")

    assert hand.offer.verbs == {"deal"}
    assert hand.view["street"] == "turn"


@pytest.mark.rule("BIS-12")
@each_door
def test_each_all_in_closes_a_pot_from_the_smallest_up(door: str):
    hand = begun(door, "biska", (1000, 300, 100, 50)).play("100 c 1000 c")

    pots = [(pot["chips"], sorted(pot["eligible"])) for pot in hand.view["pots"]]
    hand.play("[Jh 9c 4d] [8s] [2h] (7h 7d) (Qs Qd) (Ks Kd) (As Ad)")

    assert pots == [(200, [1, 2, 3, 4]), (150, [1, 2, 3]), (400, [1, 2])]
    assert hand.pay_out() == {1: 700, 2: 400, 3: 150, 4: 200}


@pytest.mark.rule("BIS-13")
@each_door
def test_in_no_limit_an_all_in_below_a_whole_raise_lets_who_has_acted_only_call_or_fold(door: str):
    hand = begun(door, "biska", (1000, 1000, 150, 1000)).play("c 100 f c 150")

    refused = hand.refused("300")

    assert (hand.offer.seat, hand.offer.verbs, hand.offer.to_call) == (4, {"call", "fold"}, 50)
    assert (refused.code, refused.rules) == ("not_reopened", ("BIS-13",))


@pytest.mark.rule("BIS-13")
@pytest.mark.parametrize(("all_in", "totals"), [(25, ()), (30, (50,))])
@each_door
def test_in_the_other_structures_half_a_raise_lets_everybody_raise_again(
    door: str, all_in: int, totals: tuple[int, ...]
):
    hand = begun(door, "biska", (1000, 1000, all_in + 10, 1000), structure="fixed_limit", big_bet=20)

    hand.play(f"c c c k {FLOP} k k k k [8s] k 20 {all_in} c c")

    assert (hand.offer.seat, hand.offer.totals) == (2, totals)


@pytest.mark.rule("BIS-14")
@each_door
def test_once_nobody_can_bet_all_live_hands_are_shown(door: str):
    hand = begun(door, "biska", (100, 100, 1000)).play(f"1000 c c {FLOP} [8s] [2h]")

    refused = hand.refused("m")

    assert hand.offer.verbs == {"show"}
    assert (refused.code, "BIS-14" in refused.rules) == ("must_show", True)
    assert hand.play("(As Ad) (Qs Qd) (Ks Kd)").pay_out() == {1: 0, 2: 0, 3: 1200}


@pytest.mark.rule("BIS-15")
@each_door
def test_ace_seven_beats_ace_two_on_king_queen_nine_four_three(door: str):
    hand = begun(door, "biska", (1000, 1000)).play(f"c k [Kh Qd 3c] {CHECKED_TO_THE_END}")

    hand.play("(As 2d) (Ac 7d)")

    assert "king queen nine seven" in hand.page
    assert hand.pay_out() == {1: 990, 2: 1010}
