"""Upcards in stud: who opens, whose door card brings it in, and what a dealer calls."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.cards import parse_card, parse_cards
from engine.poker.games.spec import DoorCard
from engine.poker.showing import door_card_keys, possible_hands, showing_ranks

HIGHEST_FIRST = ["AhAdAcAs", "2h2d2c2s", "AhAdAcKs", "2h2d2cKs", "2h2d2c3s", "AhAdKcKs", "AhAdKcQs", "2h2d4c3s"]
HIGH_CARDS_FIRST = ["AhKhQhJh", "AhKhQh9h", "KhQdJcTs", "6h5h4h3h", "5h4h3h2h"]
LOWEST_FIRST = [
    "4h3d2cAs",
    "5h3d2cAs",
    "5h4d3c2s",
    "KhQdJcTs",
    "AhAd3c2s",
    "AhAdKcQs",
    "2h2d3cAs",
    "2h2dAcAs",
    "AhAdAc2s",
]


def _ranks(hands: list[str], *, lowest: bool = False) -> list[int]:
    return showing_ranks(map(parse_cards, hands), (), lowest=lowest)


@pytest.mark.rule("ANG-5", "ANG-12")
def test_the_highest_hand_showing_counts_pairs_but_no_straight_and_no_flush():
    ranks = _ranks([*HIGHEST_FIRST, *HIGH_CARDS_FIRST])

    assert all(higher > lower for higher, lower in pairwise(ranks))


@pytest.mark.rule("ANG-5")
@pytest.mark.parametrize("hands", [["Ah", "Kh", "2h"], ["2h2d", "AhKh", "AdQd"], ["2h2d2s", "AhAdKs", "AhKhQh"]])
def test_fewer_upcards_rank_in_the_same_way(hands):
    assert all(higher > lower for higher, lower in pairwise(_ranks(hands)))


@pytest.mark.rule("ANG-9")
def test_in_razz_the_lowest_hand_showing_opens_and_aces_are_low():
    assert all(opens > waits for opens, waits in pairwise(_ranks(LOWEST_FIRST, lowest=True)))
    assert all(opens > waits for opens, waits in pairwise(_ranks(["Ah", "2c", "Kd"], lowest=True)))


@pytest.mark.rule("ANG-5", "ANG-9")
@pytest.mark.parametrize("lowest", [False, True])
def test_suits_and_the_order_of_upcards_make_no_difference(lowest):
    first, second = _ranks(["KhKd7s2c", "2d7cKsKc"], lowest=lowest)

    assert first == second


def test_the_lowest_door_card_brings_it_in_with_aces_high_and_clubs_lowest():
    doors = [parse_card(text) for text in ("2c", "2d", "2h", "2s", "3c", "Kc", "Ac", "As")]

    keys = [door_card_keys(DoorCard.LOWEST)[door] for door in doors]

    assert all(brings_in < waits for brings_in, waits in pairwise(keys))


def test_in_razz_the_highest_door_card_brings_it_in_with_aces_low_and_spades_highest():
    doors = [parse_card(text) for text in ("Ks", "Kh", "Kd", "Kc", "Qs", "2c", "As", "Ac")]

    keys = [door_card_keys(DoorCard.HIGHEST)[door] for door in doors]

    assert all(brings_in < waits for brings_in, waits in pairwise(keys))


@pytest.mark.rule("ANG-6")
@pytest.mark.parametrize(
    ("upcards", "hole_cards", "called"),
    [
        ("9h8d7c", 7, ["possible straight"]),
        ("9h5d7c", 7, ["possible straight"]),
        ("9h4d7c", 7, []),
        ("Kh9h2h", 7, ["possible flush"]),
        ("9h8h7h", 7, ["possible straight", "possible flush"]),
        ("Ah2d3c", 7, ["possible straight"]),
        ("AhKdTc", 7, ["possible straight"]),
        ("2hAdKc", 7, []),
        ("9h9d8c", 7, []),
        ("9h8d7c2s", 7, ["possible straight"]),
        ("9h8d7c2s", 5, []),
        ("9h8d7c6s", 5, ["possible straight"]),
        ("Kh9h2h3c", 7, ["possible flush"]),
        ("Kh9h2h3h", 7, ["possible flush"]),
        ("9h8d7c6s", 7, ["possible straight"]),
        ("Kh9h2h3c", 5, []),
        ("Kh9h2h3h", 5, ["possible flush"]),
        ("9h8h7c7h", 7, ["possible straight", "possible flush"]),
        ("9h8h7c7h", 5, []),
        ("9h8h", 7, []),
        ("9h8h7h6h5h", 7, []),
    ],
)
def test_after_the_third_and_fourth_upcard_the_dealer_calls_what_is_possible(upcards, hole_cards, called):
    assert list(possible_hands(parse_cards(upcards), hole_cards=hole_cards)) == called


@pytest.mark.rule("ANG-10")
def test_a_common_card_shows_with_every_hand():
    hands = [parse_cards("Ah5c"), parse_cards("Kd2c")]

    assert showing_ranks(hands, parse_cards("2s"), lowest=False) == _ranks(["Ah5c2s", "Kd2c2s"])
