"""The tables of a flight as the floor sees them, and what they need now: a break, a move or a redraw."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.errors import RuleError
from engine.tournament.seating import (
    Move,
    Proposal,
    ProposalKind,
    SeatedTable,
    make_moves,
    propose_moves,
    reverse_move,
)
from tournaments.models import Flight, FlightTable, MoveKind, ProposalRefusal, SeatHold, SeatMove
from tournaments.selectors.flight.hands import Followed, followed_tables
from tournaments.selectors.flight.values import EntryView, FlightView
from tournaments.selectors.seating.move_reasons import reason_of, why_due
from tournaments.selectors.seating.moves_made import standing_moves

MOST_PROPOSED = 20


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A move that is proposed: who, from where to where, and why this player and this seat."""

    entry: EntryView
    move: Move[str]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What the tables need now.

    lines: in the order in which they are made. digest: of all that is
    shown, to be sent back with the answer. touches: the tables at which no further hand begins meanwhile. blocked: why
    nothing can be proposed. button_of: the table whose button has to be told first. refusal: what the floor has said
    against it.
    """

    kind: ProposalKind
    breaks: int | None
    title: str
    why: str
    lines: tuple[MoveLine, ...]
    situation: str
    touches: frozenset[int] = frozenset()
    refusal: ProposalRefusal | None = None
    blocked: str = ""
    button_of: int | None = None

    @property
    def digest(self) -> str:
        """The same as long as the same moves are proposed."""
        return _digest(
            [self.kind, self.breaks, [[line.move.player, line.move.start, line.move.end] for line in self.lines]]
        )

    def may_be_made_alone(self, line: MoveLine) -> bool:
        """Whether the move can be made without the others: any of a break, the first of a balance, none of a redraw."""
        return self.kind == ProposalKind.BREAK or (self.kind == ProposalKind.BALANCE and line is self.lines[0])

    @property
    def singles(self) -> list[tuple[MoveLine, bool]]:
        """Every line, and whether it can be made alone where there are several."""
        return [(line, len(self.lines) > 1 and self.may_be_made_alone(line)) for line in self.lines]


@dataclass(frozen=True)
class Seating:
    """A flight's seats with all that the floor has said of them. followed: tables whose hands
    are followed, by number."""

    view: FlightView
    seed: str
    across_tables: str
    ordered: tuple[int, ...]
    next_hands: tuple[FlightTable, ...]
    holds: tuple[SeatHold, ...]
    moves: tuple[SeatMove, ...]
    refusals: tuple[ProposalRefusal, ...]
    followed: Mapping[int, Followed] = field(default_factory=dict)

    @cached_property
    def tables(self) -> tuple[SeatedTable[str], ...]:
        """The tables with who is still in, by player code. Seats kept for somebody else count as kept empty."""
        players: dict[int, dict[int, str]] = defaultdict(dict)
        for entry in self.view.entries:
            if not entry.is_out and entry.table is not None and entry.seat is not None:
                players[entry.table][entry.seat] = entry.player_code
        numbers = {table.number for table in self.view.tables} | players.keys()
        return tuple(self._table(number, players[number]) for number in sorted(numbers))

    def tables_with(self, moves: Sequence[Move[str]]) -> tuple[SeatedTable[str], ...]:
        """The tables, and beside them those that nobody sits at but somebody is to move to."""
        known = {table.number for table in self.tables}
        new = {move.end[0] for move in moves} - known
        return (*self.tables, *(self._table(number, {}) for number in sorted(new)))

    @property
    def hands(self) -> dict[int, int]:
        """The number of the hand that is being played, by table."""
        return {number: one.in_play for number, one in self.followed.items() if one.in_play is not None}

    @property
    def locked(self) -> frozenset[str]:
        """Codes of the players whose seats are locked."""
        entries = {entry.id: entry for entry in self.view.entries}
        held = [entries[hold.entry_id] for hold in self.holds if hold.entry_id is not None and hold.entry_id in entries]
        return frozenset(entry.player_code for entry in held if not entry.is_out)

    @property
    def break_order(self) -> tuple[int, ...]:
        """Every table, the first to break first: those that nobody has put in order before all others."""
        numbers = sorted({table.number for table in self.tables}, reverse=True)
        return (*(number for number in numbers if number not in self.ordered), *self.ordered)

    @property
    def order_left(self) -> tuple[int, ...]:
        """The order of the tables that are still open."""
        open_ones = {table.number for table in self.tables if table.players}
        return tuple(number for number in self.break_order if number in open_ones)

    @property
    def situation(self) -> str:
        """The same as long as as many sit at each table and the tables break in the same order."""
        return _digest(
            [[table.number, len(table.players)] for table in self.tables if table.players] + [self.order_left]
        )

    def next_hand_of(self, number: int) -> FlightTable | None:
        """What was told of a table's next hand."""
        return next((row for row in self.next_hands if row.number == number), None)

    def hold_of(self, table: int, seat: int) -> SeatHold | None:
        """Who or what the seat is kept for."""
        return next((hold for hold in self.holds if hold.seat == (table, seat)), None)

    def _table(self, number: int, players: dict[int, str]) -> SeatedTable[str]:
        kept = {hold.seat_number for hold in self.holds if hold.table_number == number} - players.keys()
        told = self.next_hand_of(number)
        seats = self.view.seats_per_table
        is_good = told is not None and told.big_blind in players and max(told.button, told.small_blind) <= seats
        return SeatedTable(
            number=number,
            seats=seats,
            players=players,
            reserved=frozenset(kept),
            next_hand=told.next_hand if told is not None and is_good else None,
        )


