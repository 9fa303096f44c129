"""Archives in tests: a night taken away whole and put back into a database that has never seen it."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import NewPlayer, add_player
from eventnight.night.archive.manifest import MANIFEST
from eventnight.night.archive.reading import open_archive
from eventnight.night.archive.restoring import Choices, restore_archive
from eventnight.night.archive.writing import write_archive
from tests.factories import NOW, make_event
from tests.flows.pressing import nothing_changes
from tests.raffle.nights import placed_night

Parts = dict[str, list[dict[str, Any]]]


def silent(line: str) -> None:
    """Progress that no test reads."""


def archive_of(event: Event) -> bytes:
    file = io.BytesIO()
    write_archive(event, file, now=NOW, tell=silent)
    return file.getvalue()


def restored(content: bytes, **choices: Any) -> Event:
    with open_archive(io.BytesIO(content), silent) as archive:
        return restore_archive(archive, Choices(**choices), now=NOW, tell=silent)


def members_of(content: bytes) -> dict[str, bytes]:
    """Every file in the archive by its name."""
    with ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def parts_of(content: bytes) -> Parts:
    """The rows of each part."""
    return {
        name.removeprefix("parts/").removesuffix(".jsonl"): [json.loads(line) for line in member.splitlines()]
        for name, member in members_of(content).items()
        if name != MANIFEST
    }


def zipped(members: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return file.getvalue()


def forged(content: bytes, change: Callable[[Parts, dict[str, Any]], None]) -> bytes:
    """The archive with rows or manifest changed by somebody who makes sizes and hashes fit again."""
    parts, manifest = parts_of(content), json.loads(members_of(content)[MANIFEST])
    change(parts, manifest)
    members = {
        f"parts/{name}.jsonl": b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        for name, rows in parts.items()
    }
    manifest["parts"] = [
        {
            "name": name,
            "rows": len(rows),
            "size": len(members[f"parts/{name}.jsonl"]),
            "sha256": hashlib.sha256(members[f"parts/{name}.jsonl"]).hexdigest(),
        }
        for name, rows in parts.items()
    ]
    return zipped(members | {MANIFEST: json.dumps(manifest).encode()})


@contextmanager
def another_machine() -> Iterator[None]:
    """What is done inside is undone at the end, so that the database has never seen it."""
    with transaction.atomic():
        yield
        if connection.vendor == "postgresql":
            connection.check_constraints()
        transaction.set_rollback(True)


def strangers(number: int = 3) -> None:
    """Nights and accounts that are here already, so that no id stays what it was."""
    for each in range(number):
        get_user_model().objects.create_user(username=f"stranger{each}", password="card-night")
        event = make_event()
        for name in ("Sam Stranger", "Uma Unknown"):
            add_player(event=event, new=NewPlayer(full_name=name), press=Press(SYSTEM, NOW))


def drawn_archive() -> bytes:
    """A night with tickets in two buckets whose first prize has been drawn."""
    with another_machine():
        night = placed_night(code="TICKETS")
        night.freeze_and_roll()
        night.draw()
        return archive_of(night.event)


def refusal(content: bytes, **choices: Any) -> UserFacingError:
    """What restoring says; nothing may have changed."""
    with nothing_changes(), pytest.raises(UserFacingError) as refused:
        restored(content, **choices)
    return refused.value
