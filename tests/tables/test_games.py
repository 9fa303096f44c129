"""Settling a hand of every game: its number of cards, its halves, its board, and the claim that lowball limits."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from engine.poker.games.catalogue import CHOICES, GAMES
from eventnight.core.errors import BadRequest, UserFacingError
from tables import services
from tables.models import Table
from tables.selectors import plan_hand
from tables.stakes import stakes_text
from tests.factories import make_event
from tests.tables.evening import BOARD, by_staff, hand_of, open_table, put_in, seat_people, stacks

pytestmark = pytest.mark.django_db


def club_table(game: str, **facts: Any) -> Table:
    """Three players with 40 each at the club's 2-4."""
    stakes = {"small_blind": 1, "big_blind": 2, "limit": "limit-2-4"}
    table = open_table(make_event(house="angies"), game=game, **{**stakes, **facts})
    seat_people(table, {1: 40, 2: 40, 3: 40})
    return table


def settle(table: Table, *seats: Any, **more: Any):
    """The first hand."""
    return services.settle_hand(table=table, number=1, end=hand_of(*seats, **more), **by_staff()).hand


@pytest.mark.rule("ANG-1", "ANG-2", "ANG-4", "ANG-9", "ANG-12", "ANG-13", "ANG-15")
@pytest.mark.parametrize(
    ("game", "board", "winner", "loser"),
    [
        ("holdem", BOARD, "Ks 9d", "As Ad"),
        ("omaha", "6c 8c 6d 3h 6s", "Kh Kd 7h Jh", "Tc 5c Qc Ah"),
        ("seven_stud", "", "As Ad Kc Kd 2h 7c 9d", "Qs Qd Jc Jd 2c 7d 9h"),
        ("razz", "", "As 2d 3c 4d 6h Kc Kd", "Ah 2c 3d 5d 6c Qc Qd"),
        ("five_stud", "", "As Ad Kc 7d 2h", "Ks Kd Qc Jd 2c"),
        ("five_draw", "", "As Ad Kc 7d 2h", "Ks Kd Ac Qd 2c"),
        ("lowball", "", "As 2d 3c 4d 6h", "Ah 2c 3d 5d 6c"),
        ("lowball", "", "Jk 2d 3c 4d 6h", "2c 2h 3d 4c 6c"),
        ("lowball_without_bug", "", "As 2d 3c 4d 6h", "Ah 2c 3d 5d 6c"),
    ],
)
def test_the_better_hand_of_each_game_takes_the_pot(game, board, winner, loser):
    table = club_table(game)

    settle(table, put_in(1, 10, winner), put_in(2, 10, loser), put_in(3, 2, folded=True), board=board)

    assert (stacks(table)[1], stacks(table)[2], stacks(table)[3]) == (52, 30, 38)


@pytest.mark.rule("ANG-3", "ANG-8", "ANG-11", "ANG-14", "ANG-29")
@pytest.mark.parametrize(
    ("game", "board", "high", "low"),
    [
        ("omaha_hilo", "Ks Kd 4c 6h 8s", "Kc Qd Jh Tc", "As 2d 9h 9c"),
        ("seven_stud_hilo", "", "Ks Kd Kc Qd Qh Jc 9d", "As 2d 4c 6h 8s Jd Jh"),
        ("five_draw_hilo", "", "Ks Kd Kc Qd Qh", "As 2d 4c 6h 8s"),
        ("option_alley", "", "Ks Kd Kc Qd Qh", "As 2d 4c 6h Ts"),
    ],
)
def test_high_and_low_split_and_the_high_half_has_the_odd_chip(game, board, high, low):
    table = club_table(game)

    hand = settle(table, put_in(1, 10, high), put_in(2, 10, low), put_in(3, 1, folded=True), board=board)

    assert (stacks(table)[1], stacks(table)[2]) == (41, 40)
    (pot,) = hand.result["pots"]
    assert [(half["name"], half["chips"], half["shares"]) for half in pot["halves"]] == [
        ("high", 11, {"1": 11}),
        ("low", 10, {"2": 10}),
    ]
    assert pot["why"].startswith("High half, 11: Seat 1 wins with ")


@pytest.mark.rule("ANG-3")
def test_without_a_low_the_high_hand_takes_it_all():
    table = club_table("omaha_hilo")

    hand = settle(
        table,
        put_in(1, 10, "Kc Qd Jh Tc"),
        put_in(2, 10, "As 2d 9h 9c"),
        put_in(3, 0, folded=True),
        board="Ks Kd Qc 6h 8s",
    )

    assert (stacks(table)[1], hand.result["pots"][0]["halves"]) == (50, [])
    assert hand.result["pots"][0]["why"].startswith("Nobody in it shows a low")


@pytest.mark.parametrize(
    ("game", "cards", "code"),
    [
        ("seven_stud", "As Ad Kc Kd 2h", "wrong_hole_cards"),
        ("five_draw", "As Ad Kc Kd", "wrong_hole_cards"),
        ("omaha", "As Ad", "wrong_hole_cards"),
        ("five_draw", "Jk Ad Kc Kd 2h", "card_not_in_game"),
        ("lowball_without_bug", "Jk 2d 3c 4d 6h", "card_not_in_game"),
    ],
)
def test_cards_that_the_game_does_not_have_are_refused(game, cards, code):
    table = club_table(game)
    others = {"seven_stud": "Qs Qd Jc Jd 2c 7d 9h", "omaha": "Qs Qd Jc Jd"}.get(game, "Qs Qh Jc Jd 2c")

    with pytest.raises(RuleError) as refused:
        settle(table, put_in(1, 10, cards), put_in(2, 10, others), board=BOARD if game == "omaha" else "")

    assert refused.value.code == code


