"""What holds where a house is silent, at the tables that fresh nights open, by the page and by a program."""

from __future__ import annotations

import pytest

from tests.tables.at_the_table import begun, each_door

pytestmark = pytest.mark.django_db

THREE, FOUR = (500,) * 3, (500,) * 4
FLOP = "[Kh 9c 4d]"
TO_THE_RIVER = f"c c k {FLOP} k k k [8s] k k k [2h]"


@pytest.mark.rule("STD-4")
@each_door
def test_the_least_bet_is_the_big_blind_and_a_raise_adds_what_the_last_one_did(door: str):
    hand = begun(door, "card_night", FOUR)
    least = [hand.offer.totals[0], hand.play("35").offer.totals[0], hand.play("100").offer.totals[0]]
    hand.play(f"f f c {FLOP}")

    refused = hand.refused("5")

    assert (least, hand.offer.totals) == ([20, 60, 165], (10, 400))
    assert (refused.code, "STD-4" in refused.rules) == ("raise_too_small", True)


@pytest.mark.rule("STD-4")
@each_door
def test_an_all_in_for_less_than_a_raise_is_always_allowed(door: str):
    hand = begun(door, "card_night", (500, 500, 15))

    assert hand.offer.totals == (15,)
    assert (hand.play("15").offer.seat, hand.offer.to_call) == (1, 10)


@pytest.mark.rule("STD-5")
@pytest.mark.parametrize(("house", "changes"), [("card_night", {"structure": "pot_limit"}), ("wlia", {})])
@each_door
def test_in_pot_limit_of_5_and_10_the_first_to_act_makes_it_35_at_most(door: str, house: str, changes: dict[str, str]):
    hand = begun(door, house, FOUR, **changes)

    refused = hand.refused("40")

    assert hand.offer.totals == (20, 35)
    assert refused.code == "raise_too_large"
    assert house == "wlia" or "STD-5" in refused.rules


@pytest.mark.rule("STD-6")
@each_door
def test_fixed_limit_bets_small_on_the_early_rounds_and_big_on_the_late_ones(door: str):
    hand = begun(door, "canterbury", (200,) * 3)
    totals = [hand.offer.totals]

    for board in (FLOP, "[8s]", "[2h]"):
        hand.round()
        totals.append(hand.play(board).offer.totals)

    assert totals == [(20,), (10,), (20,), (20,)]
    assert hand.refused("10").rules == ("STD-6",)


@pytest.mark.rule("STD-6")
@each_door
def test_spread_limit_takes_any_amount_of_the_range_and_a_raise_is_no_smaller_than_the_last(door: str):
    hand = begun(door, "angies", (40,) * 3, limit="limit-1-3-1-6").play(f"c c k {FLOP}")
    early = hand.offer.totals
    raised = hand.play("2").offer.totals
    refused = hand.refused("3")

    late = hand.play("c c [8s]").offer.totals

    assert (early, raised, late) == ((1, 3), (4, 5), (1, 6))
    assert (refused.code, refused.rules) == ("raise_too_small", ("STD-6",))


@pytest.mark.rule("STD-9")
@each_door
def test_once_nobody_can_bet_the_board_is_dealt_out_and_live_hands_are_turned_up(door: str):
    hand = begun(door, "card_night", (100,) * 3).play(f"100 c f {FLOP} [8s] [2h]")

    refused = hand.refused("m")

    assert (hand.offer.verbs, len(hand.view["board"])) == ({"show"}, 5)
    assert (refused.code, "STD-9" in refused.rules) == ("must_show", True)


@pytest.mark.rule("STD-9", "BIS-14")
@each_door
@pytest.mark.parametrize(
    ("house", "chips", "actions"),
    [
        ("card_night", 100, "100 c f"),
        ("wlia", 10, "c f"),
        ("canterbury", 10, "c f"),
        ("washburn", 5_000, "5000 c f"),
        ("biska", 100, "100 c f"),
    ],
)
def test_the_dealer_is_told_to_turn_the_hands_up_before_the_board(door: str, house: str, chips: int, actions: str):
    hand = begun(door, house, (chips,) * 3).play(actions)

    assert hand.view["is_run_out"]
    assert "turn up every hand still in, then deal on" in hand.page
    hand.play(f"{FLOP} [8s] [2h]")

    assert not hand.view["is_run_out"]
    assert hand.offer.verbs == {"show"}


@pytest.mark.rule("STD-9")
@each_door
def test_hands_stay_down_while_two_may_bet_and_before_a_draw(door: str):
    betting = begun(door, "card_night", (100, 500, 500)).play("100 c c")
    drawing = begun(door, "card_night", (100, 100), game="five_draw").play("100 c")

    assert not betting.view["is_run_out"]
    assert not drawing.view["is_run_out"]
    assert "turn up every hand" not in betting.page + drawing.page


@pytest.mark.rule("STD-9")
@each_door
def test_a_raise_that_nobody_could_call_is_refused(door: str):
    hand = begun(door, "card_night", (20, 20, 500)).play("c 20 c")

    refused = hand.refused("100")

    assert (hand.offer.seat, hand.offer.verbs) == (3, {"call", "fold"})
    assert (refused.code, "STD-9" in refused.rules) == ("nobody_left_to_call", True)


@pytest.mark.rule("STD-11")
@pytest.mark.parametrize(("last_round", "first"), [("k k k", 1), ("k 50 c c", 2)])
@each_door
def test_the_last_to_bet_shows_first_or_else_the_first_left_of_the_button(door: str, last_round: str, first: int):
    hand = begun(door, "card_night", THREE).play(f"{TO_THE_RIVER} {last_round}")

    assert (hand.offer.seat, hand.offer.verbs) == (first, {"show", "muck"})


@pytest.mark.rule("STD-11")
@each_door
def test_a_losing_hand_is_thrown_away_unseen_and_the_last_claim_never(door: str):
    hand = begun(door, "card_night", THREE).play(f"{TO_THE_RIVER} k k k m m")

    refused = hand.refused("m")

    assert (hand.offer.seat, hand.offer.verbs, refused.code) == (3, {"show"}, "last_claim")
    assert hand.play("(7s 6d)").pay_out() == {1: 490, 2: 490, 3: 520}


@pytest.mark.rule("STD-11")
@each_door
def test_the_cards_decide_whoever_shows_first(door: str):
    hand = begun(door, "card_night", THREE).play(f"{TO_THE_RIVER} k k k (Ks 3d) (Kc 9d) (7s 6d)")

    assert hand.pay_out() == {1: 490, 2: 520, 3: 490}
