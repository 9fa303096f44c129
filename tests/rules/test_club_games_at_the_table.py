"""Every game of Angie's club at the table that its night opens for it, by the page and by a program."""

from __future__ import annotations

import pytest

from tests.tables.at_the_table import Played, at_table, begun, each_door

pytestmark = pytest.mark.django_db

THREE = (40,) * 3


def settled(door: str, game: str, hands: dict[int, str], board: str = "") -> dict[int, int]:
    """What each of three seats has up or down after a hand that was entered by its end, 10 put in by each."""
    hand = at_table(door, "angies", THREE, game=game, fee_schedule="")
    answer = hand.end(
        {seat: (10, cards) for seat, cards in hands.items()}, button=3, **({"board": board} if board else {})
    )
    assert answer.status_code in (201, 302), answer.content.decode()[:800]
    return {seat: chips - 40 for seat, chips in hand.stacks.items()}


def stud(door: str, game: str, third: dict[int, str]) -> Played:
    """A stud hand in which the cards of the first street that lie up have been told."""
    hand = begun(door, "angies", THREE, game=game)
    hand.deal_up(third)
    return hand


@pytest.mark.rule("ANG-1", "ANG-40")
@each_door
def test_holdem_is_won_by_any_five_of_seven_and_hands_speak(door: str):
    nets = settled(door, "holdem", {1: "2c 3c", 2: "Kc Kd", 3: "As 2d"}, "Ah Kh Qs 7d 7c")

    assert nets == {1: -10, 2: 20, 3: -10}


@pytest.mark.rule("ANG-2")
@each_door
def test_omaha_takes_exactly_two_of_the_hand_and_three_of_the_board(door: str):
    nets = settled(door, "omaha", {1: "2s 4c Jd 9h", 2: "Tc 5c Qc Ah", 3: "Kh Kd 7h Jh"}, "6c 8c 6d 3h 6s")

    assert nets == {1: -10, 2: -10, 3: 20}


@pytest.mark.rule("ANG-3", "ANG-11")
@pytest.mark.parametrize(
    ("board", "hands", "nets"),
    [
        pytest.param(
            "2h 5d 7c Kh Ks",
            {1: "As 3s Qh Jh", 2: "Kd Kc 9h 9d", 3: "Qs Qd Jd Jc"},
            {1: 5, 2: 5, 3: -10},
            id="low-and-high",
        ),
        pytest.param(
            "2h 9c Tc Kh Ks",
            {1: "As 3s 4h 5h", 2: "Kd Kc 9h 9d", 3: "Qs Qd Jd 3c"},
            {1: -10, 2: 20, 3: -10},
            id="no-low",
        ),
    ],
)
@each_door
def test_omaha_high_low_pays_half_to_the_best_low_of_eight_or_better_and_all_to_the_high_without_one(
    door: str, board: str, hands: dict[int, str], nets: dict[int, int]
):
    assert settled(door, "omaha_hilo", hands, board) == nets


@pytest.mark.rule("ANG-11")
@each_door
def test_the_high_hand_takes_the_odd_chip(door: str):
    hand = at_table(door, "angies", THREE, game="omaha_hilo", fee_schedule="")
    ends = {1: (5, "As 3s Qh Jh"), 2: (5, "Kd Kc 9h 9d"), 3: (5, "folded")}

    hand.end(ends, button=3, board="2h 5d 7c Kh Ks")

    assert hand.stacks == {1: 42, 2: 43, 3: 35}


@pytest.mark.rule("ANG-4", "ANG-5")
@each_door
def test_seven_card_stud_is_two_down_four_up_one_down_with_five_rounds(door: str):
    hand = stud(door, "seven_stud", {1: "2c", 2: "9h", 3: "4d"})
    assert (hand.view["street"], {seat: len(cards) for seat, cards in hand.cards.items()}) == (
        "third street",
        {1: 3, 2: 3, 3: 3},
    )
    first = hand.offer.seat
    rounds, opened = [hand.round()], []

    for up in ({1: "3c", 2: "Td", 3: "Kd"}, {1: "4s", 2: "Jd", 3: "5d"}, {1: "5s", 2: "2d", 3: "6h"}):
        hand.deal_up(up)
        opened.append(hand.offer.seat)
        rounds.append(hand.round())
    opened.append(hand.offer.seat)
    rounds.append(hand.round())

    assert first == 3, "left of the big blind"
    # King high, then jack-ten-nine against king-five-four, and so on: the highest cards showing open.
    assert (opened, len(rounds)) == ([3, 3, 3, 3], 5)
    assert {seat: cards.count("??") for seat, cards in hand.cards.items()} == {1: 3, 2: 3, 3: 3}
    assert {len(cards) for cards in hand.cards.values()} == {7}


