"""Rulings of the floor on hands whose cards nobody records: what is said and what changes."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from eventnight.core.errors import Conflict, UserFacingError
from tables import services
from tables.selectors import kinds_now, play_of, rulings_taken, the_play
from tests.tables.evening import by_staff, stacks
from tests.tables.playing import a_table, board, do, start
from tests.tables.ruled import a_lowball, at_the_flop, in_house, log, offered, plan, rule, to_the_draw

pytestmark = pytest.mark.django_db


@pytest.mark.rule("CAN-12")
def test_a_wrong_number_of_cards_before_two_have_acted_is_a_misdeal_and_every_chip_goes_back():
    table = a_table()
    start(table)
    do(table, "bet", to=20)

    shown = plan(table, "wrong_count", held={2: 3})
    play = rule(table, "wrong_count", held={2: 3})

    assert (shown.ruling.code, shown.ruling.rules) == ("misdeal", ("CAN-12",))
    assert [(each.title, each.text) for each in shown.effects] == [
        ("The hand is void", "Chips go back: seat 1 20, seat 2 5, seat 3 10.")
    ]
    assert (play.phase, play.hand.stacks) == ("void", {2: 500, 3: 500, 1: 500})
    services.call_off(table=table, version=play.version, reason="misdeal", **by_staff())
    assert (play_of(table), stacks(table)[1]) == (None, 500)


@pytest.mark.rule("CAN-12")
def test_once_two_have_acted_the_hand_is_dead_and_its_chips_stay():
    table = a_table()
    start(table)
    do(table, "call")
    do(table, "call")

    shown = plan(table, "wrong_count", held={2: 3})
    play = rule(table, "wrong_count", held={2: 3})

    assert [(each.title, each.text, each.lost) for each in shown.effects] == [
        ("Seat 2 is out of the hand", "The 10 it has put in stay in the pot.", True)
    ]
    assert (play.hand.live, play.hand.pot) == ((3, 1), 30)


@pytest.mark.rule("CAN-11")
def test_the_card_exposed_on_the_deal_is_gone_and_nobody_else_can_have_it():
    table = a_table()
    start(table)

    shown = plan(table, "exposed", exposed={2: "Kh"})
    play = rule(table, "exposed", exposed={2: "Kh"})

    assert shown.ruling.code == "card_exchanged"
    assert shown.effects[0].text == "The Kh is out of play. Another card comes in its place."
    assert (play.hand.hole(2), play.hand.dead_cards) == ((None, None), parse_cards("Kh"))
    for verb in ("call", "call", "check"):
        do(table, verb)
    with pytest.raises(RuleError) as refused:
        board(table, "Kh 9c 4d")
    assert refused.value.code == "duplicate_card"


@pytest.mark.rule("CAN-11")
def test_two_cards_exposed_on_the_deal_are_a_misdeal():
    table = a_table()
    start(table)

    assert plan(table, "exposed", exposed={2: "Kh", 3: "2c"}).ruling.code == "misdeal"
    assert plan(table, "exposed", exposed={2: "Kh 2c"}).ruling.code == "misdeal"


@pytest.mark.rule("ANG-21")
def test_in_lowball_a_five_flashed_on_the_deal_is_kept_and_is_known_from_then_on():
    table = a_lowball()

    play = rule(table, "exposed", exposed={2: "5h"})

    assert rulings_taken(play.hand)[0].code == "card_kept"
    assert parse_cards("5h")[0] in play.hand.hole(2)
    assert plan(table, "exposed", exposed={3: "6h"}).ruling.code == "card_replaced"


@pytest.mark.rule("ANG-21")
def test_an_upcard_cannot_be_exposed():
    table = a_table(game="seven_stud")
    start(table)
    do(table, "deal", holes={seat: parse_cards(card) for seat, card in ((1, "2c"), (2, "9h"), (3, "Kd"))})

    with pytest.raises(UserFacingError) as refused:
        plan(table, "exposed", exposed={2: "9h"})

    assert refused.value.code == "card_is_up"


@pytest.mark.rule("ANG-22")
def test_a_card_flashed_on_the_draw_is_replaced_after_the_last_has_drawn():
    table = a_lowball()
    to_the_draw(table)
    first = the_play(table).hand.turn
    do(table, "discard", count=1)

    assert [
        seat
        for kind in kinds_now(the_play(table).hand)
        if kind.key == "flashed"
        for seat in kind.seats(the_play(table).hand)
    ] == [first]
    play = rule(table, "flashed", seat=first, cards="Kh")

    assert len(play.hand.hole(first)) == 4
    for _ in "ab":
        play = do(table, "discard", count=0)
    assert (play.phase, len(play.hand.hole(first)), play.hand.dead_cards) == ("betting", 5, parse_cards("Kh"))


@pytest.mark.rule("ANG-23")
def test_a_card_dropped_before_the_draw_comes_again_after_it_and_dropped_afterwards_it_kills_the_hand():
    table = a_lowball()

    early = rule(table, "dropped", seat=2, cards="Kh")
    assert (early.hand.hole(2), rulings_taken(early.hand)[0].code) == ((None,) * 4, "dead_card")
    to_the_draw(table)
    seats = [the_play(table).hand.turn]
    do(table, "discard", count=1)
    late = plan(table, "dropped", seat=seats[0], cards="Qc")

    assert late.ruling.code == "dead_hand"
    assert late.effects[0].title == f"Seat {seats[0]} is out of the hand"


@pytest.mark.rule("CAN-9")
def test_a_boxed_card_in_the_pack_is_out_of_play_and_a_joker_changes_nothing_that_is_recorded():
    table = at_the_flop()

    shown = plan(table, "boxed_in_pack", cards="2s")
    with pytest.raises(UserFacingError) as refused:
        plan(table, "boxed_in_pack", cards="9c")

    joker = plan(table, "boxed_in_pack", cards="Jk")

    assert (shown.ruling.changes, shown.effects[0].title) == ((("out", "2s"),), "The 2s is out of play")
    assert joker.ruling.says.startswith("The joker does not belong")
    assert (joker.ruling.changes, joker.effects[0].title) == ((), "Nothing changes in the hand as it is recorded")
    assert refused.value.code == "not_in_pack"


@pytest.mark.rule("CAN-9", "CAN-10")
def test_a_joker_is_a_scrap_of_paper_until_its_player_has_acted():
    table = a_table()
    start(table)
    before = plan(table, "boxed_in_hand", seat=1, cards="Jk")
    do(table, "call")

    after = plan(table, "boxed_in_hand", seat=1)

    assert (before.ruling.code, before.ruling.rules) == ("scrap_of_paper", ("CAN-9",))
    assert (after.ruling.code, after.ruling.rules) == ("foul_hand", ("CAN-10",))


@pytest.mark.rule("CAN-9")
def test_a_boxed_upcard_is_replaced_by_one_that_is_told():
    table = a_table(game="seven_stud")
    start(table)
    do(table, "deal", holes={seat: parse_cards(card) for seat, card in ((1, "2c"), (2, "9h"), (3, "Kd"))})

    with pytest.raises(RuleError) as refused:
        plan(table, "boxed_in_hand", seat=2, cards="9h")
    play = rule(table, "boxed_in_hand", seat=2, cards="9h", new="Tc")

    assert refused.value.code == "upcard_unknown"
    assert (play.hand.upcards(2), play.hand.dead_cards) == (parse_cards("Tc"), parse_cards("9h"))


@pytest.mark.rule("CAN-13")
def test_a_flop_with_too_many_cards_is_told_again_and_may_hold_the_same_cards():
    table = at_the_flop()

    with pytest.raises(RuleError) as refused:
        plan(table, "flop_too_many")
    play = rule(table, "flop_too_many", new="Kh 2s 2d")

    assert "3 cards are dealt again, not 0" in refused.value.message
    assert (play.hand.board, play.phase) == (parse_cards("Kh 2s 2d"), "betting")
    do(table, "check")
    assert "flop_too_many" not in offered(table)


@pytest.mark.rule("CAN-13")
def test_a_flop_found_wrong_before_it_is_told_is_told_in_its_turn():
    table = a_table()
    start(table)
    for verb in ("call", "call", "check"):
        do(table, verb)

    play = rule(table, "flop_too_many")

    assert (play.phase, play.hand.owed_board, rulings_taken(play.hand)[0].rules) == ("deal", 3, ("CAN-13",))


@pytest.mark.rule("CAN-14", "CAN-15", "CAN-16")
@pytest.mark.parametrize(
    ("kind", "dealt", "rule_id"),
    [
        ("flop_too_early", (), "CAN-14"),
        ("turn_too_early", ("Kh 9c 4d",), "CAN-15"),
        ("river_too_early", ("Kh 9c 4d", "8s"), "CAN-16"),
    ],
)
def test_a_board_card_that_came_too_early_is_dealt_after_the_betting(kind, dealt, rule_id):
    table = a_table()
    start(table)
    for cards in dealt:
        while the_play(table).phase == "betting":
            do(table, "call" if the_play(table).legal.to_call else "check")
        board(table, cards)

    play = rule(table, kind)

    assert (play.phase, rulings_taken(play.hand)[0].rules) == ("betting", (rule_id,))
    assert offered(table) & {"flop_too_early", "turn_too_early", "river_too_early"} == {kind}


@pytest.mark.rule("ANG-26")
def test_one_cut_a_hand_and_none_after_somebody_has_acted():
    table = in_house("angies")

    rule(table, "cut")

    assert "cut" not in offered(table)
    do(table, "undo")
    do(table, "call")
    with pytest.raises(Conflict) as refused:
        rule(table, "cut")
    assert (refused.value.code, refused.value.rules) == ("ruling_not_now", ("ANG-26",))


@pytest.mark.rule("ANG-27")
def test_a_fouled_hand_is_dead():
    table = a_table()
    start(table)

    play = rule(table, "fouled", seat=3, how="mixed")

    assert (play.hand.live, play.hand.pot) == ((2, 1), 15)


@pytest.mark.rule("CAN-6", "CAN-7", "CAN-8", "ANG-28")
@pytest.mark.parametrize(
    ("facts", "code", "line"),
    [
        ({"chips": (50,)}, "one_chip_call", ["call", 1]),
        ({"chips": (5, 5), "added": 20}, "call", ["call", 1]),
        ({"chips": (10, 10)}, "raise", ["bet", 1, 20]),
        ({"chips": (5,), "declared_raise": True}, "declared_raise", ["bet", 1, 20]),
        ({"chips": (25,), "raise_to": 20}, "declared_raise", ["bet", 1, 20]),
        ({"chips": (5,)}, "insufficient_bet", ["call", 1]),
    ],
)
def test_chips_without_a_clear_word_are_read_and_played(facts, code, line):
    table = in_house("canterbury", structure="fixed_limit")

    rule(table, "wager", **facts)

    assert [entry[:2] for entry in log(table) if entry[0] == "note"] == [["note", code]]
    assert log(table)[-1] == line


@pytest.mark.rule("CAN-7", "CAN-8")
@pytest.mark.parametrize("chip", [15, 25])
def test_a_total_that_is_told_as_one_chip_is_refused_where_the_night_has_no_such_chip(chip):
    table = in_house("canterbury", structure="fixed_limit")

    with pytest.raises(UserFacingError) as refused:
        rule(table, "wager", chips=(chip,))
    rule(table, "wager", chips=(5, 10))

    assert (refused.value.code, refused.value.rules) == ("no_such_chip", ("CAN-8",))
    assert f"No chip of the night is worth {chip}." in refused.value.message
    assert "of 5, 10, 20, 50" in refused.value.message
    assert log(table)[-1] == ["bet", 1, 20]


@pytest.mark.rule("ANG-28")
def test_chips_that_do_not_reach_are_forfeited_and_stay():
    table = a_table()
    start(table)

    shown = plan(table, "forfeit", chips=(5,))
    play = rule(table, "forfeit", chips=(5,))

    assert [each.title for each in shown.effects] == ["Seat 1 is out of the hand", "Then it is the turn of seat 2"]
    assert (play.hand.live, play.hand.contributed[1]) == ((2, 3), 5)
