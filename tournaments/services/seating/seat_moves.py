"""Moves from seat to seat: carried out together, written down, and undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from engine.tournament.seating import Move, SeatedTable, make_moves
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.press import Press
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightEntry, MoveKind, ProposalRefusal, SeatHold, SeatMove
from tournaments.selectors.flight.hands import hands_in_play
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.selectors.seating.tables import Seating, seating_of
from tournaments.services.flight.hand_for_hand import note_tables_gone
from tournaments.services.flight.tournament import SEAT_RULES, entries_by_code, lock_flight, log_flight
from tournaments.services.hands.guards import require_no_hand
from tournaments.services.hands.time_banks import take_time_along
from tournaments.services.seating.next_hands import note_next_hand, restart_after_redraw, undo_restart

UNDONE = "The move was undone."


def seating_now(flight: Flight, now: datetime) -> Seating:
    """The seats of a locked flight."""
    return seating_of(flight, flight_view(flight, now))


def carry_out(
    flight: Flight, moves: Sequence[Move[str]], kind: MoveKind, *, press: Press, batch: UUID
) -> list[SeatMove]:
    """Make moves at once in a locked flight and write them down. What is known of button and blinds follows.

    batch: the key of the press.

    Raises Conflict("hand_in_play"), RuleError of `make_moves`.
    Rules: WAS-3.
    """
    entries = entries_by_code(flight)
    require_no_hand(flight, [move.start[0] for move in moves])
    seating = seating_now(flight, press.at)
    after = make_moves(seating.tables_with(moves), moves, is_redraw=kind == MoveKind.FINAL)
    _take_seats(entries, moves)
    _keep_next_hands(flight, seating, after)
    if kind == MoveKind.FINAL:
        restart_after_redraw(flight, [move.end[0] for move in moves])
    take_time_along(flight, moves)
    _note_played_tables(flight, moves, press=press)
    _take_locks_along(seating, entries, moves)
    note_tables_gone(flight, list(entries.values()), press=press)
    first = (flight.moves.aggregate(highest=Max("number"))["highest"] or 0) + 1
    rows = SeatMove.objects.bulk_create(
        SeatMove(
            flight=flight,
            entry=entries[move.player],
            number=number,
            kind=kind,
            batch=batch,
            start_table=move.start[0],
            start_seat=move.start[1],
            end_table=move.end[0],
            end_seat=move.end[1],
            at=press.at,
            by_code=press.by.code,
            by_label=press.by.label,
        )
        for number, move in enumerate(moves, start=first)
    )
    told = {move.player: [list(move.start), list(move.end)] for move in moves}
    log_flight(flight, "flight.moved", press, kind=kind, moves=told)
    return rows


@transaction.atomic
def undo_moves(*, flight: Flight, numbers: Sequence[int], press: Press) -> list[SeatMove]:
    """Take moves back at once: everybody named sits where they sat before. Pressed again, nothing changes.

    numbers: of the moves; those of a redraw belong together, since players sit in each other's old seats.

    Raises NotFound("unknown_move"), Conflict("flight_status", "move_overtaken", "hand_in_play"),
    RuleError("seat_taken", "seat_reserved").
    Rules: WAS-3.
    """
    flight = lock_flight(flight)
    FLIGHT.require("seat", flight)
    rows = list(flight.moves.filter(number__in=numbers).select_related("entry__player__person"))
    missing = sorted(set(numbers) - {row.number for row in rows})
    if missing or not rows:
        named = f"move {missing[0]}" if missing else "such move"
        raise NotFound("unknown_move", f"{flight.name} has no {named}. Reload the page.", moves=missing)
    standing = [row for row in rows if row.undone_at is None]
    if not standing:
        return rows
    entries = entries_by_code(flight)
    for row in standing:
        _require_sitting_there(entries[row.entry.player.code], row)
    require_no_hand(flight, [row.end[0] for row in standing])
    seating = seating_now(flight, press.at)
    back = [Move(row.entry.player.code, row.end, row.start) for row in standing]
    is_redraw = any(row.kind == MoveKind.FINAL for row in standing)
    after = make_moves(seating.tables_with(back), back, is_redraw=is_redraw)
    _take_seats(entries, back)
    _keep_next_hands(flight, seating, after)
    if is_redraw:
        undo_restart(flight, [move.start[0] for move in back])
    take_time_along(flight, back)
    _note_played_tables(flight, back, press=press)
    _take_locks_along(seating, entries, back)
    note_tables_gone(flight, list(entries.values()), press=press)
    for row in standing:
        row.undone_at, row.undone_by_code = press.at, press.by.code
    SeatMove.objects.bulk_update(standing, ["undone_at", "undone_by_code"])
    if flight.is_dealt:
        _leave_tables_so(flight, press)
    log_flight(flight, "flight.moves_undone", press, moves=[row.number for row in standing])
    return rows


def _leave_tables_so(flight: Flight, press: Press) -> None:
    """What the floor undoes is not made again by itself: it refuses that, until the tables have changed."""
    ProposalRefusal.objects.update_or_create(
        flight=flight,
        situation=seating_now(flight, press.at).situation,
        defaults={"reason": UNDONE, "at": press.at, "by_code": press.by.code, "by_label": press.by.label},
    )


def _require_sitting_there(entry: FlightEntry, row: SeatMove) -> None:
    if not entry.is_out and (entry.table_number, entry.seat_number) == row.end:
        return
    where = "is out" if entry.is_out else f"sits at table {entry.table_number} seat {entry.seat_number}"
    raise Conflict(
        "move_overtaken",
        f"{entry.player} {where} by now, not at table {row.end_table} seat {row.end_seat}: this move cannot be undone. "
        "Move the player instead.",
        rules=SEAT_RULES,
        player=entry.player.code,
        move=row.number,
    )


def _take_seats(entries: Mapping[str, FlightEntry], moves: Sequence[Move[str]]) -> None:
    moved = [entries[move.player] for move in moves]
    # Seats are emptied first: one player may move into a seat that another has not left yet.
    FlightEntry.objects.filter(pk__in=[entry.pk for entry in moved]).update(table_number=None, seat_number=None)
    for entry, move in zip(moved, moves, strict=True):
        entry.table_number, entry.seat_number = move.end
    FlightEntry.objects.bulk_update(moved, ["table_number", "seat_number"])


def _keep_next_hands(flight: Flight, seating: Seating, after: Sequence[SeatedTable[str]]) -> None:
    for table in after:
        told = seating.next_hand_of(table.number)
        if told is None:
            continue
        if table.next_hand is None or not table.players:
            told.delete()
        elif told.next_hand != table.next_hand:
            told.big_blind = table.next_hand.big_blind
            told.save(update_fields=["big_blind"])


def _note_played_tables(flight: Flight, moves: Sequence[Move[str]], *, press: Press) -> None:
    """Where hands are followed, button and blinds of the next one follow from who sits there now."""
    touched = {table for move in moves for table, _ in (move.start, move.end)}
    playing = hands_in_play(flight.pk)
    for row in flight.played_tables.filter(number__in=touched - playing.keys()).select_related("table"):
        note_next_hand(flight, row, press=press)


def _take_locks_along(seating: Seating, entries: Mapping[str, FlightEntry], moves: Sequence[Move[str]]) -> None:
    """A locked player whose table breaks has the new seat locked."""
    ends: dict[int | None, tuple[int, int]] = {entries[move.player].pk: move.end for move in moves}
    moved = [hold for hold in seating.holds if hold.entry_id in ends]
    SeatHold.objects.filter(pk__in=[hold.pk for hold in moved]).delete()
    for hold in moved:
        hold.pk = None
        hold.table_number, hold.seat_number = ends[hold.entry_id]
    SeatHold.objects.bulk_create(moved)
