"""An archive that is damaged, cut, forged, from the future or a trap is refused, and nothing is changed."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest

from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.events.models import Event, Player
from eventnight.night.archive import reading
from eventnight.night.archive.manifest import MANIFEST
from tests.factories import make_event
from tests.flows.archives import (
    Parts,
    another_machine,
    archive_of,
    drawn_archive,
    forged,
    members_of,
    refusal,
    restored,
    zipped,
)

pytestmark = pytest.mark.django_db
Manifest = dict[str, Any]
Change = Callable[[Parts, Manifest], None]


@pytest.fixture
def content() -> bytes:
    return drawn_archive()


def test_a_file_that_is_no_zip_is_no_archive():
    assert refusal(b"code,name\nP001,Ada\n").code == "not_an_archive"
    assert refusal(b"").code == "not_an_archive"
    assert refusal(zipped({"holiday.jpg": b"\xff\xd8"})).code == "not_an_archive"
    assert refusal(zipped({MANIFEST: b'{"format": "something-else"}'})).code == "not_an_archive"


@pytest.mark.parametrize("manifest", [b"", b"[]", b"{", b"[" * 100_000, b'{"format": "eventnight-archive"}', b"\xff"])
def test_a_manifest_that_cannot_be_read_is_refused(manifest: bytes):
    assert refusal(zipped({MANIFEST: manifest})).code in ("archive_damaged", "not_an_archive")


def test_a_cut_file_is_known_wherever_it_was_cut(content: bytes):
    for share in (0.1, 0.5, 0.9, 0.999):
        assert refusal(content[: int(len(content) * share)]).code == "archive_cut"


def test_a_flipped_byte_is_found_and_its_part_named(content: bytes):
    with ZipFile(io.BytesIO(content)) as archive:
        place = archive.getinfo("parts/bank.entry.jsonl").header_offset + 200
    flipped = bytearray(content)
    flipped[place] ^= 1

    error = refusal(bytes(flipped))

    assert (error.code, error.facts["part"]) == ("archive_damaged", "bank.entry")
    assert "bank.entry" in error.message


def test_a_list_of_parts_for_another_zip_is_refused(content: bytes):
    strange = bytearray(content)
    strange[content.rindex(b"PK\x01\x02") + 6] = 120  # the version of ZIP that it takes

    assert refusal(bytes(strange)).code == "archive_damaged"


def test_any_byte_of_a_small_archive_may_flip_without_a_crash():
    with another_machine():
        small = archive_of(make_event(code="SMALL"))

    directory = small.index(b"PK\x01\x02")
    for place in (*range(0, directory, 97), *range(directory, len(small), 3)):
        flipped = bytearray(small)
        flipped[place] ^= 0x55
        with another_machine(), suppress(UserFacingError):
            restored(bytes(flipped))


def test_a_changed_row_does_not_have_the_hash_of_the_manifest(content: bytes):
    members = members_of(content)
    changed = members["parts/raffle.ticket.jsonl"].replace(b'"number":1,', b'"number":2,', 1)

    error = refusal(zipped(members | {"parts/raffle.ticket.jsonl": changed}))

    assert error.code == "archive_damaged"
    assert "SHA-256" in error.message


def test_a_missing_part_is_named(content: bytes):
    members = members_of(content)
    del members["parts/bank.transfer.jsonl"]

    assert refusal(zipped(members)).facts["part"] == "bank.transfer"


@pytest.mark.parametrize(
    "name", ["../../etc/cron.d/x", "/etc/passwd", "parts/../../x.jsonl", "parts/more.jsonl", "C:\\x"]
)
def test_a_file_that_the_manifest_does_not_list_is_refused(content: bytes, name: str):
    assert refusal(zipped(members_of(content) | {name: b"x"})).code == "archive_strange_part"


def test_a_part_that_is_there_twice_is_refused(content: bytes):
    file = io.BytesIO(content)
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(file, "a") as archive:
        archive.writestr("parts/events.event.jsonl", b"{}\n")

    assert refusal(file.getvalue()).code == "archive_strange_part"


def test_a_packing_that_archives_do_not_have_is_refused(content: bytes):
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_BZIP2) as archive:
        for name, member in members_of(content).items():
            archive.writestr(name, member)

    assert refusal(file.getvalue()).code == "archive_strange_part"


def test_a_part_that_unpacks_to_more_than_it_says_is_read_no_further(content: bytes):
    members = members_of(content)
    bomb = zipped(members | {"parts/events.event.jsonl": b" " * 50_000_000})

    error = refusal(bomb)

    assert (error.code, error.facts["part"]) == ("archive_damaged", "events.event")


def test_an_archive_that_would_fill_the_disk_is_refused_before_it_is_read(
    content: bytes, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reading, "MOST_BYTES", 10_000)

    error = refusal(content)

    assert (error.code, error.facts["most"]) == ("archive_too_large", 10_000)


def test_a_long_manifest_and_too_many_parts_are_refused():
    parts = {f"parts/{number}.jsonl": b"" for number in range(reading.MOST_PARTS + 1)}

    assert refusal(zipped({MANIFEST: b" " * (reading.MOST_MANIFEST_BYTES + 1)})).code == "archive_too_large"
    assert refusal(zipped({MANIFEST: b"{}", **parts})).code == "archive_too_large"


def a_later_format(parts: Parts, manifest: Manifest) -> None:
    manifest["version"] = 2


def a_kind_of_row_from_the_future(parts: Parts, manifest: Manifest) -> None:
    parts["events.hologram"] = [{"event": 1}]


def a_column_from_the_future(parts: Parts, manifest: Manifest) -> None:
    parts["events.player"][0]["aura"] = "blue"


def a_reference_to_nobody(parts: Parts, manifest: Manifest) -> None:
    parts["raffle.ticket"][3]["holder"] = 99


def a_date_that_is_none(parts: Parts, manifest: Manifest) -> None:
    parts["events.event"][0]["starts_at"] = "soon"


def a_text_that_is_too_long(parts: Parts, manifest: Manifest) -> None:
    parts["events.player"][0]["pin"] = "12345"


def a_row_that_a_constraint_refuses(parts: Parts, manifest: Manifest) -> None:
    parts["raffle.ticket"][0]["state"] = "lost"


def no_event(parts: Parts, manifest: Manifest) -> None:
    parts.clear()


def two_events(parts: Parts, manifest: Manifest) -> None:
    parts["events.event"] *= 2


def a_line_of_no_entry(parts: Parts, manifest: Manifest) -> None:
    parts["bank.transfer"].append(parts["bank.transfer"][-1] | {"entry": len(parts["bank.entry"]) + 1})


def an_entry_without_its_lines(parts: Parts, manifest: Manifest) -> None:
    del parts["bank.transfer"][0]


def an_entry_that_follows_another(parts: Parts, manifest: Manifest) -> None:
    parts["bank.entry"][1]["previous_hash"] = "0" * 64


def an_account_without_a_name(parts: Parts, manifest: Manifest) -> None:
    parts["staff.accounts"] = [{"username": ""}]


def a_code_without_a_name(parts: Parts, manifest: Manifest) -> None:
    parts["staff.codes"] = [{"code": "staff-1", "label": ""}]


def another_amount(parts: Parts, manifest: Manifest) -> None:
    for line in parts["bank.transfer"][:1]:
        line["amount"] += 1000


def another_reason(parts: Parts, manifest: Manifest) -> None:
    parts["bank.entry"][0]["reason"] = "a present"


def more_in_an_account(parts: Parts, manifest: Manifest) -> None:
    next(row for row in parts["bank.account"] if row["balance"])["balance"] += 5


def another_end_of_the_books(parts: Parts, manifest: Manifest) -> None:
    manifest["books"]["last_hash"] = "0" * 64


def a_cut_tail_of_the_books(parts: Parts, manifest: Manifest) -> None:
    last = parts["bank.entry"].pop()
    parts["bank.transfer"] = parts["bank.transfer"][: -last["lines"]]


def another_seed(parts: Parts, manifest: Manifest) -> None:
    parts["raffle.raffle"][0]["seed"] = "11" * 32


def a_seed_that_is_none(parts: Parts, manifest: Manifest) -> None:
    parts["raffle.raffle"][0]["seed"] = "secret"


def another_list(parts: Parts, manifest: Manifest) -> None:
    manifest["list_hash"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (a_later_format, "archive_newer", "Update EventNight"),
        (a_kind_of_row_from_the_future, "archive_newer", "events.hologram"),
        (a_column_from_the_future, "archive_row_refused", "the column aura is not known here"),
        (a_reference_to_nobody, "archive_row_refused", "Row 4 of part raffle.ticket"),
        (a_date_that_is_none, "archive_row_refused", "starts_at"),
        (a_text_that_is_too_long, "archive_row_refused", "pin has 5 characters, at most 4"),
        (a_row_that_a_constraint_refuses, "archive_row_refused", "raffle.ticket"),
        (no_event, "archive_damaged", "it has 0 events"),
        (two_events, "archive_row_refused", "events.event"),
        (a_line_of_no_entry, "archive_row_refused", "bank.transfer"),
        (an_entry_without_its_lines, "archive_row_refused", "bank."),
        (an_entry_that_follows_another, "archive_row_refused", "bank.entry"),
        (an_account_without_a_name, "archive_row_refused", "staff.accounts"),
        (a_code_without_a_name, "archive_row_refused", "staff.codes"),
        (another_amount, "archive_row_refused", "bank.transfer"),
        (another_reason, "archive_not_proven", "Entry 1 has been changed"),
        (more_in_an_account, "archive_not_proven", "account"),
        (another_end_of_the_books, "archive_not_proven", "the end of the books"),
        (a_cut_tail_of_the_books, "archive_not_proven", "account"),
        (another_seed, "archive_not_proven", "the raffle's promise"),
        (a_seed_that_is_none, "archive_not_proven", "seed"),
        (another_list, "archive_not_proven", "the raffle's list"),
    ],
)
def test_a_forged_archive_is_refused_by_what_it_says(
    content: bytes, change: Callable[[Parts, Manifest], None], code: str, says: str
):
    error = refusal(forged(content, change))

    assert error.code == code
    assert says in error.message


def test_an_archive_packed_anew_is_as_good_as_the_first(content: bytes):
    assert restored(forged(content, lambda parts, manifest: None)).code == "TICKETS"


def test_a_column_that_is_newer_than_the_archive_has_its_default(content: bytes):
    def older(parts: Parts, manifest: Manifest) -> None:
        for row in parts["events.person"]:
            del row["code_name"]

    assert {player.person.code_name for player in restored(forged(content, older)).players.all()} == {""}


def test_a_code_that_is_taken_names_the_way_out(content: bytes):
    make_event(code="TICKETS")

    error = refusal(content)

    assert isinstance(error, Conflict)
    assert "--as-code TICKETS-2" in error.message
    assert refusal(content, code="tickets").code == "event_code_taken"
    assert refusal(content, code="no/slash").code == "event_code_form"


def test_a_drawn_raffle_keeps_its_code_because_guests_repeat_the_draw_from_it(content: bytes):
    assert refusal(content, code="TICKETS-2").code == "raffle_drawn_under_code"


def test_an_organiser_whom_nobody_knows_is_refused(content: bytes):
    assert isinstance(refusal(content, organiser="nobody"), NotFound)


def test_nothing_is_left_of_a_restore_that_breaks_off(content: bytes):
    before = (Event.objects.count(), Player.objects.count())

    assert refusal(forged(content, another_reason)).code == "archive_not_proven"
    assert (Event.objects.count(), Player.objects.count()) == before


def test_packed_members_are_deflated(content: bytes):
    with ZipFile(io.BytesIO(content)) as archive:
        assert {member.compress_type for member in archive.infolist()} == {ZIP_DEFLATED}
        assert json.loads(archive.read(MANIFEST))["code"] == "TICKETS"
