"""What a program sends to open a card table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rest_framework import serializers

from engine.fees import SCHEDULES
from engine.poker.between.kill import Kill
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.posted import POSTED
from eventnight.core.api.fields import IntegerField
from eventnight.core.values.text import TextInput
from eventnight.events.api.turns import TurnsInput
from eventnight.events.house_settings import FEWEST_SEATS, MOST_SEATS
from eventnight.events.house_settings.table_section import FEE_BY
from eventnight.events.models import Event
from tables.api.shapes import chips_field
from tables.models.table import AnteName, StructureName
from tables.services.floor import NewPokerTable
from tables.stakes import TypedStakes


class PokerTableInput(TurnsInput):
    """A posted limit says the stakes by itself. Without one and without blinds the table is the one that the night's
    settings describe; what else is sent changes that.
    """

    limit = serializers.ChoiceField(
        choices=list(POSTED), required=False, allow_blank=True, help_text="A posted limit; empty for stakes of its own."
    )
    small_blind = chips_field(required=False, help_text="Sent with the big blind, or neither.")
    big_blind = chips_field(required=False)
    structure = serializers.ChoiceField(
        choices=StructureName.choices,
        required=False,
        allow_blank=True,
        help_text="As the house posts it if left out. With a limit by its buy-in: no limit, or pot limit if sent.",
    )
    ante = chips_field(least=0, required=False)
    ante_by = serializers.ChoiceField(choices=AnteName.choices, required=False)
    small_bet = chips_field(required=False, help_text="The smallest bet, the big blind if left out.")
    big_bet = chips_field(required=False, help_text="Fixed limit: the bet of the late rounds.")
    early_most = chips_field(required=False, help_text="Spread limit: the largest bet of the early rounds.")
    late_most = chips_field(required=False)
    ceiling = chips_field(least=0, required=False, help_text="The most for each bet and raise; 0 for none.")
    lowest_buy_in = chips_field(least=0, required=False, help_text="What somebody sits down with at least; 0 for any.")
    highest_buy_in = chips_field(least=0, required=False, help_text="And at most; 0 for any.")
    seats_count = IntegerField(
        min_value=FEWEST_SEATS, max_value=MOST_SEATS, required=False, help_text="As the night has it if left out."
    )
    house = serializers.ChoiceField(choices=list(HOUSES), required=False, help_text="The event's own if left out.")
    overrides = serializers.DictField(required=False, help_text='Settings of the house: {"raises_per_round": 4}.')
    game = serializers.ChoiceField(
        choices=[*GAMES, *CHOICES], required=False, help_text="As the night has it if left out."
    )
    kill = serializers.ChoiceField(
        choices=[kind.name.lower() for kind in Kill],
        required=False,
        allow_blank=True,
        help_text="As the night has it if neither this nor blinds are sent; empty for none.",
    )
    fee_schedule = serializers.ChoiceField(
        choices=list(SCHEDULES),
        required=False,
        allow_blank=True,
        help_text="As the night has it if neither this nor blinds are sent; empty for none.",
    )
    fee_by = serializers.ChoiceField(
        choices=list(FEE_BY), required=False, help_text="As the night has it if neither this nor blinds are sent."
    )
    smallest_chip = chips_field(required=False, help_text="The smallest of the blinds and antes if left out.")
    name = TextInput(max_length=60, required=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        """Blinds come in twos."""
        if ("small_blind" in given) != ("big_blind" in given):
            missing = "small_blind" if "big_blind" in given else "big_blind"
            raise serializers.ValidationError({missing: "Send both blinds, or neither for those of the night."})
        return given

    def new_table(self, event: Event) -> NewPokerTable:
        """The table that is asked for at the event. Call on valid data."""
        night = event.house_settings.tables
        turns = {"turn_seconds": night.turn_seconds, "bank_seconds": night.bank_seconds}
        data = {"seats_count": night.seats, "game": night.game, **turns, **self.validated_data}
        if not data["turn_seconds"]:
            data["bank_seconds"] = 0
        if "big_blind" not in data:
            fee = {"fee_schedule": night.fee_schedule, "fee_by": night.fee_by}
            data = {"limit": night.limit, "kill": night.kill, **fee, **data}
        named = TypedStakes.__dataclass_fields__.keys() & data.keys()
        typed = {name: data.pop(name) for name in named}
        is_of_night = "big_blind" not in typed and not data["limit"] and not night.limit
        base = TypedStakes.of(night) if is_of_night else TypedStakes()
        if data.get("house", event.house) != event.house:
            # Another house plays the night's blinds as it posts them itself.
            base = TypedStakes(small_blind=base.small_blind, big_blind=base.big_blind)
        return NewPokerTable(stakes=replace(base, **typed), **data)
