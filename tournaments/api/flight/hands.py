"""The tables of a flight whose hands are followed: which card table plays them, and following one more."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.fields import IntegerField
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from tournaments.api.flight.tournaments import HoldemApiView
from tournaments.selectors.flight.hands import followed_tables
from tournaments.services.hands.opening import follow_hands


class FollowedTableOutput(serializers.Serializer[Any]):
    number = IntegerField(help_text="Of the table in its flight.")
    table_id = IntegerField(help_text="Of the card table: its hands are played and settled by the API of the tables.")
    in_play = IntegerField(allow_null=True, help_text="Number of the hand that is being played.")


class FollowedTablesApi(HoldemApiView):
    @extend_schema(responses=FollowedTableOutput(many=True))
    def get(self, request: Request, code: str, flight_id: int) -> Response:
        """The tables of the flight whose hands are followed."""
        found = followed_tables(self.flight().pk)
        return Response(FollowedTableOutput(found.values(), many=True).data)


class FollowedTableApi(HoldemApiView):
    @extend_schema(request=None, responses={201: FollowedTableOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int, table: int) -> Response:
        """Follow the hands of a table from now on."""
        flight = self.flight()
        follow_hands(flight=flight, table=table, press=self.press())
        return Response(FollowedTableOutput(followed_tables(flight.pk)[table]).data, status=201)
