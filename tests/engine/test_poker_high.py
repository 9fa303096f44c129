"""High hands in order, the cards that make them, and how they are read out."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import card_text, full_deck, parse_cards
from engine.poker.high import best_high, best_omaha_high, high_rank, omaha_high_rank
from engine.poker.wording import high_in_words

READ_OUT = [
    ("AhKhQhJhTh 2c 2d", "royal flush"),
    ("9h8h7h6h5h Ah As", "straight flush, nine high"),
    ("Ah2h3h4h5h 6c 7c", "straight flush, five high"),
    ("6c6d6h6s Ah Kd 2c", "four of a kind, sixes, ace kicker"),
    ("6c6d6h KhKd Ks Ac", "full house, kings full of sixes"),
    ("6c6d6h KhKd 2s 2c", "full house, sixes full of kings"),
    ("AhKh9h7h2h AcAd", "flush, ace king nine seven two"),
    ("AcKhQdJsTc TdTh", "straight, ace high"),
    ("Ac2h3d4s5c KdKh", "straight, five high"),
    ("6c6d6h AhKd 3s 2c", "three of a kind, sixes, ace king kickers"),
    ("KcKd9h9s4c4d Ah", "two pair, kings and nines, ace kicker"),
    ("KcKd9h9s4c4d 3h", "two pair, kings and nines, four kicker"),
    ("TcTd Ah 9s 7c 5d 3h", "pair of tens, ace nine seven kickers"),
    ("Ac Qd Th 8s 6c 4d 2h", "high card, ace queen ten eight six"),
]


@pytest.mark.rule("STD-1")
@pytest.mark.parametrize(("cards", "words"), READ_OUT)
def test_a_hand_is_read_out_in_words(cards, words):
    assert high_in_words(high_rank(parse_cards(cards))) == words


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("KcKd9h9s4c4dAh", "KcKd9h9sAh"),
        ("Ac2h3d4s5cKdKh", "5c4s3d2hAc"),
        ("2c7hAhKhQhJhTh", "AhKhQhJhTh"),
        ("2c6c6d6h6sAhKd", "6c6d6h6sAh"),
    ],
)
def test_the_best_five_come_most_important_first(cards, five):
    value = best_high(parse_cards(cards))

    assert set(value.cards) == set(parse_cards(five))
    assert [card_text(card)[0] for card in value.cards] == [card_text(card)[0] for card in parse_cards(five)]
    assert value.rank == high_rank(parse_cards(cards))


@pytest.mark.rule("STD-2")
@settings(max_examples=60, deadline=None)
@given(st.permutations(full_deck()))
def test_seven_cards_are_worth_their_best_five_in_any_order(deck):
    seven = deck[:7]

    assert high_rank(seven) == max(high_rank(five) for five in combinations(seven, 5))
    assert high_rank(seven) == high_rank(seven[::-1]) == best_high(seven).rank


@pytest.mark.rule("STD-2")
@settings(max_examples=30, deadline=None)
@given(st.permutations(full_deck()))
def test_omaha_takes_exactly_two_and_three(deck):
    hole, board = deck[:4], deck[4:9]

    value = best_omaha_high(hole, board)

    assert value.rank == omaha_high_rank(hole, board)
    assert len(set(value.cards) & set(hole)) == 2
    assert len(set(value.cards) & set(board)) == 3


@pytest.mark.rule("STD-2")
def test_omaha_cannot_play_one_hole_card_or_the_board():
    board = parse_cards("Ah Kh Qh Jh 2c")

    assert high_in_words(omaha_high_rank(parse_cards("Th 3c 4d 5s"), board)) == "high card, ace king queen ten five"


@pytest.mark.parametrize("cards", ["AhKdQc2s", "AhKhQh2h", "2c3d4h5s6c7d8h9s"])
def test_only_five_to_seven_cards_are_ranked(cards):
    with pytest.raises(ValueError, match="five, six or seven"):
        high_rank(parse_cards(cards))