@pytest.mark.rule("ANG-5")
@pytest.mark.parametrize(
    ("third", "fourth", "opens"),
    [
        pytest.param({1: "Ah", 2: "9h", 3: "5s"}, {1: "7s", 2: "Ks", 3: "5d"}, 3, id="pair"),
        pytest.param({1: "9h", 2: "Kh", 3: "Ks"}, {1: "2s", 2: "8h", 3: "8s"}, 2, id="tie"),
    ],
)
@each_door
def test_a_pair_showing_opens_before_a_high_card_and_of_equals_the_one_dealt_first(
    door: str, third: dict[int, str], fourth: dict[int, str], opens: int
):
    hand = stud(door, "seven_stud", third)
    hand.round()

    hand.deal_up(fourth)

    assert hand.offer.seat == opens


@pytest.mark.rule("ANG-9")
@each_door
def test_in_razz_the_lowest_cards_showing_open_with_aces_low(door: str):
    hand = stud(door, "razz", {1: "9h", 2: "Kh", 3: "5s"})
    hand.round()

    hand.deal_up({1: "7s", 2: "Ah", 3: "6s"})

    assert hand.offer.seat == 3


@pytest.mark.rule("ANG-8", "ANG-9")
@pytest.mark.parametrize(
    ("game", "hands", "nets"),
    [
        pytest.param(
            "seven_stud_hilo",
            {1: "As 2s 3d 4d 6h Kh Kd", 2: "Qs Qh Qd 9c 9d 2c 5c", 3: "Jh Jd Ts 8s 8d 4h 2h"},
            {1: 5, 2: 5, 3: -10},
            id="high-low",
        ),
        pytest.param(
            "razz",
            {1: "As 2s 3d 4d 5h Kh Kd", 2: "Qs Qh Qd 9c 9d 2c 5c", 3: "7h 6d 4s 3s 2d 8d 9h"},
            {1: 20, 2: -10, 3: -10},
            id="razz",
        ),
        pytest.param(
            "razz",
            {1: "As Ad Kh Kd Qs Qd Jc", 2: "2s 2d Kc Ks Qh Qc Jd", 3: "3s 3d 4c 4d 5h 5d 6s"},
            {1: 20, 2: -10, 3: -10},
            id="razz-pair",
        ),
    ],
)
@each_door
def test_seven_cards_are_split_high_and_low_or_won_by_the_lowest(
    door: str, game: str, hands: dict[int, str], nets: dict[int, int]
):
    assert settled(door, game, hands) == nets


@pytest.mark.rule("ANG-12")
@each_door
def test_five_card_stud_is_one_down_four_up_with_four_rounds(door: str):
    hand = stud(door, "five_stud", {1: "9h", 2: "Kh", 3: "5s"})
    first, rounds = hand.offer.seat, [hand.round()]

    for up in ({1: "7s", 2: "Qs", 3: "9s"}, {1: "2d", 2: "3d", 3: "4d"}, {1: "2h", 2: "3h", 3: "4h"}):
        hand.deal_up(up)
        rounds.append(hand.round())

    assert (first, rounds[1][0], len(rounds)) == (3, 2, 4)
    assert {seat: (len(cards), cards.count("??")) for seat, cards in hand.cards.items()} == dict.fromkeys(
        (1, 2, 3), (5, 1)
    )


@pytest.mark.rule("ANG-13")
@each_door
def test_in_five_card_draw_any_number_is_drawn_or_none_then_bet_and_shown(door: str):
    hand = begun(door, "angies", THREE, game="five_draw").play("c c k")
    drawing = hand.offer

    hand.play("d0 d3 d1")
    bets = hand.round()
    hand.play("(Ah Ad 3c 5s 9d) (Kh Kd 3d 5c 9c) (Qh Qd 3h 5h 9h)")

    assert (drawing.verbs, bets) == ({"discard"}, [1, 2, 3])
    assert hand.pay_out() == {1: 43, 2: 38, 3: 38}


