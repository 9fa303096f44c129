"""Forms of a roulette table: opening it, bets on the mat, the number of a spin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from engine.roulette.bets import Catalogue
from engine.roulette.settle import TableLimits
from engine.roulette.wheel import WHEELS
from engine.units import Chips
from eventnight.core.api.parsing import PlainJSONDecoder
from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.text import TextField
from eventnight.events.models import Event
from tables.forms.fields import ChipsField
from tables.services.floor import NewRoulette

NAMES_OF_CATALOGUES = {Catalogue.HOUSE: "As the house document lists them", Catalogue.FULL: "With the zero bets"}


class OpenRouletteForm(ServiceForm):
    """A new roulette table, filled with what the night's settings say."""

    wheel = forms.ChoiceField(choices=[(wheel.key, wheel.name) for wheel in WHEELS.values()])
    catalogue = forms.ChoiceField(
        choices=[(catalogue.value, words) for catalogue, words in NAMES_OF_CATALOGUES.items()], label="Bets offered"
    )
    lowest_bet = ChipsField(label="Lowest bet")
    highest_bet = ChipsField(label="Highest bet", required=False)
    highest_spin = ChipsField(label="Most for one spin", required=False)
    tray = ChipsField(label="Chips in the tray")
    on_phones = forms.BooleanField(required=False, label="Guests lay bets on their own phones, too")
    name = TextField(max_length=60, required=False, help_text="Left empty: the next number.")

    @classmethod
    def of(cls, event: Event, data: Any = None) -> OpenRouletteForm:
        """The form with the event's own wheel and limits."""
        usual = event.house_settings.roulette
        initial = {
            "wheel": usual.wheel,
            "catalogue": usual.catalogue,
            "lowest_bet": usual.minimum_bet,
            "highest_bet": usual.maximum_bet,
            "tray": usual.tray,
            "on_phones": usual.on_phones,
        }
        return cls(data, initial=initial, prefix="roulette")

    def new_table(self) -> NewRoulette:
        """What a valid form says."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "request_id"}
        limits = TableLimits(
            lowest_bet=Chips(data.pop("lowest_bet")),
            highest_bet=data.pop("highest_bet"),
            highest_spin=data.pop("highest_spin"),
        )
        return NewRoulette(**{**data, "limits": limits, "tray": Chips(data["tray"])})


class BetsForm(ServiceForm):
    """Bets for the mat: tapped ones as JSON, or one by player, chip and place when there is no script."""

    bets = forms.JSONField(required=False, decoder=PlainJSONDecoder, widget=forms.HiddenInput)
    who = TextField(required=False)
    chip = ChipsField(required=False)
    bet = TextField(required=False, max_length=40)

    def lines(self) -> list[tuple[str, str, int]]:
        """Player code, bet and chips of each line. Call on a valid form."""
        data = self.cleaned_data
        tapped = [(line["who"], line["bet"], line["chips"]) for line in data["bets"] or []]
        if data["bet"]:
            tapped.append((data["who"], data["bet"], data["chip"]))
        return tapped

    def clean_bets(self) -> list[dict[str, Any]]:
        """Refuse anything but a list of who, bet and chips."""
        value = self.cleaned_data["bets"] or []
        shape = {"who": str, "bet": str, "chips": int}
        is_fine = isinstance(value, list) and all(
            isinstance(line, dict) and {key: type(part) for key, part in line.items()} == shape for line in value
        )
        if not is_fine:
            raise ValidationError("These bets cannot be read. Reload the page and tap them again.", code="bets_form")
        return value

    def clean(self) -> dict[str, Any]:
        """A single bet needs its player and its chip."""
        data = super().clean() or self.cleaned_data
        if data.get("bet") and not (data.get("who") and data.get("chip")):
            raise ValidationError("Choose whose bet it is and the chip first.", code="bet_incomplete")
        return data


class NextSpinForm(ServiceForm):
    """Bets for the spin to come are closed, or opened again. number: the spin on the screen."""

    number = WholeField(min_value=1, widget=forms.HiddenInput)


class SpinForm(ServiceForm):
    """The number the ball fell into. number: the spin on the screen."""

    number = WholeField(min_value=1, widget=forms.HiddenInput)
    pocket = forms.CharField(max_length=2, widget=forms.HiddenInput)
