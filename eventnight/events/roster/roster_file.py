"""Reads the rows of a roster file into named cells by line. What the cells mean is checked in roster_check."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from eventnight.core.errors import UserFacingError
from eventnight.core.uploads.sheets import Row
from eventnight.events.models import ActivityKind

MOST_ROWS = 2000

HEADERS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "full name", "player", "player name", "participant"),
    "first_name": ("first name", "first", "given name", "forename"),
    "last_name": ("last name", "last", "surname", "family name"),
    "email": ("email", "e-mail", "email address", "mail"),
    "partner": ("partner", "euchre partner", "partner name", "teammate", "team mate"),
    "code_name": ("code name", "alias", "nickname", "display name"),
    "minor": ("minor", "under 18", "is minor", "child"),
    "activities": ("activities", "activity", "sign-ups", "signups", "games"),
    ActivityKind.EUCHRE: ("euchre",),
    ActivityKind.HOLDEM: ("hold'em", "hold’em", "holdem", "texas hold'em", "poker"),
    ActivityKind.TABLES: ("tables", "card tables"),
    ActivityKind.ROULETTE: ("roulette",),
    ActivityKind.RAFFLE: ("raffle",),
}
"""What a column may be called, in lower case, for each field."""

_FIELD_OF = {header: field for field, headers in HEADERS.items() for header in headers}


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of the file: its number as a spreadsheet shows it, and its cells by field, trimmed."""

    number: int
    cells: Mapping[str, str]
    surplus: str = ""
    """The first text beyond the last column."""

    def cell(self, field: str) -> str:
        """The text of the field, empty where the file has no such column."""
        return self.cells.get(field, "")


@dataclass(frozen=True, slots=True)
class Roster:
    """columns: the headers as written, by field. ignored: headers that mean nothing to us."""

    columns: Mapping[str, str]
    ignored: tuple[str, ...]
    lines: tuple[RosterLine, ...]


def read_roster(file_name: str, rows: Iterable[Row]) -> Roster:
    """The people in the rows of a file that hold anything.

    Raises UserFacingError("roster_no_header", "roster_header_twice", "roster_no_lines", "roster_too_many_lines").
    """
    filled = iter(rows)
    header = next(filled, None)
    if header is None:
        raise _no_lines(file_name)
    columns, ignored = _read_header(file_name, header[1])
    lines: list[RosterLine] = []
    for number, cells in filled:
        lines.append(_line(number, cells, columns))
        if len(lines) > MOST_ROWS:
            raise UserFacingError(
                "roster_too_many_lines",
                f"{file_name} has more than {MOST_ROWS:,} people. Split it into several files.",
                most=MOST_ROWS,
            )
    if not lines:
        raise _no_lines(file_name)
    return Roster(columns={field: header for field, header in columns if field}, ignored=ignored, lines=tuple(lines))


def _read_header(file_name: str, cells: list[str]) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    columns = [(_FIELD_OF.get(" ".join(cell.lower().replace("_", " ").split()), ""), cell) for cell in cells]
    fields = [field for field, _ in columns if field]
    if twice := next((field for field in fields if fields.count(field) > 1), None):
        both = " and ".join(f"“{cell}”" for field, cell in columns if field == twice)
        raise UserFacingError(
            "roster_header_twice", f"{file_name} has two columns for the same thing: {both}. Keep one of them."
        )
    if "name" not in fields and "first_name" not in fields:
        raise UserFacingError(
            "roster_no_header",
            f"The first line of {file_name} names no column for people. "
            "Start with a line of headings: “name”, or “first name” and “last name”.",
        )
    return columns, tuple(cell for field, cell in columns if cell and not field)


def _line(number: int, cells: list[str], columns: list[tuple[str, str]]) -> RosterLine:
    named = {field: cell for (field, _), cell in zip(columns, cells, strict=False) if field}
    return RosterLine(number, named, next(filter(None, cells[len(columns) :]), ""))


def _no_lines(file_name: str) -> UserFacingError:
    return UserFacingError(
        "roster_no_lines", f"{file_name} holds nobody. Below the line of headings, write 1 person a line."
    )
