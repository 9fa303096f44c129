"""What requests that move money have in common: how it was paid, and who signs as the second person."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from eventnight.bank.api.signing import signer_of
from eventnight.bank.means import REFERENCE_LENGTH, Means, Payment
from eventnight.bank.tills.codes import FIRST_TILL, HOW_TILLS_ARE_CALLED, TILL_CODE
from eventnight.core.actors import Actor
from eventnight.core.api.fields import IntegerField
from eventnight.core.values.text import TextInput
from eventnight.events.models import Event

DONATION_HELP = "Cents given on top, by the same means; an entry of its own."


class PaymentInput(serializers.Serializer[Any]):
    means = serializers.ChoiceField(Means.choices, default=Means.CASH)
    reference = TextInput(
        max_length=REFERENCE_LENGTH, default="", allow_blank=True, help_text="Number of the card's slip or the cheque."
    )


class TillInput(PaymentInput):
    """The till that money goes into, and how it was paid."""

    till = serializers.RegexField(
        f"^{TILL_CODE}$", default=FIRST_TILL, error_messages={"invalid": HOW_TILLS_ARE_CALLED}
    )


AGAIN_HELP = "The number of the same sale a moment ago, to repeat it: the `sequence` of a `sold_just_now`."


class MeantInput(serializers.Serializer[Any]):
    """A sale that is asked about where the same was sold to the same guest less than a minute ago."""

    again = IntegerField(min_value=0, default=0, help_text=AGAIN_HELP)


class SignedInput(serializers.Serializer[Any]):
    """second and password: user name and password of whoever confirms."""

    second = TextInput(max_length=150, required=False, allow_blank=True)
    password = serializers.CharField(max_length=128, required=False, allow_blank=True, write_only=True)


def signed(shape: type[SignedInput], request: Request, event: Event) -> tuple[dict[str, Any], Actor | None]:
    """The checked body, and the actor who signs; None where nobody does.

    Raises a validation error, answered with 400, and Forbidden("second_person").
    """
    form = shape(data=request.data)
    form.is_valid(raise_exception=True)
    given = dict(form.validated_data)
    second = signer_of(request, event, given.pop("second", ""), given.pop("password", ""))
    return given, second


def with_payment(values: dict[str, Any]) -> dict[str, Any]:
    """The checked body with how it was paid as services take it. Raises BadRequest("payment_reference")."""
    own = {field.name: values.pop(field.name) for field in fields(Payment) if field.name in values}
    return values | {"payment": Payment(**own)}
