"""What the API of seats takes and gives. Tables and seats are numbered from 1."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engine.tournament.seating import ProposalKind
from eventnight.core.api.fields import IntegerField
from eventnight.core.values.text import TextInput
from tournaments.models.seating import NOTE_LENGTH

MOST_TABLES = 99
MOST_SEATS = 10
MOST_MOVES = 10**6
MOST_HANDS = 10**6


class PlaceField(serializers.ListField):
    """Table and seat."""

    child = IntegerField()

    def __init__(self, **facts: Any) -> None:
        super().__init__(min_length=2, max_length=2, help_text="Table and seat.", **facts)


class ProposedMoveOutput(serializers.Serializer[Any]):
    player = serializers.CharField(source="entry.player_code")
    name = serializers.CharField(source="entry.name")
    start = PlaceField(source="move.start")
    end = PlaceField(source="move.end")
    slip = serializers.CharField(source="move.slip")
    reason = serializers.CharField()


class RefusalOutput(serializers.Serializer[Any]):
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by_label")


class DueOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=[kind.value for kind in ProposalKind])
    breaks = IntegerField(allow_null=True, help_text="The table that breaks.")
    title = serializers.CharField()
    why = serializers.CharField()
    digest = serializers.CharField(help_text="Send it as `shown` with the answer.")
    moves = ProposedMoveOutput(many=True, source="lines")
    blocked = serializers.CharField(help_text="Why nothing can be proposed; empty where something is.")
    button_of = IntegerField(allow_null=True, help_text="The table whose button has to be told first.")
    refusal = RefusalOutput(allow_null=True)


class MoveOutput(serializers.Serializer[Any]):
    number = IntegerField(help_text="To undo it by.")
    player = serializers.CharField(source="player_code")
    name = serializers.CharField()
    kind = serializers.CharField()
    start = PlaceField()
    end = PlaceField()
    slip = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField()


class HoldOutput(serializers.Serializer[Any]):
    table = IntegerField(source="table_number")
    seat = IntegerField(source="seat_number")
    player = serializers.CharField(source="entry.player.code", default="", help_text="Empty: the seat stays empty.")
    note = serializers.CharField()


class NextHandOutput(serializers.Serializer[Any]):
    table = IntegerField(source="number")
    button = IntegerField()
    small_blind = IntegerField()
    big_blind = IntegerField()
    told_at = serializers.DateTimeField()
    by = serializers.CharField(source="by_label")


class SeatingOutput(serializers.Serializer[Any]):
    due = DueOutput(allow_null=True, help_text="What the tables need now.")
    moves = MoveOutput(many=True, help_text="Moves that stand, in the order made.")
    break_order = serializers.ListField(child=IntegerField(), help_text="Open tables, the first to break first.")
    kept = HoldOutput(many=True)
    next_hands = NextHandOutput(many=True)


class MakeMovesInput(serializers.Serializer[Any]):
    shown = TextInput(max_length=16, help_text="Digest of the proposal that was looked at.")
    players = serializers.ListField(
        child=TextInput(max_length=8),
        required=False,
        help_text="Codes of those who move; all unless given.",
    )


class RefuseInput(serializers.Serializer[Any]):
    shown = TextInput(max_length=16, help_text="Digest of the proposal that was looked at.")
    reason = TextInput(max_length=NOTE_LENGTH)


class UndoMovesInput(serializers.Serializer[Any]):
    numbers = serializers.ListField(child=IntegerField(min_value=1, max_value=MOST_MOVES), min_length=1, max_length=100)


class ButtonInput(serializers.Serializer[Any]):
    button = IntegerField(min_value=1, max_value=MOST_SEATS, help_text="In the next hand.")
    small_blind = IntegerField(min_value=1, max_value=MOST_SEATS, required=False, help_text="If one is dead.")
    big_blind = IntegerField(min_value=1, max_value=MOST_SEATS, required=False, help_text="If one is dead.")


class SharedHandInput(serializers.Serializer[Any]):
    hand = IntegerField(
        min_value=1, max_value=MOST_HANDS, help_text="Number of the hand, as `shared_hand` of the flight."
    )


class BreakOrderInput(serializers.Serializer[Any]):
    order = serializers.ListField(child=IntegerField(min_value=1, max_value=MOST_TABLES), max_length=MOST_TABLES)


class HoldInput(serializers.Serializer[Any]):
    table = IntegerField(min_value=1, max_value=MOST_TABLES)
    seat = IntegerField(min_value=1, max_value=MOST_SEATS)
    player = TextInput(
        max_length=8, required=False, allow_blank=True, source="player_code", help_text="Empty: the seat stays empty."
    )
    note = TextInput(max_length=NOTE_LENGTH, required=False, allow_blank=True)
