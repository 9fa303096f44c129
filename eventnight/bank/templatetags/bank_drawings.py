"""Chips in templates."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from eventnight.bank.drawings import draw_chip

register = template.Library()


@register.simple_tag
def chip(value: int, large: bool = False, colour: str = "") -> SafeString:
    """{% chip 50 %}; large=True for a big one, colour="green" where the house differs."""
    return SafeString(draw_chip(value, colour=colour, is_large=bool(large)))
