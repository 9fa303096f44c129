"""A seat that may win only the money from before the draw (a seven or better that was checked, ANG-18)."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.settling.pots import Contribution
from engine.poker.settling.settlement import SeatEnd, settle
from tests.engine.entered_pots import make_pots

SEVEN, EIGHT, NINE = "7h5d3c2sAh", "8h5c3d2dAd", "9h5s3h2hAs"


def _settle(*lines):
    """(seat, chips, cards) or (seat, chips, cards, claim); no cards is a folded hand."""
    return settle(
        game=GAMES["lowball_without_bug"],
        house=HOUSES["angies"],
        button=10,
        seats=[
            SeatEnd(
                seat=seat,
                contributed=chips,
                is_live=bool(cards),
                cards=parse_cards(cards) or None,
                claim=claim[0] if claim else None,
            )
            for seat, chips, cards, *claim in lines
        ],
        board=(),
    )


def _pots(*lines):
    """(chips, is_live, claim) for seats 1, 2, 3 ..."""
    seats = [
        Contribution(seat, chips, is_live, 0, claim) for seat, (chips, is_live, claim) in enumerate(lines, start=1)
    ]
    cut = make_pots(seats)
    return [(pot.chips, pot.eligible) for pot in cut.pots], cut.returned


@pytest.mark.rule("ANG-18")
def test_a_checked_seven_wins_the_money_from_before_the_draw_and_loses_what_it_put_in_after_it():
    settled = _settle((1, 30, SEVEN, 10), (2, 30, EIGHT), (3, 10, ""))

    assert settled.awards == {1: 30, 2: 40}
    assert settled.net == {1: 0, 2: 10, 3: -10}
    assert settled.returned == {}


@pytest.mark.rule("ANG-18")
def test_without_the_limit_the_same_seven_wins_everything():
    assert _settle((1, 30, SEVEN), (2, 30, EIGHT), (3, 10, "")).awards == {1: 70}


@pytest.mark.rule("ANG-18")
def test_the_best_of_the_others_wins_the_money_put_in_after_the_draw():
    settled = _settle((1, 30, SEVEN, 10), (2, 30, NINE), (3, 30, EIGHT))

    assert settled.awards == {1: 30, 3: 60}


@pytest.mark.rule("ANG-18")
def test_a_limited_seat_that_is_the_only_one_left_wins_it_all():
    assert _settle((1, 30, SEVEN, 10), (2, 20, ""), (3, 10, "")).awards == {1: 50}


@pytest.mark.rule("ANG-18")
def test_the_limit_counts_chips_of_each_other_seat_beside_an_all_in():
    assert _pots((30, True, 10), (5, True, None), (30, True, None)) == (
        [(15, (1, 2, 3)), (10, (1, 3)), (40, (3,))],
        {},
    )


@pytest.mark.rule("ANG-18")
def test_chips_that_no_other_live_seat_can_win_stay_with_the_limited_one():
    assert _pots((30, True, 10), (10, True, None), (30, False, None)) == ([(30, (1, 2)), (40, (1,))], {})


@pytest.mark.rule("ANG-18")
def test_two_limited_seats_compete_for_what_nobody_else_can_win():
    assert _pots((30, True, 10), (30, True, 10), (30, False, None)) == ([(90, (1, 2))], {})


@pytest.mark.rule("ANG-18")
def test_dead_chips_count_toward_the_claim_and_are_won_with_the_main_pot():
    seats = [Contribution(1, 32, True, 2, 12), Contribution(2, 30, True), Contribution(3, 10, False)]

    assert [(pot.chips, pot.eligible) for pot in make_pots(seats).pots] == [(32, (1, 2)), (40, (2,))]


@pytest.mark.rule("ANG-18")
@pytest.mark.parametrize("claim", [-1, 31])
def test_a_claim_to_more_than_was_put_in_is_refused(claim):
    with pytest.raises(RuleError) as refused:
        _pots((30, True, claim), (30, True, None))

    assert (refused.value.code, refused.value.rules) == ("claim_above_contribution", ("ANG-18",))


@pytest.mark.rule("ANG-18")
@pytest.mark.parametrize(
    ("claim", "main_pot", "side_pot"),
    [(0, 5, 30), (5, 5, 30), (6, 8, 27), (14, 32, 3), (15, 35, 0)],
)
def test_the_dead_part_of_what_a_seat_put_in_is_no_part_of_its_claim(claim, main_pot, side_pot):
    seats = [Contribution(1, 15, True, 5, claim), Contribution(2, 10, True), Contribution(3, 10, True)]
    ends = [
        SeatEnd(1, 15, True, parse_cards(SEVEN), 5, claim),
        SeatEnd(2, 10, True, parse_cards(EIGHT)),
        SeatEnd(3, 10, True, parse_cards(NINE)),
    ]

    pots = make_pots(seats).pots
    settled = settle(game=GAMES["lowball_without_bug"], house=HOUSES["angies"], button=10, seats=ends, board=())

    assert [pot.chips for pot in pots] == [chips for chips in (main_pot, side_pot) if chips]
    assert settled.awards.get(1) == main_pot
    assert settled.awards.get(2, 0) == side_pot
