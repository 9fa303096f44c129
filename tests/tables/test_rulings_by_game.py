"""A club's lowball rulings stand in lowball; its other games are ruled on as the nearest house does."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from eventnight.core.errors import UserFacingError
from tables.selectors import plan_ruling, rulings_taken, the_play
from tables.selectors.ruling_kinds import KINDS
from tests.tables.playing import do
from tests.tables.ruled import a_lowball, in_house, offered, plan, rule, to_the_draw, told

pytestmark = pytest.mark.django_db


@pytest.mark.rule("ANG-19", "CAN-12")
def test_at_angies_a_wrong_count_is_a_dead_hand_in_lowball_and_a_misdeal_in_holdem():
    lowball, holdem = in_house("angies", game="lowball"), in_house("angies")

    dead = rule(lowball, "wrong_count", held={2: 4})
    misdeal = rule(holdem, "wrong_count", held={2: 3})

    assert (rulings_taken(dead.hand)[0].rules, dead.phase, dead.hand.live) == (("ANG-19",), "betting", (3, 1))
    assert (rulings_taken(misdeal.hand)[0].rules, misdeal.phase) == (("CAN-12",), "void")


@pytest.mark.rule("ANG-19", "CAN-12")
def test_at_angies_a_wrong_count_in_holdem_kills_the_hand_once_two_have_acted():
    table = in_house("angies")
    do(table, "call")
    do(table, "call")

    play = rule(table, "wrong_count", held={2: 3})

    assert rulings_taken(play.hand)[0].rules == ("CAN-12",)
    assert (play.phase, play.hand.live) == ("betting", (3, 1))


@pytest.mark.rule("ANG-19", "ANG-21", "ANG-23", "CAN-9", "CAN-11", "CAN-12")
@pytest.mark.parametrize(
    ("game", "house", "rules"),
    [
        ("lowball", "angies", (("ANG-19", "ANG-24"), ("ANG-21", "ANG-24"), ("ANG-23",))),
        ("holdem", "angies", (("CAN-12",), ("CAN-11",), ("ANG-23", "CAN-9"))),
        ("five_draw", "angies", (("CAN-12",), ("CAN-11",), ("ANG-23", "CAN-9"))),
        ("holdem", "canterbury", (("CAN-12",), ("CAN-11",), ("ANG-23", "CAN-9"))),
        ("lowball", "canterbury", (("CAN-12",), ("CAN-11",), ("ANG-23",))),
    ],
)
def test_the_desk_names_the_rules_that_decide_in_this_game_of_this_house(game, house, rules):
    hand = the_play(in_house(house, game=game)).hand

    assert tuple(KINDS[key].rules(hand) for key in ("wrong_count", "exposed", "off_table")) == rules


@pytest.mark.rule("ANG-23")
def test_a_card_that_left_the_table_on_the_deal_is_dead_and_another_comes():
    table = a_lowball()

    play = rule(table, "off_table", seat=2, cards="Kh")

    assert rulings_taken(play.hand)[0].code == "dead_card"
    assert play.hand.dead_cards == parse_cards("Kh")
    assert play.hand.hole(2) == (None,) * 5


@pytest.mark.rule("ANG-23")
def test_a_card_that_left_the_table_in_a_draw_comes_again_when_all_have_drawn():
    table = a_lowball()
    to_the_draw(table)
    first = the_play(table).hand.turn
    do(table, "discard", count=1)

    play = rule(table, "off_table", seat=first, cards="Kh")

    assert (len(play.hand.hole(first)), play.hand.dead_cards) == (4, parse_cards("Kh"))
    for _ in "ab":
        play = do(table, "discard", count=0)
    assert (play.phase, len(play.hand.hole(first))) == ("betting", 5)


@pytest.mark.rule("ANG-23")
def test_a_card_off_the_pack_is_dead_and_one_in_the_hand_is_not_of_the_pack():
    table = in_house("angies")

    shown = plan(table, "off_table", cards="Kh")
    rule(table, "off_table", seat=2, cards="2c")
    with pytest.raises(UserFacingError) as refused:
        plan(table, "off_table", cards="2c")

    assert (shown.ruling.code, shown.ruling.changes) == ("dead_card", (("out", "Kh"),))
    assert refused.value.code == "not_in_pack"


@pytest.mark.rule("ANG-23")
def test_whoever_has_acted_dropped_the_card_and_gets_no_other():
    table = in_house("angies")
    seat = the_play(table).hand.turn
    do(table, "call")

    with pytest.raises(RuleError) as refused:
        plan(table, "off_table", seat=seat, cards="Kh")

    assert (refused.value.code, refused.value.facts) == ("deal_over", {"seat": seat})


def test_a_card_leaves_the_table_while_cards_come_or_bets_are_made_and_not_at_the_showdown():
    table = in_house("wlia")
    assert "off_table" in offered(table)

    hand = the_play(table).hand.copy()
    while hand.phase.name != "SHOWDOWN":
        if hand.owed_board:
            hand.deal_board(parse_cards(["Kh9c4d", "8s", "2h"][hand.street_number - 1]))
        elif hand.legal.to_call:
            hand.call()
        else:
            hand.check()

    with pytest.raises(UserFacingError) as refused:
        plan_ruling(hand, told("off_table", cards="As"), seed="")
    assert refused.value.code == "ruling_not_now"
