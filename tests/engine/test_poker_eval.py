"""Hands rank as other programs rank them: the same winner, the same category or low, the same order overall."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.high import category_of
from engine.poker.low import low_values
from engine.poker.settling.showdown import Ranks, rank_hands
from engine.poker.wording import low_in_words
from tests.reference import reference_records

SAMPLE = 2000
PATTERNS = {"pair": "one pair", "two pair": "two pair", "three": "three of a kind", "full": "full house"}


def _ranks(game, record) -> Ranks:
    hands = {seat: parse_cards(record[player]) for seat, player in ((1, "a"), (2, "b"))}
    return rank_hands(GAMES[game], board=parse_cards(record["board"]), hands=hands)


def _winner(first: int, second: int) -> int:
    return (first > second) - (first < second)


def _high_to_low(rank: int) -> str:
    """A low as the reference writes it: "8-6-4-2-A", "K-Q-9-8-8 (one pair)"."""
    cards = ["A23456789TJQK"[value - 1] for value in sorted(low_values(rank), reverse=True)]
    words = low_in_words(rank)
    pattern = next((f" ({name})" for phrase, name in PATTERNS.items() if words.startswith(phrase)), "")
    return "-".join(cards) + pattern


@pytest.mark.rule("STD-1", "STD-2")
@pytest.mark.parametrize(("kind", "game"), [("holdem7", "holdem"), ("omaha4", "omaha")])
def test_high_hands_rank_as_the_reference_ranks_them(kind, game):
    strengths = {}

    for record in reference_records(f"poker/eval/{kind}.jsonl.gz", sample=SAMPLE):
        high = _ranks(game, record).high
        assert _winner(high[1], high[2]) == record["winner"], record
        for seat, player in ((1, "a"), (2, "b")):
            category = category_of(high[seat]).name.replace("_", " ").capitalize()
            assert category == record[f"{player}_category"], record
            strength = record[f"{player}_strength"]
            assert strengths.setdefault(high[seat], strength) == strength, record

    in_our_order = [strengths[rank] for rank in sorted(strengths)]
    assert in_our_order == sorted(set(in_our_order))


@pytest.mark.rule("STD-2", "ANG-3", "ANG-8", "ANG-9")
@pytest.mark.parametrize(
    ("kind", "game"), [("low8", "seven_stud_hilo"), ("omaha_low8", "omaha_hilo"), ("razz7", "razz")]
)
def test_low_hands_rank_as_the_reference_ranks_them(kind, game):
    for record in reference_records(f"poker/eval/{kind}.jsonl.gz", sample=SAMPLE):
        low = _ranks(game, record).low
        assert _winner(low.get(1, 0), low.get(2, 0)) == record["winner"], record
        for seat, player in ((1, "a"), (2, "b")):
            assert (_high_to_low(low[seat]) if seat in low else None) == record[f"{player}_low"], record
