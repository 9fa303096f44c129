"""Low hands in order, the cards that make them, the bug, and how they are read out.

The laws compare with a second ranking, written here in the plainest way: every five cards, sorted and compared.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import JOKER, SUIT_LETTERS, card_text, full_deck, parse_card, parse_cards
from engine.errors import RuleError
from engine.poker.best import best_low, best_omaha_low
from engine.poker.low import NO_LOW, bug_value, eight_low_rank, low_rank, low_value, omaha_eight_low_rank
from engine.poker.wording import low_in_words
from tests.deep import examples

BEST_FIRST = [
    "5h4h3h2hAh",
    "6h4d3h2hAh",
    "6h5h4d3h2h",
    "7h4d3h2hAh",
    "8h4d3h2hAh",
    "8h7d6h5h4h",
    "9h4d3h2hAh",
    "KhQdJhTh9h",
    "AhAd4h3h2h",
    "AhAdKhQhJh",
    "2h2d4h3hAh",
    "KhKdQhJhTh",
    "2h2dAhAd3h",
    "3h3dAhAd2h",
    "KhKdQhQdJh",
    "AhAdAs3h2h",
    "KhKdKsQhJh",
    "AhAdAs2h2d",
    "KhKdKsQhQd",
    "AhAdAsAc2h",
    "KhKdKsKcQh",
]
READ_OUT = [
    ("8h6d4s2cAh", "8-6-4-2-A low"),
    ("KhQdJsTc9h", "K-Q-J-T-9 low"),
    ("AhAdKh7s4c", "pair of aces, K-7-4 low"),
    ("6h6d3c3sAh", "two pair, sixes and threes, A low"),
    ("KhKd2c2s9h", "two pair, kings and twos, 9 low"),
    ("2h2d2cKs7h", "three of a kind, twos, K-7 low"),
    ("2h2d2cAsAh", "full house, twos full of aces low"),
    ("2h2d2c2sAh", "four of a kind, twos, A low"),
]


def _slow_low(cards):
    """The best five of these cards as something to compare, the smallest best."""
    return min(_how_bad([_value(card) for card in five]) for five in combinations(cards, 5))


def _how_bad(values):
    by_count = sorted(Counter(values).items(), key=lambda held: (-held[1], -held[0]))
    return [count for _, count in by_count], [value for value, _ in by_count]


def _value(card):
    return " A23456789TJQK".index(card_text(card)[0])


def _slow_eight(cards_by_five):
    """The lowest five unpaired cards, eight or lower; None where there are none."""
    values = [sorted(map(_value, five), reverse=True) for five in cards_by_five]
    return min((five for five in values if len(set(five)) == 5 and five[0] <= 8), default=None)


def _compare(first, second):
    return (first > second) - (first < second)


@pytest.mark.rule("ANG-15")
def test_lows_rank_from_the_wheel_down_and_pairs_behind_all_others():
    ranks = [low_rank(parse_cards(cards)) for cards in BEST_FIRST]

    assert all(better > worse > NO_LOW for better, worse in pairwise(ranks))


@pytest.mark.rule("ANG-15")
def test_every_two_five_card_patterns_compare_as_a_slow_ranking_compares_them():
    cards = [[parse_card(letter + suit) for suit in SUIT_LETTERS] for letter in "A23456789TJQK"]
    patterns = [chosen for chosen in combinations_with_replacement(range(13), 5) if max(Counter(chosen).values()) <= 4]
    hands = [[cards[value][chosen[:place].count(value)] for place, value in enumerate(chosen)] for chosen in patterns]

    in_our_order = sorted(hands, key=low_rank, reverse=True)

    assert len({low_rank(hand) for hand in hands}) == len(hands) == 6175
    assert in_our_order == sorted(hands, key=_slow_low)


@settings(max_examples=examples(150))
@given(st.permutations(full_deck()), st.integers(5, 7))
def test_a_low_is_worth_its_best_five_in_any_order(deck, size):
    first, second = deck[:size], deck[size : 2 * size]

    assert _compare(low_rank(first), low_rank(second)) == _compare(_slow_low(second), _slow_low(first))
    assert low_rank(first) == low_rank(first[::-1]) == best_low(first).rank == low_rank(best_low(first).cards)
    assert set(best_low(first).cards) <= set(first)


@settings(max_examples=examples(150))
@given(st.permutations([card for card in full_deck() if _value(card) <= 10]), st.integers(5, 7))
def test_an_eight_low_is_the_best_of_all_fives_that_qualify(deck, size):
    first, second = deck[:size], deck[size : 2 * size]
    slow = [_slow_eight(combinations(cards, 5)) for cards in (first, second)]

    ranks = [eight_low_rank(cards) for cards in (first, second)]

    assert [rank != NO_LOW for rank in ranks] == [low is not None for low in slow]
    if None not in slow:
        assert _compare(*ranks) == _compare(*slow[::-1])


@pytest.mark.rule("ANG-3")
@settings(max_examples=examples(150))
@given(st.permutations([card for card in full_deck() if _value(card) <= 10]), st.integers(3, 5))
def test_an_omaha_low_takes_exactly_two_and_three(deck, board_size):
    hands, board = (deck[:4], deck[4:8]), deck[8 : 8 + board_size]
    slow = [
        _slow_eight([*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3))
        for hole in hands
    ]

    ranks = [omaha_eight_low_rank(hole, board) for hole in hands]

    assert [rank != NO_LOW for rank in ranks] == [low is not None for low in slow]
    if None not in slow:
        assert _compare(*ranks) == _compare(*slow[::-1])
    for hole, rank in zip(hands, ranks, strict=True):
        value = best_omaha_low(hole, board)
        assert len(set(value.cards) & set(hole)) == 2
        assert rank in (NO_LOW, value.rank)


@pytest.mark.rule("ANG-16")
@settings(max_examples=examples(150))
@given(st.permutations(full_deck()), st.randoms(use_true_random=False))
def test_the_bug_is_the_lowest_card_not_already_in_the_hand(deck, rng):
    four = deck[:4]
    held = {_value(card) for card in four}
    lowest = min(set(range(1, 14)) - held)
    with_bug = rng.sample([*four, JOKER], 5)

    assert bug_value(with_bug) == lowest
    assert low_rank(with_bug) == low_rank([*four, next(card for card in full_deck() if _value(card) == lowest)])
    assert set(best_low(with_bug).cards) == set(with_bug)


@pytest.mark.rule("ANG-16")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Jk 2c 3d 4s 6h", "6-4-3-2-A low, the bug as ace"),
        ("Jk Ac 3d 4s 6h", "6-4-3-2-A low, the bug as two"),
        ("Jk Ac 2d 3s 4h", "5-4-3-2-A low, the bug as five"),
        ("Jk Ac Ad 3s 4h", "pair of aces, 4-3-2 low, the bug as two"),
        ("Jk Ac Ad Ah As", "four of a kind, aces, 2 low, the bug as two"),
        ("Jk 2c 2d 3s 3h", "two pair, threes and twos, A low, the bug as ace"),
        ("Jk Kc Kd Ks Ah", "three of a kind, kings, 2-A low, the bug as two"),
    ],
)
def test_a_hand_with_the_bug_is_read_out(cards, words):
    value = best_low(parse_cards(cards))

    assert low_in_words(value.rank, bug=bug_value(value.cards)) == words


@pytest.mark.parametrize(("cards", "words"), READ_OUT)
def test_a_low_is_read_out_in_words(cards, words):
    assert low_in_words(low_rank(parse_cards(cards))) == words


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("Ah2c3d4s5hKcKd", "5h 4s 3d 2c Ah"),
        ("8h8d8s2c2dAhAd", "2c 2d Ah Ad 8h"),
        ("KhKdKs2c2d", "Kh Kd Ks 2c 2d"),
        ("6h Jk 2c 3d 4s", "6h 4s 3d 2c Jk"),
    ],
)
def test_the_five_cards_of_a_low_come_most_important_first(cards, five):
    assert [card_text(card)[0] for card in best_low(parse_cards(cards)).cards] == [text[0] for text in five.split()]


@pytest.mark.parametrize("cards", ["Ah2c3d4s", "2c3d4h5s6c7d8h9s", "Jk 2c 3d 4s"])
def test_only_five_to_seven_cards_are_ranked_low(cards):
    with pytest.raises(RuleError, match="5 to 7 different cards"):
        low_rank(parse_cards(cards))


def test_the_joker_has_no_value_of_its_own():
    with pytest.raises(RuleError) as refused:
        low_value(JOKER)

    assert refused.value.code == "joker_has_no_rank"
    assert bug_value(parse_cards("Ah2c3d4s5h")) is None
