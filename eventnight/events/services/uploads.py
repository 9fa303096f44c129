"""Takes a list of people in a file: reads it outside the request, and keeps the list, not the file."""

from __future__ import annotations

import hashlib
from concurrent.futures import Future
from datetime import datetime, timedelta
from threading import Thread

from django.conf import settings
from django.db import connection, transaction

from eventnight.core.changes import lock_event
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.core.uploads.sheets import begin_rows, rows_in
from eventnight.core.values.text import clean_text
from eventnight.events.models import Event, RosterUpload
from eventnight.events.roster.roster_file import read_roster

LONGEST_FILE_NAME = 200
LARGEST_FILE = 2 * 1024 * 1024
STANDS = timedelta(minutes=1)
"""For how long the refusal of a file is told again without reading the same file again."""
_SPARE = timedelta(seconds=10)
"""From the end of reading to the row, on a busy machine."""


def keep_upload(*, event: Event, file_name: str, content: bytes, press: Press) -> RosterUpload:
    """Keep the list in a file, and not the file, until it is imported. The same file gives the same row, however
    often it is sent. A row with `reading_since` is not read yet; it has its list or its refusal in a few seconds.

    Raises UserFacingError("roster_too_large"), Conflict("uploads_busy"), and as `rows_of`, `read_apart` and
    `read_roster` do.
    """
    if len(content) > LARGEST_FILE:
        raise UserFacingError(
            "roster_too_large",
            f"{file_name} has {len(content):,} bytes; {LARGEST_FILE:,} are read. Save only the sheet with the names.",
            size=len(content),
        )
    file_name, sha256 = clean_text(file_name)[-LONGEST_FILE_NAME:], hashlib.sha256(content).hexdigest()
    sent = RosterUpload(
        event=event,
        sha256=sha256,
        file_name=file_name,
        uploaded_by_id=press.by.account_id,
        uploaded_at=press.at,
        content=b"",
    )
    if (earlier := _earlier(sent, press.at)) is not None:
        if earlier.refusal:
            raise refusal_of(earlier)
        return earlier
    # Nobody waits for the event's row while the file is read.
    reading = begin_rows(file_name, content)
    try:
        sent.content = _checked(file_name, reading.result(timeout=settings.UPLOAD_SECONDS_AT_THE_FORM))
    except TimeoutError:
        sent.reading_since = press.at
    upload = _saved(sent, press.at)
    if upload is sent and upload.reading_since is not None:
        Thread(target=_finish, args=(upload, reading), name="roster", daemon=True).start()
    return upload


def was_interrupted(upload: RosterUpload, now: datetime) -> bool:
    """Whether the file was being read when its server ended: no list will come, it has to be sent again."""
    longest = timedelta(seconds=settings.UPLOAD_SECONDS_IN_ALL) + _SPARE
    return upload.reading_since is not None and now - upload.reading_since > longest


def refusal_of(upload: RosterUpload) -> UserFacingError:
    """Why the file cannot be read, as it was told then."""
    told = upload.refusal
    return UserFacingError(told["code"], told["message"], **told["facts"])


def _earlier(sent: RosterUpload, now: datetime) -> RosterUpload | None:
    """The row of the same file; none where it has to be read again."""
    earlier = RosterUpload.objects.filter(event=sent.event, sha256=sent.sha256).first()
    if earlier is None or was_interrupted(earlier, now):
        return None
    return None if earlier.refusal and now - earlier.uploaded_at > STANDS else earlier


@transaction.atomic
def _saved(sent: RosterUpload, now: datetime) -> RosterUpload:
    """What was sent, or the row of somebody who sent the same file meanwhile."""
    lock_event(sent.event_id)
    earlier = _earlier(sent, now)
    if earlier is not None and not earlier.refusal:
        return earlier
    RosterUpload.objects.filter(event=sent.event, sha256=sent.sha256).delete()
    sent.save()
    return sent


def _finish(upload: RosterUpload, reading: Future[bytes]) -> None:
    """Wait for the list and keep it. The event's screens are told, among them the one that waits."""
    try:
        try:
            told: dict[str, object] = {"content": _checked(upload.file_name, reading.result())}
        except UserFacingError as refused:
            told = {"refusal": {"code": refused.code, "message": refused.message, "facts": refused.facts}}
        with transaction.atomic():
            lock_event(upload.event_id)
            RosterUpload.objects.filter(pk=upload.pk, reading_since=upload.reading_since).update(
                reading_since=None, **told
            )
    finally:
        connection.close()


def _checked(file_name: str, rows: bytes) -> bytes:
    """The rows as they were read. Raises as `read_roster` does: the headings are looked at before anything is kept."""
    read_roster(file_name, rows_in(rows))
    return rows
