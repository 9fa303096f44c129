"""Washburn intramural: the showdown and side pots."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.settling.settlement import SeatEnd, Settlement, settle


def _settle(lines: list[tuple[int, int, str]], *, board: str) -> Settlement:
    return settle(
        game=GAMES["holdem"],
        house=HOUSES["washburn"],
        button=8,
        seats=[
            SeatEnd(seat=seat, contributed=chips, is_live=True, cards=parse_cards(cards))
            for seat, chips, cards in lines
        ],
        board=parse_cards(board),
    )


@pytest.mark.rule("WAS-10")
def test_the_best_five_of_seven_win_and_equal_fives_share():
    settled = _settle([(1, 500, "AhKc"), (2, 500, "AdKs"), (3, 500, "QcJc")], board="As Kd 9h 5c 2d")

    assert settled.awards == {1: 750, 2: 750}


@pytest.mark.rule("WAS-12")
def test_an_all_in_player_cannot_win_the_side_pot_which_is_settled_first():
    settled = _settle([(1, 1000, "AhAc"), (2, 4000, "KhKc"), (3, 4000, "QhQc")], board="9s 7d 5h 3c 2d")

    assert [(pot.name, pot.amount, pot.eligible, pot.winners) for pot in settled.pots] == [
        ("side pot 1", 6000, (2, 3), (2,)),
        ("main pot", 3000, (1, 2, 3), (1,)),
    ]
