"""Colour-ups at the tables of a flight: raced as planned, booked in the bank, and undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import Card, card_text
from eventnight.bank.ledger.refs import stack
from eventnight.bank.services import reverse_entry
from eventnight.bank.services.chips.color_up import book_color_up
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import FLIGHT
from tournaments.models import ChipRace, Flight, FlightEntry
from tournaments.selectors.flight.races import RaceCount, race_of
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.flight.tournament import entries_by_code, lock_flight, log_flight
from tournaments.services.hands.guards import require_no_hand, require_no_hand_of

RULES = ("WAS-6",)
UNDONE = "Colour-up undone"


@counted_once
def color_up_table(
    *,
    flight: Flight,
    counted: RaceCount,
    cards: Mapping[str, Sequence[Card]],
    press: Press,
) -> ChipRace:
    """Change the small chips of a table into large ones. The same press again changes nothing.

    cards: one for each odd chip, by player code. The last counts follow, and what the race adds to play is the flight's
    drift.

    Raises Conflict("flight_status", "raced_already", "hand_in_play"), what `race_of` raises and what the bank refuses.
    Rules: WAS-6.
    """
    flight = lock_flight(flight)
    FLIGHT.require("color_up", flight)
    table, small, large = counted.table, counted.small, counted.large
    raced = flight.races.filter(table_number=table, small=small, undone_at__isnull=True).first()
    if raced is not None:
        raise Conflict(
            "raced_already",
            f"Chips of {small:,} left table {table} already, entered by {raced.by_label}. Undo that first.",
            rules=RULES,
            table=table,
            small=small,
        )
    require_no_hand(flight, [table])
    race = race_of(flight_view(flight, press.at), counted, cards)
    entries = entries_by_code(flight)
    racing = {line.entry.seat or 0: entries[line.entry.player_code] for line in race.lines}
    posting = book_color_up(
        event=flight.tournament.event,
        holders={seat: stack(entry.stack_code) for seat, entry in racing.items()},
        result=race.result,
        press=press,
        subject=flight.code,
    )
    changes = {line.entry.player_code: int(line.change.change) for line in race.lines}
    _add(flight, entries, changes, race.result.drift)
    row = ChipRace.objects.create(
        flight=flight,
        table_number=table,
        small=small,
        large=large,
        stacks=dict(counted.stacks),
        cards={line.entry.player_code: [card_text(card) for card in line.cards] for line in race.lines},
        changes=changes,
        drift=race.result.drift,
        bank_entry=posting.entry.sequence,
        at=press.at,
        by_label=press.by.label,
    )
    log_flight(
        flight, "flight.color_up", press, table=table, small=small, large=large, drift=row.drift, cards=row.cards
    )
    return row


@counted_once
def undo_color_up(*, flight: Flight, race_id: int, press: Press) -> ChipRace:
    """Take a colour-up back: the bank entry is reversed and the counts are as before. Undone, nothing changes.

    Raises NotFound("unknown_race"), Conflict("flight_status", "player_is_out", "hand_in_play").
    Rules: WAS-6.
    """
    flight = lock_flight(flight)
    FLIGHT.require("color_up", flight)
    row = flight.races.filter(pk=race_id).first()
    if row is None:
        raise NotFound("unknown_race", f"{flight.name} has no such colour-up. Reload the page.")
    if row.undone_at is not None:
        return row
    entries = entries_by_code(flight)
    gone = [code for code in row.changes if entries[code].is_out]
    if gone:
        raise Conflict(
            "player_is_out",
            f"{', '.join(gone)} went out since, and others have the chips. Undo the bust-out first.",
            rules=RULES,
            players=gone,
        )
    require_no_hand_of(flight, [entries[code] for code in row.changes])
    reverse_entry(
        event=flight.tournament.event,
        sequence=row.bank_entry,
        reason=UNDONE,
        may_reverse_any=True,
        press=press,
    )
    _add(flight, entries, {code: -change for code, change in row.changes.items()}, -row.drift)
    row.undone_at, row.undone_by_code = press.at, press.by.code
    row.save(update_fields=["undone_at", "undone_by_code"])
    log_flight(flight, "flight.color_up_undone", press, table=row.table_number, small=row.small, drift=row.drift)
    return row


def _add(flight: Flight, entries: Mapping[str, FlightEntry], changes: Mapping[str, int], drift: int) -> None:
    """Let the last counts and the flight's chips in play follow. Who came with an empty stack gets none."""
    for code, change in changes.items():
        if change:
            entries[code].chips = max(entries[code].chips + change, 1)
    FlightEntry.objects.bulk_update([entries[code] for code in changes], ["chips"])
    flight.drift += drift
    flight.save(update_fields=["drift"])
