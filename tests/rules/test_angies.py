"""Angie's Poker Club: Omaha and the collection schedules."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.fees import SCHEDULES, fee_for, fee_in_chips
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.settling.settlement import SeatEnd, Settlement, settle

BOARD = parse_cards("6c 8c 6d 3h 6s")
HANDS = ("2s 4c Jd 9h", "Tc 5c Qc Ah", "Kh Kd 7h Jh")


def _settle_omaha(*, fee: int = 0) -> Settlement:
    return settle(
        game=GAMES["omaha"],
        house=HOUSES["angies"],
        button=3,
        seats=[
            SeatEnd(seat=seat, contributed=20, is_live=True, cards=parse_cards(cards))
            for seat, cards in enumerate(HANDS, start=1)
        ],
        board=BOARD,
        fee=fee,
    )


@pytest.mark.rule("ANG-2")
def test_omaha_needs_two_from_the_hand_so_sixes_full_of_kings_win():
    settled = _settle_omaha()

    assert settled.awards == {3: 60}
    assert settled.pots[0].hands == {
        1: "three of a kind, sixes, jack nine kickers",
        2: "three of a kind, sixes, ace queen kickers",
        3: "full house, sixes full of kings",
    }


@pytest.mark.rule("ANG-1")
def test_holdem_hands_speak_for_themselves():
    settled = settle(
        game=GAMES["holdem"],
        house=HOUSES["angies"],
        button=2,
        seats=[
            SeatEnd(seat=1, contributed=4, is_live=True, cards=parse_cards("Ah 2h")),
            SeatEnd(seat=2, contributed=4, is_live=True, cards=parse_cards("Kc 9d")),
        ],
        board=parse_cards("Qh 7h 4h Ks Kd"),
    )

    assert settled.pots[0].why == "Seat 1 wins with flush, ace queen seven four two."


@pytest.mark.rule("ANG-36")
@pytest.mark.parametrize(("schedule", "dollars"), [("A", [1, 2, 3]), ("B", [2, 3, 4]), ("C", [3, 4, 5])])
def test_the_table_fee_follows_the_posted_schedule(schedule, dollars):
    for players, fee in zip((range(1, 5), range(5, 7), range(7, 11)), dollars, strict=True):
        assert {fee_for(SCHEDULES[schedule], players_dealt_in=dealt_in) for dealt_in in players} == {fee * 100}


@pytest.mark.rule("ANG-37")
def test_the_fee_of_the_players_dealt_in_leaves_the_pot():
    fee = fee_in_chips(fee_for(SCHEDULES["C"], players_dealt_in=3))

    settled = _settle_omaha(fee=fee)

    assert (settled.fee, settled.awards) == (3, {3: 57})
    assert sum(settled.net.values()) == -3
