"""Hands that another program played at random settle to the stacks it worked out, or differ by a rule that says so."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.poker.house.catalogue import HOUSES, house_of
from engine.poker.house.rules import HouseRules
from engine.poker.settling.settlement import Settlement, settle
from tests.engine.playouts import PLAYED, replay
from tests.reference import reference_records

SAMPLE = 400

ONE_AT_A_TIME = "odd chips go one at a time instead of all to the first (STD-8)"
TRUE_POTS = "each true pot has its own odd chips, also where the same players win several (STD-8)"
ONLY_ITS_OWN_LOWS = "no half of a pot goes to a low that nobody eligible for it has (ANG-3, ANG-8)"

# The reference gives all odd chips of a half to the first of the tied players.
REFERENCE_HOUSE = house_of("standard", {"odd_chips": "all_to_first"})


@pytest.fixture(params=PLAYED)
def records(request):
    return reference_records(f"poker/playouts/{request.param}.jsonl.gz", sample=SAMPLE)


@pytest.mark.rule("STD-7", "ANG-11")
def test_random_hands_settle_to_the_reference_stacks(records):
    for record in records:
        settled = _settled(record, REFERENCE_HOUSE)

        assert _stacks(record, settled) == record["expected_finishing_stacks"], record["id"]
        # When all but one fold, the reference calls the winner's whole last bet uncalled; only the sums compare.
        if record["showdown"]:
            assert {f"p{seat}": chips for seat, chips in settled.returned.items()} == record["returned"], record["id"]
            pots = sorted(settled.pots, key=lambda pot: pot.number)
            assert [[pot.amount, list(pot.eligible)] for pot in pots] == record["pots"], record["id"]


@pytest.mark.rule("STD-8")
def test_standard_rules_move_only_odd_chips_from_the_reference_stacks(records):
    causes: Counter[str] = Counter()

    for record in records:
        settled = _settled(record, HOUSES["standard"])
        moved = _moved_by_one_at_a_time(settled)

        ours, theirs = _stacks(record, settled), record["expected_finishing_stacks"]
        assert ours == [chips + moved[seat] for seat, chips in enumerate(theirs, start=1)], record["id"]
        causes[ONE_AT_A_TIME] += ours != theirs

    _report(causes)


@pytest.mark.rule("STD-8", "ANG-3", "ANG-8")
def test_where_the_other_program_pays_out_differently_a_rule_says_why(records):
    causes: Counter[str] = Counter()
    flags = {"odd_chip_placement": TRUE_POTS, "pokerkit_low_half_bug": ONLY_ITS_OWN_LOWS}

    for record in records:
        settled = _settled(record, REFERENCE_HOUSE)

        if _stacks(record, settled) == record["finishing_stacks"]:
            continue
        explained = {cause for flag, cause in flags.items() if flag in record["flags"]}
        assert explained, record["id"]
        assert len(settled.pots) > 1, record["id"]
        causes.update(explained)

    _report(causes)


def _moved_by_one_at_a_time(settled: Settlement) -> Counter[int]:
    """What each seat has more under STD-8 than where the first of the tied players gets all odd chips."""
    moved: Counter[int] = Counter()
    for pot in settled.pots:
        for half in pot.halves:
            # The button has the last seat, so the lowest seat is the nearest to its left.
            first, *others = half.winners
            over = half.chips % len(half.winners)
            if over:
                moved[first] -= over - 1
                moved.update(others[: over - 1])
    return moved


def _settled(record: dict[str, Any], house: HouseRules) -> Settlement:
    hand = replay(record)
    return settle(game=hand.game, house=house, button=hand.button, seats=hand.seats, board=hand.board)


def _stacks(record: dict[str, Any], settled: Settlement) -> list[int]:
    return [start + settled.net[seat] for seat, start in enumerate(record["starting_stacks"], start=1)]


def _report(causes: Counter[str]) -> None:
    for cause, hands in causes.items():
        print(f"{hands:5} hands: {cause}")
