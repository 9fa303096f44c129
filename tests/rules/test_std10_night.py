"""Poker in general, as a tournament records it: players who go out on the same hand."""

from __future__ import annotations

import pytest

from tests.tournaments.holdem_nights import BY, codes_of, make_holdem, out, places, running_flight
from tournaments.services.flight.bust_outs import undo_bust_out

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STD-10")]


def ten_left():
    """Ten players in one flight of which one advances."""
    flight = running_flight(10, make_holdem(advancing_count=1))
    return flight, codes_of(flight)


def test_of_two_out_on_one_hand_the_larger_stack_finishes_better():
    flight, (a, b, *_) = ten_left()

    busted = out(flight, {b: 400, a: 900})

    assert [entry.player.code for entry in busted] == [a, b]
    assert places(flight) == {a: (9, 9), b: (10, 10)}


def test_equal_stacks_share_the_places_between_them():
    flight, (a, b, c, *_) = ten_left()

    out(flight, {a: 900, b: 900, c: 50})

    assert places(flight) == {a: (8, 9), b: (8, 9), c: (10, 10)}


def test_a_later_hand_ranks_above_an_earlier_one_whatever_the_stacks():
    flight, (a, b, *_) = ten_left()

    out(flight, {a: 9_000})
    out(flight, {b: 10})

    assert places(flight) == {a: (10, 10), b: (9, 9)}


def test_undoing_an_earlier_hand_moves_the_later_one_down_a_place():
    flight, (a, b, c, *_) = ten_left()
    out(flight, {a: 900, b: 400})
    out(flight, {c: 700})

    undo_bust_out(flight=flight, hand=1, **BY)

    assert places(flight) == {c: (10, 10)}
