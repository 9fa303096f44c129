"""Form fields of the set-up: money typed in units and kept in cents, and times on the hall's wall clock."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from eventnight.core.forms import FigureInput, signed_keys

MOST_MONEY = Decimal("99999999.99")
MOST_CENTS = int(MOST_MONEY * 100)
_MONEY = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,2})?")
WALL_FORMAT = "%Y-%m-%dT%H:%M"


class MoneyField(forms.DecimalField):
    """ "10.50" on the page, 1050 in the code. Never a float. min_value: in units, below zero where that makes sense."""

    widget = FigureInput(keys="decimal")
    default_error_messages = {
        "invalid": "Enter the amount in plain digits, such as 20 or 20.50: whole units, then a point and two digits."
    }

    def __init__(self, *, min_value: Decimal = Decimal(0), **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=MOST_MONEY, max_digits=10, decimal_places=2, **options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), **signed_keys(widget, self.min_value)}

    # The stubs make a field of decimals one of whole numbers.
    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        """The amount in units, None for an empty field. Only "20", "20.5" and "20.50" are amounts."""
        if value in self.empty_values:
            return None
        if not (isinstance(value, str) and _MONEY.fullmatch(value)):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return Decimal(value)

    def clean(self, value: Any) -> int:
        """The amount in cents; an empty optional field is 0."""
        units = super().clean(value)
        return 0 if units is None else int(units * 100)

    def prepare_value(self, value: Any) -> Any:
        """Cents become units; what was typed stays as it was."""
        return f"{Decimal(value) / 100:.2f}" if isinstance(value, int) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class WallTimeField(forms.Field):
    """Date and time as a clock in the hall shows them; the form adds the event's zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=WALL_FORMAT)
    default_error_messages = {"invalid": "Enter a date and a time, such as 2026-11-21 18:00."}

    def to_python(self, value: Any) -> datetime | None:
        """A naive datetime, None for an empty field."""
        if value in self.empty_values:
            return None
        try:
            return datetime.fromisoformat(str(value)).replace(tzinfo=None)
        except ValueError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error
