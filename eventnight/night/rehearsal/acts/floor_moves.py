"""The tables of a flight on a real night: breaks and balances proposed, refused, made in part and undone."""

from __future__ import annotations

from engine.tournament.seating import ProposalKind
from eventnight.night.rehearsal.acts.floor import Floor
from tournaments.selectors.seating.tables import Due, due_of
from tournaments.services.flight.hand_for_hand import start_hand_for_hand, stop_hand_for_hand
from tournaments.services.seating.proposals import make_proposed_moves, propose_again, refuse_proposal
from tournaments.services.seating.seat_moves import seating_now, undo_moves
from tournaments.services.seating.seats import Place, move_player
from tournaments.services.seating.tables import ToldButton, hold_seat, release_seat, tell_button

REFUSED_ONE_IN = 8
STALE_ONE_IN = 6
UNDONE_ONE_IN = 5
IN_PART_ONE_IN = 4
MOVED_ONE_IN = 15
HELD_ONE_IN = 4
PROPOSALS_AT_MOST = 12
NEAR_THE_MONEY = 3


def keep_a_seat(floor: Floor) -> None:
    """The floor keeps a seat empty, and lets it go later."""
    if not floor.stage.happens(HELD_ONE_IN):
        return
    taken = set(floor.flight.entries.values_list("table_number", "seat_number"))
    seats = [(1, seat) for seat in range(1, floor.flight.seats_per_table + 1) if (1, seat) not in taken]
    for table, seat in seats[:1]:
        floor.stage.note("seats kept empty")
        hold_seat(flight=floor.flight, place=Place(table=table, seat=seat), note="Wheelchair", press=floor.stage.act())
        release_seat(flight=floor.flight, table=table, seat=seat, press=floor.stage.act())


def look_after_tables(floor: Floor) -> None:
    """Make what is proposed until the tables stand as they should; now and then somebody simply changes seats."""
    if floor.stage.happens(MOVED_ONE_IN):
        _change_seats(floor)
    for _ in range(PROPOSALS_AT_MOST):
        due = due_of(seating_now(floor.refresh(), floor.stage.now))
        if due is None or not _answer(floor, due):
            break
    else:
        floor.stage.broken.append(f"{floor.flight}: its tables are still uneven after {PROPOSALS_AT_MOST} proposals.")
    _hand_for_hand(floor)


def _answer(floor: Floor, due: Due) -> bool:
    """Do something about a proposal. Returns whether there is more to do."""
    stage, flight = floor.stage, floor.flight
    if due.button_of is not None:
        button = stage.chance.choice(sorted(_seats_of(floor, due.button_of)))
        tell_button(flight=flight, table=due.button_of, told=ToldButton(button=button), press=stage.act())
        return True
    if not due.lines:
        return False
    if stage.happens(REFUSED_ONE_IN):
        stage.note("proposals refused")
        refuse_proposal(flight=flight, shown=due.digest, reason="One more hand first", press=stage.act())
        propose_again(flight=flight, press=stage.act())
    players = None
    if len(due.lines) > 1 and due.kind == ProposalKind.BREAK and stage.happens(IN_PART_ONE_IN):
        stage.note("tables broken player by player")
        players = [due.lines[0].entry.player_code]
    moved = make_proposed_moves(flight=flight, shown=due.digest, players=players, press=stage.press())
    stage.note(f"{due.kind} proposals made")
    stage.note("moves", len(moved))
    if stage.happens(STALE_ONE_IN):
        shown = {"flight": flight, "shown": due.digest, "players": players}
        stage.require_refusal(["proposal_stale"], make_proposed_moves, **shown, press=stage.press(stage.second))
    if stage.happens(UNDONE_ONE_IN):
        before = {entry.pk: (entry.table_number, entry.seat_number) for entry in flight.entries.all()}
        undone = undo_moves(flight=flight, numbers=[move.number for move in moved], press=stage.act())
        stage.note("moves undone", len(undone))
        _require_seated_as_before(floor, {move.entry_id: move.start for move in moved}, before)
    return True


def _require_seated_as_before(
    floor: Floor, starts: dict[int, tuple[int, int]], before: dict[int, tuple[int | None, int | None]]
) -> None:
    seats = {entry.pk: (entry.table_number, entry.seat_number) for entry in floor.flight.entries.all()}
    if seats != before | starts:
        floor.stage.broken.append(f"{floor.flight}: moves undone, and not everybody sits as before.")


def _change_seats(floor: Floor) -> None:
    """Somebody moves to a free seat of the same table, and the button is told again when it is asked for."""
    stage, tables = floor.stage, floor.tables()
    table = stage.chance.choice(sorted(tables))
    taken = _seats_of(floor, table)
    free = [seat for seat in range(1, floor.flight.seats_per_table + 1) if seat not in taken]
    if free:
        code = stage.chance.choice(tables[table])
        move = {"flight": floor.flight, "player_code": code, "to": Place(table=table, seat=stage.chance.choice(free))}
        stage.note("seats changed", stage.try_to(move_player, **move, press=stage.press()) is not None)


def _hand_for_hand(floor: Floor) -> None:
    """Near the places that count all tables play one hand at a time, for as long as there are several."""
    flight, tables = floor.refresh(), floor.tables()
    if flight.decided_at is not None:
        return
    if flight.is_hand_for_hand and len(tables) < 2:
        stop_hand_for_hand(flight=flight, press=floor.stage.act())
    elif not flight.is_hand_for_hand and len(tables) > 1 and len(floor.stacks) - floor.places <= NEAR_THE_MONEY:
        floor.stage.note("hand for hand")
        start_hand_for_hand(flight=flight, press=floor.stage.act())


def _seats_of(floor: Floor, table: int) -> set[int]:
    still_in = floor.flight.entries.filter(bust_hand__isnull=True, table_number=table)
    return {seat for seat in still_in.values_list("seat_number", flat=True) if seat is not None}
