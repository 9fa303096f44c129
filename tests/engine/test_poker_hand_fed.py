"""Hands whose cards are told as a real table deals them, street by street."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.cards import parse_cards
from engine.poker.hand import Hand, Phase
from tests.engine.hand_laws import ENDED, chances, law, played, plays
from tests.engine.hand_playouts import follow
from tests.engine.hands import FIXED_LIMIT, STUD_LIMIT, begin, play, refusal, tell
from tests.engine.playouts import PLAYED
from tests.reference import reference_records

SAMPLE = 40


def fed(game: str = "holdem", players: int = 3, **more) -> Hand:
    return begin(**{"game": game, "deck": None, "stacks": [1000] * players, "stakes": FIXED_LIMIT, **more})


def test_hole_cards_may_stay_unknown_until_they_are_shown():
    hand = fed()
    hand.deal_unknown()
    play(hand, "c c k")
    for street in ("Ks7d2c", "9h", "4s"):
        hand.deal_board(parse_cards(street))
        play(hand, "k k k")
    assert hand.view()["seats"][0]["cards"] == ["??", "??"]

    hand.show(1, parse_cards("KdQd"))
    hand.muck(2)
    hand.show(3, parse_cards("AhAd"))

    assert hand.settle().awards == {3: 30}
    assert hand.hole(1) == parse_cards("KdQd")


@pytest.mark.rule("ANG-10")
def test_a_common_card_is_told_though_a_hand_was_ruled_dead_while_it_was_owed_one():
    hand = fed("seven_stud", stacks=[10] * 3)
    for seat, cards in ((1, "7d8h9d"), (2, "2c3c4h"), (3, "5s6h8s")):
        hand.deal_hole(seat, parse_cards(cards))
    play(hand, "c c")
    for street in ("Td5cJh", "Js6dQs", "Qd7cKs"):
        for seat in hand.seats:
            hand.deal_hole(seat, parse_cards(street[2 * seat - 2 : 2 * seat]))
    hand.floor.kill(3, "left with the cards")

    hand.deal_board(parse_cards("Ah"))

    assert hand.board == parse_cards("Ah")
    assert (hand.phase, hand.live) == (Phase.SHOWDOWN, (1, 2))


def test_a_hand_that_nobody_told_cannot_be_shown_without_its_cards():
    hand = fed(players=2)
    hand.deal_unknown()
    play(hand, "c k")
    for street in ("Ks7d2c", "9h", "4s"):
        hand.deal_board(parse_cards(street))
        play(hand, "k k")

    assert refusal(lambda: hand.show(1), hand).code == "cards_unknown"
    assert refusal(hand.show_down, hand).code == "cards_unknown"
    assert refusal(lambda: hand.show(1, parse_cards("KdQd9d")), hand).code == "wrong_hole_cards"


@pytest.mark.rule("CAN-17")
def test_one_card_shown_is_no_hand():
    hand = fed(players=2)
    hand.deal_unknown()
    play(hand, "c k")
    for street in ("Ks7d2c", "9h", "4s"):
        hand.deal_board(parse_cards(street))
        play(hand, "k k")

    refused = refusal(lambda: hand.show(1, parse_cards("Kd")), hand)

    assert (refused.code, refused.facts["needed"]) == ("wrong_hole_cards", 2)
    assert "CAN-17" in refused.rules


def test_shown_cards_must_be_those_that_were_dealt():
    hand = fed(players=2)
    hand.deal_hole(1, [*parse_cards("Ah"), None])
    hand.deal_hole(2, [None, None])
    play(hand, "c k")
    for street in ("Ks7d2c", "9h", "4s"):
        hand.deal_board(parse_cards(street))
        play(hand, "k k")

    assert refusal(lambda: hand.show(1, parse_cards("KdQd")), hand).code == "other_cards"
    refused = refusal(lambda: hand.show(1, parse_cards("AhKs")), hand)
    assert (refused.code, refused.facts["card"]) == ("duplicate_card", "Ks")
    hand.show(1, parse_cards("QdAh"))


def test_nobody_acts_while_the_hand_waits_for_cards():
    hand = fed()

    assert (hand.phase, hand.turn) == (Phase.DEAL, 1)
    for act in (hand.fold, hand.check, hand.call, lambda: hand.bet_to(20), hand.show_down, lambda: hand.discard(())):
        assert refusal(act, hand).code == "no_turn"


@pytest.mark.parametrize(("cards", "code"), [("KsQs", "too_many_cards"), ("KsQsJsTs", "too_many_cards")])
def test_a_board_of_the_wrong_number_is_refused(cards, code):
    hand = fed()
    hand.deal_unknown()
    play(hand, "c c k")

    refused = refusal(lambda: hand.deal_board(parse_cards(cards)), hand)

    assert (refused.code, refused.facts["owed"]) == (code, 3)


def test_a_board_card_that_somebody_holds_is_refused_by_name():
    hand = fed()
    tell(hand, {1: "KsQs", 2: "????", 3: "????"})
    play(hand, "c c k")

    refused = refusal(lambda: hand.deal_board(parse_cards("Ah2cKs")), hand)

    assert (refused.code, refused.facts["card"]) == ("duplicate_card", "Ks")


def test_cards_that_nobody_waits_for_are_refused():
    hand = fed()
    hand.deal_unknown()

    assert refusal(lambda: hand.deal_hole(1, parse_cards("Ah")), hand).code == "cards_not_due"
    assert refusal(lambda: hand.deal_board(parse_cards("Ah")), hand).code == "cards_not_due"
    assert refusal(hand.deal_unknown, hand).code == "cards_not_due"


def test_no_card_can_be_told_to_a_misdeal_or_to_a_hand_dealt_from_a_deck():
    misdealt = fed()
    misdealt.floor.void("two cards face up")
    assert refusal(misdealt.deal_unknown, misdealt).code == "cards_not_due"
    assert refusal(lambda: misdealt.deal_hole(1, parse_cards("AhKh")), misdealt).code == "cards_not_due"

    drawing = play(begin(game="five_draw", stacks=[1000, 1000]), "c k")
    drawing.discard(drawing.hole(1)[:2])
    assert refusal(lambda: drawing.deal_hole(1, [None, None]), drawing).code == "cards_not_due"


def test_the_cards_of_a_draw_are_told_after_all_have_drawn():
    hand = tell(fed("five_draw", players=2), {1: "AhAdKc7s2c", 2: "??????????"})
    play(hand, "c k")

    hand.discard(parse_cards("Kc7s2c"))
    assert refusal(lambda: hand.deal_hole(1, parse_cards("3c3d3h")), hand).code == "cards_not_due"
    hand.discard([None])
    assert hand.owed_cards == {1: 3, 2: 1}
    hand.deal_hole(1, parse_cards("3c3d3h"))
    hand.deal_hole(2, [None])

    assert (hand.phase, hand.turn) == (Phase.BETTING, 1)
    assert hand.hole(1) == parse_cards("AhAd3c3d3h")


@pytest.mark.rule("ANG-25")
def test_where_draws_are_filled_in_turn_each_is_told_before_the_next_player_draws():
    hand = tell(fed("five_draw", players=2, house="angies"), {1: "??????????", 2: "??????????"})
    play(hand, "c k")

    hand.discard([None] * 5)
    assert hand.owed_cards == {1: 4}
    hand.deal_hole(1, [None] * 4)
    assert (hand.phase, hand.turn) == (Phase.DRAW, 2)
    hand.discard([None])
    hand.deal_hole(2, [None])

    assert hand.owed_cards == {1: 1}
    hand.deal_unknown()
    assert hand.phase is Phase.BETTING


def test_discards_must_be_held():
    hand = tell(fed("five_draw", players=2), {1: "AhAdKc7s2c", 2: "??????????"})
    play(hand, "c k")

    assert refusal(lambda: hand.discard(parse_cards("Qc")), hand).facts["card"] == "Qc"
    assert refusal(lambda: hand.discard([None]), hand).facts["card"] == "??"
    assert refusal(lambda: hand.discard(parse_cards("Ah") * 2), hand).code == "no_such_card"
    assert refusal(lambda: hand.discard([None] * 6), hand).code == "too_many_discards"


@pytest.mark.rule("ANG-5")
def test_told_upcards_decide_who_opens():
    hand = fed("seven_stud", players=2, stakes=STUD_LIMIT)
    tell(hand, {1: "????9h", 2: "????3c"})
    assert (hand.turn, hand.legal.bring_in) == (2, 3)

    play(hand, "b c")
    tell(hand, {1: "????9h4d", 2: "????3c3d"})

    assert hand.turn == 2


@pytest.mark.rule("ANG-10")
def test_a_common_card_is_told_once_for_all_when_the_deck_runs_out():
    hand = fed("seven_stud", players=8)
    pack = [f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"]
    holdings = {seat: "".join(pack[6 * seat - 6 : 6 * seat]) for seat in hand.seats}
    for _ in range(4):
        tell(hand, holdings)
        while hand.phase is Phase.BETTING:
            play(hand, "k" if hand.legal.may_check else "c")
    assert hand.street.name == "seventh street"

    hand.deal_board(parse_cards(pack[50]))

    assert hand.phase is Phase.BETTING
    assert hand.board == parse_cards(pack[50])
    assert {len(hand.hole(seat)) for seat in hand.seats} == {6}


def test_a_card_turned_over_by_mistake_is_replaced_by_one_that_is_told():
    hand = fed(players=2)
    tell(hand, {1: "AhKh", 2: "????"})

    hand.floor.replace_card(1, *parse_cards("Kh"), *parse_cards("2c"))

    assert hand.hole(1) == parse_cards("Ah2c")
    assert hand.dead_cards == parse_cards("Kh")


@pytest.mark.parametrize("game", PLAYED)
def test_a_random_hand_told_card_by_card_is_the_hand_that_was_dealt(game):
    for record in reference_records(f"poker/playouts/{game}.jsonl.gz", sample=SAMPLE):
        followed = follow(record, their_settings=True)
        if followed.is_complete:
            assert_same_when_told(followed.hand, record["id"])


@law(60)
@given(chances, plays)
def test_any_hand_told_card_by_card_is_the_hand_that_was_dealt(rng, play):
    hand = played(rng, play, rulings=False)
    if hand.phase in ENDED:
        assert_same_when_told(hand, hand.to_json())


def assert_same_when_told(dealt: Hand, what: object) -> None:
    """Play the log of a dealt hand again as a fed one, telling each card that it waits for."""
    told = Hand(dealt.setup._replace(deck=None))
    before = Hand(dealt.setup)
    for entry in (*dealt.log, None):
        catch_up(told, before)
        if entry is None:
            break
        name, seat, *given = [*entry, None]
        match name:
            case "bet":
                told.bet_to(given[0])
                before.bet_to(given[0])
            case "discard":
                told.discard(parse_cards(given[0]), seat)
                before.discard(parse_cards(given[0]), seat)
            case "show_down":
                told.show_down()
                before.show_down()
            case _:
                method = {"bring_in": "post_bring_in"}.get(name, name)
                getattr(told, method)(seat)
                getattr(before, method)(seat)
    assert told.settle() == dealt.settle(), what
    assert told.board == dealt.board, what
    assert {seat: sorted(told.hole(seat)) for seat in told.seats} == {
        seat: sorted(dealt.hole(seat)) for seat in dealt.seats
    }, what


def catch_up(told: Hand, dealt: Hand) -> None:
    """Tell a fed hand what the dealt one holds."""
    while told.phase is Phase.DEAL:
        if told.owed_board:
            count = len(told.board)
            told.deal_board(dealt.board[count : count + told.owed_board])
            continue
        for seat, count in told.owed_cards.items():
            held = len(told.hole(seat))
            if held == len(dealt.hole(seat)):
                # A stub too short for a card each gave this one to all.
                told.deal_board(dealt.board[len(told.board) :][:1])
                break
            told.deal_hole(seat, dealt.hole(seat)[held : held + count])
