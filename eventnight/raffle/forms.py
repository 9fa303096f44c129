"""Forms of the raffle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from eventnight.bank.selectors.desk import ticket_lots
from eventnight.core.forms import ServiceForm
from eventnight.core.wording import chips_text, money_text
from eventnight.events.fields import MOST_CENTS, MoneyField
from eventnight.events.models import Event
from eventnight.raffle.models import DrawMethod
from eventnight.raffle.selectors import Placing

MOST_TICKETS = 9999
MOST_PRIZES = 50
REASON_LENGTH = 160


class OpenForm(forms.Form):
    """How winners will be drawn."""

    method = forms.ChoiceField(
        choices=[
            (DrawMethod.VERIFIABLE, "Verifiable draw: anyone can repeat it from what is published"),
            (DrawMethod.BARREL, "Barrel: staff type the numbers that come out of a real drum"),
        ],
        initial=DrawMethod.VERIFIABLE,
        widget=forms.RadioSelect,
        label="How winners are drawn",
    )


class BucketForm(forms.Form):
    """What stands behind a bucket."""

    item = forms.CharField(max_length=120)
    donor = forms.CharField(max_length=120, required=False, label="Given by")
    value = MoneyField(required=False)


class NewBucketForm(BucketForm):
    """The same, and how many winners are drawn from it."""

    prizes = forms.IntegerField(min_value=1, max_value=MOST_PRIZES, initial=1, label="Winners drawn from it")
    code = forms.CharField(max_length=20, required=False, help_text="Empty for the next free one, such as B7.")
    field_order = ("item", "donor", "value", "prizes", "code")


class SellForm(ServiceForm):
    """Tickets for money. paid: in cents."""

    paid = forms.IntegerField(min_value=1, max_value=MOST_CENTS, label="Tickets")
    till = forms.RegexField(r"^T[1-9][0-9]?$", initial="T1", required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        lots = ticket_lots(event)
        labels = [f"{chips_text(lot.tickets)} for {money_text(lot.paid, event.currency, short=True)}" for lot in lots]
        self.fields["paid"].widget = forms.RadioSelect(
            choices=[(lot.paid, label) for lot, label in zip(lots, labels, strict=True)]
        )
        self.fields["paid"].initial = lots[0].paid

    def clean_till(self) -> str:
        """The till that takes the money; the first one when none is named."""
        till: str = self.cleaned_data["till"]
        return till or "T1"


class RedeemForm(ServiceForm):
    """Chips for tickets."""

    chips = forms.IntegerField(min_value=1, label="Chips turned in")


class ArrangeForm(ServiceForm):
    """How many tickets of one player each bucket should have: `to_B1`, and `was_B1` as the page showed it."""

    def __init__(self, data: Mapping[str, Any], *, placing: Placing) -> None:
        super().__init__(data)
        self._codes = [bucket.code for bucket in placing.buckets]
        for bucket in placing.buckets:
            number = forms.IntegerField(min_value=0, max_value=MOST_TICKETS, label=bucket.line.item)
            self.fields[f"to_{bucket.code}"] = number
            self.fields[f"was_{bucket.code}"] = forms.IntegerField(min_value=0, max_value=MOST_TICKETS)

    @property
    def changes(self) -> dict[str, int]:
        """Tickets more or fewer by bucket code, against what the player saw."""
        more = {code: self.cleaned_data[f"to_{code}"] - self.cleaned_data[f"was_{code}"] for code in self._codes}
        return {code: change for code, change in more.items() if change}


class ReasonForm(ServiceForm):
    """Why something is taken back."""

    reason = forms.CharField(max_length=REASON_LENGTH)


class VoidForm(ReasonForm):
    """Which ticket is void, and why."""

    number = forms.IntegerField(min_value=1, label="Ticket number")
    field_order = ("number", "reason")


class EntropyForm(forms.Form):
    """The dice or cards as guests call them, or a beacon."""

    entropy = forms.CharField(
        max_length=380,
        label="Dice or cards, as they are called",
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
        help_text="At least 20: figures 1 to 6, or cards such as Kd. Or a beacon: drand:chain:round:randomness.",
    )

    def clean_entropy(self) -> str:
        """With its kind in front: what is no beacon was called by guests."""
        text = " ".join(self.cleaned_data["entropy"].split())
        return text if text.startswith(("dice:", "drand:")) else f"dice:{text}"


class BarrelForm(forms.Form):
    """The number that came out of the drum; instead_of: the one it corrects."""

    ticket = forms.IntegerField(min_value=1, label="Ticket number")
    instead_of = forms.IntegerField(required=False, widget=forms.HiddenInput)
