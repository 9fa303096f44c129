"""The end of the night for programs: what ends when, what is late for a time, and the changes that help."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import EventApiView
from eventnight.core.api.fields import IntegerField
from eventnight.core.api.labels import LabelledOutput
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from eventnight.night.selectors.finish_by import finish_plan
from eventnight.night.selectors.tonight import tonight
from eventnight.night.services.finish_by import finish_night_by, take_change_back

MOST_CHOSEN = 50


class FinishOfferOutput(serializers.Serializer[Any]):
    """ends_at: when the activity would end then; empty if it would be left out."""

    key = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    ends_at = serializers.DateTimeField(allow_null=True)


class ActivityEndOutput(LabelledOutput):
    """ends_at: empty for what lasts until somebody closes it."""

    ends_at = serializers.DateTimeField(allow_null=True)
    minutes_late = IntegerField()
    note = serializers.CharField()
    offers = FinishOfferOutput(many=True)


class ChangeOutput(LabelledOutput):
    key = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class NightPlanOutput(serializers.Serializer[Any]):
    ends_at = serializers.DateTimeField()
    activities = ActivityEndOutput(many=True)
    changes = ChangeOutput(many=True)


class FinishByInput(serializers.Serializer[Any]):
    ends_at = serializers.DateTimeField()


class ChangeNightInput(FinishByInput):
    chosen = serializers.ListField(
        child=TextInput(max_length=40),
        allow_empty=False,
        max_length=MOST_CHOSEN,
        help_text="Keys of offers.",
    )


class TakeBackChangeInput(FinishByInput):
    key = TextInput(max_length=40, help_text="Of a change.")


class NightPlanApiView(EventApiView):
    """A view that answers with the night's plan for a time."""

    permission = Permission.SET_UP

    def plan(self, given: serializers.Serializer[Any]) -> Response:
        now = timezone.now()
        found = finish_plan(tonight(self.event, now), given.validated_data["ends_at"], now)
        return Response(NightPlanOutput(found).data)


class FinishByApi(NightPlanApiView):
    @extend_schema(parameters=[OpenApiParameter("ends_at", type=str, required=True)], responses=NightPlanOutput)
    def get(self, request: Request, code: str) -> Response:
        """What ends when, what is late for that time, and what would help."""
        given = FinishByInput(data=request.query_params)
        given.is_valid(raise_exception=True)
        return self.plan(given)

    @extend_schema(request=ChangeNightInput, responses=NightPlanOutput)
    def post(self, request: Request, code: str) -> Response:
        """Do what the chosen offers say, all or nothing. Pressed again, nothing more happens."""
        given = ChangeNightInput(data=request.data)
        given.is_valid(raise_exception=True)
        finish_night_by(event=self.event, press=self.press_without_key(), **given.validated_data)
        return self.plan(given)


class TakeBackChangeApi(NightPlanApiView):
    @extend_schema(request=TakeBackChangeInput, responses=NightPlanOutput)
    def post(self, request: Request, code: str) -> Response:
        """Undo one of the changes."""
        given = TakeBackChangeInput(data=request.data)
        given.is_valid(raise_exception=True)
        take_change_back(event=self.event, key=given.validated_data["key"], press=self.press_without_key())
        return self.plan(given)
