"""Angie's games as they are dealt and bet, through a hand."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.houses.angies.poker import HOUSE as ANGIES
from engine.poker.deck import Deck
from engine.poker.stakes import Stakes, Structure
from tests.engine.hands import FIXED_LIMIT, STUD_LIMIT, begin, finish, play, refusal

ANTE_ONLY = Stakes(structure=Structure.FIXED_LIMIT, ante=1, small_bet=5, big_bet=10)


def club_hand(game: str, players: int = 3, **more):
    return begin(**{"game": game, "house": "angies", "stakes": FIXED_LIMIT, "stacks": [1000] * players, **more})


def streets_of(hand) -> list[tuple[str, int]]:
    """Every betting round with the seat that opened it."""
    seen = []
    while hand.phase.name in ("BETTING", "DRAW"):
        if hand.phase.name == "DRAW":
            hand.discard(())
            continue
        if not seen or seen[-1][0] != hand.street.name:
            seen.append((hand.street.name, hand.turn))
        play(hand, "k" if hand.legal.may_check else "c")
    return seen


@pytest.mark.rule("ANG-1")
def test_holdem_is_two_cards_five_on_the_board_and_four_rounds():
    hand = club_hand("holdem")

    assert [name for name, _ in streets_of(hand)] == ["preflop", "flop", "turn", "river"]
    assert [len(hand.hole(seat)) for seat in hand.seats] == [2, 2, 2]
    assert len(hand.board) == 5


@pytest.mark.rule("ANG-4")
def test_seven_card_stud_is_two_down_four_up_one_down_with_five_rounds():
    hand = club_hand("seven_stud")
    assert [len(hand.upcards(seat)) for seat in hand.seats] == [1, 1, 1]

    rounds = streets_of(hand)

    assert [name for name, _ in rounds] == [
        "third street",
        "fourth street",
        "fifth street",
        "sixth street",
        "seventh street",
    ]
    assert [len(hand.hole(seat)) for seat in hand.seats] == [7, 7, 7]
    assert [len(hand.upcards(seat)) for seat in hand.seats] == [4, 4, 4]


@pytest.mark.rule("ANG-5")
def test_stud_with_blinds_opens_left_of_the_big_blind_then_with_the_highest_hand_showing():
    third = "2c 3c 4c 2d 3d 4d 9h Kh 5s"
    fourth = "7s Ts 8s 6d"
    hand = club_hand("seven_stud", deck=f"{third} {fourth}")

    rounds = streets_of(hand)

    assert rounds[0] == ("third street", 3)
    assert rounds[1] == ("fourth street", 2)


@pytest.mark.rule("ANG-5")
def test_a_pair_showing_opens_before_a_higher_card():
    third = "2c 3c 4c 2d 3d 4d Ah 9h 5s"
    fourth = "7s Ks 8s 5d"
    hand = play(club_hand("seven_stud", deck=f"{third} {fourth}"), "c c k")

    assert hand.turn == 3
    assert hand.upcards(3) == parse_cards("5s5d")


@pytest.mark.rule("ANG-5")
def test_equal_hands_showing_open_with_the_one_dealt_first():
    hand = play(club_hand("seven_stud", deck="2c 3c 4c 2d 3d 4d 9h Kh Ks 7s 2s 8h 8s"), "c c k")

    assert hand.turn == 2


@pytest.mark.rule("ANG-6")
def test_a_folded_stud_hand_is_turned_down():
    hand = club_hand("seven_stud", deck="2c 3c 4c 2d 3d 4d 9h Kh 5s")
    assert hand.view()["seats"][2]["cards"] == ["??", "??", "5s"]

    play(hand, "f")

    assert hand.view()["seats"][2]["cards"] == ["??", "??", "??"]


@pytest.mark.rule("ANG-6")
def test_the_dealer_calls_a_possible_straight_and_flush_after_the_third_upcard():
    hand = play(club_hand("seven_stud", deck="2c 3c 4c 2d 3d 4d 9h Kh 5s 7d 8h Td 6c 7s 7h Js 8c"), "c c k")
    assert hand.view()["seats"][0]["possible"] == []

    while hand.street_number == 1:
        play(hand, "k")

    assert hand.view()["seats"][0]["possible"] == ["possible straight", "possible flush"]
    assert hand.view()["seats"][1]["possible"] == ["possible straight"]


@pytest.mark.rule("ANG-7")
def test_an_uncalled_bet_takes_the_pot_at_once():
    hand = play(club_hand("omaha"), "c c k 10 f f")

    assert hand.phase.name == "OVER"
    assert hand.street.name == "flop"
    assert hand.settle().net == {1: 20, 2: -10, 3: -10}


@pytest.mark.rule("ANG-9")
def test_in_razz_the_lowest_hand_showing_opens_with_aces_low():
    hand = club_hand("razz", deck="2c 3c 4c 2d 3d 4d 9h Kh 5s 7s Ks Ah 6s")

    play(hand, "c c k")

    assert hand.upcards(2) == parse_cards("KhAh")
    assert hand.turn == 3


@pytest.mark.rule("ANG-10")
def test_a_stub_too_short_for_all_gives_one_common_card():
    hand = begin(game="seven_stud", house="angies", stakes=FIXED_LIMIT, stacks=[1000] * 8)

    finish(hand)

    assert [len(hand.hole(seat)) for seat in hand.seats] == [6] * 8
    assert len(hand.board) == 1


@pytest.mark.rule("ANG-10")
@pytest.mark.parametrize(
    ("players", "burned", "common"),
    [(7, (21, 29, 37), ()), (8, (24, 33, 42), (51,)), (9, (27, 37, 47, 49), (48, 50))],
    ids=["just-enough", "one-left", "some-left"],
)
def test_a_card_is_burned_before_a_street_unless_the_stub_then_falls_short(players, burned, common):
    deck = Deck.shuffled("a")
    hand = club_hand("seven_stud", players=players, deck=deck)

    finish(hand)

    assert hand.burns == tuple(deck.order[at] for at in burned)
    assert hand.board == tuple(deck.order[at] for at in common)


@pytest.mark.rule("ANG-10")
def test_every_stud_game_can_be_dealt_to_ten():
    for game in ("seven_stud", "seven_stud_hilo", "razz", "five_stud", "option_alley"):
        hand = club_hand(game, players=10)

        assert sum(finish(hand).values()) == 0
        assert {len(hand.hole(seat)) + len(hand.board) for seat in hand.seats} == {hand.game.hole_cards}


@pytest.mark.rule("ANG-10")
def test_when_a_draw_runs_out_the_others_discards_are_shuffled_and_never_the_drawers_own():
    hand = club_hand("five_draw", players=8)
    while hand.phase.name == "BETTING":
        play(hand, "k" if hand.legal.may_check else "c")
    thrown = {}

    while hand.phase.name == "DRAW":
        seat = hand.turn
        thrown[seat] = set(hand.hole(seat)[:3])
        hand.discard(hand.hole(seat)[:3])

    assert all(len(hand.hole(seat)) == 5 for seat in hand.seats)
    assert all(not thrown[seat] & set(hand.hole(seat)) for seat in hand.seats)
    assert any(thrown[seat] & set(hand.hole(other)) for seat in hand.seats for other in hand.seats)


@pytest.mark.rule("ANG-12")
def test_five_card_stud_is_one_down_four_up_with_four_rounds():
    hand = club_hand("five_stud", deck="2c 3c 4c 9h Kh 5s 7s Qs 9s 2s")

    rounds = streets_of(hand)

    assert rounds[0] == ("second street", 3)
    assert rounds[1] == ("third street", 2)
    assert len(rounds) == 4
    assert [len(hand.upcards(seat)) for seat in hand.seats] == [4, 4, 4]


@pytest.mark.rule("ANG-13")
def test_a_player_draws_any_number_or_stands_pat():
    hand = play(club_hand("five_draw", deck="2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 9c 9d 9h"), "c c k")
    assert hand.legal.draw_up_to == 5

    kept = hand.hole(1)
    hand.discard(())
    hand.discard(hand.hole(2)[4:])

    assert hand.hole(1) == kept
    assert hand.turn == 3


@pytest.mark.rule("ANG-13")
def test_only_cards_of_the_hand_can_be_exchanged():
    hand = play(club_hand("five_draw", deck="2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 9c 9d 9h"), "c c k")

    refused = refusal(lambda: hand.discard(parse_cards("3c")), hand)

    assert refused.code == "no_such_card"
    assert refused.facts["card"] == "3c"


@pytest.mark.rule("ANG-16")
def test_lowball_is_dealt_with_the_joker_and_not_by_dealers_choice():
    assert len(club_hand("lowball").stub) == 53 - 15
    assert len(club_hand("lowball_without_bug").stub) == 52 - 15


@pytest.mark.rule("ANG-17")
def test_lowball_is_pass_and_out_before_the_draw():
    hand = club_hand("lowball", stakes=ANTE_ONLY)

    refused = refusal(hand.check, hand)
    assert (refused.code, refused.rules) == ("pass_and_out", ("ANG-17",))
    assert hand.legal.to_call is None
    play(hand, "f 5 f")
    assert hand.phase.name == "OVER"


@pytest.mark.rule("ANG-17")
def test_lowball_may_be_checked_after_the_draw_and_by_the_big_blind_that_nobody_raised():
    hand = play(club_hand("lowball"), "c c k d d d")

    assert hand.street.name == "after the draw"
    assert hand.legal.may_check


@pytest.mark.rule("ANG-25")
def test_five_new_cards_come_as_four_at_once_and_the_fifth_after_everyone_else():
    dealt = "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 9c 9d 9h"
    hand = play(club_hand("five_draw", deck=f"{dealt} Ac Kc Kd Kh Ks Ad Qc Qd As"), "c c k")

    hand.discard(hand.hole(1))
    assert hand.hole(1) == parse_cards("KcKdKhKs")
    hand.discard(hand.hole(2)[3:])
    hand.discard(())

    assert hand.hole(2)[3:] == parse_cards("QcQd")
    assert hand.hole(1)[4:] == parse_cards("As")
    assert hand.burns == parse_cards("AcAd")


@pytest.mark.rule("ANG-25")
def test_the_number_first_asked_for_binds():
    hand = play(club_hand("five_draw"), "c c k")

    hand.discard(hand.hole(1)[:2])

    refused = refusal(lambda: hand.discard(hand.hole(1)[:1], seat=1), hand)
    assert refused.code == "not_your_turn"


@pytest.mark.rule("ANG-29")
def test_option_alley_buys_one_card_after_the_fifth_then_bets_once_more():
    hand = club_hand("option_alley")
    for _ in range(4):
        street = hand.street_number
        while hand.phase.name == "BETTING" and hand.street_number == street:
            play(hand, "k" if hand.legal.may_check else "c")
    assert hand.phase.name == "DRAW"
    assert hand.legal.draw_up_to == 1

    refused = refusal(lambda: hand.discard(hand.hole(1)[:2]), hand)
    assert refused.code == "too_many_discards"
    assert "ANG-29" in refused.rules
    hole_card, *ups = hand.hole(1)
    hand.discard([hole_card])
    assert list(hand.upcards(1)) == ups
    up = hand.upcards(2)[0]
    hand.discard([up])
    assert len(hand.upcards(2)) == 4
    assert up not in hand.upcards(2)
    hand.discard(())

    assert hand.phase.name == "BETTING"
    assert hand.street.name == "buy"


@pytest.mark.rule("ANG-29", "ANG-11")
def test_in_option_alley_a_pair_can_win_low():
    hand = club_hand("option_alley", players=2, deck="2c Kh 2d Ks 9h 3d Kc 9s 4d 8s 9d 5d 7s")

    net = finish(hand)

    high, low = hand.settle().pots[0].halves
    assert (high.winners, low.winners) == ((2,), (1,))
    assert low.hands[1].startswith("pair of twos")
    assert net == {1: 0, 2: 0}


@pytest.mark.rule("ANG-29", "ANG-11")
def test_in_option_alley_the_low_hand_can_win_high_too():
    hand = club_hand("option_alley", players=2, deck="Ac Kh 2d Ks 9h 3d Qc 9s 4d 8s 9d 5d 7s")

    assert finish(hand) == {1: 10, 2: -10}


@pytest.mark.rule("ANG-31")
@pytest.mark.parametrize("limit", ANGIES.limits)
def test_every_posted_limit_can_be_played(limit):
    hand = club_hand("holdem", stakes=ANGIES.limits[limit])

    assert sum(finish(hand).values()) == 0


def test_a_bring_in_game_from_elsewhere_opens_with_the_lowest_door_card():
    hand = begin(game="seven_stud", stakes=STUD_LIMIT, deck="2c 3c 4c 2d 3d 4d 9h Kh 5s")

    assert hand.turn == 3
    assert hand.legal.bring_in == 3
    assert (hand.legal.min_to, hand.legal.max_to) == (10, 10)
    refused = refusal(hand.fold, hand)
    assert refused.code == "bring_in_due"
    play(hand, "b")
    assert (hand.legal.to_call, hand.legal.min_to) == (3, 10)


def test_an_open_pair_on_fourth_street_may_bet_double_where_the_stakes_say_so():
    stakes = Stakes(
        structure=Structure.FIXED_LIMIT, ante=1, bring_in=3, small_bet=10, big_bet=20, open_pair_doubles=True
    )
    hand = begin(game="seven_stud", stakes=stakes, deck="2c 3c 4c 2d 3d 4d 9h Kh 5s 7s 9s 8s 6d", stacks=[1000] * 3)

    play(hand, "b c c")

    assert hand.upcards(1) == parse_cards("9h9s")
    assert hand.legal.amounts == (10, 20)
    assert refusal(lambda: hand.bet_to(15), hand).code == "raise_between_bets"
    play(hand, "20")
    assert hand.legal.min_to == 40


def test_the_same_seed_deals_the_same_evening():
    one, other = (club_hand("five_draw", deck=Deck.shuffled("angie")) for _ in range(2))

    assert one.view(1) == other.view(1)
