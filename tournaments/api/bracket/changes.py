"""Teams that change after the draw, for programs: late teams and substitutes."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.schema import KEY_IF_SENT
from eventnight.events.selectors import player_by_code
from tournaments.api.bracket import shapes
from tournaments.api.bracket.brackets import BracketApiView
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import team_by_number
from tournaments.services.bracket.teams import late, substitutes


class LateTeamsApi(BracketApiView):
    @extend_schema(request=shapes.LatePairInput, responses={201: shapes.BracketDetail})
    def post(self, request: Request, code: str, bracket_id: int) -> Response:
        """Two players enter a drawn bracket in the place of a bye."""
        body = self.read(shapes.LatePairInput)
        first, second = (player_by_code(self.event, player) for player in body.pop("players"))
        late.enter_late(tournament=self.tournament(), players=(first, second), press=self.press_without_key(), **body)
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data, status=201)


class LateTeamApi(BracketApiView):
    @extend_schema(request=None, responses=shapes.BracketDetail, parameters=[KEY_IF_SENT])
    def delete(self, request: Request, code: str, bracket_id: int, team: int) -> Response:
        """Take a late team out again, before its match has begun."""
        late.undo_late_entry(team=team_by_number(self.tournament(), team), press=self.press_under_any_key())
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data)


class SubstituteApi(BracketApiView):
    @extend_schema(request=shapes.SubstituteInput, responses=shapes.BracketDetail)
    def post(self, request: Request, code: str, bracket_id: int, team: int) -> Response:
        """Somebody who has not played takes the place of a player who leaves."""
        body = self.read(shapes.SubstituteInput)
        players = {name: player_by_code(self.event, player) for name, player in body.items()}
        row = team_by_number(self.tournament(), team)
        substitutes.substitute_player(team=row, press=self.press_without_key(), **players)
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data)

    @extend_schema(request=None, responses=shapes.BracketDetail, parameters=[KEY_IF_SENT])
    def delete(self, request: Request, code: str, bracket_id: int, team: int) -> Response:
        """Whoever stepped in last steps out again."""
        substitutes.undo_substitute(team=team_by_number(self.tournament(), team), press=self.press_under_any_key())
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data)