def seating_of(flight: Flight, view: FlightView) -> Seating:
    """What is known of a flight's seats: five queries."""
    return Seating(
        view=view,
        seed=flight.draw_seed,
        across_tables=flight.tournament.across_tables,
        ordered=tuple(flight.break_order),
        next_hands=tuple(flight.next_hands.all()),
        holds=tuple(flight.holds.select_related("entry__player")),
        moves=tuple(standing_moves(flight)),
        refusals=tuple(flight.refusals.all()),
        followed=followed_tables(flight.pk),
    )


def due_of(seating: Seating) -> Due | None:
    """What the tables need now; None while a flight is not played, or where they stand as they should.

    Rules: WAS-3, WAS-4.
    """
    view = seating.view
    if not view.may.balance or view.is_decided or sum(map(_is_open, seating.tables)) < 2:
        return None
    try:
        proposal = _propose(seating)
    except RuleError as refused:
        return _blocked(seating, refused)
    return None if proposal is None else _after_the_hands(seating, _due(seating, proposal))


def _after_the_hands(seating: Seating, due: Due) -> Due:
    """What is due at tables where a hand is being played waits for its end."""
    playing = sorted(due.touches & seating.hands.keys())
    if not playing:
        return due
    told = " and ".join(f"hand {seating.hands[number]} at table {number}" for number in playing)
    return replace(due, lines=(), blocked=f"It waits for {told} to end: pay it out or call it off.")


def _is_open(table: SeatedTable[str]) -> bool:
    return bool(table.players)


def _propose(seating: Seating) -> Proposal[str] | None:
    """The engine's proposal. A break half made goes on as it was drawn; balancing goes on until tables are even."""
    proposal = _rest_of_the_break(seating) or _ask(seating, seating.tables)
    if proposal is None or proposal.kind != ProposalKind.BALANCE:
        return proposal
    return _balanced(seating, proposal)


def _rest_of_the_break(seating: Seating) -> Proposal[str] | None:
    """What is left of a break half made. None where there is none, or where somebody came or moved since, so that the
    tables need something else or a seat drawn then is taken.
    """
    before, made = _before_the_break(seating)
    try:
        begun = _ask(seating, before) if made else None
    except RuleError:
        return None
    if begun is None or begun.kind != ProposalKind.BREAK:
        return None
    left = tuple(move for move in begun.moves if move.player not in made)
    taken = {(table.number, seat) for table in seating.tables for seat in table.players}
    return None if taken & {move.end for move in left} else replace(begun, moves=left)


def _ask(seating: Seating, tables: Sequence[SeatedTable[str]]) -> Proposal[str] | None:
    return propose_moves(tables, seating.break_order, seating.view.seats_per_table, seating.seed, locked=seating.locked)


def _before_the_break(seating: Seating) -> tuple[tuple[SeatedTable[str], ...], frozenset[str]]:
    """The tables as they were before the table that breaks first began to, and who has left it since."""
    sitting = {player: (table.number, seat) for table in seating.tables for seat, player in table.players.items()}
    first = seating.order_left[0]
    codes = {entry.id: entry.player_code for entry in seating.view.entries}
    made = [
        Move(codes[move.entry_id], move.start, move.end)
        for move in seating.moves
        if move.kind == MoveKind.BREAK and move.start_table == first and sitting.get(codes[move.entry_id]) == move.end
    ]
    try:
        before = make_moves(seating.tables, [reverse_move(move) for move in made])
    except RuleError:
        # Somebody sits where they came from: the rest of the table is drawn as it stands.
        return seating.tables, frozenset()
    return before, frozenset(move.player for move in made)


def _balanced(seating: Seating, first: Proposal[str]) -> Proposal[str]:
    """All moves until the tables are even, as far as the floor has told enough for them."""
    tables, moves = seating.tables, list(first.moves)
    while len(moves) < MOST_PROPOSED:
        tables = make_moves(tables, moves[-1:])
        try:
            following = _ask(seating, tables)
        except RuleError:
            break
        if following is None or following.kind != ProposalKind.BALANCE:
            break
        moves += following.moves
    return replace(first, moves=tuple(moves))


def _due(seating: Seating, proposal: Proposal[str]) -> Due:
    title, why = why_due(seating.tables, proposal, seating.view.seats_per_table)
    lines, tables = [], seating.tables
    for move in proposal.moves:
        entry = seating.view.entry(move.player)
        if entry is None:
            raise ValueError(f"{move.player} is proposed to move and did not enter the flight")
        lines.append(MoveLine(entry, move, reason_of(tables, proposal.kind, move)))
        if proposal.kind == ProposalKind.BALANCE:
            tables = make_moves(tables, [move])
    return Due(
        kind=proposal.kind,
        breaks=proposal.breaks,
        title=title,
        why=why,
        lines=tuple(lines),
        situation=seating.situation,
        touches=frozenset(table for line in lines for table, _ in (line.move.start, line.move.end)),
        refusal=_refusal(seating),
    )


def _blocked(seating: Seating, refused: RuleError) -> Due:
    needed = refused.facts.get("table")
    is_button = refused.code == "next_hand_needed"
    return Due(
        kind=ProposalKind.BALANCE if refused.code != "no_room_to_break" else ProposalKind.BREAK,
        breaks=None,
        title="Tables are uneven" if refused.code != "no_room_to_break" else "A table could break",
        why=", ".join(
            f"table {table.number} has {len(table.players)}" for table in seating.tables if table.players
        ).capitalize()
        + ".",
        lines=(),
        situation=seating.situation,
        refusal=_refusal(seating),
        blocked=refused.message,
        button_of=int(str(needed)) if is_button else None,
    )


def _refusal(seating: Seating) -> ProposalRefusal | None:
    return next((row for row in seating.refusals if row.situation == seating.situation), None)


def _digest(told: object) -> str:
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
