"""Button, blinds, newcomers and the kill from hand to hand at the tables of fresh nights, by the page and a program."""

from __future__ import annotations

import pytest

from tests.tables.at_the_table import Played, at_table, begun, each_door

pytestmark = pytest.mark.django_db


def blinds(hand: Played) -> dict[int, int]:
    """What each seat has before it once a hand has begun, the button first left out."""
    return {seat["seat"]: seat["bet"] for seat in hand.view["seats"] if seat["bet"]}


def folded_on(hand: Played, players: int) -> Played:
    """The hand folded to the big blind and paid out."""
    hand.play(" ".join("f" * (players - 1)))
    hand.pay_out()
    return hand


@pytest.mark.rule("STD-3")
@each_door
def test_the_two_left_of_the_button_post_the_next_opens_and_the_big_blind_keeps_the_option(door: str):
    hand = begun(door, "card_night", (500,) * 4)
    posted, first = blinds(hand), hand.offer.seat

    option = hand.play("c c c").offer
    after_it = hand.play("k [Kh 9c 4d]").offer.seat

    assert (posted, first) == ({1: 5, 2: 10}, 3)
    assert (option.seat, option.verbs, after_it) == (2, {"check", "bet", "fold"}, 1)


@pytest.mark.rule("STD-3")
@each_door
def test_of_two_players_the_button_posts_the_small_blind_acts_first_and_then_last(door: str):
    hand = begun(door, "card_night", (500, 500))

    assert (blinds(hand), hand.offer.seat) == ({1: 10, 2: 5}, 2)
    assert hand.play("c k [Kh 9c 4d]").offer.seat == 1


@pytest.mark.rule("WLIA-6")
@pytest.mark.parametrize(("dealer", "button"), [(0, 1), (1, 2), (3, 1)])
@each_door
def test_the_first_button_is_left_of_who_deals_and_moves_one_player_left_after_each_hand(
    door: str, dealer: int, button: int
):
    hand = at_table(door, "wlia", (1000,) * 3)
    hand.send_to_table("first_button", "button/", {"dealer": dealer})
    seen = []

    for _ in range(3):
        seen.append(hand.start().view["button"])
        folded_on(hand, 3)

    assert seen == [(button - 1 + moved) % 3 + 1 for moved in range(3)]


@pytest.mark.rule("WLIA-8")
@each_door
def test_a_folded_small_blind_stays_in_the_pot_and_what_was_posted_counts_toward_the_call(door: str):
    hand = begun(door, "wlia", (1000,) * 3).play("c")

    owed = hand.offer
    hand.play("f")

    assert (owed.seat, owed.to_call) == (1, 5)
    assert (hand.view["pot"], hand.offer.seat, hand.offer.verbs) == (25, 2, {"check", "bet", "fold"})


@pytest.mark.rule("WAS-4")
def test_the_page_deals_a_card_to_each_and_the_highest_has_the_button_which_then_goes_round():
    hand = at_table("page", "washburn", (10_000,) * 3)
    hand.give_button(2)
    table = hand.page_of("table")

    seen = []
    for _ in range(3):
        seen.append(hand.start().view["button"])
        folded_on(hand, 3)

    assert "Cards dealt: seat 1" in table
    assert seen == [2, 3, 1]


@pytest.mark.rule("WAS-4")
@pytest.mark.parametrize(
    ("cards", "button"),
    [
        ({"1": "Kh", "2": "As", "3": "Ah"}, 2),
        ({"1": "Qh", "2": "Qd", "3": "Qc"}, 1),
        ({"1": "2c", "2": "Kd", "3": "9s"}, 2),
    ],
)
def test_cards_that_a_program_tells_give_the_button_by_rank_then_spades_hearts_diamonds_clubs(
    cards: dict[str, str], button: int
):
    hand = at_table("api", "washburn", (10_000,) * 3)

    hand.send_to_table("", "button/", {"cards": cards})

    assert hand.start().view["button"] == button


@pytest.mark.rule("WAS-7")
@each_door
def test_a_raise_may_be_all_that_a_player_has(door: str):
    hand = begun(door, "washburn", (10_000,) * 3)

    refused = hand.refused("10100")

    assert hand.offer.totals == (1000, 10_000)
    assert (refused.code, "WAS-7" in refused.rules) == ("raise_too_large", True)


@pytest.mark.rule("WAS-8")
@pytest.mark.parametrize(("actions", "leads"), [("c c k", 1), ("c f k", 2)])
@each_door
def test_after_the_flop_the_left_of_the_button_leads_or_the_next_still_in(door: str, actions: str, leads: int):
    hand = begun(door, "washburn", (10_000,) * 3).play(f"{actions} [Kh 9c 4d]")

    assert hand.offer.seat == leads


@pytest.mark.rule("BIS-6")
@each_door
def test_the_big_blind_moves_one_player_each_hand_and_button_and_small_blind_follow(door: str):
    hand = begun(door, "biska", (1000,) * 4)
    seen = []

    for _ in range(4):
        seen.append((hand.view["button"], *blinds(hand)))
        folded_on(hand, 4)
        hand.start()

    assert seen == [(4, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 1)]


@pytest.mark.rule("BIS-7")
@pytest.mark.parametrize(
    ("out", "stacks", "then"),
    [
        pytest.param(1, (10, 1000, 1000, 1000), [(4, {2: 5, 3: 10}), (2, {3: 5, 4: 10})], id="small-blind"),
        pytest.param(2, (1000, 10, 1000, 1000), [(1, {3: 10}), (1, {3: 5, 4: 10}), (3, {4: 5, 1: 10})], id="big-blind"),
    ],
)
@each_door
def test_a_blind_that_is_knocked_out_shifts_the_button_as_biska_has_it(
    door: str, out: int, stacks: tuple[int, ...], then: list[tuple[int, dict[int, int]]]
):
    hand = begun(door, "biska", stacks)
    hand.round()
    for board in ("[Kh 9c 4d]", "[8s]", "[2h]"):
        hand.play(board).round()
    cards = {1: "7h 7d", 2: "6h 6d", 3: "As Ad", 4: "Qs Qd"}
    while "show" in hand.offer.verbs:
        hand.play(f"({cards[hand.offer.seat]})")
    hand.pay_out()
    hand.leave(out)

    seen = []
    for _ in then:
        hand.start()
        seen.append((hand.view["button"], blinds(hand)))
        folded_on(hand, 3)

    assert seen == then


@pytest.mark.rule("BIS-8")
@each_door
def test_of_two_players_at_biska_the_big_blind_is_on_the_button(door: str):
    hand = begun(door, "biska", (1000, 1000))

    assert (hand.view["button"], blinds(hand), hand.offer.seat) == (2, {1: 5, 2: 10}, 1)


@pytest.mark.rule("BIS-4")
@each_door
def test_an_ante_lies_in_the_pot_before_the_cards_and_is_no_part_of_a_bet(door: str):
    hand = begun(door, "biska", (1000,) * 3, ante=5)

    assert (hand.view["pot"], blinds(hand), hand.offer.to_call) == (30, {1: 5, 2: 10}, 10)


@pytest.mark.rule("BIS-2")
@each_door
def test_a_player_away_is_folded_in_turn_and_one_who_is_back_in_time_plays_on(door: str):
    hand = begun(door, "biska", (1000,) * 4)
    hand.send("move", verb="away", seat=4)
    hand.send("move", verb="away", seat=1)
    hand.send("move", verb="back", seat=1)

    hand.play("c")

    assert (list(hand.cards), hand.offer.seat) == ([1, 2, 3], 1)
