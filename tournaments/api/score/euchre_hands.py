"""The hands of a match for programs: the score, the next hand, a hand corrected or undone."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.euchre.scoring import Side
from engine.euchre.told import Upcard
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.events.models import Player
from eventnight.events.selectors import player_by_code
from tournaments.api.bracket.matches import MatchApiView
from tournaments.api.score.shapes import EuchreHandInput, EuchreHandResultInput, EuchreScoreOutput
from tournaments.models import EuchreHand
from tournaments.refusals import not_ready
from tournaments.selectors.bracket.brackets import bracket_view, match_by_number
from tournaments.selectors.bracket.teams import team_by_number
from tournaments.selectors.score.sheets import hand_by_id, score_sheet
from tournaments.services.score.euchre_hands import NewHand, NextHand, correct_hand, enter_hand, undo_hand


class ScoreApiView(MatchApiView):
    """A view of the hands of one match. Every answer is the score as it is now."""

    def score(self) -> Response:
        """Raises Conflict("match_not_ready")."""
        tournament, number = self.tournament(), self.kwargs["number"]
        view = bracket_view(tournament)
        match = view.match(number)
        if len(match.teams) < 2:
            raise not_ready(match_by_number(tournament, number))
        return Response(EuchreScoreOutput(score_sheet(view, match)).data)

    def new_hand(self, body: dict[str, Any]) -> NewHand:
        """The body's part that says how a hand ended."""
        makers, revoke_by, upcard = body["makers"], body["revoke_by"], body["upcard"]
        return NewHand(
            makers=None if makers is None else team_by_number(self.tournament(), makers),
            tricks=body["tricks"],
            makers_alone=body["makers_alone"],
            defender_alone=body["defender_alone"],
            revoke_by=Side(revoke_by) if revoke_by else None,
            trump=body["trump"],
            upcard=Upcard(upcard) if upcard else None,
            maker=self._player(body["maker"]),
            dealer=self._player(body["dealer"]),
            lone_maker=self._player(body["lone_maker"]),
        )

    def _player(self, code: str) -> Player | None:
        return player_by_code(self.event, code) if code else None


class HandsApi(ScoreApiView):
    @extend_schema(responses=EuchreScoreOutput)
    def get(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """The score with every hand that stands."""
        return self.score()

    @extend_schema(request=EuchreHandInput, responses=EuchreScoreOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int, number: int) -> Response:
        """Enter the next hand of the game in play. Needs an Idempotency-Key."""
        body, tournament = self.read(EuchreHandInput), self.tournament()
        upper, lower = (team_by_number(tournament, team) for team in body["teams"])
        which = NextHand(
            game=body["game"],
            number=body["number"],
            teams=(upper, lower),
            has_dealer_in_turn="dealer" not in request.data,
        )
        enter_hand(match=self.match(), which=which, hand=self.new_hand(body), press=self.press())
        return self.score()


class HandApi(ScoreApiView):
    @extend_schema(request=EuchreHandResultInput, responses=EuchreScoreOutput, parameters=[IDEMPOTENCY_KEY])
    def put(self, request: Request, code: str, bracket_id: int, number: int, hand: int) -> Response:
        """Put a hand right; the score after it follows. Needs an Idempotency-Key."""
        body = self.read(EuchreHandResultInput)
        correct_hand(hand=self._hand(), to=self.new_hand(body), press=self.press())
        return self.score()

    @extend_schema(request=None, responses=EuchreScoreOutput)
    def delete(self, request: Request, code: str, bracket_id: int, number: int, hand: int) -> Response:
        """Take the last hand back. Once it is back, asking again changes nothing."""
        undo_hand(hand=self._hand(), press=self.press_without_key())
        return self.score()

    def _hand(self) -> EuchreHand:
        return hand_by_id(self.tournament(), self.kwargs["number"], self.kwargs["hand"])
