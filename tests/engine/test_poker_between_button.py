"""The button and the blinds from hand to hand, whoever leaves and comes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.poker.between.button import Players, Positions, first_positions, next_positions
from engine.poker.between.table_state import Player
from engine.poker.house.catalogue import HOUSES, house_of
from tests.engine.between_hands import a_table, blinds_of, prepare

HOUSE_OF = {
    "dead": house_of("standard", {"button": "dead"}),
    "forward": house_of("standard", {"button": "forward"}),
    "moving": house_of("biska"),
}
ALL = frozenset(range(1, 7))


def _run(policy: str, out_after: dict[int, set[int]], hands: int = 4) -> list[tuple[int, int | None, int, int]]:
    """Button, small blind, big blind and the seat that acts last on later rounds, of each hand after the first of six
    players with button 1. out_after: seats that go out in the hand of that number.
    """
    table = a_table(ALL, first_button=1)
    lines = []
    for number in range(1, hands + 1):
        setup = prepare(table, HOUSE_OF[policy])
        if number > 1:
            button, blinds = blinds_of(setup)
            lines.append((button, blinds.small, blinds.big, setup.begin().seats[-1]))
        gone = out_after.get(number, set())
        players = {seat: Player() for seat in setup.table.players if seat not in gone}
        table = a_table(players, last=setup.table.last)
    return lines


@pytest.mark.rule("STD-3")
@pytest.mark.parametrize(
    ("policy", "out_after", "lines"),
    [
        pytest.param("dead", {1: {2}}, [(2, 3, 4, 1), (3, 4, 5, 3), (4, 5, 6, 4)], id="dead-small-blind-out"),
        pytest.param("dead", {1: {3}}, [(2, None, 4, 2), (3, 4, 5, 2), (4, 5, 6, 4)], id="dead-big-blind-out"),
        pytest.param("dead", {1: {2, 3}}, [(2, None, 4, 1), (3, 4, 5, 1), (4, 5, 6, 4)], id="dead-both-blinds-out"),
        pytest.param("forward", {1: {2}}, [(3, 4, 5, 3), (4, 5, 6, 4), (5, 6, 1, 5)], id="forward-small-blind-out"),
        pytest.param("dead", {1: {4, 5, 6}, 2: {3}}, [(2, 3, 1, 2), (1, 1, 2, 1), (2, 2, 1, 2)], id="dead-to-heads-up"),
        pytest.param("moving", {1: {2}}, [(1, 3, 4, 1), (3, 4, 5, 3), (4, 5, 6, 4)], id="moving-small-blind-out"),
        pytest.param("moving", {1: {3}}, [(2, None, 4, 2), (2, 4, 5, 2), (4, 5, 6, 4)], id="moving-big-blind-out"),
        pytest.param(
            "moving", {1: {4, 5, 6}, 2: {3}}, [(2, 3, 1, 2), (2, 1, 2, 2), (1, 2, 1, 1)], id="moving-to-heads-up"
        ),
        pytest.param("moving", {}, [(2, 3, 4, 2), (3, 4, 5, 3), (4, 5, 6, 4)], id="moving-nobody-out"),
    ],
)
def test_the_next_three_hands_when_players_go_out(policy, out_after, lines):
    assert _run(policy, out_after) == lines


@pytest.mark.parametrize("policy", HOUSE_OF)
def test_the_first_hand_has_its_blinds_left_of_the_button(policy):
    players = Players(playing=frozenset({2, 5, 9}))

    assert first_positions(5, players, HOUSE_OF[policy]) == Positions(5, 9, 2)


def test_a_first_button_whose_player_has_left_goes_to_the_next():
    players = Players(playing=frozenset({2, 5, 9}))

    assert first_positions(6, players, HOUSE_OF["dead"]) == Positions(9, 2, 5)


@pytest.mark.parametrize(("policy", "positions"), [("dead", (2, 2, 5)), ("forward", (2, 2, 5)), ("moving", (2, 5, 2))])
def test_a_first_hand_of_two_has_the_button_on_the_blind_that_the_house_says(policy, positions):
    players = Players(playing=frozenset({2, 5}))

    assert first_positions(2, players, HOUSE_OF[policy]) == positions


@pytest.mark.parametrize(
    ("newcomer", "positions"),
    [
        pytest.param(6, (2, 4, 6), id="after-the-big-blind-takes-it"),
        pytest.param(3, (3, 4, 2), id="between-the-two-takes-the-button"),
    ],
)
def test_a_third_player_ends_heads_up_without_anybody_paying_the_big_blind_again(newcomer, positions):
    heads_up = Positions(2, 2, 4)
    players = Players(playing=frozenset({2, 4, newcomer}))

    assert next_positions(heads_up, players, HOUSE_OF["dead"]) == positions


def test_two_newcomers_between_the_blinds_do_not_put_the_button_on_a_blind():
    players = Players(playing=frozenset({2, 4, 6}))

    assert next_positions(Positions(1, 2, 6), players, HOUSE_OF["dead"]) == Positions(1, 6, 2)._replace(button=4)


@pytest.mark.parametrize("policy", HOUSE_OF)
def test_one_player_cannot_be_given_positions(policy):
    with pytest.raises(RuleError) as refused:
        next_positions(Positions(1, 2, 3), Players(playing=frozenset({2})), HOUSE_OF[policy])

    assert refused.value.code == "too_few_players"


SEATS = st.integers(1, 10)


@st.composite
def evenings(draw: st.DrawFn) -> list[frozenset[int]]:
    """Who is dealt in, hand after hand: any players leave and join in between, and two are always left."""
    seated = draw(st.frozensets(SEATS, min_size=2))
    hands = [seated]
    for changes in draw(st.lists(st.frozensets(SEATS, max_size=4), min_size=4, max_size=30)):
        changed = hands[-1] ^ changes
        hands.append(changed if len(changed) >= 2 else hands[-1])
    return hands


def _positions_of(evening: list[frozenset[int]], policy: str) -> list[Positions]:
    house = HOUSE_OF[policy]
    played = [first_positions(min(evening[0]), Players(playing=evening[0]), house)]
    for playing in evening[1:]:
        played.append(next_positions(played[-1], Players(playing=playing), house))
    return played


@pytest.mark.rule("STD-3", "BIS-6")
@pytest.mark.parametrize("policy", ["dead", "moving"])
@given(evening=evenings())
def test_nobody_skips_the_big_blind_and_nobody_pays_it_twice_running(policy, evening):
    for (before, after), playing in zip(pairwise(_positions_of(evening, policy)), evening[1:], strict=True):
        distance = (after.big_blind - before.big_blind) % 10
        skipped = {(before.big_blind + step - 1) % 10 + 1 for step in range(1, distance)}

        assert after.big_blind in playing
        assert after.big_blind != before.big_blind
        assert not skipped & playing


@pytest.mark.parametrize("policy", HOUSE_OF)
@given(evening=evenings())
def test_button_small_blind_and_big_blind_follow_each_other_clockwise(policy, evening):
    for positions, playing in zip(_positions_of(evening, policy), evening, strict=True):
        button, small, big = positions

        assert big in playing
        if len(playing) == 2:
            is_biska = policy == "moving"
            assert {small, big} == playing
            assert button == (big if is_biska else small)
        else:
            assert 0 < (small - button) % 10 < (big - button) % 10
            assert not any((seat - small) % 10 < (big - small) % 10 for seat in playing - {small})


@pytest.mark.rule("CAN-21", "WLIA-6")
@given(evening=evenings())
def test_a_button_that_moves_forward_goes_to_the_next_player_each_hand(evening):
    for (before, after), playing in zip(pairwise(_positions_of(evening, "forward")), evening[1:], strict=True):
        next_players = sorted(playing, key=lambda seat: (seat - before.button - 1) % 10)

        assert after.button == next_players[0]


@pytest.mark.rule("BIS-6", "BIS-7")
@given(seats=st.permutations(range(1, 11)), cuts=st.lists(st.integers(0, 10), min_size=3, max_size=3).map(sorted))
def test_the_disc_lies_where_a_dead_button_would_or_with_the_last_player_before_it(seats, cuts):
    """Players leave and come; the disc never lies with the big blind while three or more are dealt in."""
    playing, entering, waiting = seats[: cuts[0]], seats[cuts[0] : cuts[1]], seats[cuts[1] : cuts[2]]
    players = Players(playing=frozenset(playing), entering=frozenset(entering), waiting=frozenset(waiting))
    assume(len(playing) + len(entering) > 2)
    for last in (Positions(1, 3, 6), Positions(1, 2, 3), Positions(2, 9, 10)):
        dead, moving = (next_positions(last, players, HOUSE_OF[policy]) for policy in ("dead", "moving"))
        from_big = [(dead.big_blind + step - 1) % 10 + 1 for step in range(1, 10)]
        dealt = [seat for seat in from_big if seat in players.dealt_in(dead.big_blind)]
        before = [seat for seat in dealt if from_big.index(seat) <= from_big.index(dead.button)]

        assert moving[1:] == dead[1:]
        assert moving.button == (before or [seat for seat in dealt if seat != dead.small_blind])[-1]


@given(evening=evenings())
def test_the_disc_of_a_moving_big_blind_always_lies_before_a_player(evening):
    for positions, playing in zip(_positions_of(evening, "moving"), evening, strict=True):
        assert positions.button in playing


def test_each_house_moves_its_button_as_its_document_says():
    moves = {
        "wlia": "FORWARD",
        "canterbury": "FORWARD",
        "angies": "FORWARD",
        "washburn": "FORWARD",
        "biska": "MOVING_BIG_BLIND",
        "standard": "DEAD",
    }
    assert {key: HOUSES[key].button.name for key in moves} == moves