@pytest.mark.rule("ANG-10")
def test_a_stud_hand_with_one_common_card_is_settled_on_it():
    table = club_table("seven_stud")

    settle(table, put_in(1, 10, "As Ad Kc Kd 2h 7c"), put_in(2, 10, "Qs Qd Jc Jd 2c 7d"), board="Qc")

    assert stacks(table)[2] == 50


@pytest.mark.rule("ANG-18")
def test_who_checks_a_seven_after_the_draw_wins_only_what_was_in_before_it():
    table = club_table("lowball")
    seven, eight = "7c 5d 4c 2s As", "8c 6d 4h 3s 2c"

    settle(table, put_in(1, 10, seven)._replace(claim=4), put_in(2, 10, eight), put_in(3, 4, folded=True))

    assert (stacks(table)[1], stacks(table)[2]) == (40 - 10 + 12, 40 - 10 + 12)


@pytest.mark.rule("ANG-18")
@pytest.mark.parametrize("overrides", [{"good_low_must_bet": False}, {}])
def test_a_claim_is_limited_only_where_a_seven_must_be_bet(overrides):
    table = club_table("lowball" if overrides else "five_draw", overrides=overrides)

    with pytest.raises(UserFacingError) as refused:
        settle(table, put_in(1, 10, "7c 5d 4c 2s As")._replace(claim=4), put_in(2, 10, "8c 6d 4h 3s 2c"))

    assert (refused.value.code, refused.value.rules) == ("no_claim_here", ("ANG-18",))


@pytest.mark.rule("ANG-30")
@pytest.mark.parametrize("choice", CHOICES)
def test_at_a_table_with_a_choice_every_hand_says_what_was_dealt(choice):
    table = club_table(choice)
    seats = (put_in(1, 10), put_in(2, 5, folded=True), put_in(3, 0, folded=True))

    with pytest.raises(BadRequest) as missing:
        plan_hand(table, hand_of(*seats))
    with pytest.raises(UserFacingError) as refused:
        plan_hand(table, hand_of(*seats, game="lowball"))
    hand = settle(table, *seats, game="razz")

    assert (missing.value.code, refused.value.code) == ("game_not_chosen", "game_not_offered")
    assert (hand.game, hand.game_name) == ("razz", GAMES["razz"].name)


@pytest.mark.rule("STD-8")
def test_a_table_may_give_all_odd_chips_to_one_player():
    table = club_table("holdem", overrides={"odd_chips": "all_to_first"})
    tie = [put_in(seat, 10, cards) for seat, cards in ((1, "3c 5d"), (2, "3d 5h"), (3, "3s 5s"))]
    rest = hand_of(*tie, board="As Ks Qd Jd Tc", button=1)

    seat_people(table, {4: 40})
    services.settle_hand(
        table=table, number=1, end=hand_of(*rest.seats, put_in(4, 2, folded=True), board="As Ks Qd Jd Tc"), **by_staff()
    )

    assert (stacks(table)[1], stacks(table)[2], stacks(table)[3]) == (40, 42, 40)


@pytest.mark.parametrize(
    ("overrides", "code"),
    [
        ({"raises": 3}, "unknown_setting"),
        ({"button": "backwards"}, "bad_setting"),
        ({"raises_per_round": -1}, "bad_setting"),
    ],
)
def test_settings_that_no_house_has_are_refused_when_the_table_opens(overrides, code):
    with pytest.raises(RuleError) as refused:
        open_table(make_event(), overrides=overrides)

    assert refused.value.code == code


@pytest.mark.rule("ANG-31", "WLIA-5")
@pytest.mark.parametrize(
    ("house", "facts", "words"),
    [
        ("wlia", {}, "5/10 pot limit, 100 a bet"),
        ("wlia", {"structure": "fixed_limit"}, "10-10 limit, blinds 5/10"),
        ("wlia", {"structure": "pot_limit", "ceiling": 0}, "5/10 pot limit"),
        ("angies", {"small_blind": 1, "big_blind": 2, "limit": "limit-2-4"}, "2-4 limit, blinds 1/2"),
        ("angies", {"small_blind": 1, "big_blind": 2, "limit": "limit-2-4-2-8"}, "2-4/2-8 spread limit, blinds 1/2"),
        ("angies", {"small_blind": 5, "big_blind": 10}, "10-20 limit, blinds 5/10"),
        ("angies", {"small_blind": 1, "big_blind": 2, "structure": "pot_limit"}, "1/2 pot limit"),
        ("standard", {"small_blind": 5, "big_blind": 10, "ante": 5}, "5/10 no limit, ante 5"),
    ],
)
def test_a_table_plays_for_what_its_house_posts_unless_told_otherwise(house, facts, words):
    table = open_table(make_event(house="angies" if house == "angies" else "wlia"), house=house, **facts)

    assert stakes_text(table.stakes) == words


def test_a_spread_without_its_ranges_cannot_be_opened():
    with pytest.raises(RuleError) as refused:
        open_table(make_event(), structure="spread_limit")

    assert refused.value.code == "stakes"


@pytest.mark.rule("ANG-32")
@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"kill": "half", "small_blind": 1, "big_blind": 2, "structure": "no_limit"}, "kill_needs_limits"),
        ({"kill": "full", "house": "wlia", "structure": "fixed_limit"}, "kill_not_offered"),
    ],
)
def test_a_kill_goes_with_limits_where_the_house_offers_it(facts, code):
    with pytest.raises(RuleError) as refused:
        open_table(make_event(house="angies"), **facts)

    assert refused.value.code == code
