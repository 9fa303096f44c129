"""Settling a hand: awards, fees, reasons and refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.rules import AwardOrder, OddChips
from engine.poker.settling.settlement import SeatEnd, settle

BOARD = "Ks 9s 7d 4c 2h"


def _seat(number, contributed, cards=None, *, is_live=True, dead=0):
    return SeatEnd(
        seat=number,
        contributed=contributed,
        is_live=is_live,
        cards=None if cards is None else parse_cards(cards),
        dead=dead,
    )


def _settle(*seats, board=BOARD, button=10, game="holdem", house="standard", **settings):
    house = HOUSES[house] if isinstance(house, str) else house
    return settle(game=GAMES[game], house=house, button=button, seats=seats, board=parse_cards(board), **settings)


def _refusal(*seats, **settings):
    with pytest.raises(RuleError) as refused:
        _settle(*seats, **settings)
    return refused.value


@pytest.mark.rule("STD-7")
def test_the_best_hand_takes_the_pot_and_the_others_pay_it():
    settled = _settle(_seat(1, 50, "KhQc"), _seat(2, 50, "9h9c"), _seat(3, 20, is_live=False))

    assert settled.awards == {2: 120}
    assert settled.net == {1: -50, 2: 70, 3: -20}
    pot = settled.pots[0]
    assert (pot.name, pot.amount, pot.eligible, pot.winners) == ("main pot", 120, (1, 2), (2,))
    assert pot.hands == {1: "pair of kings, queen nine seven kickers", 2: "three of a kind, nines, king seven kickers"}
    assert pot.why == "Seat 2 wins with three of a kind, nines, king seven kickers."


@pytest.mark.rule("STD-7")
def test_an_uncalled_bet_comes_back_and_the_last_one_left_needs_no_cards():
    settled = _settle(_seat(1, 100), _seat(2, 40, is_live=False), board="")

    assert settled.returned == {1: 60}
    assert settled.awards == {1: 80}
    assert settled.net == {1: 40, 2: -40}
    assert settled.pots[0].why == "Seat 1 is the only one left for it."


@pytest.mark.rule("STD-7", "WAS-12")
def test_side_pots_are_settled_last_created_first_unless_the_house_says_otherwise():
    seats = [_seat(1, 20, "KhKd"), _seat(2, 50, "AhAd"), _seat(3, 80, "QhQd"), _seat(4, 80, "JhJd")]

    settled = _settle(*seats)
    main_first = _settle(*seats, house=replace(HOUSES["standard"], award_order=AwardOrder.MAIN_FIRST))

    assert [(pot.number, pot.name, pot.shares) for pot in settled.pots] == [
        (2, "side pot 2", {3: 60}),
        (1, "side pot 1", {2: 90}),
        (0, "main pot", {1: 80}),
    ]
    assert main_first.pots == settled.pots[::-1]


@pytest.mark.rule("STD-8")
def test_odd_chips_can_all_go_to_the_first_where_the_house_wants_it():
    house = replace(HOUSES["standard"], odd_chips=OddChips.ALL_TO_FIRST)
    seats = [_seat(seat, 10, cards) for seat, cards in ((1, "AhKd"), (2, "AcKh"), (3, "AsKc"))]

    settled = _settle(*seats, _seat(4, 2, is_live=False), house=house, button=1)

    assert settled.awards == {2: 12, 3: 10, 1: 10}
    assert settled.pots[0].odd_chips == {2: 2}


@pytest.mark.rule("STD-8", "CAN-24")
def test_a_pot_is_split_no_finer_than_the_smallest_chip():
    seats = [_seat(1, 50, "AhKd"), _seat(2, 50, "AcKh"), _seat(3, 5, is_live=False)]

    settled = _settle(*seats, house="wlia")

    assert settled.awards == {1: 55, 2: 50}
    assert settled.pots[0].odd_chips == {1: 5}
    assert settled.pots[0].why.endswith("Odd chips go from the left of the button: 5 to seat 1.")
    assert _settle(*seats, house="wlia", smallest_chip=1).awards == {1: 53, 2: 52}


@pytest.mark.rule("STD-8", "ANG-37")
@pytest.mark.parametrize(
    ("fee", "awards"), [(0, {1: 55, 2: 50}), (5, {1: 50, 2: 50}), (3, {1: 51, 2: 51}), (2, {1: 52, 2: 51})]
)
def test_what_a_fee_in_smaller_chips_leaves_is_split_in_those(fee, awards):
    seats = [_seat(1, 50, "AhKd"), _seat(2, 50, "AcKh"), _seat(3, 5, is_live=False)]

    assert _settle(*seats, house="wlia", fee=fee, fee_chip=1).awards == awards


@pytest.mark.rule("STD-11")
def test_a_mucked_hand_claims_nothing():
    settled = _settle(_seat(1, 20, "KhKd"), _seat(2, 50), _seat(3, 50, "QhQd"))

    assert settled.awards == {3: 60, 1: 60}
    assert all(2 not in pot.hands for pot in settled.pots)


@pytest.mark.rule("STD-11")
def test_a_contested_pot_needs_one_hand_shown():
    refused = _refusal(_seat(1, 20, "KhKd"), _seat(2, 50), _seat(3, 50))

    assert refused.code == "no_hand_shown"
    assert refused.rules == ("STD-11", "CAN-17")
    assert refused.facts == {"pot": 1, "chips": 60, "seats": [2, 3]}
    assert "side pot 1 of 60" in refused.message
    assert "seats 2 and 3" in refused.message


@pytest.mark.rule("CAN-17", "CAN-18")
@pytest.mark.parametrize("shown", ["Ah", ""])
def test_every_hole_card_is_shown_even_to_play_the_board(shown):
    refused = _refusal(_seat(1, 20, shown), _seat(2, 20, "3c3d"), board="AsKsQsJsTs", house="canterbury")

    assert refused.code == "wrong_hole_cards"
    assert {"CAN-17", "CAN-18"} <= set(refused.rules)


@pytest.mark.rule("CAN-18")
def test_both_cards_shown_share_a_pot_played_by_the_board():
    settled = _settle(_seat(1, 20, "2c2d"), _seat(2, 20, "3c3d"), board="AsKsQsJsTs", house="canterbury")

    assert settled.awards == {1: 20, 2: 20}


@pytest.mark.rule("BIS-4")
def test_dead_chips_are_won_with_the_main_pot():
    settled = _settle(_seat(1, 10, "KhKd"), _seat(2, 30, "QhQd", dead=10), _seat(3, 20, "JhJd"))

    assert settled.awards == {1: 40, 2: 20}


@pytest.mark.rule("ANG-37")
def test_the_fee_comes_from_the_main_pot_then_from_the_side_pots():
    settled = _settle(_seat(1, 1, "KhKd"), _seat(2, 20, "QhQd"), _seat(3, 20, "JhJd"), fee=5)

    assert [(pot.name, pot.amount, pot.fee) for pot in settled.pots] == [("side pot 1", 38, 2), ("main pot", 3, 3)]
    assert settled.awards == {1: 0, 2: 36}
    assert sum(settled.net.values()) == -5


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"fee": 101}, "fee_above_pot"),
        ({"fee": -1}, "negative_fee"),
        ({"button": 0}, "unknown_seat"),
        ({"button": 11}, "unknown_seat"),
        ({"smallest_chip": 0}, "smallest_chip"),
        ({"smallest_chip": 20}, "chips_too_small"),
        ({"fee": 3, "smallest_chip": 5}, "chips_too_small"),
        ({"board": "Ks 9s 7d 4c"}, "wrong_board"),
        ({"board": "Ks 9s 7d 4c 2h 3h"}, "wrong_board"),
        ({"board": "Ks 9s 7d 4c Ah"}, "duplicate_card"),
        ({"board": "Ks 9s 7d 4c Jk"}, "card_not_in_game"),
        ({"game": "omaha"}, "wrong_hole_cards"),
    ],
)
def test_a_hand_that_cannot_be_settled_is_refused(settings, code):
    assert _refusal(_seat(1, 50, "AhAd"), _seat(2, 50, "QhQd"), **settings).code == code


def test_a_card_in_two_places_is_named_with_both():
    refused = _refusal(_seat(1, 50, "AhAd"), _seat(2, 50, "QhAh"))

    assert refused.message == "Ah appears in seat 1 and in seat 2. Correct one of the two."
    assert refused.facts == {"card": "Ah", "place": "seat 2"}


def test_a_claim_finer_than_the_smallest_chip_is_refused():
    limited = SeatEnd(seat=1, contributed=20, is_live=True, cards=parse_cards("AhAd"), claim=7)

    assert _refusal(limited, _seat(2, 20, "QhQd"), smallest_chip=5).code == "chips_too_small"


def test_a_number_that_is_no_card_is_refused():
    refused = _refusal(SeatEnd(seat=1, contributed=5, is_live=True, cards=(3, 4)), _seat(2, 5, "QhAh"))

    assert refused.code == "unknown_card"
