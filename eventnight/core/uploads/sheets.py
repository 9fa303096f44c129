"""Rows of text from an uploaded XLSX or CSV, within limits on everything that a file can make large.

What a spreadsheet says of its own size is not believed: its rows are read as they come.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from xml.etree.ElementTree import ParseError

from eventnight.core.errors import UserFacingError
from eventnight.core.uploads.apart import begin_apart, serve
from eventnight.core.uploads.zips import UNREADABLE_ZIP

MOST_LINES = 10_000
"""Lines looked at, empty ones too."""
MOST_COLUMNS = 100
MOST_CHARACTERS = 2_000_000
"""Of all cells together."""
MOST_UNPACKED = 24 * 1024 * 1024
"""Bytes an XLSX may unpack to: a small file can hide a huge one."""
MOST_PARTS = 500
"""Files inside an XLSX."""

UNREADABLE = (*UNREADABLE_ZIP, ParseError, LookupError, TypeError, AttributeError)
"""What reading a spreadsheet that is none, or a damaged one, ends in."""

DELIMITERS = ",;\t|"
ZIP_MARK = b"PK\x03\x04"
OLD_EXCEL_MARK = b"\xd0\xcf\x11\xe0"

Row = tuple[int, list[str]]
"""The number of a line as a spreadsheet shows it, and its cells, trimmed."""


def begin_rows(file_name: str, content: bytes) -> Future[bytes]:
    """Have the rows read in a process apart: JSON for `rows_in`, or what `rows_of` and `read_apart` raise.

    Raises Conflict("uploads_busy").
    """
    return begin_apart("eventnight.core.uploads.sheets", file_name, content)


def rows_in(kept: bytes) -> list[Row]:
    """The rows again from their JSON. Raises ValueError or TypeError for what is none."""
    return [(number, cells) for number, cells in json.loads(kept)]


def rows_of(file_name: str, content: bytes) -> list[Row]:
    """The rows that hold anything of the first sheet of an XLSX, or of a CSV in UTF-8, UTF-16 or Latin-1 with any
    usual delimiter.

    Raises UserFacingError("roster_unreadable", "roster_too_large").
    """
    rows = _xlsx_rows(file_name, content) if content.startswith(ZIP_MARK) else _csv_rows(file_name, content)
    filled, characters = [], 0
    for number, cells in rows:
        if number > MOST_LINES:
            raise _too_large(file_name, f"goes on for more than {MOST_LINES:,} lines, empty ones counted", MOST_LINES)
        if len(cells) > MOST_COLUMNS:
            raise _too_large(file_name, f"has more than {MOST_COLUMNS} columns in line {number}", MOST_COLUMNS)
        characters += sum(map(len, cells))
        if characters > MOST_CHARACTERS:
            raise _too_large(file_name, f"holds more than {MOST_CHARACTERS:,} characters", MOST_CHARACTERS)
        if any(cells):
            filled.append((number, cells))
    return filled


def _csv_rows(file_name: str, content: bytes) -> Iterator[Row]:
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
    return max(DELIMITERS, key=lambda mark: _cells_in(heading, mark))


def _cells_in(heading: str, mark: str) -> int:
    """How many cells the heading has with that delimiter; none where a cell would be longer than is read."""
    try:
        return len(next(csv.reader([heading], delimiter=mark), []))
    except csv.Error:
        return 0


def _xlsx_rows(file_name: str, content: bytes) -> Iterator[Row]:
    # Only the process apart needs it, and it takes a tenth of the time in which a server or a command starts.
    import openpyxl

    try:
        _require_bearable(file_name, content)
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        # A sheet that claims a million rows of 16,384 columns would be filled up with empty cells to that size.
        sheet.reset_dimensions()
        rows: Iterable[tuple[object, ...]] = sheet.iter_rows(values_only=True)
        for number, row in enumerate(rows, 1):
            yield number, [_text(value) for value in _trimmed(row)]
    except UNREADABLE as error:
        raise _unreadable(file_name, "is damaged or no spreadsheet") from error


def _require_bearable(file_name: str, content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        members = packed.infolist()
    if len(members) > MOST_PARTS:
        raise _too_large(file_name, f"is packed of more than {MOST_PARTS} parts", MOST_PARTS)
    if sum(member.file_size for member in members) > MOST_UNPACKED:
        raise _unreadable(file_name, "unpacks to far more than a list of names")


def _trimmed(row: tuple[object, ...]) -> tuple[object, ...]:
    """The row without its empty end: a border or a colour far to the right makes no column."""
    end = next((place for place in range(len(row), 0, -1) if row[place - 1] not in (None, "")), 0)
    return row[:end]


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


def _too_large(file_name: str, why: str, most: int) -> UserFacingError:
    return UserFacingError(
        "roster_too_large",
        f"{file_name} {why}. Copy only the lines with names to a new sheet, and save that.",
        most=most,
    )


if __name__ == "__main__":
    serve(lambda file_name, content: json.dumps(rows_of(file_name, content)).encode())
