"""A roulette table: bets, spins and the tray."""

from __future__ import annotations

from collections.abc import Callable

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.units import Chips
from eventnight.core.api.base import EventApiView
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from eventnight.core.web.access import may
from eventnight.events.selectors import player_by_code
from tables import services
from tables.api.mat_shapes import (
    BetOutput,
    BetsInput,
    NextSpinInput,
    RouletteDetail,
    SettledSpinOutput,
    SpinInput,
    SpinPlanOutput,
)
from tables.api.shapes import ChipsInput, UndoInput
from tables.models import Table, TableKind
from tables.selectors import plan_spin, roulette_view, table_of


class MatApi(EventApiView):
    """The base of every view of one roulette table."""

    permission = Permission.RUN_TABLES

    def table(self, table_id: int) -> Table:
        """The roulette table of the address. Raises NotFound("unknown_table")."""
        return table_of(self.event, table_id, TableKind.ROULETTE)

    def mat_answer(self, table: Table) -> Response:
        """The table as it is now."""
        view = roulette_view(table)
        body = {
            "table": view.table,
            "next_number": view.next_number,
            "tray": view.tray,
            "bets": view.bets,
            "bettors": view.bettors,
            "spins": [spin.pocket for spin in view.spins],
            "on_phones": view.table.on_phones,
            "bets_closed_at": view.table.bets_closed_at,
        }
        return Response(RouletteDetail(body).data)

    def of_next_spin(self, table_id: int, service: Callable[..., Table]) -> Response:
        """What closes or opens bets for the spin that the program saw."""
        form = NextSpinInput(data=self.request.data)
        form.is_valid(raise_exception=True)
        return self.mat_answer(service(table=self.table(table_id), **form.validated_data, press=self.press()))


class RouletteApi(MatApi):
    @extend_schema(responses=RouletteDetail)
    def get(self, request: Request, code: str, table_id: int) -> Response:
        """The mat, the people at it, the tray and the last spins."""
        return self.mat_answer(self.table(table_id))


class BetsApi(MatApi):
    @extend_schema(request=BetsInput, responses={201: BetOutput(many=True)}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Lay bets on the mat, all or none."""
        form = BetsInput(data=request.data)
        form.is_valid(raise_exception=True)
        bets = services.place_bets(
            table=self.table(table_id),
            bets=[
                services.NewBet(player_by_code(self.event, line["player"]), line["bet"], Chips(line["chips"]))
                for line in form.validated_data["bets"]
            ],
            press=self.press(),
        )
        return Response(BetOutput(bets, many=True).data, status=201)


class WithdrawBetApi(MatApi):
    @extend_schema(request=None, responses=BetOutput)
    def post(self, request: Request, code: str, table_id: int, bet_id: int) -> Response:
        """Take a bet off the mat before the ball has fallen."""
        bet = services.withdraw_bet(table=self.table(table_id), bet_id=bet_id, press=self.press_without_key())
        return Response(BetOutput(bet).data)


class CloseBetsApi(MatApi):
    @extend_schema(request=NextSpinInput, responses=RouletteDetail, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """No more bets: no phone lays or takes back one for the spin to come."""
        return self.of_next_spin(table_id, services.close_bets)


class OpenBetsApi(MatApi):
    @extend_schema(request=NextSpinInput, responses=RouletteDetail, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Phones may lay bets again for the spin to come."""
        return self.of_next_spin(table_id, services.open_bets_again)


class SpinsApi(MatApi):
    @extend_schema(
        request=SpinInput, responses={201: SettledSpinOutput, 200: SettledSpinOutput}, parameters=[IDEMPOTENCY_KEY]
    )
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Settle every bet on the mat. The same key again answers 200 with the spin it settled."""
        form = SpinInput(data=request.data)
        form.is_valid(raise_exception=True)
        posting = services.spin(
            table=self.table(table_id),
            **form.validated_data,
            press=self.press(),
        )
        return Response(SettledSpinOutput(posting).data, status=200 if posting.is_replay else 201)


class SpinPreviewApi(MatApi):
    @extend_schema(request=SpinInput, responses=SpinPlanOutput)
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """What a number would pay; nothing is booked."""
        form = SpinInput(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(SpinPlanOutput(plan_spin(self.table(table_id), form.validated_data["pocket"])).data)


class UndoSpinApi(MatApi):
    @extend_schema(request=UndoInput, responses=SettledSpinOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int, number: int) -> Response:
        """Take the last spin back; its bets lie on the mat again."""
        form = UndoInput(data=request.data)
        form.is_valid(raise_exception=True)
        posting = services.undo_spin(
            table=self.table(table_id),
            number=number,
            reason=form.validated_data["reason"],
            press=self.press(),
            may_reverse_any=may(self.roles, Permission.REVERSE_ANY),
        )
        return Response(SettledSpinOutput(posting).data)


class TrayApi(MatApi):
    @extend_schema(request=ChipsInput, responses=RouletteDetail, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Fill the tray from the bank."""
        form = ChipsInput(data=request.data)
        form.is_valid(raise_exception=True)
        table = self.table(table_id)
        services.fill_tray(
            table=table,
            chips=form.validated_data["chips"],
            press=self.press(),
        )
        return self.mat_answer(table)
