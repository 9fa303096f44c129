"""Forms of the desk and the till."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.http import HttpRequest

from engine.units import Cents
from eventnight.bank.means import REFERENCE_LENGTH, Means, Payment
from eventnight.bank.tills.cash import MOST_PIECES, denominations, worth
from eventnight.bank.tills.codes import HOW_TILLS_ARE_CALLED, TILL_CODE
from eventnight.bank.tills.count import MOST_CHEQUES, TillCount, TillSums
from eventnight.core.actors import Actor
from eventnight.core.api.parsing import PlainJSONDecoder
from eventnight.core.forms import RefusableForm, ServiceForm, WholeField, refusing
from eventnight.core.values.formats import money_text
from eventnight.core.values.numbers import whole_number
from eventnight.core.values.text import TextField
from eventnight.events.fields import MOST_MONEY, MoneyField
from eventnight.events.models import Event
from eventnight.events.selectors import staff_of

MOST_REBUYS = 99
REASON_LENGTH = 200
SAFE = "safe"


class MeantForm(ServiceForm):
    """A form that sells. again: the number of the same sale a moment ago, once the page has asked about it."""

    again = WholeField(required=False, min_value=1, widget=forms.HiddenInput)

    def clean_again(self) -> int:
        """0 where nothing was asked."""
        return self.cleaned_data["again"] or 0


class PaidForm(MeantForm):
    """A form that takes money of a guest: by which means, and the number of the slip or the cheque."""

    means = forms.ChoiceField(
        choices=Means.choices, initial=Means.CASH, required=False, widget=forms.RadioSelect, label="Paid by"
    )
    reference = TextField(required=False, max_length=REFERENCE_LENGTH, label="Number of the slip or cheque", strip=True)

    def payment_at(self, till: str) -> Payment:
        """How a valid form was paid. A number typed before cash was chosen is dropped."""
        means = self.cleaned_data["means"] or Means.CASH
        reference = "" if means == Means.CASH else self.cleaned_data["reference"]
        return Payment(means=means, reference=reference, till=till, donation=self.cleaned_data.get("donation"))


class SaleForm(PaidForm):
    """A sale on top of which a guest may give something."""

    donation = MoneyField(required=False, label="Donation on top")


class RebuyAmountsForm(RefusableForm):
    """What the summary of a re-buy is made of: how many, and what is given on top."""

    quantity = WholeField(
        min_value=1,
        max_value=MOST_REBUYS,
        initial=1,
        label="How many re-buys",
        error_messages={
            "required": f"Enter how many re-buys: 1 to {MOST_REBUYS}.",
            "min_value": f"Sell 1 to {MOST_REBUYS} re-buys at once, not %(show_value)s.",
            "max_value": f"Sell 1 to {MOST_REBUYS} re-buys at once, not %(show_value)s.",
            "too_large": f"Sell 1 to {MOST_REBUYS} re-buys at once. Check the digits.",
        },
    )
    donation = MoneyField(required=False, label="Donation on top")


class RebuyForm(RebuyAmountsForm, SaleForm):
    """A re-buy that is sold. The page posts what its summary was made for as `shown`."""

    def clean(self) -> dict[str, Any]:
        """Refuse a number or a donation for which the amounts were never shown."""
        cleaned = super().clean() or {}
        if {"quantity", "donation"} <= cleaned.keys():
            quantity, donation = cleaned["quantity"], cleaned["donation"]
            if self.data.get("shown") != shown_amounts(quantity, donation):
                on_top = " with the donation" if donation else ""
                self.add_error(
                    "quantity", f"The amounts below are now those for {quantity}{on_top}. Check them, then confirm."
                )
        return cleaned


def shown_amounts(quantity: int, donation: int) -> str:
    """What a page posts back to say for which re-buys and which donation, in cents, it showed the amounts."""
    return f"{quantity}+{donation}" if donation else str(quantity)


class DonationForm(PaidForm):
    """Money for nothing in return."""

    paid = MoneyField(label="Money given")


class PayForm(ServiceForm):
    """Where money that a guest has won comes from."""

    paid_from = forms.ChoiceField(label="Paid from", widget=forms.RadioSelect)

    def __init__(self, *args: Any, tills: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("paid_from", [*((till, f"Till {till}") for till in tills), (SAFE, "The safe")])

    @property
    def till(self) -> str:
        """The till of a valid form, empty for the safe."""
        chosen: str = self.cleaned_data["paid_from"]
        return "" if chosen == SAFE else chosen


class SecondPersonForm(ServiceForm):
    """A form that somebody else of the staff signs with name and password where it is needed.

    demanding: refusals after which nobody who reads the page may take the second person for optional, each with what
    else it demands.
    """

    demanding: ClassVar[Mapping[str, tuple[str, ...]]] = {"second_person": ()}

    second = forms.ChoiceField(required=False, label="Second person")
    password = forms.CharField(
        required=False, label="Their password", widget=forms.PasswordInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, request: HttpRequest, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        self._request, self._event = request, event
        others = [member for member in staff_of(event) if member.user_id != request.user.pk]
        self.members = [(member.username, member.name) for member in others]
        self.offer("second", [("", "Nobody"), *self.members])

    def demand(self, *names: str) -> None:
        """Show these fields, and those of the second person, as what they are by now: no longer optional."""
        for name in ("second", "password", *names):
            self.fields[name].required = True

    def add_error(self, field: str | None, error: Any) -> None:
        """A refusal for want of a second person demands one. Another entry may need none: only the server knows."""
        super().add_error(field, error)
        code = getattr(error, "code", "")
        if code in self.demanding:
            self.use_required_attribute = False
            self.demand(*self.demanding[code])

    def clean(self) -> dict[str, Any]:
        """Put the actor who signed, or None, under "second_actor"."""
        cleaned = super().clean() or {}
        cleaned["second_actor"] = None
        if cleaned.get("second"):
            self.fields["password"].required = True
            with refusing(self):
                cleaned["second_actor"] = self._signed_by(cleaned["second"], cleaned.get("password", ""))
        return cleaned

    def _signed_by(self, username: str, password: str) -> Actor:
        """Raises ValidationError for a password that does not fit, TooManyTries."""
        user = authenticate(self._request, username=username, password=password, second_of=self._request.user)
        if user is None:
            raise ValidationError(
                "The second person's password does not fit. Let them type it again.", code="second_person"
            )
        return Actor.of(user, self._event)


class UndoForm(SecondPersonForm):
    """Why an entry is reversed."""

    reason = TextField(max_length=REASON_LENGTH, initial="Undone at the desk", label="Reason")
    field_order = ("reason", "second", "password")


class ClosingUndoForm(UndoForm):
    """Why the closing of a till is undone; somebody else always signs."""

    reason = TextField(max_length=REASON_LENGTH, label="Reason")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.demand()


class PiecesForm(ServiceForm):
    """Money by note and coin, or its total alone. Subclasses name the field of the total in ``total``."""

    total = ""

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        self.values = denominations(event.currency)
        for value in self.values:
            self.fields[_piece_name(value)] = WholeField(
                required=False, min_value=0, max_value=MOST_PIECES, label=money_text(value, event.currency, short=True)
            )

    @property
    def worths(self) -> list[tuple[int, BoundField]]:
        """Each note and coin in cents with its field, largest first."""
        return [(value, self[_piece_name(value)]) for value in self.values]

    def clean(self) -> dict[str, Any]:
        """Put the pieces under "pieces"; an empty total is what they come to."""
        cleaned = super().clean() or {}
        pieces = {value: cleaned.get(_piece_name(value)) or 0 for value in self.values}
        cleaned["pieces"] = {value: count for value, count in pieces.items() if count}
        if self.total in cleaned and self.data.get(self.total, "").strip() == "":
            cleaned[self.total] = worth(cleaned["pieces"])
        return cleaned


class TillOpenForm(PiecesForm):
    """The change that a till starts with."""

    total = "float_paid"
    float_paid = MoneyField(required=False, label="Change put in", help_text="Leave it empty to add up the pieces.")


class TillCountForm(PiecesForm):
    """What is in the till, before anybody is told what should be."""

    total = "counted"
    counted = MoneyField(required=False, label="In all", help_text="Leave it empty to add up the pieces.")
    cheque_number = WholeField(required=False, min_value=0, max_value=MOST_CHEQUES, label="How many cheques")
    cheques = MoneyField(required=False, label="What they come to")
    card = MoneyField(
        required=False,
        min_value=-MOST_MONEY,
        label="Total of the card terminal",
        help_text="As its slip says. Below zero if it gave back more than it took.",
    )


class TillEndForm(SecondPersonForm):
    """The end of a shift with the count that was made: a reason where it differs, and who signs."""

    counted = MoneyField(widget=forms.HiddenInput)
    cheque_number = WholeField(required=False, min_value=0, max_value=MOST_CHEQUES, widget=forms.HiddenInput)
    cheques = MoneyField(required=False, widget=forms.HiddenInput)
    card = MoneyField(required=False, min_value=-MOST_MONEY, widget=forms.HiddenInput)
    pieces = forms.JSONField(required=False, decoder=PlainJSONDecoder, widget=forms.HiddenInput)
    reason = TextField(max_length=REASON_LENGTH, required=False, label="Reason for a difference")
    field_order = ("reason", "second", "password")

    def clean_pieces(self) -> dict[int, int]:
        """The pieces as they were counted."""
        given = self.cleaned_data["pieces"] or {}
        if not isinstance(given, dict) or not all(whole_number(worth) is not None for worth in given):
            raise _broken_count()
        if not all(type(count) is int for count in given.values()):
            raise _broken_count()
        return {int(worth): count for worth, count in given.items()}


def _broken_count() -> ValidationError:
    return ValidationError("The count could not be read. Count again.", code="count_form")


def counted_in(cleaned: Mapping[str, Any]) -> TillCount:
    """The count in a valid form."""
    sums = TillSums(
        cash=Cents(cleaned["counted"]),
        cheques=Cents(cleaned["cheques"]),
        cheque_number=cleaned["cheque_number"] or 0,
        card=Cents(cleaned["card"]),
    )
    return TillCount(sums=sums, pieces=cleaned["pieces"])


class TillChoiceForm(RefusableForm):
    """Which till this desk works at."""

    till = forms.RegexField(f"^{TILL_CODE}$", label="Till", error_messages={"invalid": HOW_TILLS_ARE_CALLED})


def _piece_name(value: int) -> str:
    return f"pieces_{value}"
