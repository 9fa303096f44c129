"""Forms between two hands: the first button, and how a player who owes a blind comes in."""

from __future__ import annotations

from typing import Any

from django import forms

from engine.cards import Card
from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.text import TextField
from eventnight.events.house_settings import MOST_SEATS
from tables.forms.fields import CardsField
from tables.selectors import TableView


class FirstButtonForm(ServiceForm):
    """Who deals, where the house gives the first button to the left of that person; where cards decide, those that were
    dealt at the table, or none to have them dealt here.
    """

    dealer = WholeField(min_value=0, max_value=MOST_SEATS, required=False, label="Dealt from seat")
    again = forms.BooleanField(required=False)

    def __init__(self, view: TableView, data: Any = None) -> None:
        super().__init__(data)
        self._seats = tuple(seat for seat in view.seats if seat.is_taken)
        for seat in self._seats:
            self.fields[f"card_{seat.number}"] = CardsField(most=1, label=f"{seat.number} {seat.name}")

    @property
    def card_fields(self) -> list[forms.BoundField]:
        """Where the card of each player is told, in the order of the seats."""
        return [self[f"card_{seat.number}"] for seat in self._seats]

    def cards(self) -> dict[int, Card]:
        """The cards of a valid form, by seat; none where they are to be dealt here."""
        told = {seat.number: self.cleaned_data[f"card_{seat.number}"] for seat in self._seats}
        return {number: cards[0] for number, cards in told.items() if cards}

    def clean(self) -> dict[str, Any]:
        """One card a player."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for seat in self._seats:
            if len(data.get(f"card_{seat.number}") or ()) > 1:
                self.add_error(f"card_{seat.number}", "Enter one card, such as Kh.")
        return data


class EntryForm(ServiceForm):
    """A way to come in, by the engine's name."""

    entry = TextField(max_length=40)
