"""Colour-ups for programs: planned with cards drawn or given, booked, and undone."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.cards import Card, parse_cards
from eventnight.core.api.fields import IntegerField
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from tournaments.api.flight.shapes import MOST_CHIPS
from tournaments.api.flight.tournaments import HoldemApiView
from tournaments.selectors.flight.races import RaceCount, dealt_cards, race_of
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.flight.races import color_up_table, undo_color_up

Cards = dict[str, tuple[Card, ...]]


class RaceInput(serializers.Serializer[Any]):
    small = IntegerField(min_value=1, max_value=MOST_CHIPS, help_text="Value of the chips that go.")
    large = IntegerField(min_value=1, max_value=MOST_CHIPS, help_text="Value of the chips they become.")
    stacks = serializers.DictField(
        child=IntegerField(min_value=0, max_value=10_000), help_text="Small chips by piece, by player code."
    )
    cards = serializers.DictField(
        child=TextInput(allow_blank=True, max_length=200),
        required=False,
        help_text='One card for each odd chip, "Kd 9c", by player code. A plan without them draws.',
    )


class RaceLineOutput(serializers.Serializer[Any]):
    player = serializers.CharField(source="entry.player_code")
    cards = serializers.CharField(source="cards_text")
    direct = IntegerField(source="change.direct", help_text="Large chips by change.")
    won = serializers.BooleanField(source="change.won")
    saved = serializers.BooleanField(source="change.saved")
    change = IntegerField(source="change.change", help_text="What the stack gains or loses.")


class RacePlanOutput(serializers.Serializer[Any]):
    race_chips = IntegerField(source="result.race_chips")
    drift = IntegerField(source="result.drift", help_text="What all stacks together gain or lose.")
    lines = RaceLineOutput(many=True)


class RaceOutput(serializers.Serializer[Any]):
    id = IntegerField(help_text="To undo it by.")
    table = IntegerField(source="table_number")
    small = IntegerField()
    large = IntegerField()
    changes = serializers.DictField(child=IntegerField(), help_text="By player code.")
    drift = IntegerField()
    bank_entry = IntegerField(help_text="Number of the bank entry.")
    undone_at = serializers.DateTimeField(allow_null=True)


class RaceApiView(HoldemApiView):
    permission = Permission.RUN_FLOOR

    def counted(self, table: int) -> tuple[RaceCount, Cards | None]:
        """The body, its cards read where it has some."""
        given = self.read(RaceInput)
        cards = given.pop("cards", None)
        return RaceCount(table=table, **given), None if cards is None else _parsed(cards)


class RacePlanApi(RaceApiView):
    @extend_schema(request=RaceInput, responses=RacePlanOutput)
    def post(self, request: Request, code: str, flight_id: int, table: int) -> Response:
        """What a colour-up of a table would do; nothing is booked."""
        counted, cards = self.counted(table)
        view = flight_view(self.flight(), timezone.now())
        if cards is None:
            cards = _parsed(dealt_cards(view, counted))
        return Response(RacePlanOutput(race_of(view, counted, cards)).data)


class RacesApi(RaceApiView):
    @extend_schema(request=RaceInput, responses={201: RaceOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int, table: int) -> Response:
        """Book a colour-up with the cards that were dealt."""
        counted, cards = self.counted(table)
        booked = color_up_table(flight=self.flight(), counted=counted, cards=cards or {}, press=self.press())
        return Response(RaceOutput(booked).data, status=201)


class RaceApi(RaceApiView):
    @extend_schema(responses={200: RaceOutput}, parameters=[IDEMPOTENCY_KEY])
    def delete(self, request: Request, code: str, flight_id: int, race_id: int) -> Response:
        """Take a colour-up back."""
        return Response(RaceOutput(undo_color_up(flight=self.flight(), race_id=race_id, press=self.press())).data)


def _parsed(cards: dict[str, str]) -> Cards:
    """Cards as they are written, by player code."""
    return {player: parse_cards(text) for player, text in cards.items()}
