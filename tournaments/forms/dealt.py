"""What a phone sends at a match that the system deals, and what its host presses."""

from __future__ import annotations

from django import forms

from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.text import TextField
from tournaments.services.dealt import DealSign, EuchreMove

NUMBER_DIGITS = 64
MOST_HELD = 6


class DealSignForm(ServiceForm):
    """serial: of the pack on the screen. number: what the phone adds; a browser without scripts has none."""

    serial = WholeField(min_value=1, widget=forms.HiddenInput)
    number = TextField(max_length=NUMBER_DIGITS, required=False, widget=forms.HiddenInput)

    def sign(self) -> DealSign:
        """What a valid form says."""
        return DealSign(serial=self.cleaned_data["serial"], number=self.cleaned_data["number"])


class EuchreMoveForm(ServiceForm):
    """One act of a player. version: of the hand on the screen. place: of a card among those held."""

    version = WholeField(min_value=1, widget=forms.HiddenInput)
    verb = TextField(max_length=30)
    place = WholeField(min_value=0, max_value=MOST_HELD - 1, required=False)
    suit = TextField(max_length=10, required=False)

    def move(self) -> EuchreMove:
        """What a valid form says."""
        data = self.cleaned_data
        return EuchreMove(verb=data["verb"], place=data["place"], suit=data["suit"])


class DealHostForm(ServiceForm):
    """What the host presses on a hand. number: of the hand on the screen."""

    number = WholeField(min_value=0, widget=forms.HiddenInput)


class DealVoidForm(DealHostForm):
    """Why the hand is called off."""

    reason = TextField(max_length=200, required=False, label="Why")
