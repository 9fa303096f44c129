"""The levels of a flight for programs: as they are, what a change leads to, the change, and its undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.tournament.levels import Level
from eventnight.core.api.schema import KEY_IF_SENT
from tournaments.api.flight import shapes
from tournaments.api.flight.tournaments import HoldemApiView
from tournaments.selectors.clock.level_changes import flight_levels, levels_plan
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.clock.level_changes import change_levels, undo_level_change


class LevelsApiView(HoldemApiView):
    """A view of a flight's levels."""

    def levels_now(self) -> Response:
        """The levels as they are now."""
        return Response(shapes.FlightLevelsOutput(flight_levels(self.flight().clock, timezone.now())).data)


class FlightLevelsApi(LevelsApiView):
    @extend_schema(responses=shapes.FlightLevelsOutput)
    def get(self, request: Request, code: str, flight_id: int) -> Response:
        """Every level and break, when it begins, and how many have begun."""
        return self.levels_now()

    @extend_schema(request=shapes.LevelsInput, responses=shapes.FlightLevelsOutput, parameters=[KEY_IF_SENT])
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Change the levels that have not begun. The level under way may last longer, or less long if it goes on."""
        given = self.read(shapes.LevelsInput)
        change_levels(
            flight=self.flight(),
            levels=_levels_of(given["levels"]),
            seen=given.get("seen"),
            press=self.press_under_any_key(),
        )
        return self.levels_now()


class LevelsPlanApi(LevelsApiView):
    @extend_schema(request=shapes.LevelsInput, responses=shapes.LevelsPlanOutput)
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """What those levels would change. Nothing is done."""
        row, now = self.flight(), timezone.now()
        plan = levels_plan(row, flight_view(row, now), _levels_of(self.read(shapes.LevelsInput)["levels"]), now)
        return Response(shapes.LevelsPlanOutput(plan).data)


class UndoLevelsApi(LevelsApiView):
    @extend_schema(request=shapes.UndoLevelsInput, responses=shapes.FlightLevelsOutput, parameters=[KEY_IF_SENT])
    def post(self, request: Request, code: str, flight_id: int) -> Response:
        """Undo the last change of the levels, as long as no level has begun that it would rewrite."""
        given = self.read(shapes.UndoLevelsInput)
        undo_level_change(flight=self.flight(), seen=given.get("seen"), press=self.press_under_any_key())
        return self.levels_now()


def _levels_of(rows: Sequence[dict[str, Any]]) -> tuple[Level, ...]:
    return tuple(Level(**row) for row in rows)
