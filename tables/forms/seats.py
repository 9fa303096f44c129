"""Forms of the seats: sitting down, an amount of chips, and why something is undone."""

from __future__ import annotations

from typing import Any

from django import forms

from eventnight.core.forms import ServiceForm
from eventnight.core.values.text import TextField
from tables.forms.fields import ChipsField
from tables.models import Table
from tables.stakes import buy_ins_text


class SitForm(ServiceForm):
    """Who sits down, and with how many chips."""

    player = TextField(
        max_length=200,
        widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
        help_text="Name, code or the card’s address.",
    )
    chips = ChipsField()

    def __init__(self, table: Table, data: Any = None) -> None:
        super().__init__(data)
        self.fields["chips"].label = f"Chips, {buy_ins_text(table)}"


class ChipsForm(ServiceForm):
    """An amount of chips: what a player adds, or a tray."""

    chips = ChipsField()


class UndoForm(ServiceForm):
    """Why the last hand or spin is undone; one press on "Undo" gives no reason."""

    reason = TextField(max_length=200, required=False, label="Why")

    def reason_or(self, usual: str) -> str:
        """The reason given, or the usual one."""
        return self.cleaned_data["reason"].strip() or usual
