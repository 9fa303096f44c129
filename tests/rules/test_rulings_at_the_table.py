"""What the floor rules at the tables of fresh nights, by the page of the ruling and by a program."""

from __future__ import annotations

import pytest

from tables.forms.rulings import OF_PACK
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import Played, begun, each_door

pytestmark = pytest.mark.django_db

FOUR, CLUB = (200,) * 4, (40,) * 3
TO_THE_FLOP = "c c c k [Kh 9c 4d]"


def canterbury(door: str, actions: str = "") -> Played:
    return begun(door, "canterbury", FOUR).play(actions)


def lowball(door: str, actions: str = "") -> Played:
    return begun(door, "angies", CLUB, game="lowball").play(actions)


def ruled(hand: Played, kind: str, **facts: object) -> str:
    """The ruling, applied, as the page of the hand then tells it."""
    answer = hand.rule(kind, **facts)
    assert answer.status_code in (200, 302), answer.content.decode()[:500]
    return hand.page


@pytest.mark.rule("CAN-6")
@each_door
def test_chips_added_in_a_second_motion_are_a_call(door: str):
    hand = canterbury(door)

    said = ruled(hand, "wager", chips=chips_of(hand, 10), added=10)

    assert ("CAN-6" in said, hand.view["seats"][2]["bet"]) == (True, 10)


@pytest.mark.rule("CAN-7")
@pytest.mark.parametrize(("chips", "bet"), [((20, 10), 40), ((20, 5), 20)])
@each_door
def test_half_a_bet_more_is_a_raise_that_is_completed_and_less_a_call(door: str, chips: tuple[int, ...], bet: int):
    hand = canterbury(door, f"{TO_THE_FLOP} k k k k [8s] 20")

    said = ruled(hand, "wager", chips=chips_of(hand, *chips))

    assert ("CAN-7" in said, hand.view["seats"][1]["bet"]) == (True, bet)


@pytest.mark.rule("CAN-8")
@each_door
def test_one_chip_larger_than_the_bet_is_a_call_unless_a_raise_was_said(door: str):
    silent, said = canterbury(door), canterbury(door)

    text = ruled(silent, "wager", chips=chips_of(silent, 25))
    ruled(said, "wager", chips=chips_of(said, 25), declared_raise=True)

    assert ("CAN-8" in text, silent.view["seats"][2]["bet"], said.view["seats"][2]["bet"]) == (True, 10, 20)


@pytest.mark.rule("CAN-9")
@each_door
def test_a_boxed_card_and_a_joker_are_scraps_of_paper_and_the_next_card_comes(door: str):
    hand = canterbury(door, "c c c k")

    joker = hand.refused("[Jk 9c 4d]")
    said = ruled(hand, "boxed_in_pack", cards="Kh")

    assert (joker.code, "CAN-9" in joker.rules) == ("card_not_in_game", True)
    assert "The Kh is out of play: the next card below it is dealt in its place." in said
    assert hand.play("[Ks 9c 4d]").view["board"] == ["Ks", "9c", "4d"]


@pytest.mark.rule("CAN-10")
@each_door
def test_who_keeps_quiet_about_a_joker_until_acting_has_a_dead_hand_and_its_chips_stay(door: str):
    hand = canterbury(door, "c")

    said = ruled(hand, "boxed_in_hand", seat=3)

    assert ("CAN-10" in said, list(hand.cards), hand.view["pot"]) == (True, [1, 2, 4], 25)


@pytest.mark.rule("CAN-11")
@each_door
def test_a_hole_card_exposed_by_the_dealer_is_exchanged_and_two_are_a_misdeal(door: str):
    one, two = canterbury(door), canterbury(door)

    exchanged = ruled(one, "exposed", exposed={2: "Kh"})
    misdealt = ruled(two, "exposed", exposed={2: "Kh", 3: "2c"})

    assert ("CAN-11" in exchanged, one.view["phase"], list(one.cards)) == (True, "betting", [1, 2, 3, 4])
    assert ("CAN-11" in misdealt, two.view["phase"], two.stacks) == (True, "void", dict.fromkeys((1, 2, 3, 4), 200))


