"""The odds of a bucket, drawn."""

from __future__ import annotations

import re

from eventnight.raffle.drawings import draw_odds_bar


def test_odds_read_better_the_fuller_the_bar():
    widths = [re.search(r'width="([\d.]+)%"', draw_odds_bar(n, 45, label="")).group(1) for n in (168, 90, 45)]

    assert widths == ["26.79", "50", "100"]


def test_a_bucket_without_tickets_shows_an_empty_bar():
    assert 'width="0%"' in draw_odds_bar(0, 45, label="No tickets yet")
