"""The night in one answer, which everybody may read, and in one file for the organiser."""

from __future__ import annotations

from typing import Any

from django.http import FileResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import PUBLIC, EventApiView
from eventnight.core.api.fields import IntegerField
from eventnight.core.roles import Permission
from eventnight.night.archive.download import archive_answer
from eventnight.night.selectors.programme import Progress, programme
from eventnight.night.selectors.tonight import tonight
from tables.api.histories import WrittenHandsOutput
from tables.selectors import written_hands


class ProgrammeLineOutput(serializers.Serializer[Any]):
    """A line of the programme with how far it has come."""

    title = serializers.CharField()
    starts_at = serializers.DateTimeField()
    progress = serializers.ChoiceField([progress.value for progress in Progress])
    note = serializers.CharField()


class DoorsOutput(serializers.Serializer[Any]):
    players = IntegerField()
    checked_in = IntegerField()


class EuchreOutput(serializers.Serializer[Any]):
    """A bracket in one line."""

    bracket = IntegerField(source="bracket.id")
    name = serializers.CharField(source="bracket.name")
    round = serializers.CharField(source="round_name")
    decided = IntegerField()
    to_play = IntegerField()
    champion = serializers.CharField(source="champion.name", default=None, allow_null=True)


class CallOutput(serializers.Serializer[Any]):
    """A match to walk to. station: empty while it is ready and has no table."""

    bracket = IntegerField(source="bracket_id")
    match = IntegerField(source="match.number")
    state = serializers.CharField(source="match.state")
    station = IntegerField(source="match.station", allow_null=True)
    upper = serializers.CharField(source="match.upper.text")
    lower = serializers.CharField(source="match.lower.text")


class NightFlightOutput(serializers.Serializer[Any]):
    """A flight in one line. ends_at_ms: when its level ends, in ms since 1970; empty while the clock stands."""

    holdem = IntegerField(source="holdem.id")
    flight = IntegerField(source="flight.id")
    title = serializers.CharField()
    status = serializers.CharField(source="flight.status")
    entries = IntegerField()
    players_left = IntegerField(source="flight.players_left")
    level = serializers.CharField(source="flight.clock.heading")
    seconds_left = IntegerField(source="flight.clock.seconds_left")
    ends_at_ms = IntegerField(source="flight.clock.ends_at_ms", allow_null=True)


class OpenTableOutput(serializers.Serializer[Any]):
    """A table that is open. rounds: hands or spins settled so far."""

    table = IntegerField(source="id")
    name = serializers.CharField()
    kind = serializers.CharField()
    stakes = serializers.CharField()
    free_seats = IntegerField()
    rounds = IntegerField()


class NightRaffleOutput(serializers.Serializer[Any]):
    status = serializers.CharField()
    sold = IntegerField()
    placed = IntegerField()
    prizes = IntegerField()
    prizes_won = IntegerField()


class NightBucketOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    item = serializers.CharField()
    tickets = IntegerField()
    prizes = IntegerField()


class TonightOutput(serializers.Serializer[Any]):
    """fund and fund_goal in cents; version rises with every change of the night."""

    event = serializers.CharField(source="night.event.code")
    name = serializers.CharField(source="night.event.name")
    status = serializers.CharField(source="night.event.status")
    version = IntegerField()
    currency = serializers.CharField(source="night.event.currency")
    fund = IntegerField(source="night.fund")
    fund_goal = IntegerField(source="night.event.fund_goal")
    doors = DoorsOutput(source="night.doors")
    programme = ProgrammeLineOutput(many=True)
    euchre = EuchreOutput(source="night.euchre", many=True)
    calls = CallOutput(source="night.calls", many=True)
    flights = NightFlightOutput(source="night.flights", many=True)
    tables = OpenTableOutput(source="night.open_tables", many=True)
    raffle = NightRaffleOutput(source="night.raffle", allow_null=True)
    buckets = NightBucketOutput(source="night.buckets", many=True)


class ArchiveApi(EventApiView):
    """The night in one file."""

    permission = Permission.SEE_BOOKS

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, code: str) -> FileResponse:
        """Everything of the night, for `manage.py restore_event`. The audit log records who took it."""
        return archive_answer(self.event, press=self.press_without_key())


class HistoriesApi(EventApiView):
    """The night's hands in the PHH format."""

    permission = Permission.SEE_BOOKS

    @extend_schema(responses=WrittenHandsOutput)
    def get(self, request: Request, code: str) -> Response:
        """The hands of all card tables as they were played, and how many are left out."""
        return Response(WrittenHandsOutput(written_hands(self.event)).data)


class TonightApi(EventApiView):
    """What is on now."""

    permission = PUBLIC

    @extend_schema(responses=TonightOutput)
    def get(self, request: Request, code: str) -> Response:
        """Everything that the public page shows, in one answer."""
        version = self.event.head.version
        night = tonight(self.event, timezone.now())
        return Response(TonightOutput({"night": night, "programme": programme(night), "version": version}).data)
