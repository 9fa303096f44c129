"""The games of a best of three, for programs."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.queries import number_in
from eventnight.core.api.schema import IDEMPOTENCY_KEY, KEY_IF_SENT
from tournaments.api.bracket import shapes
from tournaments.api.bracket.matches import MatchApiView
from tournaments.services.bracket.results.euchre_games import enter_game, undo_game


class GamesApi(MatchApiView):
    @extend_schema(request=shapes.GameInput, responses=shapes.MatchOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Enter the next game; the one that wins the match decides it. Needs an Idempotency-Key."""
        body = self.read(shapes.GameInput)
        result = shapes.played(self.tournament(), body)
        enter_game(match=self.match(), number=body["game"], result=result, press=self.press())
        return self.answer()

    @extend_schema(
        request=None,
        responses=shapes.MatchOutput,
        parameters=[KEY_IF_SENT, OpenApiParameter("game", int, description="The game that is meant; else the last.")],
    )
    def delete(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Undo the last game."""
        undo_game(match=self.match(), number=number_in(request, "game"), press=self.press_under_any_key())
        return self.answer()
