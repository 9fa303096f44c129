"""Selling, placing and voiding tickets, paying pots. Every POST here books an entry and takes an Idempotency-Key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.bank.api.shapes import with_payment
from eventnight.bank.services import TicketMove
from eventnight.core.api.base import EventApiView
from eventnight.core.api.queries import CursorPages
from eventnight.core.api.schema import CURSOR, IDEMPOTENCY_KEY, page_of
from eventnight.core.roles import Permission
from eventnight.core.web.access import may
from eventnight.events.selectors import player_by_code
from eventnight.raffle import services
from eventnight.raffle.api import shapes
from eventnight.raffle.selectors import raffle_of, tickets_of


class TicketPages(CursorPages):
    ordering = "number"


class _Booking(EventApiView):
    """One press, one entry: 201, or 200 with a header for a key that was here before."""

    permission = Permission.RUN_RAFFLE
    output: type[serializers.Serializer[Any]] = shapes.BookedOutput

    def book(self, service: Callable[..., Any], *, again: int = 0, **given: Any) -> Response:
        done = service(event=self.event, press=self.press().repeating(again), **given)
        body = self.output(done).data
        if done.is_replay:
            return Response(body, status=200)
        return Response(body, status=201)


def _booking(
    request: type[serializers.Serializer[Any]], output: type[serializers.Serializer[Any]]
) -> Callable[..., Any]:
    answers = {201: output, 200: output}
    return extend_schema(request=request, responses=answers, parameters=[IDEMPOTENCY_KEY])


class TicketSalesApi(_Booking):
    output = shapes.IssuedOutput

    @_booking(shapes.TicketSaleInput, shapes.IssuedOutput)
    def post(self, request: Request, code: str) -> Response:
        """Sell tickets for money, in whole lots."""
        return self.book(services.sell_tickets, **with_payment(shapes.read(shapes.TicketSaleInput, request.data)))


class RedemptionsApi(_Booking):
    output = shapes.IssuedOutput

    @_booking(shapes.RedemptionInput, shapes.IssuedOutput)
    def post(self, request: Request, code: str) -> Response:
        """Turn chips into tickets."""
        return self.book(services.redeem_chips, **shapes.read(shapes.RedemptionInput, request.data))


class PlacingsApi(_Booking):
    @_booking(shapes.CountsInput, shapes.BookedOutput)
    def post(self, request: Request, code: str) -> Response:
        """Place a player's tickets."""
        return self.book(services.place_tickets, **shapes.read(shapes.CountsInput, request.data))


class WithdrawalsApi(_Booking):
    @_booking(shapes.CountsInput, shapes.BookedOutput)
    def post(self, request: Request, code: str) -> Response:
        """Take a player's tickets back out of buckets."""
        return self.book(services.withdraw_tickets, **shapes.read(shapes.CountsInput, request.data))


class MovesApi(_Booking):
    @_booking(shapes.TicketMoveInput, shapes.BookedOutput)
    def post(self, request: Request, code: str) -> Response:
        """Move a player's tickets between two buckets."""
        given = shapes.read(shapes.TicketMoveInput, request.data)
        return self.book(services.move_tickets, player_code=given.pop("player_code"), move=TicketMove(**given))


class VoidsApi(_Booking):
    @_booking(shapes.TicketVoidInput, shapes.BookedOutput)
    def post(self, request: Request, code: str) -> Response:
        """Take one ticket out of the raffle."""
        return self.book(services.void_ticket, **shapes.read(shapes.TicketVoidInput, request.data))


class TicketReversalApi(_Booking):
    @_booking(shapes.RaffleReasonInput, shapes.BookedOutput)
    def post(self, request: Request, code: str, sequence: int) -> Response:
        """Undo a sale of tickets or a turning in of chips."""
        return self.book(
            services.reverse_ticket_entry,
            sequence=sequence,
            may_reverse_any=may(self.roles, Permission.REVERSE_ANY),
            **shapes.read(shapes.RaffleReasonInput, request.data),
        )


class PotPaymentApi(_Booking):
    @_booking(shapes.PotPaymentInput, shapes.BookedOutput)
    def post(self, request: Request, code: str, prize: str) -> Response:
        """Pay the pot of a 50/50 to the holder who came."""
        return self.book(
            services.pay_pot, **shapes.drawn_number(prize, shapes.read(shapes.PotPaymentInput, request.data))
        )


class PotReturnApi(_Booking):
    @_booking(shapes.PotReturnInput, shapes.BookedOutput)
    def post(self, request: Request, code: str, prize: str) -> Response:
        """Take a paid pot back."""
        return self.book(
            services.take_pot_back,
            may_reverse_any=may(self.roles, Permission.REVERSE_ANY),
            **shapes.drawn_number(prize, shapes.read(shapes.PotReturnInput, request.data)),
        )


class RaffleTicketsApi(EventApiView):
    permission = Permission.RUN_RAFFLE

    @extend_schema(
        operation_id="events_raffle_tickets_list",
        responses=page_of(shapes.TicketOutput),
        parameters=[
            OpenApiParameter("player", str, description="The player's code."),
            CURSOR,
        ],
    )
    def get(self, request: Request, code: str) -> Response:
        """All tickets by number, of one player if asked."""
        player = request.query_params.get("player")
        found = tickets_of(raffle_of(self.event), player_by_code(self.event, player) if player else None)
        pages = TicketPages()
        page = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response(shapes.TicketOutput(page, many=True).data)
