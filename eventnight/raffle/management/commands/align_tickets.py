"""Put tickets where the ledger has them, after verify_books found them elsewhere."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.core.web.access import event_by_code
from eventnight.raffle.services import align_tickets


class Command(BaseCommand):
    help = "Moves a night's tickets to where its ledger has them, as long as they are on sale. The log says which."

    def add_arguments(self, parser: CommandParser) -> None:
        """The night's code."""
        parser.add_argument("code")

    def handle(self, *args: Any, **options: Any) -> None:
        """Move them, and say what was found."""
        try:
            found = align_tickets(event=event_by_code(options["code"]), press=Press(SYSTEM, timezone.now()))
        except UserFacingError as refused:
            raise CommandError(refused.message) from refused
        for each in found:
            self.stdout.write(f"{each} Moved.")
        if not found:
            self.stdout.write("Every ticket lies where the ledger has it.")
