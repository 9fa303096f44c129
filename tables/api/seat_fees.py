"""Table fees by the half-hour."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from eventnight.core.web.access import may
from tables import services
from tables.api.shapes import SeatFeeOutput, TableOutput, UndoInput
from tables.api.tables import CardTableApi


class StartFeesApi(CardTableApi):
    @extend_schema(request=None, responses=TableOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Charge the seats from now on, for the first time in half an hour."""
        services.start_seat_fees(table=self.table(table_id), press=self.press())
        return self.table_answer(table_id)


class StopFeesApi(CardTableApi):
    @extend_schema(request=None, responses=TableOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Charge no more seats."""
        services.stop_seat_fees(table=self.table(table_id), press=self.press())
        return self.table_answer(table_id)


class UndoFeeApi(CardTableApi):
    @extend_schema(request=UndoInput, responses=SeatFeeOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int, fee_id: int) -> Response:
        """Give the fee of a half-hour back."""
        form = UndoInput(data=request.data)
        form.is_valid(raise_exception=True)
        fee = services.undo_seat_fee(
            table=self.table(table_id),
            fee_id=fee_id,
            reason=form.validated_data["reason"],
            press=self.press(),
            may_reverse_any=may(self.roles, Permission.REVERSE_ANY),
        )
        return Response(SeatFeeOutput(fee).data)
