"""The chance that guests and a beacon bring: how much of it, in which round, signed by whom, in which words refused."""

from __future__ import annotations

import hmac
from datetime import timedelta
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.raffle import (
    QUICKNET,
    Beacon,
    BeaconRound,
    CallKind,
    Calls,
    draw_index,
    entropy_text,
    read_calls,
    require_entropy,
    require_signature,
)
from engine.raffle.chance import require_chance
from tests.engine.sheets import BOTH, DICE, beacon, sheet

DICE_OF, ROUND = BOTH
KEY = bytes(range(32))


def refusal_of(action: Any) -> tuple[str, str]:
    with pytest.raises(RuleError) as refused:
        action()
    return refused.value.code, refused.value.message


# ---------- An index from the key ----------


def values(prize: str, attempt: int) -> Any:
    """The numbers of 256 bits that the key gives for an attempt, as the published method describes them."""
    for counter in count():
        text = "\x1f".join((prize, str(attempt), str(counter)))
        yield int.from_bytes(hmac.new(KEY, text.encode(), sha256).digest(), "big")


@given(st.integers(0, 5), st.integers(2**254, 2**256))
def test_values_past_the_last_full_round_of_the_tickets_are_drawn_again(attempt, tickets):
    fair = 2**256 - 2**256 % tickets

    first_fair = next(value for value in values("A1", attempt) if value < fair)

    assert draw_index(KEY, "A1", attempt, tickets) == first_fair % tickets


def test_the_first_value_past_the_last_full_round_is_unfair_already():
    attempt, first, second = next(
        (attempt, first, second)
        for attempt in count()
        for first, second, *_ in [[value for value, _ in zip(values("A1", attempt), range(2), strict=False)]]
        if first > 2**255 and first > second
    )

    assert draw_index(KEY, "A1", attempt, tickets=first) == second


# ---------- Dice and cards ----------


@pytest.mark.parametrize("number", [20, 200])
def test_twenty_to_two_hundred_calls_may_be_fixed(number):
    assert read_calls(Calls(CallKind.DICE, number), "6" * number).split() == ["6"] * number
    assert read_calls(Calls(CallKind.CARDS, number), "Kd" * number).split() == ["Kd"] * number


@pytest.mark.parametrize(
    ("calls", "typed", "code", "message"),
    [
        (DICE_OF, "6" * 19, "calls_too_few", "19 dice were called; this draw takes 20. Call 1 more."),
        (
            DICE_OF,
            "6" * 22,
            "calls_too_many",
            "22 dice were called; this draw takes 20. Take out the 2 that were not thrown.",
        ),
        (
            DICE_OF,
            "6" * 21,
            "calls_too_many",
            "21 dice were called; this draw takes 20. Take out the 1 that was not thrown.",
        ),
        (DICE_OF, "6 6 x1 6", "entropy_unclear", '"x1" is not a die (1 to 6). Read it again.'),
        (Calls(CallKind.CARDS, 20), "KdQx", "entropy_unclear", '"Qx" is not a card such as Kd. Read it again.'),
    ],
)
def test_calls_that_are_not_those_fixed_are_refused_with_what_to_do(calls, typed, code, message):
    assert refusal_of(lambda: read_calls(calls, typed)) == (code, message)


def test_a_ten_of_hearts_is_spelled_as_a_t():
    assert read_calls(Calls(CallKind.CARDS, 20), "10H" + "ac" * 19) == " ".join(["Th", *["Ac"] * 19])


# ---------- Rounds of a beacon ----------


@pytest.mark.parametrize(("number", "successor"), [(5, 5), (6, 5)])
def test_a_successor_comes_after_its_round(number, successor):
    assert refusal_of(lambda: BeaconRound(QUICKNET.hash, number, successor)) == (
        "successor_not_later",
        f"Round {successor} cannot follow round {number}: name a later one.",
    )


@pytest.mark.parametrize(("number", "successor"), [(0, 5), (-1, 5), (1, 10**15), (10**15, 10**15 + 1)])
def test_a_round_has_one_to_fifteen_digits(number, successor):
    assert refusal_of(lambda: BeaconRound(QUICKNET.hash, number, successor))[0] == "round_out_of_range"


def test_a_round_that_no_calendar_reaches_is_refused():
    assert refusal_of(lambda: BeaconRound(QUICKNET.hash, 10**14, 10**14 + 1)) == (
        "round_out_of_range",
        "Round 100000000000000 or 100000000000001 is due in no year that a calendar holds.",
    )


