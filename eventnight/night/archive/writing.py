"""Writes a night into one file, row by row: what lies in memory does not grow with the night, but for its rows' ids."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.contrib.auth import get_user_model
from django.db import connection, transaction

from eventnight.bank.models import Books
from eventnight.core.actors import Actor, account_of
from eventnight.core.database.patience import unhurried
from eventnight.events.models import Event
from eventnight.night.archive.manifest import (
    ACCOUNTS,
    CODES,
    MANIFEST,
    Ending,
    Manifest,
    Part,
    part_file,
    project_version,
)
from eventnight.night.archive.rows import Places, Row, line_of, row_of
from eventnight.night.archive.shape import MENTIONS, ModelClass, Shape, archive_shapes, references, shape_of
from eventnight.raffle.models import Raffle

ROWS_AT_ONCE = 1000
_STAFF_CODE = re.compile(rb'"(staff-[0-9]{1,9}(?:-r[0-9]{1,5})?)"')


def write_archive(event: Event, file: IO[bytes], *, now: datetime, tell: Callable[[str], None]) -> Manifest:
    """Write everything of a night to a seekable file, as it stands at one moment. Returns the manifest.

    tell: told of each part as it is written.
    """
    with _one_moment(), ZipFile(file, "w", ZIP_DEFLATED) as archive:
        event = Event.objects.get(pk=event.pk)
        writer = _Writer(event, archive, now)
        for shape in archive_shapes():
            tell(writer.write(shape.label, writer.rows(shape)))
        tell(writer.write(ACCOUNTS, writer.accounts()))
        tell(writer.write(CODES, writer.codes()))
        manifest = writer.manifest()
        archive.writestr(writer.member(MANIFEST), manifest.as_bytes())
    return manifest


class _Writer:
    def __init__(self, event: Event, archive: ZipFile, now: datetime) -> None:
        self._event = event
        self._archive = archive
        self._now = now.astimezone(UTC)
        self._parts: list[Part] = []
        self._places = {model: self._places_in(model) for model in _referred_to()}
        self._accounts: dict[int, int] = {}
        self._codes: set[str] = set()

    def write(self, name: str, rows: Iterator[Row]) -> str:
        """Write a part; one without rows is left out. Returns a line about it."""
        first = next(rows, None)
        if first is None:
            return f"{name}: none"
        digest, count, size = hashlib.sha256(), 0, 0
        with self._archive.open(self.member(part_file(name)), "w", force_zip64=True) as file:
            for row in chain([first], rows):
                line = line_of(row)
                file.write(line)
                digest.update(line)
                count, size = count + 1, size + len(line)
                self._codes.update(code.decode() for code in _STAFF_CODE.findall(line))
        self._parts.append(Part(name, count, size, digest.hexdigest()))
        return f"{name}: {count:,}"

    def rows(self, shape: Shape) -> Iterator[Row]:
        for instance in shape.rows(self._event).iterator(ROWS_AT_ONCE):
            yield row_of(instance, shape, self._place_of)

    def accounts(self) -> Iterator[Row]:
        """Those that rows refer to, in the order in which they were met: names, and nothing to sign in with."""
        found = get_user_model().objects.in_bulk(self._accounts)
        for pk in self._accounts:
            user = found[pk]
            yield {"username": user.get_username(), "first_name": user.first_name, "last_name": user.last_name}

    def codes(self) -> Iterator[Row]:
        """What the codes of staff stand for that this installation gave out, where the account is still there."""
        ids = {number for code in self._codes if (number := account_of(code, self._event)) is not None}
        actors = (Actor.of(user, self._event) for user in get_user_model().objects.filter(pk__in=ids))
        labels = {actor.code: actor.label for actor in actors}
        for code in sorted(self._codes & labels.keys()):
            yield {"code": code, "label": labels[code]}

    def manifest(self) -> Manifest:
        event = self._event
        books = Books.objects.filter(event=event).first()
        raffle = Raffle.objects.filter(event=event).first()
        return Manifest(
            code=event.code,
            name=event.name,
            starts_at=event.starts_at.astimezone(UTC).isoformat(),
            made_at=self._now.isoformat(timespec="seconds"),
            project=project_version(),
            parts=tuple(self._parts),
            books=Ending(books.last_sequence, books.last_hash) if books else None,
            commitment=raffle.commitment if raffle else "",
            list_hash=raffle.list_hash if raffle else "",
        )

    def member(self, name: str) -> ZipInfo:
        info = ZipInfo(name, self._now.timetuple()[:6])
        info.compress_type = ZIP_DEFLATED
        return info

    def _places_in(self, model: ModelClass) -> Places:
        places = Places()
        for pk in shape_of(model).rows(self._event).values_list("pk", flat=True).iterator(ROWS_AT_ONCE):
            places.add(pk)
        return places

    def _place_of(self, model: ModelClass, pk: int) -> int:
        if model is get_user_model():
            return self._accounts.setdefault(pk, len(self._accounts) + 1)
        return self._places[model].of(pk)


def _referred_to() -> set[ModelClass]:
    named = {field.related_model for shape in archive_shapes() for field in references(shape.model)}
    return named.union(*(targets.values() for targets in MENTIONS.values())) - {get_user_model()}


@contextmanager
def _one_moment() -> Iterator[None]:
    """All reads see the night as it was at the first: PostgreSQL by its snapshot, SQLite because writers wait."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        with unhurried():
            yield
