"""The blind clock for programs."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.schema import KEY_IF_SENT
from eventnight.core.errors import NotFound
from tournaments.api.flight import shapes
from tournaments.api.flight.tournaments import HoldemApiView
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.services.clock import presses as clock
from tournaments.services.clock.finish_by import finish_flight_by, plan_levels_again

MOVES = {
    "start": clock.start_clock,
    "pause": clock.pause_clock,
    "resume": clock.resume_clock,
    "skip": clock.skip_level,
    "back": clock.back_level,
    "undo": clock.undo_clock_event,
    "undo-step": clock.undo_time_step,
}


class ClockApiView(HoldemApiView):
    """A view of a flight's clock."""

    def clock_now(self) -> Response:
        """The clock as it is now."""
        return Response(shapes.ClockOutput(clock_view(self.flight(), timezone.now())).data)


class ClockApi(ClockApiView):
    @extend_schema(responses=shapes.ClockOutput)
    def get(self, request: Request, code: str, flight_id: int) -> Response:
        """What the clock shows, with the anchors to count from."""
        return self.clock_now()


class ClockAdjustApi(ClockApiView):
    @extend_schema(request=shapes.ClockAdjustInput, responses=shapes.ClockOutput)
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Give the level more seconds, or less below 0."""
        given = self.read(shapes.ClockAdjustInput)
        clock.adjust_clock(flight=self.flight(), **given, press=self.press_without_key())
        return self.clock_now()


class ClockAbsenceApi(ClockApiView):
    @extend_schema(request=shapes.ClockAbsenceInput, responses=shapes.ClockOutput)
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Say whether play went on while the system was off; if not, that time is given back."""
        given = self.read(shapes.ClockAbsenceInput)
        clock.answer_absence(flight=self.flight(), **given, press=self.press_without_key())
        return self.clock_now()


class ClockFinishByApi(ClockApiView):
    @extend_schema(request=shapes.ClockFinishByInput, responses=shapes.ClockOutput, parameters=[KEY_IF_SENT])
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Stretch or shorten the levels to come so that play should end then."""
        ends_at = self.read(shapes.ClockFinishByInput)["ends_at"]
        if ends_at is None:
            plan_levels_again(flight=self.flight(), press=self.press_under_any_key())
        else:
            finish_flight_by(flight=self.flight(), ends_at=ends_at, press=self.press_without_key())
        return self.clock_now()


class ClockMoveApi(ClockApiView):
    @extend_schema(request=shapes.ClockMoveInput, responses=shapes.ClockOutput)
    def post(self, request: Request, code: str, flight_id: int, move: str) -> Response:
        """start, pause, resume, skip, back, undo or undo-step, which undoes a step of the computer's time."""
        if move not in MOVES:
            raise NotFound("unknown_move", f"A clock cannot {move}. It can {', '.join(MOVES)}.", move=move)
        given = self.read(shapes.ClockMoveInput)
        MOVES[move](flight=self.flight(), **given, press=self.press_without_key())
        return self.clock_now()
