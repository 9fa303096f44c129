"""What the API takes as a number: a JSON integer, and nothing that only looks like one."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from eventnight.core.values.numbers import MOST, whole_number


class IntegerField(serializers.IntegerField):
    """A whole number of chips, cents, tickets, places or minutes. "20.00" is refused, for it could be 20 or 2000."""

    default_error_messages = {
        "not_whole": "Send a JSON integer, such as 2000: without quotes, decimal point or exponent.",
        "too_far": "This number is beyond what can be kept. Send one of at most 18 digits.",
    }

    def to_internal_value(self, data: Any) -> int:
        """The number itself. A boolean is none, though Python counts it among the integers."""
        if type(data) is not int:
            self.fail("not_whole")
        if abs(data) > MOST:
            self.fail("too_far")
        return data


class NumberChoiceField(serializers.ChoiceField):
    """One of a few whole numbers, as `IntegerField` reads them."""

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not int:
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class NumberedField(serializers.DictField):
    """An object whose keys are numbers: {"50": 1}. keyed: what they number, for the refusal."""

    default_error_messages = {"not_numbered": "The keys are {keyed} in plain digits, such as 5. “{given}” is none."}

    def __init__(self, *, keyed: str, **options: Any) -> None:
        self.keyed = keyed
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> dict[int, Any]:
        """The same with numbers for keys; each number has one spelling, so none comes twice."""
        numbered: dict[int, Any] = {}
        for key, value in super().to_internal_value(data).items():
            number = whole_number(key)
            if number is None or str(number) != key:
                self.fail("not_numbered", keyed=self.keyed, given=key[:20])
            numbered[number] = value
        return numbered
