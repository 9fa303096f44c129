"""Hold'em for programs: reads for everybody, the floor for those who run it, the opening for the organiser."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from eventnight.bank.api.shapes import SignedInput, signed, with_payment
from eventnight.core.api.base import PUBLIC, Access, EventApiView
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from eventnight.core.web.access import may
from eventnight.events.selectors import player_by_code
from tournaments.api.flight import shapes
from tournaments.models import Flight, HoldemTournament
from tournaments.selectors.flight.tournaments import (
    flight_by_id,
    flight_view,
    holdem_by_id,
    holdem_summary,
    holdem_view,
)
from tournaments.services.flight import bags, final, sign_ups
from tournaments.services.flight import bust_outs as play
from tournaments.services.flight import flight_entries as flights
from tournaments.services.flight import tournament as holdem
from tournaments.services.seating import seats


class HoldemApiView(EventApiView):
    """A view of a tournament or a flight. Everybody may read; writing is for the floor unless a class says more."""

    writing = Permission.RUN_FLOOR

    @property
    def permission(self) -> Permission | Access:
        return PUBLIC if self.request.method in SAFE_METHODS else self.writing

    def tournament(self) -> HoldemTournament:
        """The tournament of the address. Raises NotFound("unknown_holdem")."""
        return holdem_by_id(self.event, self.kwargs["holdem_id"])

    def flight(self) -> Flight:
        """The flight of the address. Raises NotFound("unknown_flight")."""
        return flight_by_id(self.event, self.kwargs["flight_id"])

    def read(self, shape: type[Serializer[Any]]) -> dict[str, Any]:
        """The body in that shape. Raises a validation error, answered with 400."""
        form = shape(data=self.request.data)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)

    def may_reverse_any(self) -> bool:
        """Whether the caller may undo others' and older entries."""
        return may(self.roles, Permission.REVERSE_ANY)

    def answer(self, status: int = 200) -> Response:
        """The flight of the address as it is now, or else its tournament."""
        now = timezone.now()
        if "flight_id" in self.kwargs:
            return Response(shapes.FlightOutput(flight_view(self.flight(), now)).data, status=status)
        return Response(shapes.HoldemOutput(holdem_view(self.tournament(), now)).data, status=status)


class HoldemsApi(HoldemApiView):
    writing = Permission.SET_UP

    @extend_schema(responses=shapes.HoldemOutput(many=True))
    def get(self, request: Request, code: str) -> Response:
        """The tournaments of the night."""
        return Response(shapes.HoldemOutput(holdem_summary(self.event, timezone.now()), many=True).data)

    @extend_schema(request=shapes.NewHoldemInput, responses={201: shapes.HoldemOutput})
    def post(self, request: Request, code: str) -> Response:
        """Open a tournament with the event's own structure."""
        form = shapes.NewHoldemInput(data=request.data)
        form.is_valid(raise_exception=True)
        new = form.new_tournament(self.event.house_settings.holdem)
        tournament = holdem.create_holdem(event=self.event, new=new, press=self.press_without_key())
        return Response(shapes.HoldemOutput(holdem_view(tournament, timezone.now())).data, status=201)


class HoldemApi(HoldemApiView):
    @extend_schema(responses=shapes.HoldemOutput)
    def get(self, request: Request, code: str, holdem_id: int) -> Response:
        """A tournament with flights, seats, counts, places and clocks."""
        return self.answer()


