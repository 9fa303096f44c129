"""The roster import for programs."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import EventApiView
from eventnight.core.api.fields import IntegerField
from eventnight.core.press import Press
from eventnight.core.roles import Permission
from eventnight.events import services
from eventnight.events.models import RosterUpload
from eventnight.events.roster.roster_check import RosterPlan
from eventnight.events.services.uploads import LARGEST_FILE

COME_AGAIN = 2
"""Seconds after which a file that takes long is asked for again."""


class RosterInput(serializers.Serializer[Any]):
    roster = serializers.FileField(max_length=200, help_text=f"XLSX or CSV, at most {LARGEST_FILE:,} bytes.")
    dry_run = serializers.BooleanField(default=True, help_text="False imports; otherwise nothing is added.")


class RosterOutput(serializers.Serializer[Any]):
    lines = IntegerField()
    # The stubs take a field for an attribute, which it does not stay.
    errors = serializers.ListField(child=serializers.DictField())  # type: ignore[assignment]
    players_added = IntegerField()
    applied_at = serializers.DateTimeField(allow_null=True)
    reading_since = serializers.DateTimeField(
        allow_null=True, help_text="Set while the file is still being read. Send it again in two seconds."
    )


class RosterApi(EventApiView):
    permission = Permission.SET_UP
    parser_classes = [MultiPartParser]

    @extend_schema(request=RosterInput, responses={200: RosterOutput, 202: RosterOutput})
    def post(self, request: Request, code: str) -> Response:
        """Check a list of people and, without dry_run, import all of it or nothing; the same file only once.

        A file that takes long is answered with 202, and nobody is imported yet: send it again, it is not read twice.
        """
        form = RosterInput(data=request.data)
        form.is_valid(raise_exception=True)
        file, now = form.validated_data["roster"], timezone.now()
        upload = services.keep_upload(
            event=self.event, file_name=file.name, content=file.read(), press=Press(self.actor, now)
        )
        if upload.reading_since is not None:
            return Response(_told(upload), status=HTTPStatus.ACCEPTED, headers={"Retry-After": str(COME_AGAIN)})
        if not form.validated_data["dry_run"]:
            upload = services.import_roster(event=self.event, upload=upload, press=Press(self.actor, now))
        return Response(_told(upload, None if upload.applied_at else services.plan_roster(self.event, upload)))


def _told(upload: RosterUpload, plan: RosterPlan | None = None) -> dict[str, Any]:
    return RosterOutput(
        {
            "lines": len(plan.entrants) if plan else upload.players_added,
            "errors": [error.as_json() for error in plan.errors] if plan else [],
            "players_added": upload.players_added,
            "applied_at": upload.applied_at,
            "reading_since": upload.reading_since,
        }
    ).data
