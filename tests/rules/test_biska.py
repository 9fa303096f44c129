"""Biska: side pots and the deciding five cards."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.settling.settlement import SeatEnd, Settlement, settle


def _settle(lines: list[tuple[int, int, str]], *, board: str) -> Settlement:
    return settle(
        game=GAMES["holdem"],
        house=HOUSES["biska"],
        button=6,
        seats=[
            SeatEnd(seat=seat, contributed=chips, is_live=bool(cards), cards=parse_cards(cards) or None)
            for seat, chips, cards in lines
        ],
        board=parse_cards(board),
    )


@pytest.mark.rule("BIS-11")
def test_the_last_one_left_wins_without_showing():
    settled = settle(
        game=GAMES["holdem"],
        house=HOUSES["biska"],
        button=2,
        seats=[
            SeatEnd(seat=1, contributed=40, is_live=False),
            SeatEnd(seat=2, contributed=40, is_live=True),
        ],
        board=parse_cards("9s 7d 5h"),
    )

    assert settled.awards == {2: 80}


@pytest.mark.rule("BIS-12")
def test_rising_all_ins_make_a_main_pot_and_as_many_side_pots_as_it_takes():
    settled = _settle(
        [(1, 10, "AhAc"), (2, 20, "KhKc"), (3, 30, "QhQc"), (4, 40, "JhJc"), (5, 40, "ThTc")], board="9s 7d 5h 3c 2d"
    )

    assert [(pot.name, pot.amount, pot.winners) for pot in settled.pots] == [
        ("side pot 3", 20, (4,)),
        ("side pot 2", 30, (3,)),
        ("side pot 1", 40, (2,)),
        ("main pot", 50, (1,)),
    ]


@pytest.mark.rule("BIS-15")
def test_five_cards_decide_so_the_seven_beats_the_two():
    settled = _settle([(1, 10, "Ah2c"), (2, 10, "Ad7s")], board="Ks Qh 3d 9c 4h")

    assert settled.awards == {2: 20}
    assert settled.pots[0].hands[2] == "high card, ace king queen nine seven"