class FinalApi(HoldemApiView):
    @extend_schema(request=shapes.FinalInput, responses={201: shapes.HoldemOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, holdem_id: int) -> Response:
        """Carry the stacks to the final and draw its seats."""
        sent = self.read(shapes.FinalInput)
        missing = final.NoShows(**{name: sent.pop(name) for name in ("absent", "no_shows") if name in sent})
        final.advance_to_final(tournament=self.tournament(), missing=missing, **sent, press=self.press())
        return self.answer(201)

    @extend_schema(responses={200: shapes.HoldemOutput}, parameters=[IDEMPOTENCY_KEY])
    def delete(self, request: Request, code: str, holdem_id: int) -> Response:
        """Take that back, before the final has started."""
        final.take_back_final(tournament=self.tournament(), press=self.press())
        return self.answer()


class FinishApi(HoldemApiView):
    @extend_schema(request=None, responses=shapes.HoldemOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, holdem_id: int) -> Response:
        """Record the winner and give the chips back."""
        final.finish_holdem(tournament=self.tournament(), press=self.press())
        return self.answer()

    @extend_schema(responses={200: shapes.HoldemOutput}, parameters=[IDEMPOTENCY_KEY])
    def delete(self, request: Request, code: str, holdem_id: int) -> Response:
        """Undo the finish."""
        final.reopen_holdem(tournament=self.tournament(), press=self.press())
        return self.answer()


class FlightApi(HoldemApiView):
    @extend_schema(responses=shapes.FlightOutput)
    def get(self, request: Request, code: str, flight_id: int) -> Response:
        """A flight with seats, counts, places and clock."""
        return self.answer()


class FlightEntriesApi(HoldemApiView):
    @extend_schema(request=shapes.FlightEntryInput, responses={201: shapes.FlightOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Enter a player."""
        given = with_payment(self.read(shapes.FlightEntryInput))
        player = player_by_code(self.event, given.pop("player"))
        flights.enter_flight(flight=self.flight(), player=player, **given, press=self.press())
        return self.answer(201)


class SignedUpApi(HoldemApiView):
    @extend_schema(
        request=shapes.SignedUpEntriesInput, responses={201: shapes.FlightOutput}, parameters=[IDEMPOTENCY_KEY]
    )
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Enter everybody who signed up for hold'em, is checked in, and has entered no flight of the tournament."""
        given = with_payment(self.read(shapes.SignedUpEntriesInput))
        sign_ups.enter_signed_up(flight=self.flight(), **given, press=self.press())
        return self.answer(201)


class WithdrawalApi(HoldemApiView):
    @extend_schema(request=SignedInput, responses={200: shapes.FlightOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int, player: str) -> Response:
        """Withdraw a player before play; the entry money goes back."""
        _, second = signed(SignedInput, request, self.event)
        flights.withdraw_entry(
            flight=self.flight(), player_code=player, may_reverse_any=self.may_reverse_any(), press=self.press(second)
        )
        return self.answer()


class SeatApi(HoldemApiView):
    @extend_schema(request=shapes.SeatInput, responses=shapes.FlightOutput)
    def put(self, request: Request, code: str, flight_id: int, player: str) -> Response:
        """Move a player to a free seat."""
        seat = self.read(shapes.SeatInput)
        to, opens = seats.Place(table=seat.pop("table"), seat=seat.pop("seat")), seat
        seats.move_player(flight=self.flight(), player_code=player, to=to, **opens, press=self.press_without_key())
        return self.answer()


class SeatDrawApi(HoldemApiView):
    @extend_schema(request=shapes.SeatDrawInput, responses=shapes.FlightOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Draw the seats, or draw them again before play."""
        seats.draw_seats(flight=self.flight(), **self.read(shapes.SeatDrawInput), press=self.press())
        return self.answer()


class ChipCountsApi(HoldemApiView):
    @extend_schema(request=shapes.ChipCountsInput, responses=shapes.CountCheckOutput)
    def put(self, request: Request, code: str, flight_id: int) -> Response:
        """Note chip counts; the answer says whether they hold the chips in play."""
        counts = self.read(shapes.ChipCountsInput)["counts"]
        check = play.enter_chip_counts(flight=self.flight(), counts=counts, press=self.press_without_key())
        return Response(shapes.CountCheckOutput(check).data)


class BustOutsApi(HoldemApiView):
    @extend_schema(request=shapes.BustOutInput, responses={201: shapes.FlightOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Record who went out on one hand."""
        play.bust_out(flight=self.flight(), **self.read(shapes.BustOutInput), press=self.press())
        return self.answer(201)


class BustOutApi(HoldemApiView):
    @extend_schema(responses={200: shapes.FlightOutput})
    def delete(self, request: Request, code: str, flight_id: int, hand: int) -> Response:
        """Put the players of a hand back in."""
        play.undo_bust_out(flight=self.flight(), hand=hand, press=self.press_without_key())
        return self.answer()


class BagsApi(HoldemApiView):
    @extend_schema(request=shapes.BagsInput, responses={201: shapes.FlightOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Close a decided flight on its bags; a difference needs a reason and a second person."""
        given, second = signed(shapes.BagsInput, request, self.event)
        bags.bag_flight(flight=self.flight(), **given, press=self.press(second))
        return self.answer(201)

    @extend_schema(responses={200: shapes.FlightOutput}, parameters=[IDEMPOTENCY_KEY])
    def delete(self, request: Request, code: str, flight_id: int) -> Response:
        """Open the bags again."""
        bags.reopen_flight(flight=self.flight(), press=self.press())
        return self.answer()
