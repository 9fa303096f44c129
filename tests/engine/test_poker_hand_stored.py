"""A hand as JSON: resumed as it was, undone to any action, refused where it is not a hand."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand
from engine.poker.hand.stored import read_stakes, stakes_json
from engine.poker.house.catalogue import HOUSES
from engine.poker.stakes import AnteBy, Stakes, Structure
from tests.engine.hands import NO_LIMIT, begin, finish, play, refusal

TOO_LARGE = int("9" * 4300)
POSTS = ForcedBets(
    antes={},
    antes_are_dead=False,
    blinds={1: 5, 2: 10},
    dead={},
    last_blind=2,
    price=10,
    raise_size=10,
    bets_counted=1,
)


def stored(hand: Hand | None = None, **changes: object) -> dict[str, object]:
    return {**json.loads(json.dumps((hand or begin()).to_json())), **changes}


def test_a_stored_hand_is_played_on_from_where_it_stood():
    hand = play(begin(), "c c k k")

    again = Hand.from_json(stored(hand))

    assert again.turn == 2
    assert finish(again) == finish(hand)


def test_a_hand_that_nobody_posted_for_is_resumed_as_it_was():
    posts = POSTS._replace(blinds={}, last_blind=None, price=0, raise_size=0, bets_counted=0)
    hand = play(begin(forced=posts), "k 30 c")

    again = Hand.from_json(stored(hand))

    assert (again.setup.forced, again.view()) == (posts, hand.view())


def test_actions_are_undone_one_by_one_or_down_to_a_number():
    hand = play(begin(), "c c k 10")
    assert len(hand.log) == 4

    hand.undo()
    assert (hand.street.name, hand.turn, hand.bets[1]) == ("flop", 1, 0)
    hand.undo(to=1)
    assert hand.log == (("call", 3),)
    hand.undo(to=0)

    assert hand.view() == begin().view()
    assert refusal(hand.undo, hand).code == "nothing_to_undo"


def test_undo_goes_only_where_the_hand_has_been():
    hand = play(begin(), "c c")

    for to in (-1, 3, 10**9):
        assert refusal(lambda to=to: hand.undo(to), hand).code == "nothing_to_undo"


def test_an_absent_players_fold_is_undone_with_what_brought_it_about():
    hand = begin(stacks=[1000] * 4)
    hand.floor.mark_absent(4)
    play(hand, "c")
    assert hand.live == (1, 2, 3)

    hand.undo()

    assert hand.live == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        pytest.param({"format": 3}, "bad_hand", id="another format"),
        pytest.param({"game": "bridge"}, "bad_hand", id="another game"),
        pytest.param({"house": "casino"}, "unknown_house", id="unknown house"),
        pytest.param({"overrides": {"cap": 3}}, "unknown_setting", id="unknown setting"),
        pytest.param({"overrides": {"raises_per_round": -1}}, "bad_setting", id="bad setting"),
        pytest.param({"stakes": {}}, "bad_hand", id="no stakes"),
        pytest.param({"stacks": [[1, 100]]}, "too_few_players", id="one player"),
        pytest.param({"stacks": [[1, 100], [1, 100]]}, "bad_hand", id="a seat twice"),
        pytest.param({"stacks": [[1, -5], [2, 100]]}, "bad_hand", id="chips below 0"),
        pytest.param({"stacks": [[1, TOO_LARGE], [2, TOO_LARGE]]}, "bad_hand", id="more chips than can be written"),
        pytest.param({"stacks": [[1, 100], [11, 100]]}, "unknown_seat", id="unknown seat"),
        pytest.param({"button": True}, "bad_hand", id="no button"),
        pytest.param({"smallest_chip": 0}, "smallest_chip", id="no smallest chip"),
        pytest.param({"deck": {"order": "AhAh", "seed": ""}}, "duplicate_card", id="a card twice in the deck"),
        pytest.param({"log": None}, "bad_hand", id="no log"),
        pytest.param({"log": [["fold"]] * 2001}, "bad_hand", id="too long a log"),
        pytest.param({"log": [["win", 1]]}, "bad_hand", id="no action"),
        pytest.param({"log": [["fold", "3"]]}, "bad_hand", id="a seat as text"),
        pytest.param({"log": [["bet", 3, 20.0]]}, "bad_hand", id="chips as a fraction"),
        pytest.param({"log": [["check", 3]]}, "bet_to_call", id="an action that is not allowed"),
        pytest.param({"log": [["call", 1]]}, "not_your_turn", id="out of turn"),
        pytest.param({"log": [["board", "Ah??7c"]]}, "bad_hand", id="an unknown board card"),
    ],
)
def test_what_is_no_hand_is_refused(changes, code):
    with pytest.raises(RuleError) as refused:
        Hand.from_json(stored(**changes))

    assert refused.value.code == code


@pytest.mark.parametrize("data", [None, 7, "hand", [], {}, {"format": 1}])
def test_any_other_json_is_refused(data):
    with pytest.raises(RuleError) as refused:
        Hand.from_json(data)

    assert refused.value.code == "bad_hand"


@pytest.mark.parametrize("name", ["price", "raise_size", "bets_counted"])
def test_posts_are_no_negative_numbers(name):
    data = stored(begin(forced=POSTS))
    data["forced"][name] = -1

    with pytest.raises(RuleError) as refused:
        Hand.from_json(data)

    assert refused.value.code == "bad_hand"


def test_a_call_costs_no_less_than_what_somebody_posted():
    with pytest.raises(RuleError) as refused:
        begin(forced=POSTS._replace(price=8))

    assert refused.value.code == "price_below_posts"
    assert refused.value.facts == {"posted": 10, "price": 8}


@pytest.mark.rule("CAN-24")
def test_a_post_that_the_smallest_chip_cannot_pay_is_refused():
    with pytest.raises(RuleError) as refused:
        begin(forced=POSTS._replace(dead={3: 7}), smallest_chip=5)

    assert (refused.value.code, refused.value.facts["chips"]) == ("stakes_below_chip", 7)


@pytest.mark.parametrize("posts", [{"antes": {9: 5}}, {"blinds": {9: 5}}, {"dead": {9: 5}}, {"last_blind": 9}])
def test_a_seat_that_was_not_dealt_in_posts_nothing(posts):
    with pytest.raises(RuleError) as refused:
        begin(forced=POSTS._replace(**posts))

    assert refused.value.code == "not_in_hand"


def test_a_shown_hand_plays_as_it_lies():
    hand = play(begin(stacks=[1000, 1000], deck="2c 7d 2d 7h 9s Ks Qs Js 8s 3h 8h 4d"), "c k k k k k k k")
    hand.show(1)

    refused = refusal(lambda: hand.floor.replace_card(1, *parse_cards("2c")), hand)

    assert refused.code == "already_shown"


def test_a_common_card_comes_from_the_dead_cards_where_nothing_was_burned():
    hand = begin(game="seven_stud", stacks=[1000] * 8)
    hand.floor.set_stub(hand.stub, burns=[False] * 4)
    while hand.street_number < 3:
        play(hand, "k" if hand.legal.may_check else "c")
    assert (len(hand.stub), hand.burns) == (4, ())
    for _ in range(4):
        hand.floor.replace_card(1, hand.hole(1)[0])

    while hand.phase.name == "BETTING":
        play(hand, "k" if hand.legal.may_check else "c")

    assert len(hand.board) == 1
    assert len(hand.dead_cards) + len(hand.stub) + len(hand.board) == 4


def test_forced_bets_of_nothing_are_stored_and_come_back():
    posts = ForcedBets(
        antes={1: 0, 2: 3},
        antes_are_dead=True,
        blinds={1: 0, 2: 10},
        dead={3: 0},
        last_blind=2,
        price=10,
        raise_size=10,
        bets_counted=1,
    )
    hand = begin(forced=posts)

    again = Hand.from_json(json.loads(json.dumps(hand.to_json())))

    assert again.setup.forced == posts
    assert (again.view(), again.to_json()) == (hand.view(), hand.to_json())


def test_a_hand_keeps_the_stacks_that_it_began_with_whatever_becomes_of_the_list():
    stacks = {1: 500, 2: 400}
    given = {"game": GAMES["holdem"], "house": HOUSES["standard"], "stakes": NO_LIMIT, "button": 1}
    hand = Hand.start(stacks=stacks, deck=Deck.shuffled("a"), **given)

    stacks[1] = 7

    assert hand.setup.stacks == {1: 500, 2: 400}
    with pytest.raises(RuleError, match="stacks"):
        Hand.start(stacks=[(1, 500), (2, 400)], deck=Deck.shuffled("a"), **given)


@pytest.mark.parametrize("left_out", [each.name for each in fields(Stakes) if each.name != "structure"])
def test_stakes_stored_before_there_was_a_field_have_its_usual_value_and_all_the_others(left_out):
    full = Stakes(
        structure=Structure.SPREAD_LIMIT,
        small_blind=1,
        big_blind=2,
        ante=1,
        ante_by=AnteBy.BIG_BLIND,
        small_bet=2,
        big_bet=4,
        early_most=6,
        late_most=8,
    )
    usual = {each.name: each.default for each in fields(Stakes)}[left_out]
    kept = {name: value for name, value in stakes_json(full).items() if name != left_out}
    try:
        expected = replace(full, **{left_out: usual})
    except RuleError as refused:
        with pytest.raises(RuleError, match=re.escape(refused.message)):
            read_stakes(kept)
    else:
        assert read_stakes(kept) == expected
