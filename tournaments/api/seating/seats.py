"""Seats of a flight for programs: what the tables need, moves made, seats kept, the button and shared hands."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from tournaments.api.flight.shapes import FlightOutput
from tournaments.api.flight.tournaments import HoldemApiView
from tournaments.api.seating import shapes
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.selectors.seating.moves_made import together
from tournaments.selectors.seating.tables import due_of, seating_of
from tournaments.services.flight import hand_for_hand
from tournaments.services.seating import proposals
from tournaments.services.seating import seat_moves as moves
from tournaments.services.seating import tables as floor_tables
from tournaments.services.seating.seats import Place


class SeatingApiView(HoldemApiView):
    """A view of a flight's seats; only the floor reads it, since notes on kept seats are for staff."""

    permission = Permission.RUN_FLOOR

    def seating(self, status: int = 200) -> Response:
        """The flight's seats as they are now."""
        flight = self.flight()
        seating = seating_of(flight, flight_view(flight, timezone.now()))
        made = [move for press in reversed(together(seating.moves, self.event)) for move in press.moves]
        told = {
            "due": due_of(seating),
            "moves": made,
            "break_order": seating.order_left,
            "kept": seating.holds,
            "next_hands": seating.next_hands,
        }
        return Response(shapes.SeatingOutput(told).data, status=status)


class MovesApi(SeatingApiView):
    @extend_schema(responses=shapes.SeatingOutput)
    def get(self, request: Request, code: str, flight_id: int) -> Response:
        """What the tables need, the moves made and the seats kept."""
        return self.seating()

    @extend_schema(request=shapes.MakeMovesInput, responses={201: shapes.SeatingOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Make the moves that were proposed; 409 with the fresh proposal if the tables have changed since."""
        given = self.read(shapes.MakeMovesInput)
        proposals.make_proposed_moves(flight=self.flight(), **given, press=self.press())
        return self.seating(201)


class RefuseMovesApi(SeatingApiView):
    @extend_schema(request=shapes.RefuseInput, responses=shapes.SeatingOutput)
    def put(self, request: Request, code: str, flight_id: int) -> Response:
        """Leave the tables as they are, with a reason."""
        proposals.refuse_proposal(flight=self.flight(), **self.read(shapes.RefuseInput), press=self.press_without_key())
        return self.seating()

    @extend_schema(responses={200: shapes.SeatingOutput})
    def delete(self, request: Request, code: str, flight_id: int) -> Response:
        """Take the refusal back."""
        proposals.propose_again(flight=self.flight(), press=self.press_without_key())
        return self.seating()


class UndoMovesApi(SeatingApiView):
    @extend_schema(request=shapes.UndoMovesInput, responses=shapes.SeatingOutput)
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Take moves back at once."""
        moves.undo_moves(flight=self.flight(), **self.read(shapes.UndoMovesInput), press=self.press_without_key())
        return self.seating()


class ButtonApi(SeatingApiView):
    @extend_schema(request=shapes.ButtonInput, responses=shapes.SeatingOutput)
    def put(self, request: Request, code: str, flight_id: int, table: int) -> Response:
        """Note where the button is in a table's next hand."""
        floor_tables.tell_button(
            flight=self.flight(),
            table=table,
            told=floor_tables.ToldButton(**self.read(shapes.ButtonInput)),
            press=self.press_without_key(),
        )
        return self.seating()


class BreakOrderApi(SeatingApiView):
    permission = Permission.SET_UP

    @extend_schema(request=shapes.BreakOrderInput, responses=shapes.SeatingOutput)
    def put(self, request: Request, code: str, flight_id: int) -> Response:
        """Publish the order in which tables break."""
        floor_tables.set_break_order(
            flight=self.flight(), **self.read(shapes.BreakOrderInput), press=self.press_without_key()
        )
        return self.seating()


class KeptSeatsApi(SeatingApiView):
    @extend_schema(request=shapes.HoldInput, responses={201: shapes.SeatingOutput})
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Keep a seat: locked for a player, or empty."""
        given = self.read(shapes.HoldInput)
        place = Place(table=given.pop("table"), seat=given.pop("seat"))
        floor_tables.hold_seat(flight=self.flight(), place=place, **given, press=self.press_without_key())
        return self.seating(201)


class KeptSeatApi(SeatingApiView):
    @extend_schema(responses={200: shapes.SeatingOutput})
    def delete(self, request: Request, code: str, flight_id: int, table: int, seat: int) -> Response:
        """Let a seat go."""
        floor_tables.release_seat(flight=self.flight(), table=table, seat=seat, press=self.press_without_key())
        return self.seating()


class HandForHandApi(SeatingApiView):
    @extend_schema(request=None, responses=FlightOutput)
    def put(self, request: Request, code: str, flight_id: int) -> Response:
        """From the next hand on all tables play together."""
        hand_for_hand.start_hand_for_hand(flight=self.flight(), press=self.press_without_key())
        return self.answer()

    @extend_schema(responses={200: FlightOutput})
    def delete(self, request: Request, code: str, flight_id: int) -> Response:
        """Tables play on their own again."""
        hand_for_hand.stop_hand_for_hand(flight=self.flight(), press=self.press_without_key())
        return self.answer()


class SharedHandApi(SeatingApiView):
    @extend_schema(request=shapes.SharedHandInput, responses=FlightOutput)
    def put(self, request: Request, code: str, flight_id: int, table: int) -> Response:
        """A table has finished the hand and waits."""
        given = self.read(shapes.SharedHandInput)
        hand_for_hand.finish_shared_hand(flight=self.flight(), table=table, **given, press=self.press_without_key())
        return self.answer()

    @extend_schema(responses={200: FlightOutput})
    def delete(self, request: Request, code: str, flight_id: int, table: int) -> Response:
        """It has not after all."""
        hand_for_hand.resume_shared_hand(flight=self.flight(), table=table, press=self.press_without_key())
        return self.answer()
