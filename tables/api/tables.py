"""A card table: its seats and its hands."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import EventApiView
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from eventnight.core.web.access import may
from eventnight.events.selectors import player_by_code
from tables import services
from tables.api.shapes import (
    ChipsInput,
    HandInput,
    HandOutput,
    HandPlanOutput,
    SeatOutput,
    SettledHandOutput,
    SitInput,
    TableDetail,
    TableOutput,
    UndoInput,
)
from tables.models import Table
from tables.selectors import card_table_of, plan_hand, recent_hands, result_json, table_view


class CardTableApi(EventApiView):
    """The base of every view of one card table."""

    permission = Permission.RUN_TABLES

    def table(self, table_id: int) -> Table:
        """The card table of the address. Raises NotFound("unknown_table")."""
        return card_table_of(self.event, table_id, timezone.now())

    def table_answer(self, table_id: int) -> Response:
        """The table as it is now, with the rules that the night has now: a press sent again is answered the same."""
        return Response(TableOutput(self.table(table_id)).data)

    def seat_answer(self, table: Table, seat: int) -> Response:
        """The seat as it is now."""
        return Response(SeatOutput(table_view(self.table(table.pk)).seats[seat - 1]).data)


class TableApi(CardTableApi):
    @extend_schema(responses=TableDetail)
    def get(self, request: Request, code: str, table_id: int) -> Response:
        """The table with its seats, its posted fees and the hand to come."""
        return Response(TableDetail(table_view(self.table(table_id))).data)


class SeatApi(CardTableApi):
    @extend_schema(request=SitInput, responses={201: SeatOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int, seat: int) -> Response:
        """Seat a player with chips of their own."""
        form = SitInput(data=request.data)
        form.is_valid(raise_exception=True)
        table = self.table(table_id)
        services.seat_player(
            table=table,
            seat=seat,
            player=player_by_code(self.event, form.validated_data["player"]),
            chips=form.validated_data["chips"],
            press=self.press(),
        )
        answer = self.seat_answer(table, seat)
        answer.status_code = 201
        return answer


class TopUpApi(CardTableApi):
    @extend_schema(request=ChipsInput, responses=SeatOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int, seat: int) -> Response:
        """Put more of the player's chips before the seat."""
        form = ChipsInput(data=request.data)
        form.is_valid(raise_exception=True)
        table = self.table(table_id)
        services.top_up(
            table=table,
            seat=seat,
            chips=form.validated_data["chips"],
            press=self.press(),
        )
        return self.seat_answer(table, seat)


class LeaveApi(CardTableApi):
    @extend_schema(request=None, responses=SeatOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int, seat: int) -> Response:
        """Give the player all chips of the seat and free it."""
        table = self.table(table_id)
        services.leave_seat(table=table, seat=seat, press=self.press())
        return self.seat_answer(table, seat)


class HandsApi(CardTableApi):
    @extend_schema(responses=HandOutput(many=True))
    def get(self, request: Request, code: str, table_id: int) -> Response:
        """The last hands, newest first, those undone too."""
        return Response(HandOutput(recent_hands(self.table(table_id), limit=50), many=True).data)

    @extend_schema(
        request=HandInput, responses={201: SettledHandOutput, 200: SettledHandOutput}, parameters=[IDEMPOTENCY_KEY]
    )
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Settle a hand. The same key again answers 200 with the hand it settled."""
        form = HandInput(data=request.data)
        form.is_valid(raise_exception=True)
        posting = services.settle_hand(
            table=self.table(table_id),
            number=form.validated_data["number"],
            end=form.hand_end(),
            shown=form.validated_data["shown"],
            press=self.press(),
        )
        return Response(SettledHandOutput(posting).data, status=200 if posting.is_replay else 201)


class HandPreviewApi(CardTableApi):
    @extend_schema(request=HandInput, responses=HandPlanOutput)
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """What settling would do; nothing is booked."""
        form = HandInput(data=request.data)
        form.is_valid(raise_exception=True)
        plan = plan_hand(self.table(table_id), form.hand_end())
        body = {
            "digest": plan.digest,
            "fee": plan.fee,
            "next_button": plan.next_button,
            "lines": plan.lines,
            "result": result_json(plan.settlement),
        }
        return Response(HandPlanOutput(body).data)


class UndoHandApi(CardTableApi):
    @extend_schema(request=UndoInput, responses=SettledHandOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int, number: int) -> Response:
        """Take the last hand back."""
        form = UndoInput(data=request.data)
        form.is_valid(raise_exception=True)
        posting = services.undo_hand(
            table=self.table(table_id),
            number=number,
            reason=form.validated_data["reason"],
            press=self.press(),
            may_reverse_any=may(self.roles, Permission.REVERSE_ANY),
        )
        return Response(SettledHandOutput(posting).data)
