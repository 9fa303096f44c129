"""Forms of the close-out: what may stay as it is, why a night goes on, and money for the fund."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from eventnight.bank.forms.desk import REASON_LENGTH, SecondPersonForm
from eventnight.bank.selectors.desk.fund import FundState
from eventnight.core.forms import ServiceForm
from eventnight.core.values.formats import money_text
from eventnight.core.values.text import TextField
from eventnight.events.fields import MoneyField
from eventnight.night.selectors.closing.checks import Check

_CHOSEN = re.compile(r"(?P<subject>[^\s=]{1,90})=(?P<amount>-?\d{1,18})", re.ASCII)


class ShownField(forms.MultipleChoiceField):
    """What was ticked, with the amount that stood beside it: the service compares it with what is there now."""

    def valid_value(self, value: Any) -> bool:
        """Whether it is a subject with an amount; that it is still there is for the service to say."""
        return _CHOSEN.fullmatch(str(value)) is not None

    def clean(self, value: Any) -> dict[str, int]:
        """Amounts by subject."""
        found = [_CHOSEN.fullmatch(each) for each in super().clean(value)]
        return {match["subject"]: int(match["amount"]) for match in found if match}


class SignedForm(SecondPersonForm):
    """A form that somebody else of the staff has to sign."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.demand()
        self.offer("second", [("", "Choose"), *self.members])


class ApproveForm(SignedForm):
    """Which of the things left in a line may stay as they are, why, and who signs."""

    chosen = ShownField(
        widget=forms.CheckboxSelectMultiple,
        label="What may stay as it is",
        error_messages={"required": "Nothing was chosen. Choose what may stay as it is."},
    )
    reason = TextField(max_length=REASON_LENGTH, label="Reason", help_text="The report shows it.")
    field_order = ("chosen", "reason", "second", "password")

    def __init__(self, *args: Any, check: Check, **options: Any) -> None:
        super().__init__(*args, **options)
        left = [(f"{each.subject}={each.amount}", each.label) for each in check.left]
        self.offer("chosen", left)
        self.fields["chosen"].initial = [value for value, _ in left]


class AdjustForm(SignedForm):
    """Why an entry is to be taken as it is, and who signs."""

    reason = TextField(max_length=REASON_LENGTH, label="Reason", help_text="It is in the report.")
    field_order = ("reason", "second", "password")


class ReasonForm(ServiceForm):
    """Why something is undone."""

    reason = TextField(max_length=REASON_LENGTH, label="Reason")


class DonationForm(SignedForm):
    """Money that leaves for the fund. The page posts the amount that its summary was made for as `shown`."""

    means = forms.ChoiceField(widget=forms.RadioSelect, label="Which money")
    amount = MoneyField(label="Amount")
    note = TextField(max_length=REASON_LENGTH, required=False, label="To whom, and how")
    field_order = ("means", "amount", "note", "second", "password")

    def __init__(self, *args: Any, fund: FundState, currency: str, **options: Any) -> None:
        super().__init__(*args, **options)
        held = [kept for kept in fund.kept if kept.cents > 0] or list(fund.kept[:1])
        # A press that took the last of one kind names it still when it is sent again.
        self.offer("means", [(kept.means, kept.label) for kept in fund.kept])
        self.fields["means"].widget.choices = [
            (kept.means, f"{kept.label}, {money_text(kept.cents, currency)}") for kept in held
        ]
        self.fields["means"].initial = held[0].means
        self.fields["amount"].initial = min(held[0].cents, fund.to_give)

    @property
    def summary(self) -> tuple[str, int]:
        """The money and the cents for which the page says what it will do: those entered, where they can be read."""
        entered = self.cleaned_data if hasattr(self, "cleaned_data") else {}
        means, cents = (
            entered.get(name, self.get_initial_for_field(self.fields[name], name)) for name in ("means", "amount")
        )
        return means, cents

    @property
    def shown(self) -> str:
        """The same as the page posts it back."""
        means, cents = self.summary
        return f"{means} {cents}"

    def clean(self) -> dict[str, Any]:
        """Refuse what the summary was not made for."""
        cleaned = super().clean()
        if not self.errors and self.data.get("shown") != self.shown:
            raise ValidationError("What this will do is now shown below. Check it, then confirm.")
        return cleaned


class TakeBackForm(SignedForm):
    """Why money that was given comes back, and who signs."""

    reason = TextField(max_length=REASON_LENGTH, label="Reason")
    field_order = ("reason", "second", "password")
