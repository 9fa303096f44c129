"""Random hands of another program, played again decision by decision: the same turns, choices, cards and chips, or a
rule that says why not.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.cards import parse_cards
from engine.poker.deck import Deck
from tests.engine.hand_playouts import (
    ADDED_UP,
    BLIND_STANDS,
    HALF_BET,
    NO_BET_YET,
    NOTHING_TO_DECIDE,
    SHORT_IS_NO_RAISE,
    follow,
    stacks_after,
)
from tests.engine.playouts import PLAYED
from tests.reference import reference_records

SAMPLE = 120
ON_CLEAN_HANDS = {NOTHING_TO_DECIDE, HALF_BET, SHORT_IS_NO_RAISE}


@pytest.fixture(params=PLAYED)
def records(request):
    return reference_records(f"poker/playouts/{request.param}.jsonl.gz", sample=SAMPLE)


@pytest.mark.rule("STD-3", "STD-4", "STD-5", "STD-6", "STD-9")
def test_turns_and_choices_agree_at_every_decision_or_a_rule_says_why(records):
    causes: Counter[str] = Counter()

    for record in records:
        followed = follow(record)

        for difference in followed.differences:
            assert difference.cause, (record["id"], difference)
            assert difference.cause in ON_CLEAN_HANDS or not record["clean"], (record["id"], difference)
        causes.update({str(difference.cause) for difference in followed.differences})
        assert followed.is_complete or followed.differences, record["id"]
        if followed.is_complete:
            assert followed.decisions == len(record["legal"]), record["id"]

    _report(causes)


@pytest.mark.rule("STD-7", "ANG-4", "ANG-5", "ANG-9", "ANG-11", "ANG-12", "ANG-13", "WLIA-7", "WLIA-11", "WAS-9")
def test_hands_end_with_the_reference_cards_and_stacks(records):
    left: Counter[str] = Counter()

    for record in records:
        followed = follow(record, their_settings=True)

        assert all(difference.cause for difference in followed.differences), (record["id"], followed.differences)
        if not followed.is_complete:
            # Only a raise that they allow and our rules do not is left out; it cannot be on a clean hand.
            last = followed.differences[-1].cause
            assert last in {NO_BET_YET, BLIND_STANDS}, record["id"]
            assert not record["clean"], record["id"]
            left[str(last)] += 1
            continue
        hand = followed.hand
        assert hand.board == parse_cards(record["board"]), record["id"]
        assert {f"p{seat}": hand.hole(seat) for seat in hand.seats} == {
            player: parse_cards(cards) for player, cards in record["hole"].items()
        }, record["id"]
        # They burn before a draw even if everybody stands pat; no card is filled then, so we do not.
        burned = record["burns"] if not hand.game.draws or any(hand.discards.values()) else ""
        assert hand.burns == parse_cards(burned), record["id"]
        assert stacks_after(hand) == record["expected_finishing_stacks"], record["id"]
        assert len(hand.live) == 1 or record["showdown"], record["id"]

    _report(left)


@pytest.mark.rule("STD-4")
@pytest.mark.parametrize(("last", "cause"), [(510, ADDED_UP), (500, ADDED_UP), (499, None)])
def test_short_all_ins_that_add_up_for_a_later_player_explain_a_raise_that_the_reference_refuses(last, cause):
    stacks = [5000, 5000, 5000, 400, last]
    refused = [3, last - 300, None, None, 1]
    legal = [
        [3, 100, 200, 5000, 1],
        [4, 300, 400, 400, 1],
        [5, 400, last, last, 1],
        [1, last - 50, last + 200, 5000, 1],
    ]
    record = {
        "id": "made",
        "game": "holdem",
        "structure": "no-limit",
        "players": 5,
        "bet_cap": None,
        "clean": True,
        "min_bet": 100,
        "small_bet": 100,
        "big_bet": None,
        "bring_in": None,
        "ante_trimming": True,
        "starting_stacks": stacks,
        "blinds_by_player": [50, 100, 0, 0, 0],
        "antes_by_player": [0] * 5,
        "deck": str(Deck.shuffled("a")),
        "actions": ["p3 cbr 300", "p4 cbr 400", f"p5 cbr {last}", "p1 f", "p2 cc", "p3 cc"],
        "legal": [*legal, [2, last - 100, last + 200, 5000, 1], refused],
    }

    followed = follow(record)

    assert [(difference.theirs, difference.cause) for difference in followed.differences] == (
        [(refused, cause)] if cause else []
    )


def _report(causes: Counter[str]) -> None:
    for cause, hands in causes.items():
        print(f"{hands:5} hands: {cause}")
