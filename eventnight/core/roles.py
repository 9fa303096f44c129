"""Roles at an event and what each may do. Whatever is not listed is refused."""

from __future__ import annotations

from enum import StrEnum

from django.db.models import TextChoices


class Role(TextChoices):
    ORGANISER = "organiser", "Organiser"
    DESK = "desk", "Desk"
    MATCHES = "matches", "Euchre"
    FLOOR = "floor", "Floor"
    TABLES = "tables", "Tables"
    RAFFLE = "raffle", "Raffle"


class Permission(StrEnum):
    """What a page or an API call needs."""

    STAFF_HOME = "staff_home"
    CHECK_IN = "check_in"
    SELL = "sell"
    CLOSE_TILL = "close_till"
    COUNT_CHIPS = "count_chips"
    REVERSE_ANY = "reverse_any"
    RUN_MATCHES = "run_matches"
    RUN_FLOOR = "run_floor"
    RUN_TABLES = "run_tables"
    RUN_RAFFLE = "run_raffle"
    SET_UP = "set_up"
    SEE_BOOKS = "see_books"


_EVERYBODY = frozenset(Role)

ALLOWED: dict[Permission, frozenset[Role]] = {
    Permission.STAFF_HOME: _EVERYBODY,
    Permission.CHECK_IN: frozenset({Role.ORGANISER, Role.DESK, Role.FLOOR}),
    Permission.SELL: frozenset({Role.ORGANISER, Role.DESK}),
    Permission.CLOSE_TILL: frozenset({Role.ORGANISER, Role.DESK}),
    Permission.COUNT_CHIPS: frozenset({Role.ORGANISER, Role.DESK, Role.FLOOR, Role.TABLES}),
    Permission.REVERSE_ANY: frozenset({Role.ORGANISER}),
    Permission.RUN_MATCHES: frozenset({Role.ORGANISER, Role.MATCHES}),
    Permission.RUN_FLOOR: frozenset({Role.ORGANISER, Role.FLOOR}),
    Permission.RUN_TABLES: frozenset({Role.ORGANISER, Role.TABLES, Role.FLOOR}),
    Permission.RUN_RAFFLE: frozenset({Role.ORGANISER, Role.RAFFLE, Role.DESK}),
    Permission.SET_UP: frozenset({Role.ORGANISER}),
    Permission.SEE_BOOKS: frozenset({Role.ORGANISER}),
}
