"""Brackets for programs: reads for everybody, entries and draws for those who run the matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from eventnight.core.api.base import PUBLIC, Access, EventApiView
from eventnight.core.api.schema import IDEMPOTENCY_KEY, KEY_IF_SENT
from eventnight.core.roles import Permission
from eventnight.events.selectors import player_by_code
from tournaments.api.bracket import shapes
from tournaments.models import BracketTournament, SeedOrder
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import bracket_by_id, brackets_of, singles_in_pool, team_by_number
from tournaments.services.bracket import consolation
from tournaments.services.bracket import opening as brackets
from tournaments.services.bracket.results import result_undo
from tournaments.services.bracket.teams import pairing
from tournaments.services.bracket.teams import teams as entries


class BracketApiView(EventApiView):
    """A view of one bracket or of its parts. Reading is open where a class says so, writing never is."""

    permission: Permission | Access = Permission.RUN_MATCHES

    def tournament(self) -> BracketTournament:
        """The bracket of the address. Raises NotFound("unknown_bracket")."""
        return bracket_by_id(self.event, self.kwargs["bracket_id"])

    def read(self, shape: type[Serializer[Any]]) -> dict[str, Any]:
        """The body in that shape. Raises a validation error, answered with 400."""
        form = shape(data=self.request.data)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)


class BracketsApi(EventApiView):
    """The brackets of the night."""

    @property
    def permission(self) -> Permission | Access:
        """Everybody may look."""
        return PUBLIC if self.request.method in SAFE_METHODS else Permission.RUN_MATCHES

    @extend_schema(responses=shapes.BracketOutput(many=True))
    def get(self, request: Request, code: str) -> Response:
        """Every bracket, oldest first."""
        return Response(shapes.BracketOutput(brackets_of(self.event), many=True).data)

    @extend_schema(request=shapes.NewBracketInput, responses={201: shapes.BracketOutput})
    def post(self, request: Request, code: str) -> Response:
        """Open a bracket; what is left out comes from the event's euchre settings."""
        form = shapes.NewBracketInput(data=request.data)
        form.is_valid(raise_exception=True)
        name = form.validated_data.pop("name")
        chosen = replace(self.event.house_settings.euchre, **form.validated_data)
        tournament = brackets.create_bracket_tournament(
            event=self.event, name=name, settings=chosen, press=self.press_without_key()
        )
        return Response(shapes.BracketOutput(tournament).data, status=201)


class BracketApi(BracketApiView):
    permission = PUBLIC

    @extend_schema(responses=shapes.BracketDetail)
    def get(self, request: Request, code: str, bracket_id: int) -> Response:
        """A bracket with rounds, matches and teams."""
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data)


class EntriesApi(BracketApiView):
    @extend_schema(responses=shapes.EntriesOutput)
    def get(self, request: Request, code: str, bracket_id: int) -> Response:
        """Teams with player codes, singles without a partner, and how pairs were drawn."""
        tournament = self.tournament()
        found = {
            "teams": bracket_view(tournament).teams,
            "singles": singles_in_pool(tournament),
            "draws": tournament.pairing_draws.all(),
        }
        return Response(shapes.EntriesOutput(found).data)


class SignUpsApi(BracketApiView):
    @extend_schema(request=None, responses=shapes.BracketDetail)
    def post(self, request: Request, code: str, bracket_id: int) -> Response:
        """Enter everybody who signed up for euchre and is checked in."""
        entries.take_sign_ups(tournament=self.tournament(), press=self.press_without_key())
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data)


class PairsApi(BracketApiView):
    @extend_schema(request=shapes.PairInput, responses={201: shapes.BracketDetail})
    def post(self, request: Request, code: str, bracket_id: int) -> Response:
        """Enter two players as a team."""
        body = self.read(shapes.PairInput)
        first, second = (player_by_code(self.event, player) for player in body["players"])
        entries.enter_pair(
            tournament=self.tournament(),
            players=(first, second),
            name=body["name"],
            press=self.press_without_key(),
        )
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data, status=201)


class SinglesApi(BracketApiView):
    @extend_schema(request=shapes.SingleInput, responses={201: shapes.SingleOutput})
    def post(self, request: Request, code: str, bracket_id: int) -> Response:
        """Enter a player who has no partner."""
        player = player_by_code(self.event, self.read(shapes.SingleInput)["player"])
        single = entries.enter_single(tournament=self.tournament(), player=player, press=self.press_without_key())
        return Response(shapes.SingleOutput(single).data, status=201)


class DrawPairsApi(BracketApiView):
    @extend_schema(request=None, responses={201: shapes.PairingDrawOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int) -> Response:
        """Pair the singles by a recorded draw."""
        draw = pairing.draw_pairs(tournament=self.tournament(), press=self.press())
        return Response(shapes.PairingDrawOutput(draw).data, status=201)


class ReserveApi(BracketApiView):
    @extend_schema(request=shapes.ReserveInput, responses=shapes.BracketDetail)
    def post(self, request: Request, code: str, bracket_id: int) -> Response:
        """The reserve plays in somebody's place, or beside a stand-in."""
        ((how, player_code),) = self.read(shapes.ReserveInput).items()
        place = pairing.pair_reserve if how == "stand_in" else pairing.place_reserve
        player = player_by_code(self.event, player_code)
        place(tournament=self.tournament(), press=self.press_without_key(), **{how: player})
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data)


class DrawApi(BracketApiView):
    @extend_schema(request=shapes.DrawInput, responses=shapes.BracketDetail, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int) -> Response:
        """Draw the bracket: shuffled, or in the order given."""
        body = self.read(shapes.DrawInput)
        brackets.draw_bracket(
            tournament=self.tournament(),
            order_by=SeedOrder(body["order_by"]),
            order=body.get("order"),
            press=self.press(),
        )
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data)


class ConsolationApi(BracketApiView):
    @extend_schema(request=None, responses={201: shapes.BracketDetail}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, bracket_id: int) -> Response:
        """Draw the consolation bracket of those beaten in their first match."""
        drawn = consolation.draw_consolation(tournament=self.tournament(), press=self.press())
        return Response(shapes.BracketDetail(bracket_view(drawn)).data, status=201)

    @extend_schema(request=None, responses=shapes.BracketDetail, parameters=[KEY_IF_SENT])
    def delete(self, request: Request, code: str, bracket_id: int) -> Response:
        """Take the consolation bracket back, as long as nothing has been played in it."""
        main = consolation.undo_consolation(tournament=self.tournament(), press=self.press_under_any_key())
        return Response(shapes.BracketDetail(bracket_view(main)).data)


class ReadmitApi(BracketApiView):
    @extend_schema(request=None, responses=shapes.BracketDetail)
    def post(self, request: Request, code: str, bracket_id: int, team: int) -> Response:
        """Take a withdrawal back; a match lost by it alone is to be played after all."""
        tournament = self.tournament()
        result_undo.readmit_team(team=team_by_number(tournament, team), press=self.press_without_key())
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data)


class WithdrawApi(BracketApiView):
    @extend_schema(request=None, responses=shapes.BracketDetail)
    def post(self, request: Request, code: str, bracket_id: int, team: int) -> Response:
        """Take a team out; its opponent goes on by walkover."""
        tournament = self.tournament()
        brackets.withdraw_team(team=team_by_number(tournament, team), press=self.press_without_key())
        return Response(shapes.BracketDetail(bracket_view(self.tournament())).data)
