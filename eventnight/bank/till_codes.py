"""How tills are called: T1 to T99, in forms, in the API and in addresses."""

from __future__ import annotations

from django.urls import register_converter

TILL_CODE = "T[1-9][0-9]?"


class TillConverter:
    """A till in an address: "<till:till>"."""

    regex = TILL_CODE

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(TillConverter, "till")
