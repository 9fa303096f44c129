"""Settlement and ranking agree with results that other programs worked out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.high import category_of, high_rank, omaha_high_rank
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.rules import HouseRules, OddChips
from engine.poker.settlement import Settlement, settle
from tests.engine.playouts import replay
from tests.reference import reference_records


def _holdem(hole: str, board: str) -> int:
    return high_rank(parse_cards(hole + board))


def _omaha(hole: str, board: str) -> int:
    return omaha_high_rank(parse_cards(hole), parse_cards(board))


@pytest.mark.rule("STD-1")
@pytest.mark.rule("STD-2")
@pytest.mark.parametrize(("kind", "rank"), [("holdem7", _holdem), ("omaha4", _omaha)])
def test_hands_rank_as_the_reference_ranks_them(kind, rank):
    strengths = {}

    for record in reference_records(f"poker/eval/{kind}.jsonl.gz", sample=2000):
        first, second = (rank(record[player], record["board"]) for player in "ab")
        assert (first > second) - (first < second) == record["winner"], record
        for player, value in (("a", first), ("b", second)):
            category = category_of(value).name.replace("_", " ").capitalize()
            assert category == record[f"{player}_category"]
            assert strengths.setdefault(value, record[f"{player}_strength"]) == record[f"{player}_strength"]

    in_our_order = [strengths[value] for value in sorted(strengths)]
    assert in_our_order == sorted(in_our_order)


@pytest.mark.rule("STD-7")
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_random_hands_settle_to_the_reference_stacks(game):
    # The reference gives every odd chip of a pot to the first of the tied players.
    house = replace(HOUSES["standard"], odd_chips=OddChips.ALL_TO_FIRST)

    for record in reference_records(f"poker/playouts/{game}.jsonl.gz", sample=400):
        settled = _settled(record, house)

        assert _stacks(record, settled) == record["expected_finishing_stacks"], record["id"]
        # When all but one fold, the reference calls the winner's whole last bet uncalled; only the sums compare.
        if record["showdown"]:
            assert {f"p{seat}": chips for seat, chips in settled.returned.items()} == record["returned"], record["id"]
            pots = sorted(settled.pots, key=lambda pot: pot.number)
            assert [[pot.amount, list(pot.eligible)] for pot in pots] == record["pots"], record["id"]


@pytest.mark.rule("STD-8")
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_only_several_odd_chips_in_one_pot_settle_differently_from_the_reference(game):
    for record in reference_records(f"poker/playouts/{game}.jsonl.gz", sample=400):
        settled = _settled(record, HOUSES["standard"])

        if all(len(pot.odd_chips) < 2 for pot in settled.pots):
            assert _stacks(record, settled) == record["expected_finishing_stacks"], record["id"]
        else:
            # One each instead of all to the first: the first has fewer and every other at least as much.
            differences = [
                ours - theirs
                for ours, theirs in zip(_stacks(record, settled), record["expected_finishing_stacks"], strict=True)
            ]
            assert sum(differences) == 0, record["id"]
            moved = sum(len(pot.odd_chips) - 1 for pot in settled.pots if pot.odd_chips)
            assert sum(chips for chips in differences if chips > 0) <= moved, record["id"]


def _settled(record: dict[str, Any], house: HouseRules) -> Settlement:
    hand = replay(record)
    return settle(game=GAMES[record["game"]], house=house, button=hand.button, seats=hand.seats, board=hand.board)


def _stacks(record: dict[str, Any], settled: Settlement) -> list[int]:
    return [start + settled.net[seat] for seat, start in enumerate(record["starting_stacks"], start=1)]
