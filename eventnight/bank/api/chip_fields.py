"""Chips by colour as programs send them."""

from __future__ import annotations

from typing import Any

from eventnight.bank.chips.chip_set import MOST_PIECES
from eventnight.core.api.fields import IntegerField, NumberedField


class ChipPiecesField(NumberedField):
    """{"50": 1, "5": 10}: how many chips, by the value of one."""

    def __init__(self, **options: Any) -> None:
        child = IntegerField(min_value=0, max_value=MOST_PIECES)
        says = "Number of chips by the value of one, such as {“50”: 1}."
        super().__init__(keyed="values of chips", child=child, help_text=says, **options)

    def to_internal_value(self, data: Any) -> dict[int, int]:
        """What is 0 is left out."""
        return {value: count for value, count in super().to_internal_value(data).items() if count}
