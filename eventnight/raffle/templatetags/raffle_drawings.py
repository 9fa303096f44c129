"""The odds in templates."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from eventnight.raffle.drawings import draw_odds_bar

register = template.Library()


@register.simple_tag
def odds_bar(tickets: int, fewest: int, label: str) -> SafeString:
    """{% odds_bar bucket.tickets fewest "1 in 168" %}: the fuller, the better the odds of one ticket."""
    return SafeString(draw_odds_bar(tickets, fewest, label=label))
