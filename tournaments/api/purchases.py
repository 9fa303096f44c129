"""Chips sold during a flight, for programs: re-buys and the add-on."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.bank.shapes import with_payment
from eventnight.core.access import may, roles_of
from eventnight.core.roles import Permission
from eventnight.core.schema import IDEMPOTENCY_KEY
from tournaments.api import holdem_shapes as shapes
from tournaments.api.holdem import HoldemApiView
from tournaments.services.purchases import sell_stack, undo_purchase


class PurchasesApi(HoldemApiView):
    @extend_schema(request=shapes.PurchaseInput, responses={201: shapes.PurchaseOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int, player: str) -> Response:
        """Sell a player who is still in a re-buy or the add-on."""
        given = with_payment(self.read(shapes.PurchaseInput))
        sold = sell_stack(flight=self.flight(), player_code=player, **given, **self.press())
        return Response(shapes.PurchaseOutput(sold).data, status=201)


class PurchaseApi(HoldemApiView):
    @extend_schema(responses={200: shapes.PurchaseOutput}, parameters=[IDEMPOTENCY_KEY])
    def delete(self, request: Request, code: str, flight_id: int, purchase_id: int) -> Response:
        """Take the chips back and give the money back."""
        sold = undo_purchase(
            flight=self.flight(),
            purchase_id=purchase_id,
            by=self.actor,
            request_id=self.idempotency_key(),
            now=timezone.now(),
            may_reverse_any=may(roles_of(request.user, self.event.pk), Permission.REVERSE_ANY),
        )
        return Response(shapes.PurchaseOutput(sold).data)
