"""Matches for programs: the list, calls, starts, results and their undoing. Every answer is the match as it is now."""

from __future__ import annotations

from typing import ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import PUBLIC
from eventnight.core.api.queries import choice_in
from eventnight.core.api.schema import IDEMPOTENCY_KEY, KEY_IF_SENT
from tournaments.api.bracket import shapes
from tournaments.api.bracket.brackets import BracketApiView
from tournaments.models import Match, MatchState
from tournaments.selectors.bracket.brackets import bracket_view, match_by_number
from tournaments.selectors.bracket.busy import busy_players
from tournaments.selectors.bracket.call_queue import call_queue
from tournaments.selectors.bracket.teams import team_by_number
from tournaments.services.bracket import matches as services
from tournaments.services.bracket.results import result_undo, results
from tournaments.services.bracket.results.outcomes import DoubleNoShow, Retirement, Walkover


class MatchApiView(BracketApiView):
    """A view that acts on one match."""

    def match(self) -> Match:
        """The match of the address. Raises NotFound("unknown_match")."""
        return match_by_number(self.tournament(), self.kwargs["number"])

    def answer(self) -> Response:
        """The match as it is now."""
        return Response(shapes.MatchOutput(bracket_view(self.tournament()).match(self.kwargs["number"])).data)


class MatchesApi(BracketApiView):
    permission = PUBLIC

    @extend_schema(
        parameters=[OpenApiParameter("state", enum=MatchState.values)], responses=shapes.MatchOutput(many=True)
    )
    def get(self, request: Request, code: str, bracket_id: int) -> Response:
        """Every match in number order, or those in one state."""
        found = bracket_view(self.tournament()).matches
        wanted = choice_in(request, "state", MatchState.values)
        listed = [match for match in found if wanted in (None, match.state)]
        return Response(shapes.MatchOutput(listed, many=True).data)


class MatchApi(MatchApiView):
    permission = PUBLIC

    @extend_schema(responses=shapes.MatchOutput)
    def get(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """One match."""
        return self.answer()


class QueueApi(BracketApiView):
    @extend_schema(responses=shapes.QueueOutput)
    def get(self, request: Request, code: str, bracket_id: int) -> Response:
        """The matches to call, the one that has waited longest first; and who is needed elsewhere."""
        queue = call_queue(bracket_view(self.tournament()), busy_players(self.event))
        return Response(shapes.QueueOutput(queue).data)


class CallApi(MatchApiView):
    @extend_schema(request=shapes.CallInput, responses=shapes.MatchOutput)
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Call the match to a table."""
        services.call_match(
            match=self.match(), press=self.press_without_key(), station=self.read(shapes.CallInput).get("station")
        )
        return self.answer()


class StartApi(MatchApiView):
    @extend_schema(request=None, responses=shapes.MatchOutput)
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Both teams sit and play."""
        services.start_match(match=self.match(), press=self.press_without_key())
        return self.answer()


class UndoCallApi(MatchApiView):
    @extend_schema(request=None, responses=shapes.MatchOutput, parameters=[KEY_IF_SENT])
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Take a call or a start back."""
        services.undo_call(match=self.match(), press=self.press_under_any_key())
        return self.answer()


class UndoApi(MatchApiView):
    @extend_schema(request=None, responses=shapes.MatchOutput, parameters=[KEY_IF_SENT])
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Take the result back."""
        result_undo.undo_result(match=self.match(), press=self.press_under_any_key())
        return self.answer()


class ResultApi(MatchApiView):
    @extend_schema(request=shapes.ResultInput, responses=shapes.MatchOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Enter who won and with how many points. Needs an Idempotency-Key."""
        played = shapes.played(self.tournament(), self.read(shapes.ResultInput))
        results.enter_outcome(match=self.match(), outcome=played, press=self.press())
        return self.answer()


class UnplayedApi(MatchApiView):
    """A result without points; a subclass says how it came about."""

    came_out: ClassVar[type[Walkover | Retirement]]

    @extend_schema(request=shapes.WinnerInput, responses=shapes.MatchOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """The winner goes on without points. Needs an Idempotency-Key."""
        body = self.read(shapes.WinnerInput)
        tournament = self.tournament()
        winner, loser = (team_by_number(tournament, body[side]) for side in ("winner", "loser"))
        outcome = self.came_out(winner=winner, loser=loser)
        results.enter_outcome(match=self.match(), outcome=outcome, press=self.press())
        return self.answer()


class WalkoverApi(UnplayedApi):
    """The loser did not come."""

    came_out = Walkover


class RetiredApi(UnplayedApi):
    """The loser gave up during play."""

    came_out = Retirement


class NoShowApi(MatchApiView):
    @extend_schema(request=None, responses=shapes.MatchOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Neither team came. Needs an Idempotency-Key."""
        results.enter_outcome(match=self.match(), outcome=DoubleNoShow(), press=self.press())
        return self.answer()
