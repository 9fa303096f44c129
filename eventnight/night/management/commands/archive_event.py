"""Writes a whole night into one file: python manage.py archive_event CODE --to FILE."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from eventnight.core.errors import UserFacingError
from eventnight.core.web.access import event_by_code
from eventnight.events.models import Event
from eventnight.night.archive.manifest import Manifest, archive_name
from eventnight.night.archive.writing import write_archive


class Command(BaseCommand):
    help = "Write everything of one night into one file, which restore_event opens again on any machine."

    def add_arguments(self, parser: CommandParser) -> None:
        """The event's code, and where the file goes."""
        parser.add_argument("event", help="The event's code, as in its address.")
        parser.add_argument(
            "--to", type=Path, metavar="FILE", help="The file; in this folder and named for the night unless told."
        )
        parser.add_argument("--force", action="store_true", help="Replace a file that is there.")

    def handle(self, *args: Any, event: str, to: Path | None, force: bool, verbosity: int, **options: Any) -> None:
        """Write beside the file first, so that what stands under its name is always whole."""
        started, now = time.monotonic(), timezone.now()
        try:
            found = event_by_code(event)
        except UserFacingError as error:
            raise CommandError(error.message) from error
        file = to or Path(archive_name(found.code, now))
        if file.exists() and not force:
            raise CommandError(f"{file} is there already. Choose another name with --to, or replace it with --force.")
        try:
            manifest = self._write(found, file, verbosity)
        except OSError as error:
            raise CommandError(
                f"{file} cannot be written: {error.strerror}. Choose another place with --to."
            ) from error
        seconds = time.monotonic() - started
        self.stdout.write(
            f"{found.code} is in {file}: {manifest.rows:,} rows, {file.stat().st_size:,} bytes, {seconds:.1f} s."
        )
        if manifest.books:
            self.stdout.write(
                f"Its books end at entry {manifest.books.last_sequence}, seal {manifest.books.last_hash[:12]}."
            )
        self.stdout.write("It holds names, PINs and links of players: keep it as safely as the database.")

    def _write(self, event: Event, file: Path, verbosity: int) -> Manifest:
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as beside:
            try:
                tell = self.stderr.write if verbosity else _say_nothing
                manifest = write_archive(event, beside, now=timezone.now(), tell=tell)
                beside.flush()
                os.fsync(beside.fileno())
                Path(beside.name).replace(file)
            except BaseException:
                Path(beside.name).unlink(missing_ok=True)
                raise
        return manifest


def _say_nothing(line: str) -> None:
    """For --verbosity 0."""
