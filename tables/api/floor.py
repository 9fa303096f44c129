"""Tables: the list, opening, one of them, closing."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import EventApiView
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from tables import services
from tables.api.mat_shapes import RouletteInput
from tables.api.opening import PokerTableInput
from tables.api.shapes import TableOutput, TableSummaryOutput
from tables.selectors import table_of, tables_summary


class TablesApi(EventApiView):
    permission = Permission.RUN_TABLES

    @extend_schema(responses=TableSummaryOutput(many=True))
    def get(self, request: Request, code: str) -> Response:
        """All tables, open ones first."""
        return Response(TableSummaryOutput(tables_summary(self.event), many=True).data)


class PokerTablesApi(EventApiView):
    permission = Permission.RUN_TABLES

    @extend_schema(request=PokerTableInput, responses={201: TableOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str) -> Response:
        """Open a card table."""
        form = PokerTableInput(data=request.data)
        form.is_valid(raise_exception=True)
        table = services.open_poker_table(
            event=self.event,
            new=form.new_table(self.event),
            press=self.press(),
        )
        return Response(TableOutput(table).data, status=201)


class RouletteTablesApi(EventApiView):
    permission = Permission.RUN_TABLES

    @extend_schema(request=RouletteInput, responses={201: TableOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str) -> Response:
        """Open a roulette table; its tray is filled from the bank."""
        form = RouletteInput(data=request.data)
        form.is_valid(raise_exception=True)
        table = services.open_roulette(event=self.event, new=form.new_table(), press=self.press())
        return Response(TableOutput(table).data, status=201)


class CloseTableApi(EventApiView):
    permission = Permission.RUN_TABLES

    @extend_schema(request=None, responses=TableOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Close a table on which no chips lie."""
        services.close_table(table=table_of(self.event, table_id), press=self.press())
        return Response(TableOutput(table_of(self.event, table_id)).data)
