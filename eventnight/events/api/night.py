"""Nights, their programme and their staff."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from eventnight.core.actors import Actor
from eventnight.core.api.base import EventApiView
from eventnight.core.api.conditions import if_matched
from eventnight.core.api.fields import IntegerField
from eventnight.core.api.schema import CURSOR, page_of
from eventnight.core.press import Press
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from eventnight.core.web.access import require_event_maker, require_password
from eventnight.events import services
from eventnight.events.api.pages import OldestFirst
from eventnight.events.fields import MOST_CENTS
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.events.models import Activity, ActivityKind, Event, NamePolicy
from eventnight.events.selectors import PLAYED, activity_of, events_of, programme_of
from eventnight.events.services.night import MOVES


class EventOutput(serializers.ModelSerializer[Event]):
    class Meta:
        model = Event
        fields: tuple[str, ...] = (
            "code",
            "name",
            "place",
            "starts_at",
            "time_zone",
            "currency",
            "house",
            "name_policy",
            "status",
            "fund_name",
            "fund_goal",
        )


class EventDetail(EventOutput):
    class Meta(EventOutput.Meta):
        fields = (*EventOutput.Meta.fields, "settings")


class NewEventInput(serializers.Serializer[Any]):
    house = serializers.ChoiceField(choices=list(house_templates()))
    code = TextInput(max_length=20)
    name = TextInput(max_length=120)
    place = TextInput(max_length=160, required=False, allow_blank=True)
    starts_at = serializers.DateTimeField()
    time_zone = TextInput(max_length=50, required=False)
    currency = TextInput(max_length=3, required=False)
    fund_name = TextInput(max_length=120, required=False, allow_blank=True)
    fund_goal = IntegerField(min_value=0, max_value=MOST_CENTS, required=False, help_text="In cents.")
    activities = serializers.ListField(
        child=serializers.ChoiceField(choices=[kind.value for kind in ActivityKind if kind in PLAYED]),
        required=False,
        help_text="What is played; those of the house where left out.",
    )
    settings = serializers.DictField(
        required=False, help_text="House settings that are otherwise tonight, as for the settings of a night."
    )


class EventChanges(serializers.Serializer[Any]):
    name = TextInput(max_length=120, required=False)
    place = TextInput(max_length=160, required=False, allow_blank=True)
    starts_at = serializers.DateTimeField(required=False)
    time_zone = TextInput(max_length=50, required=False)
    currency = TextInput(max_length=3, required=False)
    name_policy = serializers.ChoiceField(choices=NamePolicy.choices, required=False)
    fund_name = TextInput(max_length=120, required=False, allow_blank=True)
    fund_goal = IntegerField(min_value=0, max_value=MOST_CENTS, required=False, help_text="In cents.")


class MoveInput(serializers.Serializer[Any]):
    move = serializers.ChoiceField(choices=sorted(MOVES))
    reason = TextInput(max_length=200, required=False, allow_blank=True, help_text="Why a closed night is reopened.")


class EventsApi(APIView):
    """The nights of the account that asks."""

    access: ClassVar[str] = "signed in"
    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="events_list", parameters=[CURSOR], responses=page_of(EventOutput))
    def get(self, request: Request) -> Response:
        """Nights at which the account holds a role."""
        require_password(request)
        pages = OldestFirst()
        rows = pages.paginate_queryset(events_of(request.user), request, view=self)
        return pages.get_paginated_response(EventOutput(rows, many=True).data)

    @extend_schema(request=NewEventInput, responses={201: EventDetail})
    def post(self, request: Request) -> Response:
        """Make a night from a house; the account becomes its organiser."""
        require_event_maker(request)
        form = NewEventInput(data=request.data)
        form.is_valid(raise_exception=True)
        event = services.create_event(
            new=services.NewEvent(**form.validated_data), press=Press(Actor.of(request.user), timezone.now())
        )
        return Response(EventDetail(event).data, status=201)


class EventApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(responses=EventDetail)
    def get(self, request: Request, code: str) -> Response:
        """The night with all its settings."""
        return Response(EventDetail(self.event).data)

    @extend_schema(request=EventChanges, responses=EventDetail)
    @if_matched
    def patch(self, request: Request, code: str) -> Response:
        """Change the night's facts; if the start changes, the programme moves with it."""
        form = EventChanges(data=request.data)
        form.is_valid(raise_exception=True)
        event = services.update_event(event=self.event, press=self.press_without_key(), **form.validated_data)
        return Response(EventDetail(event).data)


