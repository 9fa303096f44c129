"""Bars: every text is escaped, and they are as long as was given."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from eventnight.core.drawings.charts import Part, draw_bar, draw_bars

NASTY = '<script>alert("1")</script> & Söhne'


def test_stacked_parts_fill_the_bar():
    drawn = draw_bars([Part("Players", 50), Part("Tables", 30), Part("Trays", 20)], label="Chips")

    assert re.findall(r'x="([\d.]+)%" width="([\d.]+)%"', drawn) == [("0", "50"), ("50", "30"), ("80", "20")]


def test_a_bar_carries_its_label():
    assert ElementTree.fromstring(draw_bar(3, 4, label=NASTY)).get("aria-label") == NASTY
