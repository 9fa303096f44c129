"""Forms of the raffle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from eventnight.bank.chip_forms import ChipPiecesForm
from eventnight.bank.forms import SaleForm
from eventnight.bank.selectors.desk import ticket_lots
from eventnight.core.forms import ServiceForm
from eventnight.core.wording import chips_text, money_text
from eventnight.events.fields import MOST_CENTS, MoneyField
from eventnight.events.models import Event
from eventnight.raffle.models import DrawMethod
from eventnight.raffle.pictures import MOST_PICTURE_BYTES
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


class SellForm(SaleForm):
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


class RedeemForm(ChipPiecesForm):
    """Chips for tickets, by colour where the desk has counted them so."""

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


class UnplaceForm(ServiceForm):
    """The changes that take a placing back, as its undo asks for them: tickets more or fewer by bucket code."""

    def __init__(self, data: Mapping[str, Any], *, asked: Mapping[str, str], placing: Placing) -> None:
        codes = [bucket.code for bucket in placing.buckets if bucket.code in asked]
        super().__init__({"request_id": data.get("request_id"), **{f"by_{code}": asked[code] for code in codes}})
        for code in codes:
            number = forms.IntegerField(min_value=-MOST_TICKETS, max_value=MOST_TICKETS)
            self.fields[f"by_{code}"] = number
        self._codes = codes

    @property
    def changes(self) -> dict[str, int]:
        """Tickets more or fewer by bucket code."""
        return {code: self.cleaned_data[f"by_{code}"] for code in self._codes}


class ReasonForm(ServiceForm):
    """Why something is taken back."""

    reason = forms.CharField(max_length=REASON_LENGTH)


class VoidForm(ReasonForm):
    """Which ticket is void, and why."""

    number = forms.IntegerField(min_value=1, label="Ticket number")
    field_order = ("number", "reason")


class PotForm(forms.Form):
    """A 50/50: its prize is a share of what its own tickets are sold for."""

    item = forms.CharField(max_length=120, initial="50/50", label="Called")
    pot_percent = forms.IntegerField(min_value=1, max_value=100, label="Winner’s share, in percent")


class TakeBackForm(ReasonForm):
    """Why the money of a pot comes back."""

    reason = forms.CharField(max_length=REASON_LENGTH, initial="Not paid after all")


class PictureForm(forms.Form):
    """A picture of the item, from a camera or a file."""

    picture = forms.FileField(
        max_length=200,
        label="Picture",
        help_text=f"A photo as JPEG, PNG or WebP of up to {MOST_PICTURE_BYTES // 1_000_000} MB.",
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )


class PrintForm(forms.Form):
    """Which tickets go on paper: of a player, of a sale, or numbers from one to another; and on which paper."""

    player = forms.CharField(max_length=8, required=False, label="Of a player, by code")
    entry = forms.IntegerField(min_value=1, required=False, label="Of a sale, by its entry")
    first = forms.IntegerField(min_value=1, required=False, label="From number")
    last = forms.IntegerField(min_value=1, required=False, label="To number")
    paper = forms.ChoiceField(
        choices=[("a4", "A4 sheets, 24 to cut apart"), ("roll", "Roll of 80 mm, one after the other")],
        initial="a4",
        widget=forms.RadioSelect,
    )

    def clean(self) -> dict[str, Any]:
        """At least one way to choose; all the tickets of a night is a choice by numbers."""
        cleaned = super().clean() or {}
        if not self.errors and not any(cleaned[name] for name in ("player", "entry", "first", "last")):
            raise forms.ValidationError("Name a player, a sale or numbers: nothing is chosen yet.")
        return cleaned


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
