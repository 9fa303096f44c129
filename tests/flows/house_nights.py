"""People at the door of a night that was set up in the browser, made on the server's own database."""

from __future__ import annotations

from django.db import transaction

from eventnight.events.models import Event
from tests.tables.evening import make_holder

NAMES = ("Ada Abbott", "Ben Bauer", "Cora Castle", "Dee Dunn", "Eli Ernst", "Faye Fox")


@transaction.atomic
def people_with_chips(code: str) -> None:
    """Checked in as P001 and so on, each with the first stack of the house in hand."""
    event = Event.objects.get(code=code)
    for name in NAMES:
        make_holder(event, name)