@pytest.mark.rule("CAN-12")
@each_door
def test_a_wrong_number_of_cards_is_a_misdeal_until_two_have_acted_and_then_a_lost_hand(door: str):
    early, late = canterbury(door, "c"), canterbury(door, "c c")

    ruled(early, "wrong_count", held={2: 3})
    said = ruled(late, "wrong_count", held={2: 3})

    assert early.view["phase"] == "void"
    assert ("CAN-12" in said, list(late.cards), late.view["pot"]) == (True, [1, 3, 4], 35)


@pytest.mark.rule("CAN-13")
@each_door
def test_a_flop_with_too_many_cards_is_taken_back_and_comes_again_without_a_new_burn(door: str):
    hand = canterbury(door, TO_THE_FLOP)

    said = ruled(hand, "flop_too_many", new="2s 7d Jh")

    assert ("CAN-13" in said, hand.view["board"]) == (True, ["2s", "7d", "Jh"])
    assert "nothing more is burned" in said


@pytest.mark.rule("CAN-14")
@each_door
def test_a_flop_before_the_betting_is_over_is_reshuffled_and_comes_without_another_burn(door: str):
    hand = canterbury(door, "c")

    said = ruled(hand, "flop_too_early")
    hand.play("c c k")

    assert ("CAN-14" in said, hand.view["board"], hand.offer.verbs) == (True, [], {"deal"})
    assert "Burn a card first" not in hand.page


@pytest.mark.rule("CAN-15", "CAN-16")
@pytest.mark.parametrize(
    ("kind", "actions", "rule", "told"),
    [
        ("turn_too_early", f"{TO_THE_FLOP} k", "CAN-15", "the river dealt without a burn"),
        ("river_too_early", f"{TO_THE_FLOP} k k k k [8s] k", "CAN-16", "dealt without another burn"),
    ],
)
@each_door
def test_a_card_of_the_board_that_came_too_early_is_out_and_the_ruling_says_how_the_next_comes(
    door: str, kind: str, actions: str, rule: str, told: str
):
    hand = canterbury(door, actions)
    before = hand.view["board"]

    said = ruled(hand, kind)
    hand.play("k k k")

    assert (rule in said, told in said, hand.view["board"]) == (True, True, before)
    assert "Burn a card first" not in hand.page


@pytest.mark.rule("ANG-19")
@each_door
def test_in_lowball_a_hand_with_other_than_five_cards_is_dead(door: str):
    hand = lowball(door)

    said = ruled(hand, "wrong_count", held={2: 4})

    assert ("ANG-19" in said, list(hand.cards)) == (True, [1, 3])


@pytest.mark.rule("ANG-21")
@pytest.mark.parametrize(("card", "kept"), [("5c", True), ("Jk", True), ("6c", False)])
@each_door
def test_in_lowball_a_card_flashed_on_the_deal_is_kept_if_five_or_lower(door: str, card: str, kept: bool):
    hand = lowball(door)

    said = ruled(hand, "exposed", exposed={2: card})

    assert ("ANG-21" in said, f"keeps the {card}" in said) == (True, kept)


@pytest.mark.rule("ANG-22")
@each_door
def test_a_card_flashed_on_the_draw_is_not_kept(door: str):
    hand = lowball(door, "c c k d1 d0 d0")

    said = ruled(hand, "flashed", seat=1, cards="2c")

    assert ("ANG-22" in said, len(hand.cards[1])) == (True, 5)
    hand.play("k k k")
    assert hand.refused("(2c 3c 4c 5c 7d)").status == 422


@pytest.mark.rule("ANG-23")
@pytest.mark.parametrize(("actions", "live"), [("", [1, 2, 3]), ("c c k d1 d0 d0", [1, 3])])
@each_door
def test_a_card_dropped_by_its_player_is_dead_before_the_draw_and_the_hand_after_it(
    door: str, actions: str, live: list[int]
):
    hand = lowball(door, actions)

    said = ruled(hand, "dropped", seat=2, cards="9c")

    assert ("ANG-23" in said, sorted(hand.cards)) == (True, live)


@pytest.mark.rule("ANG-26")
@each_door
def test_one_cut_is_given_and_none_after_an_action(door: str):
    hand, acted = lowball(door), lowball(door, "c")

    said = ruled(hand, "cut")

    assert "ANG-26" in said
    assert refusal_in(hand.rule("cut")).code == "ruling_not_now"
    assert refusal_in(acted.rule("cut")).code == "ruling_not_now"


