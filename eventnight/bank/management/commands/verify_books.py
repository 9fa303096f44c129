"""Prove the books of an event: python manage.py verify_books CODE."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from eventnight.bank.selectors import verify_books
from eventnight.core.access import event_by_code
from eventnight.core.errors import NotFound


class Command(BaseCommand):
    help = "Works the books of an event out again from every line; names the first wrong row and ends with 1 if one is."

    def add_arguments(self, parser: CommandParser) -> None:
        """The event's code."""
        parser.add_argument("event", help="The event's code, as in its address.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what is wrong, or that all is well with the end of the chain to compare with a slip."""
        try:
            event = event_by_code(options["event"])
        except NotFound as error:
            raise CommandError(error.message) from error
        report = verify_books(event.pk, lambda entries: self.stderr.write(f"{entries:,} entries read"))
        for fault in report.faults:
            self.stdout.write(fault)
        if not report.is_clean:
            raise CommandError(f"The books of {event.code} do not hold. First wrong row: {report.faults[0]}")
        self.stdout.write(
            f"The books of {event.code} hold: {report.entries:,} entries, {report.transfers:,} transfers."
        )
