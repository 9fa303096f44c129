"""Games of Angie's club at the tables that its night opens, by the page and by a program."""

from __future__ import annotations

import pytest

from tests.tables.at_the_table import at_table, begun, each_door

pytestmark = pytest.mark.django_db

THREE = (40,) * 3
TO_THE_DRAW = "c c k"


@pytest.mark.rule("ANG-7")
@each_door
def test_a_bet_that_nobody_calls_takes_the_pot_at_once(door: str):
    hand = begun(door, "angies", THREE).play("c c k [Kh 9c 4d] 2 f f")

    assert (hand.view["phase"], hand.view["board"]) == ("over", ["Kh", "9c", "4d"])
    assert hand.cards == {1: ["??", "??"]}
    # The pot of 6, less the posted fee of 1 dollar for three players.
    assert hand.pay_out() == {1: 43, 2: 38, 3: 38}


@pytest.mark.rule("ANG-16")
@pytest.mark.parametrize(
    ("with_bug", "same_as"),
    [("Jk 6h 4d 3s 2c", "Ac 6c 4c 3c 2d"), ("Jk 6h 4d 3s Ac", "2d 6c 4c 3c Ad")],
)
@each_door
def test_the_joker_is_in_the_pack_of_lowball_as_the_lowest_card_that_the_hand_lacks(
    door: str, with_bug: str, same_as: str
):
    hand = at_table(door, "angies", THREE, game="lowball")

    answer = hand.end({1: (10, with_bug), 2: (10, same_as), 3: (1, "folded")}, button=3)

    assert answer.status_code in (201, 302)
    assert hand.stacks == {1: 40, 2: 40, 3: 39}


@pytest.mark.rule("ANG-16")
@each_door
def test_the_joker_is_in_no_game_that_the_button_picks(door: str):
    hand = at_table(door, "angies", THREE, game="dealers_choice")

    with_joker = hand.end({1: (10, "Jk 6h 4d 3s 2c"), 2: (10, "Ac 6c 4c 3c 2d")}, button=3, game="lowball_without_bug")
    not_offered = hand.end({1: (10, "Jk 6h 4d 3s 2c"), 2: (10, "Ac 6c 4c 3c 2d")}, button=3, game="lowball")

    assert {with_joker.status_code, not_offered.status_code} <= {400, 422}
    assert hand.stacks == {1: 40, 2: 40, 3: 40}


@pytest.mark.rule("ANG-24")
@pytest.mark.parametrize(
    ("kind", "facts"),
    [("wrong_count", {"held": {1: 6, 2: 6}}), ("exposed", {"exposed": {1: "2c", 2: "3c"}})],
)
@each_door
def test_six_cards_to_two_players_or_two_cards_shown_by_the_dealer_are_a_misdeal(door: str, kind: str, facts):
    hand = begun(door, "angies", THREE, game="lowball")

    answer = hand.rule(kind, **facts)

    assert answer.status_code in (200, 302)
    assert hand.view["phase"] == "void"
    assert "Misdeal" in hand.page
    assert "ANG-24" in hand.page
    assert hand.stacks == {1: 40, 2: 40, 3: 40}


@pytest.mark.rule("ANG-24")
@each_door
def test_six_cards_to_one_player_are_no_misdeal(door: str):
    hand = begun(door, "angies", THREE, game="lowball")

    hand.rule("wrong_count", held={1: 6})

    assert (hand.view["phase"], list(hand.cards)) == ("betting", [2, 3])


@pytest.mark.rule("ANG-25")
@pytest.mark.parametrize("game", ["lowball", "five_draw"])
@each_door
def test_of_five_new_cards_four_come_at_once_and_the_fifth_after_everybody_has_drawn(door: str, game: str):
    hand = begun(door, "angies", THREE, game=game).play(f"{TO_THE_DRAW} d5")

    at_once = {seat: len(cards) for seat, cards in hand.cards.items()}
    hand.play("d2 d0")

    assert at_once == {1: 4, 2: 5, 3: 5}
    assert {seat: len(cards) for seat, cards in hand.cards.items()} == {1: 5, 2: 5, 3: 5}


@pytest.mark.rule("ANG-25")
@each_door
def test_the_number_first_asked_for_binds(door: str):
    hand = begun(door, "angies", THREE, game="five_draw").play(f"{TO_THE_DRAW} d2")

    again = hand.refused("d1", seat=1)

    assert again.code == "not_your_turn"
    assert "The first number asked for is binding" in hand.page