@pytest.mark.rule("ANG-27")
@pytest.mark.parametrize("how", ["below_table", "mixed"])
@each_door
def test_a_fouled_hand_is_dead_and_its_chips_stay(door: str, how: str):
    hand = lowball(door, "c")

    said = ruled(hand, "fouled", seat=3, how=how)

    assert ("ANG-27" in said, list(hand.cards), hand.view["pot"]) == (True, [1, 2], 5)


@pytest.mark.rule("ANG-28")
@each_door
def test_a_bet_that_does_not_reach_is_made_up_or_given_up(door: str):
    made_up, given_up = lowball(door), lowball(door)

    said = ruled(made_up, "wager", chips=chips_of(made_up, 1))
    ruled(given_up, "forfeit", chips=chips_of(given_up, 1))

    assert ("ANG-28" in said, made_up.view["seats"][2]["bet"]) == (True, 2)
    assert (list(given_up.cards), given_up.view["pot"]) == ([1, 2], 4)


def chips_of(hand: Played, *chips: int) -> object:
    """Chips put out in one motion, as the door takes them."""
    return " ".join(map(str, chips)) if hand.door == "page" else list(chips)


@pytest.mark.rule("CAN-9", "ANG-23")
@pytest.mark.parametrize("kind", ["boxed_in_pack", "off_table"])
@each_door
def test_a_card_of_the_pack_that_was_ruled_out_of_play_is_dealt_to_nobody(door: str, kind: str):
    hand = canterbury(door, "c c")
    nobody = {"seat": OF_PACK} if (door, kind) == ("page", "off_table") else {}
    ruled(hand, kind, cards="Kh", **nobody)
    hand.play("c k")

    flop = hand.refused("[Kh 9c 4d]")
    twice = refusal_in(hand.rule("boxed_in_pack", cards="Kh"))
    hand.play("[Qh 9c 4d] k k k k [8s] k k k k [2h] k k k k")
    shown = hand.refused("(Kh Kd)")

    assert (flop.code, shown.code) == ("duplicate_card", "duplicate_card")
    assert "Kh" in flop.message
    assert twice.code == "not_in_pack"


@pytest.mark.rule("CAN-9")
@each_door
def test_the_ruling_undone_the_card_may_come_again(door: str):
    hand = canterbury(door, "c c c k")
    ruled(hand, "boxed_in_pack", cards="Kh")

    hand.send("move", verb="undo")

    assert hand.play("[Kh 9c 4d]").view["board"] == ["Kh", "9c", "4d"]


@pytest.mark.rule("CAN-11", "ANG-24")
@pytest.mark.parametrize(
    ("exposed", "code", "says"),
    [
        ({1: "As", 2: "As"}, "duplicate_card", "As is named for seat 1 and for seat 2"),
        ({1: "As Ks Qs"}, "no_such_card", "Seat 1 holds 2 cards, and 3 are named"),
    ],
)
@each_door
def test_cards_that_cannot_have_been_exposed_make_no_misdeal(door: str, exposed: dict[int, str], code: str, says: str):
    hand = canterbury(door)

    refused = refusal_in(hand.rule("exposed", exposed=exposed))

    assert (refused.code, says in refused.message) == (code, True)
    assert hand.view["phase"] == "betting"


@pytest.mark.rule("ANG-16", "ANG-23")
@each_door
def test_in_lowball_a_boxed_card_is_dead_and_the_joker_is_no_scrap_of_paper(door: str):
    hand = lowball(door)

    unnamed = refusal_in(hand.rule("boxed_in_hand", seat=1))
    said = ruled(hand, "boxed_in_hand", seat=1, cards="Kh")

    assert (unnamed.code, unnamed.rules) == ("joker_plays", ("ANG-16", "ANG-23"))
    assert "The Kh of seat 1 is dead" in said
    assert "ANG-23" in said


@pytest.mark.rule("ANG-18")
@pytest.mark.parametrize(
    ("house", "game", "code"),
    [("wlia", "holdem", "no_claim_here"), ("angies", "lowball", "claim_before_draw")],
)
@each_door
def test_no_claim_is_limited_where_no_seven_can_have_been_checked(door: str, house: str, game: str, code: str):
    hand = begun(door, house, (200,) * 3 if house == "wlia" else CLUB, game=game)

    refused = refusal_in(hand.send("move", verb="claim", seat=1, chips=0))

    assert (refused.code, refused.rules) == (code, ("ANG-18",))
    while hand.view["phase"] == "betting":
        hand.play("f")
    assert hand.view["phase"] == "over"
