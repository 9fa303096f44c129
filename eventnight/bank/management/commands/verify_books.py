"""Prove the books of an event: python manage.py verify_books CODE --receipt "412 6c3e04d61816"."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from eventnight.bank.selectors import Receipt, verify_books
from eventnight.core.errors import UserFacingError
from eventnight.core.web.access import event_by_code


class Command(BaseCommand):
    help = "Works the books of an event out again from every line; names the first wrong row and ends with 1 if one is."

    def add_arguments(self, parser: CommandParser) -> None:
        """The event's code, and slips to hold against the books."""
        parser.add_argument("event", help="The event's code, as in its address.")
        parser.add_argument(
            "--receipt",
            action="append",
            default=[],
            metavar="SLIP",
            help='A printed slip that must be in the books: "412 6c3e04d61816". May be given several times.',
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what is wrong, or that all is well with the end of the chain to compare with a slip."""
        try:
            event = event_by_code(options["event"])
            receipts = [Receipt.read(text) for text in options["receipt"]]
        except UserFacingError as error:
            raise CommandError(error.message) from error
        report = verify_books(event.pk, lambda entries: self.stderr.write(f"{entries:,} entries read"), receipts)
        for line in (*report.explained, *report.faults):
            self.stdout.write(line)
        if not report.is_clean:
            raise CommandError(f"The books of {event.code} do not hold. First wrong row: {report.faults[0]}")
        self.stdout.write(
            f"The books of {event.code} hold: {report.entries:,} entries, {report.transfers:,} transfers."
        )
