"""Corrections of results for programs: the plan, and carrying it out."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.schema import IDEMPOTENCY_KEY, KEY_IF_SENT
from tournaments.api.bracket import shapes
from tournaments.api.bracket.matches import MatchApiView
from tournaments.models import Outcome
from tournaments.selectors.bracket.teams import team_by_number
from tournaments.services.bracket.results.corrections import NewResult, correct_result, plan_correction, undo_correction


class CorrectionPlanApi(MatchApiView):
    @extend_schema(request=shapes.CorrectionInput, responses=shapes.CorrectionOutput)
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """What a correction would do: every match it touches. Nothing changes."""
        body = self.read(shapes.CorrectionInput)
        plan = plan_correction(match=self.match(), result=self.result(body), choices=body.get("choices", {}))
        steps = [
            {
                "match": step.match,
                "kind": step.kind,
                "teams": [team.name if team else None for team in step.teams],
                "is_void": step.is_void,
            }
            for step in plan.steps
        ]
        answer = {"version": plan.version, "steps": steps, "consolation": plan.consolation}
        return Response(shapes.CorrectionOutput(answer).data)

    def result(self, body: dict[str, Any]) -> NewResult:
        """The corrected result of the body."""
        teams = {side: team_by_number(self.tournament(), body[side]) for side in ("winner", "loser") if side in body}
        names = ("winner_points", "loser_points") if body["outcome"] == Outcome.PLAYED else ()
        points = {name: int(body[name]) for name in names}
        sides = {} if body["outcome"] == Outcome.DOUBLE_NO_SHOW else teams
        return NewResult(
            outcome=Outcome(body["outcome"]), winner=sides.get("winner"), loser=sides.get("loser"), **points
        )


class CorrectionApi(CorrectionPlanApi):
    @extend_schema(request=shapes.CorrectInput, responses=shapes.MatchOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Carry the plan of that version out. Needs an Idempotency-Key."""
        body = self.read(shapes.CorrectInput)
        correct_result(
            match=self.match(),
            press=self.press(),
            result=self.result(body),
            choices=body.get("choices", {}),
            version=body["version"],
        )
        return self.answer()


class UndoCorrectionApi(MatchApiView):
    @extend_schema(request=None, responses=shapes.MatchOutput, parameters=[KEY_IF_SENT])
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Take the correction back: what it replaced and made void is restored."""
        undo_correction(match=self.match(), press=self.press_under_any_key())
        return self.answer()
