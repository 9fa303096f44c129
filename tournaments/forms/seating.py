"""Forms of the tables' seats: they check shape, the services check the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from eventnight.core.forms import RefusableForm, ServiceForm, WholeField
from eventnight.core.values.text import TextField
from eventnight.events.house_settings import MOST_SEATS
from tournaments.forms.flight import MOST_TABLES
from tournaments.models.seating import NOTE_LENGTH
from tournaments.selectors.flight.values import EntryView
from tournaments.services.seating.tables import ToldButton


class MakeMovesForm(ServiceForm):
    """The proposal that was looked at. player: code of the one who moves now, empty for all."""

    shown = forms.CharField(max_length=16, widget=forms.HiddenInput)
    player = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)


class RefuseForm(RefusableForm):
    """Why the tables stay as they are."""

    shown = forms.CharField(max_length=16, widget=forms.HiddenInput)
    reason = TextField(max_length=NOTE_LENGTH, label="Why the tables stay as they are")


class ButtonForm(RefusableForm):
    """Where the button is in a table's next hand, and the blinds where one of them is dead."""

    table = WholeField(min_value=1, max_value=MOST_TABLES, widget=forms.HiddenInput)
    button = WholeField(min_value=1, max_value=MOST_SEATS)
    small_blind = WholeField(required=False, min_value=1, max_value=MOST_SEATS, label="Small blind, seat")
    big_blind = WholeField(required=False, min_value=1, max_value=MOST_SEATS, label="Big blind, seat")

    def told(self) -> ToldButton:
        """What a valid form says."""
        return ToldButton(**{name: self.cleaned_data[name] for name in ("button", "small_blind", "big_blind")})


class HoldForm(RefusableForm):
    """A seat to keep: for a player, or empty."""

    table = WholeField(min_value=1, max_value=MOST_TABLES, label="Table")
    seat = WholeField(min_value=1, max_value=MOST_SEATS, label="Seat")
    player = forms.CharField(max_length=8, required=False, label="For", widget=forms.Select)
    note = TextField(max_length=NOTE_LENGTH, required=False, label="Why, for staff")

    def __init__(self, entries: Iterable[EntryView], data: Any = None, **initial: object) -> None:
        super().__init__(data, initial=initial)
        choices = [(entry.player_code, f"{entry.player_code} {entry.full_name}") for entry in entries]
        self.fields["player"].widget.choices = [("", "Nobody: it stays empty"), *choices]


class SeatForm(RefusableForm):
    """A seat of a table."""

    table = WholeField(min_value=1, max_value=MOST_TABLES)
    seat = WholeField(min_value=1, max_value=MOST_SEATS)


class BreakOrderForm(RefusableForm):
    """Table numbers, the first to break first."""

    order = TextField(
        max_length=200,
        required=False,
        label="Tables, the first to break first",
        help_text="Such as 4, 3, 2. Empty: the highest number first.",
    )

    def clean_order(self) -> list[int]:
        text = str(self.cleaned_data["order"])
        if re.sub(r"[0-9,;\s]", "", text):
            raise ValidationError("Write table numbers with commas between them, such as 4, 3, 2.")
        return [int(number) for number in re.findall(r"[0-9]{1,4}", text)]
