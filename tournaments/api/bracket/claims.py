"""For programs: what is said about open matches, reports entered for a team at the desk, and taking either back."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.schema import IDEMPOTENCY_KEY, KEY_IF_SENT
from tournaments.api.bracket import shapes
from tournaments.api.bracket.brackets import BracketApiView
from tournaments.api.bracket.matches import MatchApiView
from tournaments.models import Objection
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.claims import claims_of
from tournaments.selectors.bracket.teams import team_by_number
from tournaments.services.bracket.results.claims import take_back_claims
from tournaments.services.bracket.results.objections import object_to_report, take_back_objection
from tournaments.services.bracket.results.reports import report_result


class ClaimsApi(BracketApiView):
    @extend_schema(responses=shapes.MatchClaimsOutput(many=True))
    def get(self, request: Request, code: str, bracket_id: int) -> Response:
        """The open matches about which something is said, with every claim."""
        found = claims_of(bracket_view(self.tournament()))
        return Response(shapes.MatchClaimsOutput(found.values(), many=True).data)


class ReportApi(MatchApiView):
    @extend_schema(request=shapes.ResultInput, responses=shapes.MatchOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int, number: int, team: int) -> Response:
        """What a team says, for one that tells the desk. Needs an Idempotency-Key."""
        tournament = self.tournament()
        played = shapes.played(tournament, self.read(shapes.ResultInput))
        says = team_by_number(tournament, team)
        report_result(match=self.match(), team=says, played=played, press=self.press())
        return self.answer()

    @extend_schema(request=None, responses=shapes.MatchOutput)
    def delete(self, request: Request, code: str, bracket_id: int, number: int, team: int) -> Response:
        """Take a team's report back."""
        take_back_claims(
            match=self.match(), press=self.press_without_key(), team=team_by_number(self.tournament(), team)
        )
        return self.answer()


class ObjectionApi(MatchApiView):
    @extend_schema(request=shapes.ObjectionInput, responses=shapes.MatchOutput)
    def post(self, request: Request, code: str, bracket_id: int, number: int, team: int) -> Response:
        """What a team says against the other's report: staff then decide. Said twice, it counts once."""
        objection = Objection(self.read(shapes.ObjectionInput)["objection"])
        objects = team_by_number(self.tournament(), team)
        object_to_report(match=self.match(), team=objects, objection=objection, press=self.press_without_key())
        return self.answer()

    @extend_schema(request=None, responses=shapes.MatchOutput)
    def delete(self, request: Request, code: str, bracket_id: int, number: int, team: int) -> Response:
        """Take a team's objection back."""
        objects = team_by_number(self.tournament(), team)
        take_back_objection(match=self.match(), team=objects, press=self.press_without_key())
        return self.answer()


class StaffClaimsApi(MatchApiView):
    @extend_schema(request=None, responses=shapes.MatchOutput, parameters=[KEY_IF_SENT])
    def delete(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Take back what staff entered and nobody has confirmed."""
        take_back_claims(match=self.match(), press=self.press_under_any_key())
        return self.answer()
