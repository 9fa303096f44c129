"""A list of people that is made to stop the site is refused, in seconds and with its limit."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import openpyxl
import pytest

from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.uploads import apart
from eventnight.core.uploads.sheets import MOST_COLUMNS, MOST_LINES, MOST_PARTS, begin_rows, rows_in, rows_of
from eventnight.events.services import import_roster, keep_upload, plan_roster
from tests.factories import NOW, make_event, make_user

SHEET = "xl/worksheets/sheet1.xml"
HEAD = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'


def xlsx(rows: str, *, dimension: str = "A1:B2", extra: dict[str, bytes] | None = None) -> bytes:
    """A spreadsheet with this XML for its rows and this claim of its size."""
    made, packed = io.BytesIO(), io.BytesIO()
    openpyxl.Workbook().save(made)
    with zipfile.ZipFile(made) as book, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for name in book.namelist():
            if name != SHEET:
                out.writestr(name, book.read(name))
        out.writestr(SHEET, f'{HEAD}<dimension ref="{dimension}"/><sheetData>{rows}</sheetData></worksheet>')
        for name, content in (extra or {}).items():
            out.writestr(name, content)
    return packed.getvalue()


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


PEOPLE = f'<row r="1">{cell("A1", "name")}</row><row r="2">{cell("A2", "Ann Bee")}</row>'


def test_what_a_sheet_claims_of_its_size_is_not_believed():
    small = xlsx(PEOPLE, dimension="A1:XFD1048576")

    assert len(small) < 10_000
    assert rows_in(begin_rows("people.xlsx", small).result()) == [(1, ["name"]), (2, ["Ann Bee"])]


FAR_RIGHT = PEOPLE + f'<row r="3">{cell("XFD3", "x")}</row>'
FAR_DOWN = PEOPLE + f'<row r="1048576">{cell("A1048576", "x")}</row>'


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(xlsx(FAR_DOWN), f"{MOST_LINES:,} lines, empty ones counted", id="xlsx-a-million-lines"),
        pytest.param(xlsx(FAR_RIGHT), f"more than {MOST_COLUMNS} columns in line 3", id="xlsx-far-right"),
        pytest.param(
            xlsx(PEOPLE, extra={f"x{number}": b"" for number in range(MOST_PARTS)}),
            f"more than {MOST_PARTS} parts",
            id="xlsx-of-many-parts",
        ),
        pytest.param(xlsx(PEOPLE, extra={"x": b"\0" * 25 * 1024**2}), "unpacks to far more", id="xlsx-bomb"),
        pytest.param(b"name\n" + b"\n" * 200_000, f"{MOST_LINES:,} lines", id="csv-of-empty-lines"),
        pytest.param(b"name\n" + b"," * 1_000_000, f"more than {MOST_COLUMNS} columns", id="csv-of-columns"),
        pytest.param(b"," * 1_000_000 + b"\nAnn", f"more than {MOST_COLUMNS} columns", id="csv-heading-of-columns"),
        pytest.param(b"name\n" + b"x" * 2_000_000, "cannot be read at line", id="csv-of-one-line"),
        pytest.param(b"name\nAnn\0Bee\n", "is not a text file", id="csv-with-nul"),
        pytest.param(("name\n" + "x" * 100_000 + "\n" * 2).encode() * 30, "2,000,000 characters", id="csv-of-text"),
    ],
)
def test_what_a_file_makes_large_is_refused_with_its_limit(content: bytes, told: str):
    with pytest.raises(UserFacingError) as refused:
        rows_of("people", content)

    assert told in refused.value.message
    assert "people" in refused.value.message


def test_the_process_apart_refuses_as_the_reading_does():
    with pytest.raises(UserFacingError) as refused:
        begin_rows("people.xlsx", b"PK\x03\x04 and then nothing").result()

    assert refused.value.code == "roster_unreadable"


def test_reading_that_takes_too_long_is_ended(settings: Any):
    settings.UPLOAD_SECONDS_IN_ALL = 0.01

    with pytest.raises(UserFacingError) as refused:
        begin_rows("people.csv", b"name\nAnn\n").result()

    assert refused.value.code == "upload_too_heavy"


def test_a_third_upload_at_a_time_is_asked_to_come_again():
    for _ in range(apart.AT_ONCE):
        apart._places.acquire()
    try:
        with pytest.raises(Conflict) as refused:
            begin_rows("people.csv", b"name\nAnn\n").result()
    finally:
        for _ in range(apart.AT_ONCE):
            apart._places.release()

    assert refused.value.code == "uploads_busy"


def test_entities_that_grow_are_refused():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + level)} "{f"&{chr(97 + level)};" * 10}">' for level in range(9)
    )
    content = xlsx(PEOPLE.replace("Ann Bee", "&j;"))
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    parts[SHEET] = (bomb + "]>").encode() + parts[SHEET]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as out:
        for name, part in parts.items():
            out.writestr(name, part)

    with pytest.raises(UserFacingError) as refused:
        begin_rows("people.xlsx", packed.getvalue()).result()

    assert refused.value.code in ("roster_unreadable", "roster_too_large", "upload_too_heavy")


@pytest.mark.django_db
def test_the_file_is_not_kept_and_its_list_is_deleted_with_the_import():
    event, by = make_event(), Actor.of(make_user())

    kept = keep_upload(event=event, file_name="people.csv", content=b"name\nAnn Bee\n", press=Press(by, NOW))
    assert bytes(kept.content) == b'[[1, ["name"]], [2, ["Ann Bee"]]]'
    done = import_roster(event=event, upload=kept, press=Press(by, NOW))

    assert (bytes(done.content), done.players_added) == (b"", 1)
    with pytest.raises(UserFacingError) as refused:
        plan_roster(event, done)
    assert refused.value.code == "roster_imported"
