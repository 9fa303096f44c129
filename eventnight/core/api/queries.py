"""What stands behind the question mark of an API address. A wrong filter or cursor is refused, never ignored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from eventnight.core.errors import BadRequest
from eventnight.core.values.numbers import whole_number

LONGEST_SHOWN = 40


def choice_in(request: Request, name: str, choices: Iterable[str]) -> str | None:
    """The value of a filter, None where it is not given. Raises BadRequest("filter_unknown") for any other text."""
    wanted = request.query_params.get(name)
    if wanted is None:
        return None
    known = list(choices)
    if wanted not in known:
        raise _unknown(name, wanted, f"Use one of: {', '.join(known)}.")
    return wanted


def number_in(request: Request, name: str) -> int | None:
    """A whole number from 0 up, None where it is not given. Raises BadRequest("filter_unknown") for any other text."""
    wanted = request.query_params.get(name)
    if wanted is None:
        return None
    number = whole_number(wanted)
    if number is None or number < 0:
        raise _unknown(name, wanted, "Use a whole number.")
    return number


def _unknown(name: str, wanted: str, way_out: str) -> BadRequest:
    shown = wanted[:LONGEST_SHOWN]
    return BadRequest("filter_unknown", f"“{shown}” is no {name}. {way_out}", filter=name)


class CursorPages(CursorPagination):
    """Pages that stay put while rows are added; ordered by one whole number, which a cursor holds."""

    def decode_cursor(self, request: Request) -> Any:
        """The place where the page begins. Raises BadRequest("cursor_malformed")."""
        try:
            cursor = super().decode_cursor(request)
        except NotFound as error:
            raise _malformed() from error
        if cursor is not None and cursor.position is not None and whole_number(cursor.position) is None:
            raise _malformed()
        return cursor


def _malformed() -> BadRequest:
    return BadRequest(
        "cursor_malformed",
        "The cursor is not one of ours. Take it from the “next” or “previous” of a page, or leave it out.",
    )
