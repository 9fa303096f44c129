"""Poker in general, where a club's document is silent."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.high import Category, category_of, high_rank
from engine.poker.house.catalogue import HOUSES
from engine.poker.settling.settlement import SeatEnd, Settlement, settle

BEST_FIRST = [
    ("AhKhQhJhTh", Category.ROYAL_FLUSH),
    ("KhQhJhTh9h", Category.STRAIGHT_FLUSH),
    ("5h4h3h2hAh", Category.STRAIGHT_FLUSH),
    ("2c2d2h2s3c", Category.FOUR_OF_A_KIND),
    ("AcAdAhKsKc", Category.FULL_HOUSE),
    ("2c2d2h3s3c", Category.FULL_HOUSE),
    ("7h5h4h3h2h", Category.FLUSH),
    ("AcKdQhJsTc", Category.STRAIGHT),
    ("6c5d4h3s2c", Category.STRAIGHT),
    ("5c4d3h2sAc", Category.STRAIGHT),
    ("2c2d2h4s3c", Category.THREE_OF_A_KIND),
    ("3c3d2h2s4c", Category.TWO_PAIR),
    ("2c2d5h4s3c", Category.ONE_PAIR),
    ("AcKdQhJs9c", Category.HIGH_CARD),
    ("7c5d4h3s2c", Category.HIGH_CARD),
]


def _settle(lines: list[tuple[int, int, str]], *, board: str, button: int, game: str = "holdem") -> Settlement:
    """Each line is a seat, what it put in and its cards; no cards is a folded hand."""
    return settle(
        game=GAMES[game],
        house=HOUSES["standard"],
        button=button,
        seats=[
            SeatEnd(seat=seat, contributed=chips, is_live=bool(cards), cards=parse_cards(cards) or None)
            for seat, chips, cards in lines
        ],
        board=parse_cards(board),
    )


@pytest.mark.rule("STD-1")
def test_hands_rank_from_the_royal_flush_down():
    ranks = [high_rank(parse_cards(cards)) for cards, _ in BEST_FIRST]

    assert [category_of(rank) for rank in ranks] == [category for _, category in BEST_FIRST]
    assert all(better > worse for better, worse in pairwise(ranks))


@pytest.mark.rule("STD-1")
def test_suits_never_break_a_tie():
    assert high_rank(parse_cards("AsKsQsJs9s")) == high_rank(parse_cards("AcKcQcJc9c"))


@pytest.mark.rule("STD-1")
def test_an_ace_does_not_join_a_king_to_a_two():
    assert category_of(high_rank(parse_cards("2cAdKhQsJc"))) is Category.HIGH_CARD


@pytest.mark.rule("STD-2")
def test_the_sixth_and_seventh_card_never_break_a_tie():
    settled = _settle([(1, 10, "3c2d"), (2, 10, "5c4d")], board="AhAdKsKcQh", button=3)

    assert settled.awards == {1: 10, 2: 10}


@pytest.mark.rule("STD-2")
def test_a_holdem_player_may_play_the_board():
    settled = _settle([(1, 10, "2c2d"), (2, 10, "AcKd")], board="AhKhQhJhTh", button=3)

    assert settled.pots[0].winners == (1, 2)


@pytest.mark.rule("STD-7")
def test_an_all_in_wins_from_each_player_only_what_it_put_in():
    settled = _settle(
        [(1, 30, "AcAd"), (2, 130, "KcKd"), (3, 100, "QcQd"), (4, 60, ""), (5, 100, "")], board="9h8h4s3s2d", button=5
    )

    assert settled.returned == {2: 30}
    assert [(pot.name, pot.amount, pot.winners) for pot in settled.pots] == [
        ("side pot 1", 240, (2,)),
        ("main pot", 150, (1,)),
    ]
    assert settled.net == {1: 120, 2: 140, 3: -100, 4: -60, 5: -100}


@pytest.mark.rule("STD-8")
def test_three_ways_of_thirty_two_are_eleven_eleven_ten():
    settled = _settle([(1, 10, "AcKd"), (4, 10, "AdKc"), (7, 10, "AhKh"), (9, 2, "")], board="AsKsQd7c2h", button=4)

    assert settled.awards == {7: 11, 1: 11, 4: 10}
    assert settled.pots[0].odd_chips == {7: 1, 1: 1}


@pytest.mark.rule("STD-8")
def test_each_true_pot_has_its_own_odd_chip_even_when_the_same_two_win_both():
    settled = _settle(
        [(1, 13, "3c3d"), (2, 91, "AcKd"), (3, 91, "AdKc"), (4, 11, ""), (5, 52, "")], board="AsKsQd7c2h", button=1
    )

    assert [(pot.amount, pot.shares) for pot in settled.pots] == [(195, {2: 98, 3: 97}), (63, {2: 32, 3: 31})]
    assert settled.awards == {2: 130, 3: 128}


@pytest.mark.rule("STD-8")
@pytest.mark.parametrize(("button", "first"), [(1, 3), (2, 3), (3, 8), (7, 8), (8, 3), (10, 3)])
def test_the_odd_chip_goes_to_the_tied_player_nearest_the_left_of_the_button(button, first):
    settled = _settle([(3, 10, "AcKd"), (8, 10, "AdKc"), (5, 1, "")], board="AsKsQd7c2h", button=button)

    assert settled.pots[0].odd_chips == {first: 1}
