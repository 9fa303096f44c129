"""Laws of hands that are written and played again: every game, structure and house, with the floor's rulings too."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.poker.forced import forced_bets
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand, Phase
from engine.poker.house.catalogue import HOUSES
from engine.poker.phh import export_hand, import_hand, read_phh, replay_history, write_phh
from engine.poker.phh.codes import CODES, code_of
from engine.poker.stakes import Stakes, Structure
from tests.engine.poker_random_hands import ALL_PLAYS, random_hand

TOLD_BY_THE_DEALER = {"hole", "board", "show", "show_down", "stub", "replace"}


def what_was_done(hand: Hand) -> list[tuple[object, ...]]:
    """The log without what differs between a hand dealt from a deck and the same hand with its cards told."""
    return [entry for entry in hand.log if entry[0] not in TOLD_BY_THE_DEALER]


def assert_same(again: Hand, hand: Hand) -> None:
    assert what_was_done(again) == what_was_done(hand)
    assert (again.phase, again.turn, again.street_number) == (hand.phase, hand.turn, hand.street_number)
    assert (again.seats, again.button, again.forced) == (hand.seats, hand.button, hand.forced)
    assert (again.stacks, again.contributed, again.bets) == (hand.stacks, hand.contributed, hand.bets)
    assert (again.board, again.shown, again.live) == (hand.board, hand.shown, hand.live)
    assert [again.hole(seat) for seat in hand.seats] == [hand.hole(seat) for seat in hand.seats]
    if hand.phase is Phase.OVER:
        assert again.settle() == hand.settle()
    if hand.phase is Phase.BETTING:
        assert again.legal == hand.legal


@given(
    seed=st.integers(0, 2**32),
    play=st.sampled_from(ALL_PLAYS),
    rulings=st.booleans(),
    places=st.integers(0, 8),
)
def test_any_hand_is_the_same_once_written_and_played_again(seed, play, rulings, places):
    game, structure = play
    hand = random_hand(seed, game=game, structure=structure, rulings=rulings)

    history = export_hand(hand, places=places)
    written = write_phh(history)

    assert read_phh(written) == history
    again = import_hand(read_phh(written))
    assert_same(again, hand)
    assert export_hand(again, places=places) == history
    if hand.phase is Phase.OVER:
        assert replay_history(history).rake == 0


@pytest.mark.parametrize("play", ALL_PLAYS, ids=lambda play: code_of(*play))
def test_every_game_and_structure_is_written_under_its_code(play):
    game, structure = play
    hand = random_hand(7, game=game, structure=structure)

    history = export_hand(hand, others={"players": [f"seat {seat}" for seat in hand.seats]})

    assert CODES[history.variant] == (game, structure)
    assert history.others["players"] == [f"seat {seat}" for seat in hand.seats]
    assert_same(import_hand(history), hand)


@pytest.mark.parametrize(
    ("players", "posts", "blinds"),
    [
        pytest.param(2, {}, (5, 10), id="two-players"),
        pytest.param(6, {}, (5, 10, 0, 0, 0, 0), id="six-players"),
        pytest.param(6, {"straddle": 3}, (5, 10, 20, 0, 0, 0), id="straddle"),
        pytest.param(6, {"post": 5}, (5, 10, 0, 0, -10, 0), id="post-of-a-newcomer"),
    ],
)
def test_a_plain_hand_is_written_without_any_field_of_our_own(players, posts, blinds):
    house, stakes = HOUSES["standard"], Stakes(structure=Structure.NO_LIMIT, small_blind=5, big_blind=10)
    seats = range(1, players + 1)
    forced = forced_bets(stakes=stakes, house=house, seats=seats, button=players)
    if "straddle" in posts:
        forced = forced._replace(blinds={**forced.blinds, 3: 20}, last_blind=3, price=20, bets_counted=2)
    if "post" in posts:
        forced = forced._replace(blinds={**forced.blinds, 5: 10})
    hand = Hand.start(
        game=GAMES["holdem"],
        house=house,
        stakes=stakes,
        stacks=dict.fromkeys(seats, 500),
        button=players,
        forced=forced,
    )

    history = export_hand(hand)

    assert (history.variant, history.blinds_or_straddles, dict(history.others)) == ("NT", blinds, {})
    assert (history.antes, history.min_bet, history.starting_stacks) == ((0,) * players, 10, (500,) * players)


def test_a_hand_written_in_cents_reads_in_dollars():
    holdem, no_limit = CODES["NT"]
    hand = random_hand(3, game=holdem, structure=no_limit)

    history = export_hand(hand, places=2)

    assert [str(stack) for stack in history.starting_stacks] == [
        f"{chips // 100}.{chips % 100:02}" for chips in (hand.setup.stacks[seat] for seat in hand.seats)
    ]


def test_a_hand_is_written_at_every_point_of_its_log():
    rng = random.Random(5)
    for game, structure in rng.sample(ALL_PLAYS, 12):
        hand = random_hand(rng.randint(0, 999), game=game, structure=structure)
        while hand.log:
            hand.undo()
            assert_same(import_hand(export_hand(hand)), hand)
