"""The fund and the forecast, drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from eventnight.night.drawings import ForecastRow, Tick, draw_forecast, draw_thermometer

NASTY = '<script>alert("1")</script> & Söhne'


@pytest.mark.parametrize(
    ("raised", "goal", "width"), [(217500, 300000, "72.5"), (400000, 300000, "100"), (100, 0, "0"), (-5, 10, "0")]
)
def test_the_thermometer_never_leaves_its_tube(raised, goal, width):
    assert f'class="rise" y="4" width="{width}%"' in draw_thermometer(raised, goal, label="Fund")


def test_the_forecast_says_which_activity_is_late():
    rows = [
        ForecastRow("Euchre", planned=(0, 180), expected=(0, 185), end_text="9:50"),
        ForecastRow(NASTY, planned=(200, 240), expected=(220, 270), end_text="11:06", is_late=True),
    ]

    svg = ElementTree.fromstring(draw_forecast(rows, [Tick(0, "6:30")], minutes=300, now=120, label="Finish by"))

    words = [part.text for part in svg.iter("text")]
    assert words == ["6:30", "Euchre", "9:50", NASTY, "11:06 · late"]
    assert [part.get("class") for part in svg.iter("rect")] == ["planned", "gone", "ahead", "planned", "late"]