@pytest.mark.rule("ANG-14", "ANG-15")
@pytest.mark.parametrize(
    ("game", "hands", "nets"),
    [
        pytest.param(
            "five_draw_hilo",
            {1: "As 2s 3d 4d 8h", 2: "Qs Qh Qd 9c 9d", 3: "Jh Jd Ts 8s 8d"},
            {1: 5, 2: 5, 3: -10},
            id="low-of-eight",
        ),
        pytest.param(
            "five_draw_hilo",
            {1: "As 2s 3d 4d 9h", 2: "Qs Qh Qd 9c 9d", 3: "Jh Jd Ts 8s 8d"},
            {1: -10, 2: 20, 3: -10},
            id="nine-is-no-low",
        ),
        pytest.param(
            "lowball",
            {1: "Ah 2h 3h 4h 5h", 2: "6c 4d 3s 2d Ac", 3: "Ad As 2s 3c 4s"},
            {1: 20, 2: -10, 3: -10},
            id="wheel",
        ),
    ],
)
@each_door
def test_draw_high_low_needs_an_eight_and_lowball_counts_no_straight_or_flush(
    door: str, game: str, hands: dict[int, str], nets: dict[int, int]
):
    assert settled(door, game, hands) == nets


@pytest.mark.rule("ANG-17")
@each_door
def test_lowball_is_checked_after_the_draw_and_before_it_by_the_unraised_big_blind_only(door: str):
    hand = begun(door, "angies", THREE, game="lowball")
    before = [hand.offer.verbs, hand.play("c").offer.verbs, hand.play("c").offer.verbs]

    after = hand.play("k d0 d0 d0").offer

    assert before == [{"call", "bet", "fold"}, {"call", "bet", "fold"}, {"check", "bet", "fold"}]
    assert (after.seat, "check" in after.verbs) == (1, True)


@pytest.mark.rule("ANG-18")
@each_door
def test_who_checked_a_seven_or_better_wins_nothing_that_was_put_in_after_the_draw(door: str):
    hand = begun(door, "angies", (40, 40), game="lowball", fee_schedule="").play("c k d0 d0 k 4 c")

    hand.send("move", verb="claim", seat=hand.offer.seat if hand.offer.seat == 1 else 1, chips=2)
    cards = {1: "7c 5d 4c 2s As", 2: "8c 6d 4h 3s 2c"}
    while "show" in hand.offer.verbs:
        hand.play(f"({cards[hand.offer.seat]})")

    # The pot of 4 from before the draw is seat 1's; the 8 put in after it is not.
    assert hand.pay_out() == {1: 38, 2: 42}


@pytest.mark.rule("ANG-29")
@each_door
def test_option_alley_buys_one_card_after_the_fifth_and_bets_once_more(door: str):
    hand = stud(door, "option_alley", {1: "9h", 2: "Kh", 3: "5s"})
    hand.round()
    for up in ({1: "7s", 2: "Qs", 3: "9s"}, {1: "2d", 2: "3d", 3: "4d"}, {1: "2h", 2: "3h", 3: "4h"}):
        hand.deal_up(up)
        hand.round()
    buying = hand.offer.verbs

    two = hand.refused("d2")
    hand.play("d1")
    hand.send("move", verb="deal")
    hand.play("d0 d0")

    assert (buying, "ANG-29" in two.rules) == ({"discard"}, True)
    assert hand.offer.verbs == {"check", "bet", "fold"}
    assert hand.view["street"] == "buy"


@pytest.mark.rule("ANG-10")
@each_door
def test_a_pack_too_short_for_a_last_card_each_gives_one_that_is_common_to_all(door: str):
    hands = {1: "As Ac 9d 9c Kh Qs", 2: "3s 3c 4d 4c 5h 6s", 3: "8h 8d Jc Td 2h 7s"}

    assert settled(door, "seven_stud", hands, "Kc") == {1: 20, 2: -10, 3: -10}
