"""Who may open and send what, as a table of its own: the product is not asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from eventnight.core.roles import Role

READS = ("GET", "HEAD", "OPTIONS")
EVERYBODY = None
MISSING = "role_missing"
_ALL = set(Role)
_ORGANISER = {Role.ORGANISER}
_DESK = {Role.ORGANISER, Role.DESK}
DOOR = {Role.ORGANISER, Role.DESK, Role.FLOOR}
_CHIPS = {Role.ORGANISER, Role.DESK, Role.FLOOR, Role.TABLES}
_MATCHES = {Role.ORGANISER, Role.MATCHES}
_FLOOR = {Role.ORGANISER, Role.FLOOR}
_TABLES = {Role.ORGANISER, Role.TABLES, Role.FLOOR}
_RAFFLE = {Role.ORGANISER, Role.RAFFLE, Role.DESK}

_PAGES: tuple[tuple[str, set[Role]], ...] = (
    (r"organise/", _ORGANISER),
    (r"accounts/hand-over/$", _ALL),
    (r"staff/(now/)?$", _ALL),
    (r"staff/calls/", _ALL),
    (r"staff/till/[^/]+/closings/", _ORGANISER),
    (r"staff/till/", _DESK),
    (r"staff/players/[^/]+/(tickets|chips-in)/", _RAFFLE),
    (r"staff/print/$", _ALL),
    (r"staff/(players|print|scan)/", DOOR),
    (r"staff/desk/entries/", _DESK),
    (r"staff/desk/([^/]+/)?$", DOOR),
    (r"staff/desk/", _DESK),
    (r"staff/chips/[^/]+/(stock|empty)/", _TABLES),
    (r"staff/chips/", _CHIPS),
    (r"staff/raffle/", _RAFFLE),
    (r"staff/(tables|roulette)/", _TABLES),
    (r"staff/matches/", _MATCHES),
    (r"staff/(holdem/new|floor/[^/]+/break-order)/", _ORGANISER),
    (r"staff/(floor|holdem)/", _FLOOR),
)
_PROGRAMS: tuple[tuple[str, set[Role]], ...] = (
    (r"players/", DOOR),
    (r"bank/totals/", _ORGANISER),
    (r"bank/tills/[^/]+/closings/", _ORGANISER),
    (r"bank/chips/trays/", _TABLES),
    (r"bank/chips/", _CHIPS),
    (r"bank/", _DESK),
    (r"raffle/", _RAFFLE),
    (r"calls/", _ALL),
    (r"tables/", _TABLES),
    (r"brackets/", _MATCHES),
    (r"holdem/$", _ORGANISER),
    (r"holdem/flights/[^/]+/break-order/", _ORGANISER),
    (r"holdem/", _FLOOR),
    (
        r"(settings|status|programme|roles|roster|adjustments|archive|closing|finish-by|fund|hands|report|phone-address|invitations|again|sponsors)/",
        _ORGANISER,
    ),
    (r"$", _ORGANISER),
)
_OPEN_TO_PROGRAMS = re.compile(
    r"tonight/$|raffle/(proof/)?$|brackets/(\d+/(matches/(\d+/)?)?)?$"
    r"|holdem/(\d+/(prizes/)?)?$|holdem/flights/\d+/((clock(/levels)?|hands)/)?$"
)
_BY_PLACE = re.compile(r".*/(chips/([^/]+/change|changes)|calls/\d+/[a-z-]+)/")
"""Whose work it is depends on where: the desk changes chips at the bank, the others at tables; a call is answered by
whoever runs its table. Their deeds know.
"""
_PAGE = re.compile(r"/(staff|organise|accounts/hand-over)/(?!new/)([^/]+)/(.*)")
"""A night's code is never "new": nobody has a role yet at a night that is being made."""
_PROGRAM = re.compile(r"/api/v1/events/([^/]+)/(.*)")


def may(method: str, path: str) -> tuple[str, set[Role] | None]:
    """The night's code, and the roles of which one is needed there; None where everybody may. path: without a query.

    Raises LookupError for an address of staff that the table does not know.
    """
    if found := _PAGE.fullmatch(path):
        return found[2], _of(_PAGES, f"{found[1]}/{found[3]}")
    if found := _PROGRAM.fullmatch(path):
        if method in READS and _OPEN_TO_PROGRAMS.fullmatch(found[2]):
            return found[1], EVERYBODY
        return found[1], _of(_PROGRAMS, found[2])
    return "", EVERYBODY


def _of(table: tuple[tuple[str, set[Role]], ...], path: str) -> set[Role]:
    for begins, roles in table:
        if re.match(begins, path):
            return roles
    raise LookupError(f"The table says nothing of {path}.")


def held(method: str, path: str, roles_at: Callable[[str], set[Role]], code: str) -> Iterator[str]:
    """A sentence where an answer was given to somebody who has no role that may; or where it was refused for want of
    one, and they have it.

    roles_at: what they are at the night of a code. code: of the refusal, empty for none.
    """
    if code not in ("", MISSING):
        return
    try:
        night, needed = may(method, path)
    except LookupError as unknown:
        yield str(unknown)
        return
    if needed is EVERYBODY or not night:
        return
    roles = roles_at(night)
    names = ", ".join(sorted(roles)) or "nobody there"
    if not code and not roles & needed:
        yield f"{method} {path} was answered to somebody who is {names}"
    if code == MISSING and roles & needed and not _BY_PLACE.fullmatch(path):
        yield f"{method} {path} was refused to somebody who is {names}"
