"""Chips, drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from eventnight.bank.drawings import draw_chip


@pytest.mark.parametrize(
    ("value", "colour", "spoken", "shown"),
    [(50, "", "blue 50", "50"), (25, "red", "red 25", "25"), (5000, "", "grey 5,000", "5k"), (7, "", "grey 7", "7")],
)
def test_a_chip_shows_its_colour_and_value(value, colour, spoken, shown):
    chip = ElementTree.fromstring(draw_chip(value, colour=colour))

    assert (chip.get("aria-label"), chip.find("text").text) == (spoken, shown)
