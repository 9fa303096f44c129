"""The roll call for programs: who is expected, who is here, who is called for the last time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.fields import IntegerField
from tournaments.api.bracket import shapes
from tournaments.api.bracket.brackets import BracketApiView
from tournaments.api.bracket.matches import MatchApiView
from tournaments.models import Match
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.roll_call import roll_calls
from tournaments.selectors.bracket.teams import team_by_number
from tournaments.services.bracket import attendance


class AttendanceOutput(serializers.Serializer[Any]):
    """A team and the match it is expected at."""

    match = IntegerField(source="match.number")
    team = IntegerField(source="team.number")
    name = serializers.CharField(source="team.name")
    opponent = serializers.CharField(source="opponent.text")
    here_at = serializers.DateTimeField(source="slot.here_at", allow_null=True)
    last_call_at = serializers.DateTimeField(source="slot.last_call_at", allow_null=True)


class RollCallOutput(serializers.Serializer[Any]):
    round = IntegerField()
    name = serializers.CharField()
    missing = AttendanceOutput(many=True)
    here = AttendanceOutput(many=True)


class RollCallApi(BracketApiView):
    @extend_schema(responses=RollCallOutput(many=True))
    def get(self, request: Request, code: str, bracket_id: int) -> Response:
        """Every round for which teams are expected: who is missing and who is here."""
        return Response(RollCallOutput(roll_calls(bracket_view(self.tournament())), many=True).data)


class MarkApi(MatchApiView):
    """A team of a match is marked, or the mark undone; a subclass names the two services."""

    mark: ClassVar[Callable[..., Match]]
    take_back: ClassVar[Callable[..., Match]]

    @extend_schema(request=None, responses=shapes.MatchOutput)
    def put(self, request: Request, code: str, bracket_id: int, number: int, team: int) -> Response:
        """Set the mark. Set twice, the first stands."""
        type(self).mark(
            match=self.match(), press=self.press_without_key(), team=team_by_number(self.tournament(), team)
        )
        return self.answer()

    @extend_schema(request=None, responses=shapes.MatchOutput)
    def delete(self, request: Request, code: str, bracket_id: int, number: int, team: int) -> Response:
        """Take the mark back."""
        type(self).take_back(
            match=self.match(), press=self.press_without_key(), team=team_by_number(self.tournament(), team)
        )
        return self.answer()


class HereApi(MarkApi):
    """The team is here for the match."""

    mark = attendance.check_in_team
    take_back = attendance.undo_team_check_in


class LastCallApi(MarkApi):
    """The team is called for the last time, on the wall and on its players' pages."""

    mark = attendance.give_last_call
    take_back = attendance.take_back_last_call