def test_the_first_round_is_due_at_the_genesis_and_the_next_a_period_later():
    fixed = BeaconRound(QUICKNET.hash, 1, 2)

    assert (fixed.time, fixed.successor_time) == (QUICKNET.genesis, QUICKNET.genesis + timedelta(seconds=3))
    assert QUICKNET.first_round_from(QUICKNET.genesis - timedelta(days=1)) == 1
    assert QUICKNET.first_round_from(QUICKNET.genesis) == 1
    assert QUICKNET.first_round_from(QUICKNET.genesis + timedelta(seconds=1)) == 2
    assert QUICKNET.first_round_from(QUICKNET.genesis + timedelta(seconds=3)) == 2


def test_the_network_signs_the_round_as_eight_bytes():
    assert QUICKNET.message_of(258) == sha256(bytes([0, 0, 0, 0, 0, 0, 1, 2])).digest()


@pytest.mark.parametrize("length", [0, 47, 49, 96])
def test_a_signature_of_another_length_is_never_asked_about(length):
    other = Beacon(QUICKNET.hash, 1000, bytes(length))

    assert refusal_of(lambda: require_signature(other, lambda *_: True)) == (
        "beacon_not_signed",
        "quicknet did not sign this for round 1000. Copy the round's signature again, all 96 characters.",
    )


def test_a_signature_counts_if_the_check_of_its_chain_and_round_says_so():
    asked = []

    require_signature(beacon(), lambda *given: asked.append(given) is None)

    assert asked == [(QUICKNET, 1000, beacon().signature)]
    assert refusal_of(lambda: require_signature(beacon(), lambda *_: False))[0] == "beacon_not_signed"


# ---------- What the sheet fixed ----------

CHANCE = entropy_text(DICE, DICE_OF, beacon())
SUCCESSOR = entropy_text(DICE, DICE_OF, beacon(1001))


@pytest.mark.parametrize(
    ("entropy", "brought", "is_missed"), [(CHANCE, beacon(), False), (SUCCESSOR, beacon(1001), True)]
)
def test_dice_and_the_round_that_is_due_are_taken(entropy, brought, is_missed):
    require_chance(entropy, calls=DICE_OF, fixed=ROUND, beacon=brought, is_missed=is_missed)


@pytest.mark.parametrize(
    ("facts", "code", "message"),
    [
        ({"beacon": None}, "beacon_missing", "This draw waits for round 1000 of quicknet. Enter its signature."),
        (
            {"beacon": None, "is_missed": True},
            "beacon_missing",
            "This draw waits for round 1001 of quicknet. Enter its signature.",
        ),
        (
            {"is_missed": True},
            "wrong_round",
            "Round 1000 is not the one that was fixed. This draw takes round 1001 of quicknet.",
        ),
        (
            {"beacon": beacon(1001)},
            "wrong_round",
            "Round 1001 is not the one that was fixed. This draw takes round 1000 of quicknet.",
        ),
        (
            {"beacon": Beacon("00" * 32, 1000, b"")},
            "wrong_round",
            "Round 1000 is not the one that was fixed. This draw takes round 1000 of quicknet.",
        ),
        ({"fixed": None}, "beacon_not_awaited", "No beacon was fixed when sales closed. Leave it out."),
        (
            {"fixed": None, "beacon": None, "is_missed": True},
            "beacon_not_awaited",
            "No beacon was fixed when sales closed. Leave it out.",
        ),
        (
            {"entropy": CHANCE.replace(" ", "")},
            "entropy_spelling",
            f'The chance has one spelling, and this is another. It reads "{CHANCE}".',
        ),
    ],
)
def test_chance_that_the_sheet_does_not_wait_for_is_refused_with_what_it_waits_for(facts, code, message):
    given = {"entropy": CHANCE, "calls": DICE_OF, "fixed": ROUND, "beacon": beacon(), "is_missed": False} | facts

    assert refusal_of(lambda: require_chance(given.pop("entropy"), **given)) == (code, message)


def test_a_draw_without_calls_takes_the_beacon_alone():
    alone = entropy_text("", None, beacon())

    require_chance(alone, calls=None, fixed=ROUND, beacon=beacon(), is_missed=False)
    assert refusal_of(lambda: require_chance(CHANCE, calls=None, fixed=ROUND, beacon=beacon(), is_missed=False))[0] == (
        "entropy_spelling"
    )


def test_what_a_sheet_waits_for_is_signed_too():
    require_entropy(sheet(), CHANCE, beacon=beacon(), is_missed=False, check=lambda *_: True)
    dice_alone = sheet(beacon=None)
    require_entropy(dice_alone, entropy_text(DICE, DICE_OF, None), beacon=None, is_missed=False, check=lambda *_: False)

    assert refusal_of(
        lambda: require_entropy(sheet(), CHANCE, beacon=beacon(), is_missed=False, check=lambda *_: False)
    )[0] == ("beacon_not_signed")
