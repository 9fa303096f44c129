"""Chips sold during a flight, for programs: re-buys and the add-on."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.bank.api.shapes import SignedInput, signed, with_payment
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from tournaments.api.flight import shapes
from tournaments.api.flight.tournaments import HoldemApiView
from tournaments.services.flight.purchases import sell_stack, undo_purchase


class PurchasesApi(HoldemApiView):
    @extend_schema(request=shapes.PurchaseInput, responses={201: shapes.PurchaseOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int, player: str) -> Response:
        """Sell a player who is still in a re-buy or the add-on."""
        given = with_payment(self.read(shapes.PurchaseInput))
        press = self.press().repeating(given.pop("again"))
        sold = sell_stack(flight=self.flight(), player_code=player, **given, press=press)
        return Response(shapes.PurchaseOutput(sold).data, status=201)


class PurchaseUndoApi(HoldemApiView):
    @extend_schema(request=SignedInput, responses={200: shapes.PurchaseOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int, purchase_id: int) -> Response:
        """Take the chips back and give the money back."""
        _, second = signed(SignedInput, request, self.event)
        sold = undo_purchase(
            flight=self.flight(),
            purchase_id=purchase_id,
            may_reverse_any=self.may_reverse_any(),
            press=self.press(second),
        )
        return Response(shapes.PurchaseOutput(sold).data)
