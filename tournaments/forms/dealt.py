"""What a phone sends at a match that the system deals."""

from __future__ import annotations

from django import forms

from engine.euchre.deck import SEATS
from eventnight.core.forms import RefusableForm, ServiceForm, WholeField
from eventnight.core.values.text import TextField
from tables.forms.dealt import NUMBER_DIGITS
from tables.services import ReadySign
from tournaments.services.dealt import EuchreMove

MOST_HELD = 6


class MatchReadyForm(ServiceForm):
    """serial: of the pack on the screen. number: what the phone adds; a browser without scripts has none."""

    serial = WholeField(min_value=1, widget=forms.HiddenInput)
    number = TextField(max_length=NUMBER_DIGITS, required=False, widget=forms.HiddenInput)

    def sign(self) -> ReadySign:
        """What a valid form says."""
        return ReadySign(serial=self.cleaned_data["serial"], number=self.cleaned_data["number"])


class RevokeForm(ServiceForm):
    """number: of the hand on the screen. seat: of whoever did not follow suit."""

    number = WholeField(min_value=1, widget=forms.HiddenInput)
    seat = WholeField(min_value=1, max_value=SEATS, widget=forms.HiddenInput)


class MoveForm(RefusableForm):
    """One act of a player. place: of a card among those held."""

    verb = TextField(max_length=30)
    place = WholeField(min_value=0, max_value=MOST_HELD - 1, required=False)
    suit = TextField(max_length=10, required=False)

    def move(self) -> EuchreMove:
        """What a valid form says."""
        data = self.cleaned_data
        return EuchreMove(verb=data["verb"], place=data["place"], suit=data["suit"])


class EuchreMoveForm(MoveForm, ServiceForm):
    """The same in a match. version: of the hand on the screen."""

    version = WholeField(min_value=1, widget=forms.HiddenInput)
