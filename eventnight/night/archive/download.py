"""The archive as a download: written to a temporary file, sent from there, and noted in the audit log."""

from __future__ import annotations

import tempfile
from typing import IO

from django.http import FileResponse

from eventnight.core.audit import record
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.night.archive.manifest import archive_name
from eventnight.night.archive.writing import write_archive


def archive_answer(event: Event, *, press: Press) -> FileResponse:
    """The whole night as it is now. That somebody took it away with all names and PINs stands in the log, and in the
    archive itself.
    """
    record(event.pk, press=press, action="event.archived", subject=event.code)
    # The answer closes the file, and with that it is gone.
    file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
    write_archive(event, file, now=press.at, tell=_say_nothing)
    file.seek(0)
    name = archive_name(event.code, press.at)
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


def _say_nothing(line: str) -> None:
    """A browser shows its own progress."""
