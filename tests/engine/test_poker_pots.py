"""Main pot, side pots and uncalled bets."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.poker.settling.pots import Contribution, cut_pots, pots_in_play
from tests.engine.entered_pots import make_pots


def _contributions(*lines):
    """(chips, is_live) or (chips, is_live, dead) for seats 1, 2, 3 ..."""
    return [
        Contribution(seat=seat, chips=chips, is_live=is_live, dead=rest[0] if rest else 0)
        for seat, (chips, is_live, *rest) in enumerate(lines, start=1)
    ]


def _pots(*lines):
    return [(pot.name, pot.chips, pot.eligible) for pot in make_pots(_contributions(*lines)).pots]


@pytest.mark.rule("STD-7")
def test_equal_bets_make_one_pot():
    assert _pots((50, True), (50, True), (50, True)) == [("main pot", 150, (1, 2, 3))]


@pytest.mark.rule("STD-7", "BIS-12")
def test_each_all_in_caps_a_pot():
    assert _pots((20, True), (50, True), (90, True), (90, True)) == [
        ("main pot", 80, (1, 2, 3, 4)),
        ("side pot 1", 90, (2, 3, 4)),
        ("side pot 2", 80, (3, 4)),
    ]


@pytest.mark.rule("STD-7")
def test_folded_chips_stay_in_the_pots_they_were_in():
    assert _pots((20, True), (35, False), (60, True), (60, True)) == [
        ("main pot", 80, (1, 3, 4)),
        ("side pot 1", 95, (3, 4)),
    ]


@pytest.mark.rule("STD-7")
def test_a_folded_amount_cuts_no_pot_of_its_own():
    assert _pots((10, False), (25, False), (60, True), (60, True)) == [("main pot", 155, (3, 4))]


@pytest.mark.rule("STD-7")
def test_an_uncalled_bet_goes_back_to_the_bettor():
    cut = make_pots(_contributions((100, True), (40, True), (15, False)))

    assert cut.returned == {1: 60}
    assert [(pot.chips, pot.eligible) for pot in cut.pots] == [(95, (1, 2))]


@pytest.mark.rule("ANG-7")
def test_a_blind_that_everyone_folds_to_goes_back_and_leaves_no_pot():
    assert make_pots(_contributions((10, True), (0, False))) == ((), {1: 10})


@pytest.mark.rule("STD-7")
def test_the_bet_of_a_hand_ruled_dead_stays_in_for_who_is_left():
    cut = pots_in_play(_contributions((100, False), (40, True)))

    assert cut.returned == {}
    assert [(pot.chips, pot.eligible) for pot in cut.pots] == [(140, (2,))]


@pytest.mark.rule("STD-7")
def test_a_folded_seat_that_put_in_the_most_is_refused_where_staff_enter_it():
    with pytest.raises(RuleError) as refused:
        make_pots(_contributions((100, False), (50, True), (50, True)))

    assert refused.value.code == "pot_without_claimant"


@pytest.mark.rule("BIS-4")
def test_dead_chips_all_go_to_the_main_pot():
    assert _pots((30, True), (130, True, 30), (100, True)) == [
        ("main pot", 120, (1, 2, 3)),
        ("side pot 1", 140, (2, 3)),
    ]


@pytest.mark.rule("BIS-4")
def test_a_seat_whose_last_chips_were_a_dead_ante_plays_for_the_dead_chips_alone():
    assert _pots((30, True, 30), (20, True), (20, True)) == [("main pot", 30, (1, 2, 3)), ("side pot 1", 40, (2, 3))]


@pytest.mark.rule("STD-7")
def test_a_pot_whose_claimants_all_folded_cannot_exist():
    with pytest.raises(RuleError) as refused:
        make_pots(_contributions((50, True), (80, False), (80, False)))

    assert refused.value.code == "pot_without_claimant"
    assert refused.value.rules == ("STD-7",)
    assert refused.value.facts == {"chips": 60, "seats": [2, 3], "ceiling": 50}


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([(-5, True), (10, True)], "negative_contribution"),
        ([(5, True, 6), (10, True)], "dead_above_contribution"),
        ([(5, True, -1), (10, True)], "dead_above_contribution"),
        ([(5, True), (10, True), (0, True)], "live_without_chips"),
        ([(10, True)], "too_few_contributors"),
        ([(10, False), (10, False)], "no_live_seat"),
        ([(10, True)] * 11, "unknown_seat"),
    ],
)
def test_impossible_contributions_are_refused(lines, code):
    with pytest.raises(RuleError) as refused:
        make_pots(_contributions(*lines))

    assert refused.value.code == code


def test_a_seat_listed_twice_is_refused():
    with pytest.raises(RuleError, match="Seat 1 is listed twice"):
        make_pots([*_contributions((10, True), (10, True)), Contribution(seat=1, chips=10, is_live=True)])


@pytest.mark.rule("STD-7")
def test_in_play_chips_above_all_live_seats_go_to_those_who_matched_most_of_them():
    # Seats 2 and 3 bet 20 and then had their hands ruled dead; seats 1 and 4 were all-in before.
    assert cut_pots({1: 10, 2: 20, 3: 20}, live=[1]).pots == ((0, 50, (1,)),)
    assert cut_pots({1: 10, 2: 20, 3: 20, 4: 5}, live=[1, 4]).pots == ((0, 20, (1, 4)), (1, 35, (1,)))


def test_in_play_pots_can_be_asked_for_before_everyone_has_put_chips_in():
    assert pots_in_play(_contributions((5, True), (10, True), (0, True))) == (((0, 10, (1, 2)),), {2: 5})
    assert pots_in_play(_contributions((0, True), (0, True))) == ((), {})


def test_chips_of_one_seat_alone_all_come_back():
    assert cut_pots({1: 5}, live=[1]) == ((), {1: 5})


def test_chips_above_every_claim_go_to_all_who_put_in_as_much_or_more():
    pots, returned = cut_pots({1: 100, 2: 50, 3: 100, 4: 50}, live=[1, 2, 4], claims={1: 10, 2: 10, 4: 10})

    assert [(pot.chips, pot.eligible) for pot in pots] == [(200, (1, 2, 4)), (100, (1,))]
    assert returned == {}
