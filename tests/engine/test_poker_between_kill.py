"""The kill button from hand to hand, and the stakes it raises."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.poker.between.kill import Kill, KillButton, kill_after, killed_stakes, raised
from engine.poker.between.next_hand import after_hand, play_with_kill
from engine.poker.between.table_state import sit_out, stand_up
from engine.poker.house.catalogue import HOUSES
from engine.poker.stakes import Stakes, Structure
from tests.engine.between_hands import LIMIT, a_result, a_table, prepare

ANGIES = HOUSES["angies"]
LYING = KillButton(kind=Kill.HALF)


def _held(seat: int, wins: int = 1) -> KillButton:
    return KillButton(kind=Kill.HALF, holder=seat, wins=wins)


@pytest.mark.parametrize(
    ("before", "result", "after"),
    [
        pytest.param(LYING, a_result(3), _held(3), id="first-win"),
        pytest.param(_held(3), a_result(3), _held(3, 2), id="second-win"),
        pytest.param(_held(3, 2), a_result(3), _held(3, 2), id="third-win-stays-raised"),
        pytest.param(_held(3, 2), a_result(5), _held(5), id="lost-to-a-single-winner"),
        pytest.param(LYING, a_result(3, 5), LYING, id="split-earns-nothing"),
        pytest.param(_held(3), a_result(3, 5), _held(3), id="holder-splits-and-keeps-it"),
        pytest.param(_held(3, 2), a_result(3, 5), _held(3, 2), id="holder-splits-a-raised-pot"),
        pytest.param(_held(3), a_result(1, 5), LYING, id="others-split"),
        pytest.param(_held(3), a_result(5, side_pot_winner=3), _held(5), id="only-a-side-pot"),
        pytest.param(_held(3), a_result(3, side_pot_winner=5), _held(3, 2), id="the-main-pot-counts"),
    ],
)
def test_the_kill_button_follows_the_main_pot(before, result, after):
    assert kill_after(before, result) == after


def test_a_lone_blind_that_nobody_calls_is_a_win():
    # Seat 3 went out as the big blind, so nobody posts the small blind; both others fold and no pot is left.
    hand = prepare(a_table((1, 2, 4), last=(1, 2, 3)), "standard", stakes=LIMIT).begin()
    hand.deal_unknown()
    hand.fold()
    hand.fold()

    result = hand.settle()

    assert result.pots == ()
    assert kill_after(LYING, result) == _held(4)


@pytest.mark.parametrize(
    ("kind", "unit", "chips", "killed"),
    [
        (Kill.HALF, 1, 2, 3),
        (Kill.HALF, 1, 5, 8),
        (Kill.HALF, 1, 1, 2),
        (Kill.HALF, 1, 10, 15),
        (Kill.HALF, 5, 10, 15),
        (Kill.HALF, 5, 5, 10),
        (Kill.FULL, 5, 5, 10),
        (Kill.FULL, 1, 3, 6),
        (Kill.HALF, 1, 0, 0),
    ],
)
def test_half_of_an_odd_number_is_rounded_up_to_the_smallest_chip(kind, unit, chips, killed):
    assert raised(chips, kind, unit=unit) == killed


@pytest.mark.parametrize("kind", Kill)
@pytest.mark.parametrize("limit", [name for name, stakes in ANGIES.limits.items() if stakes.has_limits])
def test_every_posted_limit_can_be_killed_and_its_numbers_keep_their_order(limit, kind):
    stakes = ANGIES.limits[limit]

    killed = killed_stakes(stakes, kind, unit=1)

    assert killed.small_bet > stakes.small_bet
    assert killed.big_bet > stakes.big_bet
    assert (killed.small_blind, killed.big_blind) == (stakes.small_blind, stakes.big_blind)


def test_a_holder_who_leaves_or_goes_broke_leaves_the_kill_button():
    table = a_table((1, 2, 4), last=(4, 1, 2), kill=_held(4, 2))

    assert stand_up(table, 4).kill == LYING
    assert after_hand(table, a_result(4), out=[4]).kill == LYING
    assert stand_up(table, 1).kill == _held(4, 2)


@pytest.mark.rule("ANG-35")
@pytest.mark.parametrize("stacks", [dict.fromkeys((1, 2, 4), 1000), {1: 1000, 2: 1000, 4: 1000, 6: 0}])
def test_a_holder_who_is_not_dealt_in_gives_the_kill_button_back(stacks):
    table = a_table((1, 2, 4, 6), last=(6, 1, 2), kill=_held(6, 2))

    setup = prepare(table, ANGIES, stakes=LIMIT, stacks=stacks)

    assert (setup.table.kill, setup.forced.blinds) == (LYING, {2: 5, 4: 10})
    assert setup.stakes == LIMIT


def test_a_holder_on_a_blind_posts_the_larger_kill_blind_only():
    table = a_table((1, 2, 4, 6), last=(6, 1, 2), kill=_held(4, 2))

    setup = prepare(table, ANGIES, stakes=LIMIT)

    assert setup.forced.blinds == {2: 5, 4: 15}


def test_the_first_round_still_starts_left_of_the_big_blind_and_the_holder_may_raise():
    table = a_table((1, 2, 4, 6), last=(6, 1, 2), kill=_held(1, 2))
    hand = prepare(table, ANGIES, stakes=LIMIT).begin()
    hand.deal_unknown()

    turns = []
    for _ in range(4):
        turns.append((hand.turn, hand.legal.to_call, hand.legal.min_to))
        hand.call() if hand.legal.may_call else hand.check()

    assert turns == [(6, 15, 30), (1, 0, 30), (2, 10, 30), (4, 5, 30)]


def test_a_kill_with_a_house_that_offers_none_is_refused_with_the_rule():
    with pytest.raises(RuleError) as refused:
        play_with_kill(a_table((1, 2)), LYING, house=HOUSES["canterbury"], stakes=LIMIT)

    assert (refused.value.code, refused.value.rules) == ("kill_not_offered", ("ANG-32",))


def test_a_kill_needs_blinds():
    bring_in = Stakes(structure=Structure.FIXED_LIMIT, ante=1, bring_in=2, small_bet=4, big_bet=8)

    with pytest.raises(RuleError) as refused:
        play_with_kill(a_table((1, 2)), LYING, house=ANGIES, stakes=bring_in)

    assert refused.value.code == "kill_needs_blinds"


def test_the_kill_button_can_be_taken_off():
    table = a_table((1, 2), kill=_held(1))

    assert play_with_kill(table, None, house=HOUSES["wlia"], stakes=LIMIT).kill is None


@pytest.mark.parametrize(("holder", "wins"), [(None, 1), (3, 0), (3, 3)])
def test_a_kill_button_that_cannot_be_is_a_broken_promise(holder, wins):
    with pytest.raises(ValueError, match="kill button"):
        KillButton(kind=Kill.FULL, holder=holder, wins=wins)


@pytest.mark.rule("ANG-34", "ANG-35")
@pytest.mark.parametrize("seat", [1, 3, 5])
def test_only_its_holder_owes_the_kill_blind_and_takes_the_wins_along(seat):
    table = a_table((1, 3, 5), last=(1, 3, 5), kill=_held(3, 2))

    if seat == 3:
        with pytest.raises(RuleError, match="owes the kill blind"):
            sit_out(table, seat)
    else:
        assert sit_out(table, seat).players[seat].is_away
    assert stand_up(table, seat).kill == (LYING if seat == 3 else _held(3, 2))
