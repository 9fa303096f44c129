"""Forms between two hands: the first button, and how a player who owes a blind comes in."""

from __future__ import annotations

from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.text import TextField
from eventnight.events.house_settings import MOST_SEATS


class FirstButtonForm(ServiceForm):
    """Who deals, where the house gives the first button to the left of that person; nothing where cards decide."""

    dealer = WholeField(min_value=0, max_value=MOST_SEATS, required=False, label="Dealt from seat")


class EntryForm(ServiceForm):
    """A way to come in, by the engine's name."""

    entry = TextField(max_length=40)
