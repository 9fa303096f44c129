"""The beacon's network of simulated nights signs like the real one, and nobody outside the nights takes its word."""

from __future__ import annotations

import sys

from engine.commands.drand import is_signed
from engine.raffle import QUICKNET
from engine.raffle.beacon import CHAINS
from tests.simulator.network import known_network, signature_of


def test_a_round_is_signed_for_a_night_and_for_no_other_round():
    with known_network():
        ours = CHAINS[QUICKNET.hash]

        assert is_signed(ours, 1000, signature_of(1000))
        assert not is_signed(ours, 1000, signature_of(1001))


def test_outside_the_nights_the_network_is_the_real_one():
    with known_network():
        signed = signature_of(1000)

    assert CHAINS[QUICKNET.hash] is QUICKNET
    assert not is_signed(QUICKNET, 1000, signed)


def test_the_limit_of_recursion_stays_as_it_was():
    limit = sys.getrecursionlimit()

    signature_of(1002)

    assert sys.getrecursionlimit() == limit
