"""Reads a roster file, CSV or XLSX, into named cells by line. What the cells mean is checked in roster_check."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import ParseError

import openpyxl

from eventnight.core.errors import UserFacingError
from eventnight.core.zips import UNREADABLE_ZIP
from eventnight.events.models import ActivityKind

MOST_ROWS = 2000
MOST_UNPACKED = 64 * 1024 * 1024
"""Bytes an XLSX may unpack to: a small file can hide a huge one."""

UNREADABLE = (*UNREADABLE_ZIP, ParseError, LookupError, TypeError)
"""What reading a spreadsheet that is none, or a damaged one, ends in."""

DELIMITERS = ",;\t|"
ZIP_MARK = b"PK\x03\x04"
OLD_EXCEL_MARK = b"\xd0\xcf\x11\xe0"

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


def read_roster(file_name: str, content: bytes) -> Roster:
    """Read the first sheet of an XLSX, or a CSV in UTF-8, UTF-16 or Latin-1 with any usual delimiter.

    Raises UserFacingError("roster_unreadable", "roster_no_header", "roster_no_lines", "roster_too_many_lines").
    """
    rows = _xlsx_rows(file_name, content) if content.startswith(ZIP_MARK) else _csv_rows(file_name, content)
    filled = ((number, cells) for number, cells in rows if any(cells))
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


def _csv_rows(file_name: str, content: bytes) -> Iterator[tuple[int, list[str]]]:
    if content.startswith(OLD_EXCEL_MARK):
        raise _unreadable(file_name, "is an old or protected Excel file")
    text = _decoded(content)
    if "\0" in text:
        raise _unreadable(file_name, "is not a text file")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    first_of_record = 1
    try:
        for cells in reader:
            yield first_of_record, [cell.strip() for cell in cells]
            first_of_record = reader.line_num + 1
    except csv.Error as error:
        raise _unreadable(file_name, f"cannot be read at line {reader.line_num}") from error


def _decoded(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _delimiter(text: str) -> str:
    heading = next(filter(str.strip, text.splitlines()), "")
    return max(DELIMITERS, key=lambda mark: len(next(csv.reader([heading], delimiter=mark), [])))


def _xlsx_rows(file_name: str, content: bytes) -> Iterator[tuple[int, list[str]]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(member.file_size for member in packed.infolist()) > MOST_UNPACKED:
                raise _unreadable(file_name, "unpacks to far more than a list of names")
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows: Iterable[tuple[object, ...]] = book.worksheets[0].iter_rows(values_only=True)
        for number, row in enumerate(rows, 1):
            yield number, [_text(value) for value in row]
    except UNREADABLE as error:
        raise _unreadable(file_name, "is damaged or no spreadsheet") from error


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _unreadable(file_name: str, why: str) -> UserFacingError:
    return UserFacingError(
        "roster_unreadable", f"{file_name} {why}. Save the list as XLSX or as CSV in UTF-8, and upload that."
    )


def _no_lines(file_name: str) -> UserFacingError:
    return UserFacingError(
        "roster_no_lines", f"{file_name} holds nobody. Below the line of headings, write 1 person a line."
    )
