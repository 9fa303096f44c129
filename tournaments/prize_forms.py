"""Forms of the prizes: they check shape, the services check the rules."""

from __future__ import annotations

from typing import Any, Self

from django import forms

from engine.units import Cents
from eventnight.core.forms import ServiceForm
from eventnight.events.fields import MoneyField
from tournaments.models import DealMethod, Prizes, PrizeScale

MOST_PLACES = 1000


class PrizesForm(ServiceForm):
    """How a tournament pays."""

    per_entry = MoneyField(label="Of each entry, into the pool", required=False)
    added = MoneyField(label="Added by the house", required=False)
    paid = forms.IntegerField(
        label="Paid places",
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        help_text="Empty: one in so many entries.",
    )
    one_in = forms.IntegerField(label="One paid place in", min_value=1, max_value=MOST_PLACES)
    scale = forms.ChoiceField(label="How prizes fall", choices=PrizeScale.choices, widget=forms.RadioSelect)
    unit = MoneyField(label="Rounded to", help_text="Whole units; what is left over goes to the first place.")

    @classmethod
    def of(cls, prizes: Prizes) -> Self:
        """The form with what is set."""
        return cls(
            initial={
                "per_entry": prizes.per_entry,
                "added": prizes.added,
                "paid": prizes.paid,
                "one_in": prizes.one_in,
                "scale": prizes.scale,
                "unit": prizes.unit,
            }
        )

    def plan_of(self) -> dict[str, Any]:
        """What a valid form says, as the service takes it."""
        said = self.cleaned_data
        return {
            "per_entry": said["per_entry"] or Cents(0),
            "added": said["added"] or Cents(0),
            "paid": said["paid"],
            "one_in": said["one_in"],
            "scale": said["scale"],
            "unit": said["unit"],
        }


class DealForm(ServiceForm):
    """Which way to share."""

    method = forms.ChoiceField(choices=DealMethod.choices, widget=forms.HiddenInput)
