"""Moves that were made: for slips, the wall and the player's page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from engine.tournament.seating import Move, Seat
from eventnight.core.errors import NotFound
from eventnight.events.models import Event
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, MoveKind, SeatMove

CALLED_FOR = timedelta(minutes=10)
"""How long the room is told of a move."""


@dataclass(frozen=True, slots=True)
class MoveShown:
    """A move as the room is told it. batch: the press that made it, shared with the moves made with it."""

    number: int
    flight: str
    player_code: str
    name: str
    kind: str
    batch: str
    at: datetime
    by: str
    start: Seat
    end: Seat

    @property
    def slip(self) -> str:
        """What the player is handed: "table 3 seat 5 to table 1 seat 9"."""
        return Move(self.player_code, self.start, self.end).slip


@dataclass(frozen=True, slots=True)
class MovesTogether:
    """Moves of one press, in the order made."""

    moves: tuple[MoveShown, ...]

    @property
    def first(self) -> MoveShown:
        return self.moves[0]

    @property
    def can_be_split(self) -> bool:
        """Whether one can be undone without the others: not after a redraw, where seats are exchanged."""
        return len(self.moves) > 1 and self.first.kind != MoveKind.FINAL.label

    @property
    def numbers(self) -> str:
        """Their numbers, as addresses carry them: "3,4,5"."""
        return ",".join(str(move.number) for move in self.moves)


def standing_moves(flight: Flight) -> QuerySet[SeatMove]:
    """The moves of a flight that were not undone, in the order made, with their players."""
    return _with_players(SeatMove.objects.filter(flight=flight))


def together(moves: Iterable[SeatMove], event: Event) -> tuple[MovesTogether, ...]:
    """Moves by the press that made them, the latest first. moves: as `standing_moves` reads them."""
    presses: dict[str, list[MoveShown]] = {}
    for row in moves:
        move = _shown(row, event)
        presses.setdefault(move.batch, []).append(move)
    return tuple(MovesTogether(tuple(made)) for made in reversed(presses.values()))


def moves_of_press(flight: Flight, key: UUID) -> list[int]:
    """Numbers of the moves that a press made and nobody has undone since; a late entry's first seat is no move."""
    return list(standing_moves(flight).filter(batch=key).values_list("number", flat=True))


def slips_of(flight: Flight, numbers: Iterable[int]) -> tuple[MoveShown, ...]:
    """Those of the moves that stand. Raises NotFound("unknown_move") if none does."""
    found = standing_moves(flight).filter(number__in=numbers)
    slips = tuple(_shown(row, flight.tournament.event) for row in found)
    if not slips:
        raise NotFound("unknown_move", f"{flight.name} has no such move, or it was undone. Go back to the floor.")
    return slips


def moves_called(event: Event, now: datetime) -> tuple[MoveShown, ...]:
    """Moves of the last ten minutes in flights that are played, the newest first: one query."""
    moves = SeatMove.objects.filter(
        flight__tournament__event=event,
        flight__status__in=FLIGHT.sources("seat"),
        at__gt=now - CALLED_FOR,
        entry__bust_hand__isnull=True,
    )
    return tuple(_shown(row, event) for row in reversed(_with_players(moves)))


def _with_players(moves: QuerySet[SeatMove]) -> QuerySet[SeatMove]:
    return moves.filter(undone_at__isnull=True).select_related("entry__player__person", "flight").order_by("id")


def _shown(row: SeatMove, event: Event) -> MoveShown:
    player = row.entry.player
    # Every player belongs to the tournament's event: its name policy need not be read again for each.
    player.event = event
    return MoveShown(
        number=row.number,
        flight=row.flight.name,
        player_code=player.code,
        name=player.display_name,
        kind=row.get_kind_display(),
        batch=str(row.batch),
        at=row.at,
        by=row.by_label,
        start=row.start,
        end=row.end,
    )
