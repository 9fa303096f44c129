"""Opens an archived night again: python manage.py restore_event FILE --organiser NAME."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from eventnight.core.errors import UserFacingError
from eventnight.events.models import Event
from eventnight.night.archive.reading import MOST_BYTES, open_archive
from eventnight.night.archive.restoring import Choices, restore_archive


class Command(BaseCommand):
    help = "Make an event of an archive, all of it or nothing, and prove its books."

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and how the night is to come back."""
        parser.add_argument("file", type=Path, help="What archive_event or the books page made.")
        parser.add_argument("--as-code", default="", metavar="CODE", help="Another code for the night.")
        parser.add_argument("--organiser", default="", metavar="NAME", help="Who signs in here as NAME organises it.")
        parser.add_argument(
            "--same-accounts",
            action="store_true",
            help="Whoever has the same sign-in name here is the same person and keeps the roles.",
        )

    def handle(
        self,
        *args: Any,
        file: Path,
        as_code: str,
        organiser: str,
        same_accounts: bool,
        verbosity: int,
        **options: Any,
    ) -> None:
        """Check the whole file, then restore, then say where to look."""
        # Among others that the ledger's triggers are in the database.
        self.check(databases=["default"])
        _require_file(file)
        started = time.monotonic()
        choices = Choices(code=as_code, same_accounts=same_accounts, organiser=organiser)
        tell = self.stderr.write if verbosity else _say_nothing
        try:
            with file.open("rb") as content, open_archive(content, tell) as archive:
                event = restore_archive(archive, choices, now=timezone.now(), tell=tell)
                books = archive.manifest.books
        except OSError as error:
            raise CommandError(f"{file} cannot be opened: {error.strerror}. Check its name and place.") from error
        except UserFacingError as error:
            raise CommandError(f"{file}: {error.message}") from error
        self.stdout.write(f"{event.name} ({event.code}) is here, {time.monotonic() - started:.1f} s.")
        if books:
            self.stdout.write(f"Its books hold and end at entry {books.last_sequence}, seal {books.last_hash[:12]}.")
        self.stdout.write(f"Public page: {reverse('night:event', kwargs={'code': event.code})}")
        self.stdout.write(self._who_may_open(event))

    def _who_may_open(self, event: Event) -> str:
        open_accounts = event.role_grants.filter(role="organiser", user__is_active=True).values_list(
            "user__username", flat=True
        )
        if names := sorted(open_accounts):
            return f"Organised by {', '.join(names)}."
        closed = sorted(set(event.role_grants.filter(user__is_active=False).values_list("user__username", flat=True)))
        return (
            "Only a superuser may open its desk yet; --organiser NAME would have said who else. Restored accounts are "
            f"closed until the admin opens them: {', '.join(closed) or 'none'}."
        )


def _require_file(path: Path) -> None:
    """A pipe or a device may never end, and no archive is larger than its parts."""
    if path.exists() and not path.is_file():
        raise CommandError(f"{path} is not a file. Give the name of an archive.")
    if path.exists() and path.stat().st_size > MOST_BYTES:
        raise CommandError(f"{path} has more than {MOST_BYTES:,} bytes, the most that is read. Choose another file.")


def _say_nothing(line: str) -> None:
    """For --verbosity 0."""
