"""A list with errors adds nobody and names every line; a good one adds everybody once."""

from __future__ import annotations

import io

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from eventnight.core.roles import Role
from tests.answers import shown_text
from tests.flows.nights import OpenNight
from tests.flows.pressing import nothing_changes, press_page, refusal_in

pytestmark = pytest.mark.django_db

HEADINGS = ("name", "email", "activities", "partner")
WRONG = [
    ("Cy Dee", "nonsense", "euchre", ""),
    ("", "", "holdem", ""),
    ("Dee Eff", "", "chess", ""),
    ("Ada Ames", "", "", ""),
    ("Eve Gee", "", "euchre", "Nobody Known"),
]
LINES = {2: "nonsense", 3: "name", 4: "chess", 5: "P001", 6: "Nobody Known"}
"""The line of each error, as a spreadsheet counts, and what is named there."""

KEPT = ("RosterUpload", "AuditRecord", "EventHead")
"""A file is kept as it was uploaded, with a line in the log; nobody comes of that."""

GOOD = [("Cy Dee", "cy@example.org", "euchre", "Dee Eff"), ("Dee Eff", "", "euchre", "Cy Dee")]


def as_csv(rows: list[tuple[str, ...]]) -> SimpleUploadedFile:
    lines = [",".join(row) for row in (HEADINGS, *rows)]
    return SimpleUploadedFile("people.csv", "\n".join(lines).encode(), content_type="text/csv")


def as_xlsx(rows: list[tuple[str, ...]]) -> SimpleUploadedFile:
    book, packed = openpyxl.Workbook(), io.BytesIO()
    for row in (HEADINGS, *rows):
        book.active.append(row)
    book.save(packed)
    return SimpleUploadedFile("people.xlsx", packed.getvalue())


def send(night: OpenNight, user: object, file: SimpleUploadedFile, **form: object):
    """Post a file to the API."""
    client = APIClient()
    client.force_login(user)
    return client.post(f"/api/v1/events/{night.code}/roster/", {"roster": file, **form})


@pytest.mark.parametrize("pack", [as_csv, as_xlsx])
def test_a_bad_list_is_shown_line_by_line_and_its_confirmation_is_refused(pack):
    night = OpenNight()
    ruth, address = night.staff(Role.ORGANISER), f"/organise/{night.code}/roster/"

    with nothing_changes(but=KEPT):
        preview = press_page(ruth, address, {"roster": pack(WRONG)})["Location"]
    page = press_page(ruth, preview)
    with nothing_changes():
        confirmed = press_page(ruth, f"{preview}import/", {})

    shown = shown_text(page)
    errors = {error.line: f"{error.column} {error.value} {error.problem}" for error in page.context["plan"].errors}
    assert {line: named for line, named in LINES.items() if named not in errors.pop(line)} == {}
    assert errors == {}
    assert [error for error in page.context["plan"].errors if f"{error.problem} {error.way_out}" not in shown] == []
    refusal = refusal_in(confirmed)
    assert (refusal.status, refusal.code) == (422, "roster_errors")
    assert "5 errors" in refusal.message
    assert night.event.players.count() == 2


@pytest.mark.parametrize("pack", [as_csv, as_xlsx])
def test_a_bad_list_is_refused_by_the_api_with_every_error_as_a_fact(pack):
    night = OpenNight()
    ruth = night.staff(Role.ORGANISER)

    checked = send(night, ruth, pack(WRONG)).json()
    with nothing_changes(but=KEPT):
        answer = send(night, ruth, pack(WRONG), dry_run=False)

    assert (checked["players_added"], [error["line"] for error in checked["errors"]]) == (0, sorted(LINES))
    assert (refusal_in(answer).status, refusal_in(answer).code) == (422, "roster_errors")
    assert [error["line"] for error in answer.json()["facts"]["errors"]] == sorted(LINES)
    assert all(error["problem"] and error["way_out"] for error in answer.json()["facts"]["errors"])


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("people.xlsx", b"PK\x03\x04 and then nothing", "roster_unreadable"),
        ("people.csv", b"street,town\nHigh Street,Hall\n", "roster_no_header"),
        ("people.csv", b"name,name\nCy Dee,Dee Eff\n", "roster_header_twice"),
        ("people.csv", b"name,email\n", "roster_no_lines"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_its_name_and_a_way_out(name: str, content: bytes, code: str):
    night = OpenNight()
    ruth = night.staff(Role.ORGANISER)

    with nothing_changes(but=KEPT):
        answer = send(night, ruth, SimpleUploadedFile(name, content), dry_run=False)
    page = press_page(ruth, f"/organise/{night.code}/roster/", {"roster": SimpleUploadedFile(name, content)})

    assert refusal_in(answer) == refusal_in(page)
    assert (answer.status_code, refusal_in(answer).code) == (422, code)
    assert name in refusal_in(answer).message


@pytest.mark.parametrize("pack", [as_csv, as_xlsx])
def test_a_second_press_of_the_confirmation_doubles_nobody(pack):
    night = OpenNight()
    ruth = night.staff(Role.ORGANISER)
    preview = press_page(ruth, f"/organise/{night.code}/roster/", {"roster": pack(GOOD)})["Location"]
    press_page(ruth, f"{preview}import/", {})

    with nothing_changes(but=("EventHead",)):
        again = press_page(ruth, f"{preview}import/", {})

    assert again.status_code == 302
    assert night.event.players.count() == 4
    assert "added" in shown_text(press_page(ruth, preview))
