"""What a phone sends at a table where the system deals, and what its host presses."""

from __future__ import annotations

from django import forms

from eventnight.core.forms import RefusableForm, ServiceForm, WholeField
from eventnight.core.values.text import TextField
from eventnight.core.web.carried import CarriedForm
from tables.forms.fields import ChipsField
from tables.services import OwnMove, ReadySign

NUMBER_DIGITS = 64


class SeatForm(ServiceForm):
    """A press on the page of one's own seat. table: on the screen."""

    table = WholeField(min_value=1, widget=forms.HiddenInput)


class ReadyForm(SeatForm):
    """serial: of the pack that is promised. number: what the phone adds; a browser without scripts has none."""

    serial = WholeField(min_value=1, widget=forms.HiddenInput)
    number = TextField(max_length=NUMBER_DIGITS, required=False, widget=forms.HiddenInput)
    game = TextField(max_length=30, required=False)

    def sign(self) -> ReadySign:
        """What a valid form says."""
        data = self.cleaned_data
        return ReadySign(serial=data["serial"], number=data["number"], game=data["game"])


class ActForm(RefusableForm):
    """One act of a player. places: of the cards that are exchanged."""

    verb = TextField(max_length=20)
    to = ChipsField(required=False, label="Bet or raise to")
    places = forms.TypedMultipleChoiceField(
        required=False, coerce=int, choices=[(place, place) for place in range(7)], label="Cards"
    )

    def move(self) -> OwnMove:
        """What a valid form says."""
        data = self.cleaned_data
        return OwnMove(verb=data["verb"], to=data["to"], places=tuple(data["places"]))


class OwnMoveForm(ActForm, SeatForm):
    """The same at a table of the night. version: of the hand on the screen."""

    version = WholeField(min_value=1, widget=forms.HiddenInput)


class PracticeForm(ActForm, CarriedForm):
    """The same in a hand to practise on. verb: "next" deals the next one."""


class OwnEntryForm(SeatForm):
    """How a player who owes a blind comes in."""

    entry = TextField(max_length=30)


class HostForm(ServiceForm):
    """What the host presses on a hand. number: of the hand on the screen."""

    number = WholeField(min_value=1, widget=forms.HiddenInput)


class VoidForm(HostForm):
    """Why the hand is called off."""

    reason = TextField(max_length=200, required=False, label="Why")
