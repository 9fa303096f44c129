"""What the API of the roulette tables takes and gives."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engine.roulette.bets import Catalogue
from engine.roulette.settle import TableLimits
from engine.roulette.wheel import WHEELS
from engine.units import Chips
from eventnight.core.api.fields import IntegerField
from eventnight.core.values.text import TextInput
from tables.api.shapes import TableOutput, chips_field
from tables.models import Bet, Spin
from tables.services.floor import NewRoulette


class RouletteInput(serializers.Serializer[Any]):
    wheel = serializers.ChoiceField(choices=list(WHEELS))
    catalogue = serializers.ChoiceField(choices=[one.value for one in Catalogue], default=Catalogue.HOUSE.value)
    lowest_bet = chips_field()
    highest_bet = chips_field(required=False, allow_null=True)
    highest_spin = chips_field(required=False, allow_null=True)
    tray = chips_field()
    name = TextInput(max_length=60, required=False)
    on_phones = serializers.BooleanField(default=False, help_text="Guests lay bets on their own phones, too.")

    def new_table(self) -> NewRoulette:
        """The table that is asked for. Call on valid data."""
        data = dict(self.validated_data)
        limits = TableLimits(
            lowest_bet=Chips(data.pop("lowest_bet")),
            highest_bet=data.pop("highest_bet", None),
            highest_spin=data.pop("highest_spin", None),
        )
        return NewRoulette(**data, limits=limits)


class BetInput(serializers.Serializer[Any]):
    player = TextInput(max_length=8)
    bet = TextInput(max_length=40, help_text='"straight 17", "split 8-11", "red"')
    chips = chips_field()


class BetsInput(serializers.Serializer[Any]):
    bets = BetInput(many=True, allow_empty=False)


class BetOutput(serializers.ModelSerializer[Bet]):
    player = serializers.CharField(source="player.code")

    class Meta:
        model = Bet
        fields = ("id", "player", "bet", "chips", "state", "returned")


class NextSpinInput(serializers.Serializer[Any]):
    number = IntegerField(min_value=1, help_text="The spin to come, as the table says.")


class SpinInput(serializers.Serializer[Any]):
    number = IntegerField(min_value=1, help_text="The spin to come, as the table says.")
    pocket = TextInput(max_length=2)


class SpinOutput(serializers.ModelSerializer[Spin]):
    sequence = IntegerField(source="entry.sequence")

    class Meta:
        model = Spin
        fields = ("number", "pocket", "nets", "settled_at", "by_label", "sequence", "undone_at")


class SettledSpinOutput(serializers.Serializer[Any]):
    spin = SpinOutput()
    is_replay = serializers.BooleanField()


class BettorOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    chips = IntegerField()
    on_mat = IntegerField()


class RouletteDetail(serializers.Serializer[Any]):
    table = TableOutput()
    next_number = IntegerField(help_text="Number of the spin to come.")
    tray = IntegerField()
    bets = BetOutput(many=True)
    bettors = BettorOutput(many=True)
    spins = serializers.ListField(child=serializers.CharField(), help_text="The last pockets, newest first.")
    on_phones = serializers.BooleanField(help_text="Whether guests lay bets on their own phones, too.")
    bets_closed_at = serializers.DateTimeField(allow_null=True, help_text="No more bets since then.")


class PlayerSpinOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    net = IntegerField()


class SpinPlanOutput(serializers.Serializer[Any]):
    pocket = serializers.CharField()
    tray_before = IntegerField()
    tray_after = IntegerField()
    players = PlayerSpinOutput(many=True)
