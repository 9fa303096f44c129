"""Forms of the prizes: they check shape, the services check the rules."""

from __future__ import annotations

from typing import Any, Self

from django import forms

from engine.units import Cents
from eventnight.bank.forms.desk import REASON_LENGTH, PayForm, SecondPersonForm, UndoForm
from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.text import TextField
from eventnight.events.fields import MOST_CENTS, MoneyField
from tournaments.models import DealMethod, Prizes, PrizeScale

MOST_PLACES = 1000
SHARES = ("entry_share", "rebuy_share", "add_on_share")


def _share(label: str) -> WholeField:
    return WholeField(label=label, required=False, min_value=0, max_value=100)


class PrizesForm(ServiceForm):
    """How a tournament pays."""

    entry_share = _share("Of entry fees, %")
    rebuy_share = _share("Of re-buys, %")
    add_on_share = _share("Of add-ons, %")
    added = MoneyField(label="Added by the house", required=False)
    guaranteed = MoneyField(
        label="Guaranteed", required=False, help_text="The pool is at least that. Alone, it is a fixed pool."
    )
    paid = WholeField(
        label="Paid places",
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        help_text="Empty: one in so many entries.",
    )
    one_in = WholeField(label="One paid place in", min_value=1, max_value=MOST_PLACES)
    scale = forms.ChoiceField(label="How prizes fall", choices=PrizeScale.choices, widget=forms.RadioSelect)
    unit = MoneyField(label="Rounded to", help_text="Whole units; what is left over goes to the first place.")

    @classmethod
    def of(cls, prizes: Prizes) -> Self:
        """The form with what is set."""
        return cls(
            initial={
                **{name: getattr(prizes, name) for name in SHARES},
                "added": prizes.added or None,
                "guaranteed": prizes.guaranteed or None,
                "paid": prizes.paid,
                "one_in": prizes.one_in,
                "scale": prizes.scale,
                "unit": prizes.unit,
            }
        )

    def terms(self) -> dict[str, Any]:
        """What a valid form says, as the service's `PrizeTerms` has it."""
        said = self.cleaned_data
        return {
            **{name: said[name] or 0 for name in SHARES},
            "added": said["added"] or Cents(0),
            "guaranteed": said["guaranteed"] or Cents(0),
            "paid": said["paid"],
            "one_in": said["one_in"],
            "scale": said["scale"],
            "unit": said["unit"],
        }


class PayPrizeForm(PayForm, SecondPersonForm):
    """Where a prize is paid from, and who signs. cents: as the page showed it."""

    cents = WholeField(min_value=1, max_value=MOST_CENTS, widget=forms.HiddenInput)
    field_order = ("paid_from", "second", "password")


class PrizeBackForm(UndoForm):
    """Why a prize comes back, and who signs."""

    reason = TextField(max_length=REASON_LENGTH, initial="Not paid after all", label="Reason")


class DealForm(ServiceForm):
    """Which way to share."""

    method = forms.ChoiceField(choices=DealMethod.choices, widget=forms.HiddenInput)
