"""Forms of the raffle."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms

from engine.raffle import LEAST_CALLS, MOST_CALLS, CallKind, Calls
from eventnight.bank.forms.chips import ChipPiecesForm
from eventnight.bank.forms.desk import MeantForm, SaleForm, SecondPersonForm
from eventnight.bank.selectors.desk.players import ticket_lots
from eventnight.bank.tills.codes import FIRST_TILL, TILL_CODE
from eventnight.core.forms import RefusableForm, ServiceForm, WholeField
from eventnight.core.uploads.photos import MOST_PICTURE_BYTES
from eventnight.core.values.formats import chips_text, money_text
from eventnight.core.values.text import TextField
from eventnight.events.fields import MOST_CENTS, MoneyField
from eventnight.events.models import Event
from eventnight.raffle.models import DrawMethod
from eventnight.raffle.selectors import Awaited, Placing

MOST_TICKETS = 9999
MOST_PRIZES = 50
REASON_LENGTH = 160
MOST_BEACON_MINUTES = 24 * 60


class OpenForm(RefusableForm):
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


class BucketForm(RefusableForm):
    """What stands behind a bucket."""

    item = TextField(max_length=120)
    donor = TextField(max_length=120, required=False, label="Given by")
    value = MoneyField(required=False)


class NewBucketForm(BucketForm):
    """The same, and how many winners are drawn from it."""

    prizes = WholeField(min_value=1, max_value=MOST_PRIZES, initial=1, label="Winners drawn from it")
    code = TextField(max_length=20, required=False, help_text="Empty for the next free one, such as B7.")
    field_order = ("item", "donor", "value", "prizes", "code")


class TicketAmountsForm(RefusableForm):
    """What a sale of tickets comes to. paid: for the tickets, in cents."""

    paid = WholeField(min_value=1, max_value=MOST_CENTS, label="Tickets")
    donation = MoneyField(required=False, label="Donation on top")


class SellForm(TicketAmountsForm, SaleForm):
    """Tickets for money."""

    till = forms.RegexField(f"^{TILL_CODE}$", initial=FIRST_TILL, required=False, widget=forms.HiddenInput)

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
        return till or FIRST_TILL


class RedeemForm(MeantForm, ChipPiecesForm):
    """Chips for tickets, by colour where the desk has counted them so."""

    chips = WholeField(min_value=1, label="Chips turned in")


class ArrangeForm(ServiceForm):
    """How many tickets of one player each bucket should have: `to_B1`, and `was_B1` as the page showed it."""

    def __init__(self, data: Mapping[str, Any], *, placing: Placing) -> None:
        super().__init__(data)
        self._codes = [bucket.code for bucket in placing.buckets]
        for bucket in placing.buckets:
            number = WholeField(min_value=0, max_value=MOST_TICKETS, label=bucket.line.item)
            self.fields[f"to_{bucket.code}"] = number
            self.fields[f"was_{bucket.code}"] = WholeField(min_value=0, max_value=MOST_TICKETS)

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
            number = WholeField(min_value=-MOST_TICKETS, max_value=MOST_TICKETS)
            self.fields[f"by_{code}"] = number
        self._codes = codes

    @property
    def changes(self) -> dict[str, int]:
        """Tickets more or fewer by bucket code."""
        return {code: self.cleaned_data[f"by_{code}"] for code in self._codes}


class ReasonForm(ServiceForm):
    """Why something is undone."""

    reason = TextField(max_length=REASON_LENGTH)


class VoidForm(ReasonForm):
    """Which ticket is void, and why."""

    number = WholeField(min_value=1, label="Ticket number")
    field_order = ("number", "reason")


class PotForm(RefusableForm):
    """A 50/50: its prize is a share of what its own tickets are sold for."""

    item = TextField(max_length=120, initial="50/50", label="Called")
    pot_percent = WholeField(min_value=1, max_value=100, label="Winner’s share, in percent")


class TakeBackForm(ReasonForm):
    """Why the money of a pot comes back."""

    reason = TextField(max_length=REASON_LENGTH, initial="Not paid after all")


class PictureForm(RefusableForm):
    """A picture of the item, from a camera or a file."""

    picture = forms.FileField(
        max_length=200,
        label="Picture",
        help_text=f"A photo as JPEG, PNG or WebP of up to {MOST_PICTURE_BYTES // 1_000_000} MB.",
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )


class PrintForm(RefusableForm):
    """Which tickets go on paper: of a player, of a sale, or numbers from one to another; and on which paper."""

    player = TextField(max_length=8, required=False, label="Of a player, by code")
    entry = WholeField(min_value=1, required=False, label="Of a sale, by its entry")
    first = WholeField(min_value=1, required=False, label="From number")
    last = WholeField(min_value=1, required=False, label="To number")
    paper = forms.ChoiceField(
        choices=[
            ("a4", "A4 sheets, 24 to cut apart"),
            ("letter", "Letter sheets, 24 to cut apart"),
            ("roll", "Roll of 80 mm, one after the other"),
        ],
        initial="a4",
        widget=forms.RadioSelect,
    )

    def clean(self) -> dict[str, Any]:
        """At least one way to choose; all the tickets of a night is a choice by numbers."""
        cleaned = super().clean() or {}
        if not self.errors and not any(cleaned[name] for name in ("player", "entry", "first", "last")):
            raise forms.ValidationError("Name a player, a sale or numbers: nothing is chosen yet.")
        return cleaned


class FreezeForm(RefusableForm):
    """How chance will come to a draw that anyone can repeat. A barrel has no field: its chance is the barrel."""

    kind = forms.ChoiceField(
        choices=[(CallKind.DICE.value, "Dice"), (CallKind.CARDS.value, "Cards"), ("", "Nothing")],
        initial=CallKind.DICE.value,
        required=False,
        widget=forms.RadioSelect,
        label="Guests call",
    )
    number = WholeField(
        min_value=LEAST_CALLS, max_value=MOST_CALLS, initial=LEAST_CALLS, label="How many dice or cards"
    )
    beacon = forms.BooleanField(required=False, label="The draw also waits for a public beacon (drand quicknet)")
    minutes = WholeField(
        min_value=1,
        max_value=MOST_BEACON_MINUTES,
        initial=5,
        label="Minutes until its round",
        help_text="Nobody can know the round before then. It has to be looked up on the internet once.",
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, is_verifiable: bool) -> None:
        super().__init__(data)
        if not is_verifiable:
            self.fields.clear()

    @property
    def chance(self) -> dict[str, Any]:
        """What a valid form fixes, as `freeze` takes it."""
        if not self.fields:
            return {}
        kind, minutes = self.cleaned_data["kind"], self.cleaned_data["minutes"]
        return {
            "calls": Calls(CallKind(kind), self.cleaned_data["number"]) if kind else None,
            "beacon_wait": timedelta(minutes=minutes) if self.cleaned_data["beacon"] else None,
        }


class PromiseForm(SecondPersonForm):
    """Why another seed is promised; somebody else always signs."""

    reason = TextField(max_length=REASON_LENGTH, label="Reason")
    replaces = forms.CharField(max_length=64, widget=forms.HiddenInput)
    field_order = ("reason", "second", "password")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.demand()


class EntropyForm(RefusableForm):
    """The dice or cards as guests called them and the beacon as it was published: what the draw waits for."""

    calls = TextField(
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
        help_text="In the order of throwing. Spaces, commas and capitals do not matter.",
    )
    thrown_by = TextField(
        max_length=400, label="Who threw", help_text="Codes of guests, such as P012, with spaces between."
    )
    watched_by = TextField(
        max_length=400,
        label="Who watched",
        help_text="Codes of guests, or names that staff sign in with. At least one who is not you.",
    )
    beacon = TextField(
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
        label="The beacon, as the relay shows it",
        help_text="The whole answer from { to }, or its signature alone.",
    )
    missed_because = TextField(
        max_length=REASON_LENGTH,
        required=False,
        label="Was the round missed? Why",
        help_text="Then paste its announced successor above. The reason is published.",
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, awaited: Awaited | None) -> None:
        super().__init__(data)
        if awaited is None or not awaited.kind:
            for name in ("calls", "thrown_by", "watched_by"):
                del self.fields[name]
        else:
            least = "" if awaited.is_exact else "At least "
            what = "cards" if awaited.kind == CallKind.CARDS else "dice"
            self.fields["calls"].label = f"{least}{awaited.calls} {what if awaited.is_exact else 'dice or cards'}"
        if awaited is None or awaited.round is None:
            for name in ("beacon", "missed_because"):
                del self.fields[name]

    @property
    def brought(self) -> dict[str, Any]:
        """What a valid form says, as `read_chance` takes it."""
        given = self.cleaned_data
        return {
            "calls": given.get("calls", ""),
            "beacon": given.get("beacon", ""),
            "is_missed": bool(given.get("missed_because")),
        }

    @property
    def people(self) -> dict[str, list[str]]:
        """Who threw and who watched, as they were typed."""
        return {name: _names(self.cleaned_data.get(name, "")) for name in ("thrown_by", "watched_by")}


class BarrelForm(RefusableForm):
    """The number that came out of the drum; instead_of: the one it corrects."""

    ticket = WholeField(min_value=1, label="Ticket number")
    instead_of = WholeField(required=False, widget=forms.HiddenInput)


def _names(text: str) -> list[str]:
    return text.replace(",", " ").split()
