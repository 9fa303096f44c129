"""Chips by colour as programs send them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from eventnight.bank.chip_set import MOST_PIECES


class ChipPiecesField(serializers.DictField):
    """{"50": 1, "5": 10}: how many chips, by the value of one."""

    def __init__(self, **options: Any) -> None:
        child = serializers.IntegerField(min_value=0, max_value=MOST_PIECES)
        super().__init__(child=child, help_text="Number of chips by the value of one, such as {“50”: 1}.", **options)

    def to_internal_value(self, data: Any) -> dict[int, int]:
        """Values become numbers; what is 0 is left out."""
        given = super().to_internal_value(data)
        try:
            return {int(value): count for value, count in given.items() if count}
        except ValueError as error:
            raise serializers.ValidationError("The keys are values of chips: whole numbers such as 50.") from error
