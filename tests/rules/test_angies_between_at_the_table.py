"""Kills, straddles and the button's choice at tables of a fresh night of Angie's club, by the page and a program."""

from __future__ import annotations

import pytest

from engine.poker.games.catalogue import CHOICES
from tests.factories import make_event
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import Played, at_table, begun, each_door, opening

pytestmark = pytest.mark.django_db

THREE = (40,) * 3


def bets(hand: Played) -> dict[int, int]:
    return {seat["seat"]: seat["bet"] for seat in hand.view["seats"] if seat["bet"]}


def two_in_a_row(door: str, kill: str) -> Played:
    """Seat 2 has won two pots, and the next hand is still to begin: button 2, blinds 3 and 1."""
    hand = begun(door, "angies", THREE, kill=kill).play("f f")
    hand.pay_out()
    hand.start().play("f 4 f").pay_out()
    return hand


@pytest.mark.rule("ANG-32")
@pytest.mark.parametrize(
    ("changes", "is_opened"),
    [
        ({"kill": "half"}, True),
        ({"kill": "full"}, True),
        ({"kill": "half", "limit": "limit-1-3-1-6"}, True),
        ({"kill": "half", "limit": "", "small_blind": 1, "big_blind": 2, "structure": "no_limit"}, False),
        ({"kill": "full", "limit": "", "small_blind": 1, "big_blind": 2, "structure": "pot_limit"}, False),
    ],
)
@each_door
def test_any_limit_but_pot_and_no_limit_is_played_with_a_kill(door: str, changes: dict[str, object], is_opened: bool):
    answer = opening(door, make_event("angies"), **changes)

    assert (answer.status_code in (201, 302)) is is_opened
    assert is_opened or "A kill goes with fixed or spread limit" in answer.content.decode()


@pytest.mark.rule("ANG-33", "ANG-34")
@pytest.mark.parametrize(("kill", "kill_blind", "raised"), [("half", 3, 6), ("full", 4, 8)])
@each_door
def test_two_pots_in_a_row_raise_the_next_hand_and_the_holder_pays_the_kill_blind(
    door: str, kill: str, kill_blind: int, raised: int
):
    hand = begun(door, "angies", THREE, kill=kill).play("f f")
    hand.pay_out()
    after_one = hand.start().offer.totals
    hand.play("f 4 f").pay_out()
    hand.start()

    assert after_one == (4,)
    assert bets(hand)[2] == kill_blind
    assert hand.offer.totals == (raised,)


@pytest.mark.rule("ANG-34")
@each_door
def test_the_holder_of_the_kill_button_cannot_sit_out_before_the_kill_blind_is_paid(door: str):
    hand = two_in_a_row(door, "half")

    refused = refusal_in(hand.press_between("sit-out", 2))

    assert (refused.code, refused.rules) == ("kill_blind_due", ("ANG-34",))


@pytest.mark.rule("ANG-34")
@each_door
def test_whoever_leaves_before_the_kill_blind_is_paid_comes_back_to_it_or_after_the_hand(door: str):
    hand = two_in_a_row(door, "full")
    holder, chips = hand.table.seats.get(number=2).player, hand.stacks[2]
    hand.leave(2)

    def back(seat: int, chips: int):
        return hand.send_to_seat("sit", seat, player=holder.code, chips=chips)

    refused = refusal_in(back(4, chips))
    assert (refused.code, refused.rules) == ("kill_blind_due", ("ANG-34",))
    assert back(2, 40).status_code in (201, 302)
    assert refusal_in(hand.press_between("sit-out", 2)).code == "kill_blind_due"
    hand.start()
    assert (bets(hand)[2], hand.offer.totals) == (4, (8,))


@pytest.mark.rule("ANG-34", "ANG-35")
@each_door
def test_whoever_left_with_the_kill_sits_down_freely_once_a_hand_was_played_without_them(door: str):
    hand = two_in_a_row(door, "full")
    holder, chips = hand.table.seats.get(number=2).player, hand.stacks[2]
    hand.leave(2)
    hand.start()
    assert hand.offer.totals == (4,)
    during = hand.send_to_seat("sit", 2, player=holder.code, chips=chips)
    assert refusal_in(during).code == "kill_blind_due"
    hand.play("f").pay_out()

    assert hand.send_to_seat("sit", 4, player=holder.code, chips=chips).status_code in (201, 302)


@pytest.mark.rule("ANG-35")
@each_door
def test_a_holder_who_folds_gives_the_button_back_and_the_stakes_fall(door: str):
    hand = two_in_a_row(door, "half").start()
    folded = {2: "f", 1: "f"}
    while hand.view["phase"] == "betting":
        hand.play(folded.get(hand.offer.seat, "c"))
    hand.pay_out()

    assert hand.start().offer.totals == (4,)


@pytest.mark.rule("ANG-35")
@each_door
def test_a_split_pot_neither_gives_the_button_back_nor_takes_it(door: str):
    hand = two_in_a_row(door, "half").start()
    hand.round()
    for board in ("[As Ks Qs]", "[Js]", "[Ts]"):
        hand.play(board).round()
    cards = {1: "2c 2d", 2: "3c 3d", 3: "4c 4d"}
    while "show" in hand.offer.verbs:
        hand.play(f"({cards[hand.offer.seat]})")
    hand.pay_out()

    assert hand.start().offer.totals == (6,)


@pytest.mark.rule("ANG-30")
@each_door
def test_the_button_picks_the_game_of_its_hand_and_moves_on(door: str):
    hand = at_table(door, "angies", THREE, game="dealers_choice")
    hand.give_button(3)

    unnamed = hand.send_to_table("start", "play/", {"number": 1})
    first = hand.start(game="omaha").view
    hand.play("f f").pay_out()
    second = hand.start(game="razz").view

    assert unnamed.status_code in (400, 422)
    assert [(view["game"], view["button"]) for view in (first, second)] == [("omaha", 3), ("razz", 1)]


@pytest.mark.rule("ANG-30")
@each_door
def test_stud_choice_is_between_the_three_seven_card_stud_games(door: str):
    hand = at_table(door, "angies", THREE, game="stud_choice")
    hand.give_button(3)

    refused = hand.send_to_table("start", "play/", {"number": 1, "game": "holdem"})

    assert refused.status_code in (400, 422)
    assert [game.key for game in CHOICES["stud_choice"].games] == ["seven_stud", "seven_stud_hilo", "razz"]
    for game in ("seven_stud", "seven_stud_hilo", "razz"):
        assert hand.start(game=game).view["game"] == game
        hand.call_off()


@pytest.mark.rule("ANG-20")
@each_door
def test_a_straddle_in_lowball_doubles_the_blind_and_is_at_most_half_of_ones_chips(door: str):
    hand = at_table(door, "angies", (40, 40, 40, 7, 40), game="lowball")
    hand.give_button(1)

    too_much = refusal_in(hand.send_to_table("start", "play/", hand.straddled(4)))
    hand.leave(4)
    hand.sit(4, 8)
    hand.send_to_table("start", "play/", hand.straddled(4))

    assert (too_much.code, too_much.rules) == ("straddle_too_large", ("ANG-20",))
    assert bets(hand)[4] == 4


@pytest.mark.rule("ANG-20")
def test_in_the_other_games_the_club_takes_no_straddle():
    hand = at_table("api", "angies", (40,) * 4)
    hand.give_button(4)

    refused = refusal_in(hand.send_to_table("start", "play/", hand.straddled(3)))

    assert (refused.code, "ANG-20" in refused.rules) == ("no_straddles", True)
    assert "Straddles" not in hand.page