class AgainInput(serializers.Serializer[Any]):
    name = TextInput(max_length=120)
    code = TextInput(max_length=20, help_text="Letters, figures and hyphens, such as SPRING-27.")
    starts_at = serializers.DateTimeField(help_text="The programme moves with it.")
    with_roles = serializers.BooleanField(required=False, help_text="Whether the staff keep their roles.")


class AgainApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(request=AgainInput, responses={201: EventDetail})
    def post(self, request: Request, code: str) -> Response:
        """Use the night again: its settings and programme make a new one. People, money and results stay behind."""
        require_event_maker(request)
        form = AgainInput(data=request.data)
        form.is_valid(raise_exception=True)
        new = services.NightAgain(**form.validated_data)
        made = services.use_night_again(event=self.event, new=new, press=self.press_without_key())
        return Response(EventDetail(made).data, status=201)


class SettingsApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, code: str) -> Response:
        """All house settings of the night: money in cents, chips in table value, times in minutes."""
        return Response(self.event.house_settings.as_json())

    @extend_schema(request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
    @if_matched
    def put(self, request: Request, code: str) -> Response:
        """Replace house settings. A setting that is not named stays; lists, poker and euchre_rules go whole."""
        return self._changed(request.data)

    @extend_schema(request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
    @if_matched
    def patch(self, request: Request, code: str) -> Response:
        """Change some house settings. A setting that is not named stays as it is."""
        return self._changed(request.data)

    def _changed(self, given: object) -> Response:
        event = services.change_settings(
            event=self.event, change=lambda known: known.changed(given), press=self.press_without_key()
        )
        return Response(event.house_settings.as_json())


class StatusApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(request=MoveInput, responses=EventOutput)
    def post(self, request: Request, code: str) -> Response:
        """Open, close or reopen the night. It closes when every line of its close-out is done or approved."""
        form = MoveInput(data=request.data)
        form.is_valid(raise_exception=True)
        event = services.move_event(event=self.event, **form.validated_data, press=self.press_without_key())
        return Response(EventOutput(event).data)


class ActivityOutput(serializers.ModelSerializer[Activity]):
    class Meta:
        model = Activity
        fields = ("id", "kind", "title", "starts_at", "ends_at")


class ActivityInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=ActivityKind.choices)
    title = TextInput(max_length=120)
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(required=False, allow_null=True)


class ProgrammeApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(responses=ActivityOutput(many=True))
    def get(self, request: Request, code: str) -> Response:
        """The programme in order."""
        return Response(ActivityOutput(programme_of(self.event), many=True).data)

    @extend_schema(request=ActivityInput, responses={201: ActivityOutput})
    def post(self, request: Request, code: str) -> Response:
        """Add a line."""
        form = ActivityInput(data=request.data)
        form.is_valid(raise_exception=True)
        line = services.add_activity(
            event=self.event, new=services.NewActivity(**form.validated_data), press=self.press_without_key()
        )
        return Response(ActivityOutput(line).data, status=201)


class ActivityApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(responses=ActivityOutput)
    def get(self, request: Request, code: str, activity_id: int) -> Response:
        """One line of the programme."""
        return Response(ActivityOutput(activity_of(self.event, activity_id)).data)

    @extend_schema(request=ActivityInput, responses=ActivityOutput)
    @if_matched
    def put(self, request: Request, code: str, activity_id: int) -> Response:
        """Change a line. What is not named stays as it is."""
        return self._changed(ActivityInput(data=request.data), activity_id)

    @extend_schema(request=ActivityInput, responses=ActivityOutput)
    @if_matched
    def patch(self, request: Request, code: str, activity_id: int) -> Response:
        """Change a part of a line. What is not named stays as it is."""
        return self._changed(ActivityInput(data=request.data, partial=True), activity_id)

    def _changed(self, form: serializers.Serializer[Any], activity_id: int) -> Response:
        form.is_valid(raise_exception=True)
        line = services.update_activity(
            event=self.event, activity_id=activity_id, **form.validated_data, press=self.press_without_key()
        )
        return Response(ActivityOutput(line).data)

    @extend_schema(responses={204: None})
    @if_matched
    def delete(self, request: Request, code: str, activity_id: int) -> Response:
        """Take a line off the programme."""
        services.remove_activity(event=self.event, activity_id=activity_id, press=self.press_without_key())
        return Response(status=204)
