"""Deeds are of one kind that differ in numbers and names alone."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.simulator.deeds.deed import Deed
from tests.simulator.kinds import kind_of
from tests.simulator.presses import FORM, Press


def rebuy(refused: str = "", **body: Any) -> Deed:
    """A re-buy by a program."""
    return Deed(Press("desk", "POST", "/api/v1/events/A-B/bank/rebuys/", json.dumps(body).encode()), refused)


def by_hand(**fields: str) -> Deed:
    """A re-buy at the desk."""
    return Deed(Press("desk", "POST", "/staff/A-B/desk/P001/rebuy/", urlencode(fields).encode(), FORM, is_api=False))


def clock(move: str) -> Deed:
    """A move of a clock on the floor."""
    return Deed(Press("floor", "POST", f"/staff/A-B/floor/1/clock/{move}/", b"", FORM, is_api=False))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(rebuy(player="P001", paid=1000), rebuy(player="P002", paid=2000), id="numbers"),
        pytest.param(rebuy("P001 holds 40"), rebuy("P002 holds 7"), id="numbers-of-a-refusal"),
        pytest.param(rebuy("the tray has {5: 1}"), rebuy("the tray has {10: 2, 20: 3}"), id="pieces-of-a-refusal"),
        pytest.param(rebuy("no chips", paid=1), rebuy("no chips", donation=1), id="one-refusal-of-other-fields"),
        pytest.param(by_hand(quantity="1", donation=""), by_hand(quantity="2"), id="what-is-left-empty"),
    ],
)
def test_deeds_are_of_one_kind_that_differ_in(one: Deed, other: Deed):
    assert kind_of(one, by_another=False) == kind_of(other, by_another=False)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(rebuy(), by_hand(), id="door"),
        pytest.param(clock("pause"), clock("skip"), id="word-of-the-address"),
        pytest.param(rebuy("the till is closed"), rebuy("the night is closed"), id="refusal"),
        pytest.param(rebuy(paid=1), rebuy("the till is closed", paid=1), id="one-that-counts"),
        pytest.param(rebuy(paid=1), rebuy(paid=1, donation=5), id="field"),
        pytest.param(rebuy(means="cash"), rebuy(means="card"), id="choice"),
    ],
)
def test_deeds_are_of_two_kinds_that_differ_in_their(one: Deed, other: Deed):
    assert kind_of(one, by_another=False) != kind_of(other, by_another=False)


def test_work_of_others_is_a_kind_of_its_own_whatever_is_sent():
    assert kind_of(rebuy(paid=1), by_another=True) == kind_of(rebuy(donation=1), by_another=True)
    assert kind_of(rebuy(paid=1), by_another=True) != kind_of(rebuy(paid=1), by_another=False)
