"""For programs: the open calls, answering them, and calling the floor to a card table."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.calls import services
from eventnight.calls.models import About, CallState, FloorCall
from eventnight.calls.places import Kind
from eventnight.calls.selectors.calls import call_by_id, call_view, of_roles, open_calls
from eventnight.calls.selectors.table_places import place_of
from eventnight.core.api.base import EventApiView
from eventnight.core.api.fields import IntegerField
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from eventnight.core.web.access import require_role
from tables.selectors import table_of


class AboutInput(serializers.Serializer[Any]):
    about = serializers.ChoiceField(choices=About.choices)


class FloorCallOutput(serializers.Serializer[Any]):
    id = IntegerField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in Kind], source="place.kind")
    table = serializers.CharField(help_text="What people call it.")
    within = serializers.CharField(allow_blank=True, help_text="The flight or the match.")
    flight_id = IntegerField(allow_null=True)
    table_number = IntegerField(allow_null=True, help_text="Within the flight.")
    table_id = IntegerField(allow_null=True)
    bracket_id = IntegerField(allow_null=True)
    match_number = IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=CallState.choices)
    about = serializers.ChoiceField(choices=About.choices, allow_blank=True)
    caller = serializers.CharField()
    seat = IntegerField(allow_null=True)
    called_at = serializers.DateTimeField()
    taken_by = serializers.CharField(allow_blank=True)
    taken_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class CallsApi(EventApiView):
    permission = Permission.STAFF_HOME

    @extend_schema(responses=FloorCallOutput(many=True))
    def get(self, request: Request, code: str) -> Response:
        """The open calls of the tables that you run, those that wait first."""
        return Response(FloorCallOutput(of_roles(open_calls(self.event), self.roles), many=True).data)


class CallApiView(EventApiView):
    """One call, for whoever runs the table that made it."""

    permission = Permission.STAFF_HOME

    def call_id(self) -> int:
        """The call of the address. Raises NotFound("unknown_call"), Forbidden("role_missing")."""
        call = call_by_id(self.event, self.kwargs["call_id"])
        require_role(self.roles, call.place.permission)
        return call.pk

    def answer(self, call: FloorCall, status: int = 200) -> Response:
        return Response(FloorCallOutput(call_view(call, self.event)).data, status=status)


class TakeCallApi(CallApiView):
    @extend_schema(request=None, responses=FloorCallOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, call_id: int) -> Response:
        """You are on the way."""
        return self.answer(services.take_call(event=self.event, call_id=self.call_id(), press=self.press()))

    @extend_schema(request=None, responses=FloorCallOutput, parameters=[IDEMPOTENCY_KEY])
    def delete(self, request: Request, code: str, call_id: int) -> Response:
        """Nobody is on the way after all: the call waits again."""
        return self.answer(services.give_back_call(event=self.event, call_id=self.call_id(), press=self.press()))


class FinishCallApi(CallApiView):
    @extend_schema(request=None, responses=FloorCallOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, call_id: int) -> Response:
        """Somebody was there, and it is settled."""
        return self.answer(services.finish_call(event=self.event, call_id=self.call_id(), press=self.press()))


class CancelCallApi(CallApiView):
    @extend_schema(request=None, responses=FloorCallOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, call_id: int) -> Response:
        """Nobody needs to come any more."""
        return self.answer(services.cancel_call(event=self.event, call_id=self.call_id(), press=self.press()))


class AboutCallApi(CallApiView):
    @extend_schema(request=AboutInput, responses=FloorCallOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, call_id: int) -> Response:
        """Say what the call is about, for a table that told you."""
        form = AboutInput(data=request.data)
        form.is_valid(raise_exception=True)
        about = About(form.validated_data["about"])
        call = services.say_about(event=self.event, call_id=self.call_id(), about=about, press=self.press())
        return self.answer(call)


class TableCallApi(CallApiView):
    permission = Permission.RUN_TABLES

    @extend_schema(request=None, responses={201: FloorCallOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Call the floor to a card table, or to one of a flight whose hands are followed."""
        place = place_of(table_of(self.event, table_id))
        return self.answer(services.call_for_table(event=self.event, place=place, press=self.press()), 201)
