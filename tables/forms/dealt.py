"""What a phone sends at a table where the system deals, and what its host presses."""

from __future__ import annotations

from django import forms

from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.text import TextField
from tables.forms.fields import ChipsField
from tables.forms.hand_in_play import VersionForm
from tables.services import OwnMove, ReadySign

NUMBER_DIGITS = 64


class ReadyForm(ServiceForm):
    """table: on the screen. serial: of the pack that is promised. number: what the phone adds; a browser without
    scripts has none."""

    table = WholeField(min_value=1, widget=forms.HiddenInput)
    serial = WholeField(min_value=1, widget=forms.HiddenInput)
    number = TextField(max_length=NUMBER_DIGITS, required=False, widget=forms.HiddenInput)
    game = TextField(max_length=30, required=False)

    def sign(self) -> ReadySign:
        """What a valid form says."""
        data = self.cleaned_data
        return ReadySign(serial=data["serial"], number=data["number"], game=data["game"])


class OwnMoveForm(VersionForm):
    """One act of a player. table: on the screen. places: of those of their own cards that are exchanged."""

    table = WholeField(min_value=1, widget=forms.HiddenInput)
    verb = TextField(max_length=20)
    to = ChipsField(required=False, label="Bet or raise to")
    places = forms.TypedMultipleChoiceField(
        required=False, coerce=int, choices=[(place, place) for place in range(7)], label="Cards"
    )

    def move(self) -> OwnMove:
        """What a valid form says."""
        data = self.cleaned_data
        return OwnMove(verb=data["verb"], to=data["to"], places=tuple(data["places"]))


class HostForm(ServiceForm):
    """What the host presses on a hand. number: of the hand on the screen."""

    number = WholeField(min_value=1, required=False, widget=forms.HiddenInput)


class VoidForm(HostForm):
    """Why the hand is called off."""

    reason = TextField(max_length=200, required=False, label="Why")
