"""The fund and the forecast in templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString

from eventnight.night.drawings import ForecastRow, Tick, draw_forecast, draw_thermometer

register = template.Library()


@register.simple_tag
def thermometer(raised: int, goal: int, label: str) -> SafeString:
    """{% thermometer raised goal "$2,175 of $3,000" %}: the fund on its way."""
    return SafeString(draw_thermometer(raised, goal, label=label))


@register.simple_tag
def forecast(rows: Sequence[ForecastRow], ticks: Sequence[Tick], **axis: Any) -> SafeString:
    """{% forecast rows ticks minutes=303 now=132 label="…" %}: when each activity should end and when it will."""
    return SafeString(draw_forecast(rows, ticks, **axis))
