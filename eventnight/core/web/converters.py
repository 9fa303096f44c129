"""What may stand in an address where a number does."""

from __future__ import annotations

from django.urls.converters import IntConverter

from eventnight.core.values.numbers import whole_number


class NumberConverter(IntConverter):
    """A whole number that a column of the database can hold; with a larger one there is no such address."""

    def to_python(self, value: str) -> int:
        """The number. Raises ValueError, which lets the address be unknown."""
        number = whole_number(value)
        if number is None:
            raise ValueError(value)
        return number
