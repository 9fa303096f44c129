"""Which paper a sheet is printed on."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

MOST_PRINTED = 1000
"""Tickets of one file."""
MOST_CARDS = 500
"""Cards of one file: a second of the typesetter."""
SHEETS = ("a4", "letter")
ACROSS = ("a4", "letter", "a3")
SLIPS = ("roll", "a6")
TICKETS = (*SHEETS, "roll")
NAMES = {"a4": "A4", "letter": "Letter", "a3": "A3", "a6": "A6", "roll": "80 mm roll"}
_LETTER_MONEY = ("USD", "CAD", "MXN")


def usual_first(sizes: tuple[str, ...], currency: str) -> tuple[str, ...]:
    """The sizes, Letter first where its paper is sold for that money."""
    return tuple(sorted(sizes, key=lambda size: size != "letter")) if currency in _LETTER_MONEY else sizes


def size_asked(request: HttpRequest, sizes: tuple[str, ...]) -> str:
    """The size that the address asks for by `paper`; the first where it names none of them."""
    wanted = request.GET.get("paper", "")
    return wanted if wanted in sizes else sizes[0]


def size_of(sizes: tuple[str, ...]) -> Callable[[str], str]:
    """What a public page reads of `paper`."""
    return lambda wanted: wanted if wanted in sizes else ""
