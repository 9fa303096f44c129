"""The archive as a download and by the commands: what people get, and what they are told."""

from __future__ import annotations

import io
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from eventnight.bank.models import Books
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from eventnight.events.models import Event, RosterUpload
from eventnight.night.archive import inserting
from eventnight.night.archive.manifest import MANIFEST, archive_name
from tests.factories import NOW, make_event, make_players, make_staff
from tests.flows.archives import Parts, another_machine, archive_of, forged, parts_of, restored, strangers
from tests.flows.pressing import press_api, press_page
from tests.flows.test_night_staff import as_role
from tests.raffle.nights import RaffleNight, placed_night
from tests.tournaments.holdem_nights import make_holdem, seated_flight
from tournaments.models import FlightEntry

pytestmark = pytest.mark.django_db


def told(command: str, *arguments: object) -> str:
    out = io.StringIO()
    call_command(command, *map(str, arguments), verbosity=0, stdout=out)
    return out.getvalue()


def test_the_organiser_takes_the_archive_from_the_books_page(client: Client):
    event = placed_night(code="TICKETS").event
    boss = as_role(client, event, Role.ORGANISER)

    page = boss.get(f"/organise/{event.code}/books/").content.decode()
    answer = boss.get(f"/organise/{event.code}/archive.zip")

    assert f'href="/organise/{event.code}/archive.zip" download' in page
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"].startswith('attachment; filename="tickets-')
    content = b"".join(answer.streaming_content)
    assert int(answer["Content-Length"]) == len(content)
    with another_machine():
        assert restored(content, code="TICKETS-2").name == event.name


def test_the_api_gives_the_same_archive():
    night = placed_night()
    boss = make_staff(night.event, Role.ORGANISER)

    answer = press_api(boss, f"{night.event.code}/archive/")

    parts = parts_of(b"".join(answer.streaming_content))
    assert len(parts["raffle.ticket"]) == 20


def test_who_took_the_archive_stands_in_the_log_and_in_the_archive():
    event = placed_night().event
    boss = make_staff(event, Role.ORGANISER)

    content = b"".join(press_page(boss, f"/organise/{event.code}/archive.zip").streaming_content)

    taken = AuditRecord.objects.get(event=event, action="event.archived")
    assert taken.actor_code == f"staff-{boss.pk}"
    assert parts_of(content)["core.auditrecord"][-1]["action"] == "event.archived"


@pytest.mark.parametrize("role", [role for role in Role if role != Role.ORGANISER])
def test_nobody_but_the_organiser_takes_the_archive(role: Role):
    event = make_event()
    user = make_staff(event, role)

    assert press_page(user, f"/organise/{event.code}/archive.zip").status_code == 403
    assert press_api(user, f"{event.code}/archive/").status_code == 403
    assert press_api(None, f"{event.code}/archive/").status_code in (401, 403)
    assert not AuditRecord.objects.filter(event=event, action="event.archived").exists()


def test_an_archive_holds_one_night_and_nothing_of_the_others():
    other = placed_night().event
    night = RaffleNight(players=1)

    parts = parts_of(archive_of(night.event))

    assert len(parts["events.player"]) == len(parts["events.person"]) == 1
    assert len(parts["events.event"]) == 1
    assert "raffle.ticket" not in parts
    # Quoted: the code of another night may begin with the same letters.
    assert repr(other.code) not in str(parts)


def test_the_number_of_queries_does_not_grow_with_the_night():
    asked = []
    for players in (1, 30):
        event = make_event()
        make_players(event, players)
        with CaptureQueriesContext(connection) as queries:
            archive_of(event)
        asked.append(len(queries))

    assert asked[0] == asked[1]


def test_a_roster_file_comes_back_byte_for_byte():
    content = bytes(range(256)) + "Zoë,P001\n".encode()
    with another_machine():
        event = make_event()
        by = make_staff(event)
        RosterUpload.objects.create(
            event=event, sha256="ab" * 32, file_name="zoë.csv", content=content, uploaded_by=by, uploaded_at=NOW
        )
        archive = archive_of(event)

    upload = RosterUpload.objects.get(event=restored(archive))

    assert (bytes(upload.content), upload.file_name, upload.uploaded_by.is_active) == (content, "zoë.csv", False)


def test_rows_may_name_earlier_and_later_rows_of_their_kind(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(inserting, "BATCH", 3)
    with another_machine():
        tournament = make_holdem(make_event(code="STACKS"))
        seated_flight(8, tournament)
        content = archive_of(tournament.event)

    def carried(parts: Parts, manifest: dict[str, object]) -> None:
        rows = parts["tournaments.flightentry"]
        rows[0]["carried_from"], rows[4]["carried_from"], rows[5]["carried_from"] = 8, 2, 5

    strangers()
    event = restored(forged(content, carried))

    entries = list(FlightEntry.objects.filter(flight__tournament__event=event).order_by("pk"))
    assert [entries[place].carried_from for place in (0, 4, 5)] == [entries[place] for place in (7, 1, 4)]
    assert entries[1].carried_from is None


def test_the_commands_write_a_night_to_a_file_and_open_it_again(tmp_path: Path):
    file = tmp_path / "night.zip"
    with another_machine():
        night = placed_night(code="TICKETS")
        books = Books.objects.get(event=night.event)
        written = told("archive_event", "tickets", "--to", file)

    back = told("restore_event", file)

    assert f"entry {books.last_sequence}, seal {books.last_hash[:12]}" in written
    assert f"entry {books.last_sequence}, seal {books.last_hash[:12]}" in back
    assert "/e/TICKETS/" in back
    assert "Only a superuser" in back
    assert Event.objects.get(code="TICKETS").restored == 1
    assert [each.name for each in tmp_path.iterdir()] == ["night.zip"]


def test_progress_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "night.zip"
    with another_machine():
        call_command("archive_event", placed_night(code="TICKETS").event.code, to=file)
    assert "raffle.ticket: 20" in capsys.readouterr().err

    call_command("restore_event", file)

    shown = capsys.readouterr().err
    assert "raffle.ticket: 20" in shown
    assert "Proving the books" in shown


def test_a_file_that_is_there_is_replaced_only_by_force(tmp_path: Path):
    file = tmp_path / "night.zip"
    file.write_bytes(b"something dear")
    event = make_event()

    with pytest.raises(CommandError, match="--force"):
        told("archive_event", event.code, "--to", file)
    assert file.read_bytes() == b"something dear"
    told("archive_event", event.code, "--to", file, "--force")
    with ZipFile(file) as archive:
        assert MANIFEST in archive.namelist()


def test_commands_say_what_is_wrong(tmp_path: Path):
    event = make_event()
    (tmp_path / "text.zip").write_text("no")

    with pytest.raises(CommandError, match="No event has the code"):
        told("archive_event", "NOBODY")
    with pytest.raises(CommandError, match="Choose another place with --to"):
        told("archive_event", event.code, "--to", tmp_path / "missing" / "night.zip")
    with pytest.raises(CommandError, match="cannot be opened"):
        told("restore_event", tmp_path / "missing.zip")
    with pytest.raises(CommandError, match="not an archive of a night"):
        told("restore_event", tmp_path / "text.zip")


def test_a_file_is_named_for_its_night():
    assert archive_name("WLIA-DEMO", NOW) == "wlia-demo-20261121-1900.zip"
