"""What a program says of who deals, where it opens a table or a bracket."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from eventnight.core.api.fields import IntegerField
from eventnight.events.house_settings.turns import LONGEST_TURN, MOST_IN_BANK


class TurnsInput(serializers.Serializer[Any]):
    turn_seconds = IntegerField(
        min_value=0,
        max_value=LONGEST_TURN,
        required=False,
        help_text="How long a turn lasts where the system deals, 0 where people do; as the night has it if left out.",
    )
    bank_seconds = IntegerField(
        min_value=0, max_value=MOST_IN_BANK, required=False, help_text="A player's time bank besides."
    )
