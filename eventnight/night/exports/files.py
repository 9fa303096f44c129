"""A list as CSV or XLSX, written row by row however long it is. No cell can run as a formula."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import IO

from django.http import FileResponse, HttpResponseBase, StreamingHttpResponse

from eventnight.core.errors import NotFound
from eventnight.events.models import Event
from eventnight.night.exports.lists import Cell, ExportList

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A kind of file: its ending, what it is called, and how an answer with it is made."""

    ending: str
    label: str
    answer: Callable[[ExportList, Event], HttpResponseBase]


def file_format(ending: str) -> FileFormat:
    """The format with that ending. Raises NotFound("unknown_format")."""
    found = FORMATS.get(ending)
    if found is None:
        raise NotFound("unknown_format", f"Lists are not made as .{ending}. Choose {' or '.join(FORMATS)}.")
    return found


def harmless(text: str) -> str:
    """Text that a spreadsheet shows rather than works out: what looks like a formula gets an apostrophe in front."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_STARTS) else text


def _csv_answer(listed: ExportList, event: Event) -> StreamingHttpResponse:
    writer = csv.writer(_Echo())
    lines = (writer.writerow(_as_csv(cell) for cell in row) for row in _with_heading(listed, event))
    answer = StreamingHttpResponse(_marked(lines), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_file_name(listed, event, "csv")}"'
    return answer


def _xlsx_answer(listed: ExportList, event: Event) -> FileResponse:
    # The library takes a tenth of the time in which a server or a command starts.
    from openpyxl import Workbook

    # The rows go to disk as they come, and the finished file is sent from there; the answer closes it.
    book = Workbook(write_only=True)
    sheet = book.create_sheet(listed.title)
    sheet.freeze_panes = "A2"
    for row in _with_heading(listed, event):
        sheet.append([_as_xlsx(cell) for cell in row])
    file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
    book.save(file)
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=_file_name(listed, event, "xlsx"))


FORMATS: Mapping[str, FileFormat] = {
    each.ending: each for each in (FileFormat("csv", "CSV", _csv_answer), FileFormat("xlsx", "XLSX", _xlsx_answer))
}


class _Echo:
    """A file that hands back what is written to it."""

    def write(self, text: str) -> str:
        return text


def _with_heading(listed: ExportList, event: Event) -> Iterator[tuple[Cell, ...]]:
    yield listed.columns
    yield from listed.rows(event)


def _marked(lines: Iterator[str]) -> Iterator[str]:
    # Without the mark a spreadsheet takes UTF-8 for the machine's old code page.
    yield _BYTE_ORDER_MARK
    yield from lines


def _as_csv(cell: Cell) -> Cell:
    if isinstance(cell, datetime):
        return cell.isoformat(sep=" ", timespec="seconds")
    return harmless(cell) if isinstance(cell, str) else cell


def _as_xlsx(cell: Cell) -> Cell:
    if isinstance(cell, datetime):
        return cell.replace(tzinfo=None, microsecond=0)
    # At hand by now: a book is open.
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    return harmless(ILLEGAL_CHARACTERS_RE.sub("", cell)) if isinstance(cell, str) else cell


def _file_name(listed: ExportList, event: Event, ending: str) -> str:
    return f"{event.code}-{listed.key}.{ending}".lower()
