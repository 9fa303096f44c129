"""High hands in order, the cards that make them, and how they are read out.

The laws compare with a second ranking, written here in the plainest way: every five cards, sorted and compared.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import card_text, full_deck, parse_cards
from engine.errors import RuleError
from engine.poker.best import best_high, best_omaha_high
from engine.poker.high import high_rank, omaha_high_rank
from engine.poker.wording import high_in_words
from tests.deep import examples

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


def _slow_high(fives):
    """The best of these hands of five as something to compare."""
    return max(_how_good([card_text(card) for card in five]) for five in fives)


def _how_good(five):
    values = [" A23456789TJQK".index(text[0]) for text in five]
    by_count = sorted(((count, 14 if value == 1 else value) for value, count in Counter(values).items()), reverse=True)
    counts, ranks = [count for count, _ in by_count], [rank for _, rank in by_count]
    is_flush = len({text[1] for text in five}) == 1
    if sorted(values) in ([first, first + 1, first + 2, first + 3, first + 4] for first in range(1, 10)):
        return 8 if is_flush else 4, [max(values)]
    if sorted(values) == [1, 10, 11, 12, 13]:
        return 8 if is_flush else 4, [14]
    if is_flush:
        return 5, ranks
    orders = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [], [], [3, 2], [4, 1]]
    return orders.index(counts), ranks


def _compare(first, second):
    return (first > second) - (first < second)


# With few ranks or suits in the pack, the hands that are rare in a full one are common.
PACKS = st.sampled_from(
    [
        full_deck(),
        [card for card in full_deck() if card_text(card)[0] in "A23456"],
        [card for card in full_deck() if card_text(card)[1] in "hs"],
    ]
).flatmap(st.permutations)


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


@pytest.mark.rule("STD-1", "STD-2")
@settings(max_examples=examples(150))
@given(PACKS, st.integers(5, 7))
def test_a_hand_is_worth_its_best_five_in_any_order(deck, size):
    first, second = deck[:size], deck[size : 2 * size]
    slow = [_slow_high(combinations(cards, 5)) for cards in (first, second)]

    assert _compare(high_rank(first), high_rank(second)) == _compare(*slow)
    assert high_rank(first) == high_rank(first[::-1]) == best_high(first).rank == high_rank(best_high(first).cards)
    assert set(best_high(first).cards) <= set(first)


@pytest.mark.rule("STD-2", "ANG-2")
@settings(max_examples=examples(150))
@given(PACKS, st.integers(3, 5), st.integers(2, 5))
def test_omaha_takes_exactly_two_and_three(deck, board_size, hole_size):
    hands, board = (deck[:hole_size], deck[5 : 5 + hole_size]), deck[10 : 10 + board_size]
    slow = [
        _slow_high([*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3))
        for hole in hands
    ]

    assert _compare(*(omaha_high_rank(hole, board) for hole in hands)) == _compare(*slow)
    for hole in hands:
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
    with pytest.raises(RuleError, match="5 to 7 different cards"):
        high_rank(parse_cards(cards))
