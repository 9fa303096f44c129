"""Somebody who does not play on is taken out of a flight: their chips leave play, by an entry of the books."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import NAMESPACE_URL, uuid5

from engine.units import Chips
from eventnight.bank.models import OwnerKind
from eventnight.bank.selectors.ledger.entries import entry_of, lines_of
from eventnight.bank.services import remove_stacks, reverse_entry
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.core.values.formats import chips_text
from tournaments.models import BustHand, Flight, FlightEntry
from tournaments.selectors.flight.hands import followed_tables
from tournaments.services.hands.guards import require_counts

RULES = ("WAS-13", "WAS-14")
UNDONE = "Bust-out undone"


def take_out_of_play(
    flight: Flight, entries: Mapping[str, FlightEntry], out: Mapping[FlightEntry, Chips], *, press: Press
) -> int | None:
    """Give the chips of those among the leavers who were withdrawn back to the bank. Returns the number of its entry,
    None where no chips leave play: only at a table whose hands are followed is it known how many there are.

    out: who goes out, with the chips that were told. Raises UserFacingError: "held_otherwise", "counts_differ".
    Rules: WAS-13, WAS-14.
    """
    followed = followed_tables(flight.pk)
    gone = [entry for entry in out if entry.player.is_withdrawn and entry.table_number in followed]
    if not gone:
        return None
    for entry in gone:
        _require_held(entry, out[entry])
    require_counts(flight, entries)
    posting = remove_stacks(
        event=flight.tournament.event,
        counts={entry.stack_code: 0 if entry.is_out else entry.chips for entry in entries.values()},
        removed=[entry.stack_code for entry in gone],
        subject=flight.code,
        press=press,
    )
    flight.drift -= sum(entry.chips for entry in gone)
    return posting.entry.sequence


def bring_back_into_play(flight: Flight, row: BustHand, *, press: Press) -> None:
    """The same undone; nothing where no chips left play. The caller saves the flight.

    Raises UserFacingError("overdraft").
    """
    if row.removed_entry is None:
        return
    event = flight.tournament.event
    lines = lines_of(entry_of(event.pk, row.removed_entry))
    reverse_entry(
        event=event,
        sequence=row.removed_entry,
        reason=UNDONE,
        may_reverse_any=True,
        press=press.under(uuid5(NAMESPACE_URL, f"bust-out {row.pk} undone")),
    )
    flight.drift += sum(line.amount for line in lines if line.to_account.owner_kind == OwnerKind.ISSUER)


def _require_held(entry: FlightEntry, told: Chips) -> None:
    if told == entry.chips:
        return
    raise UserFacingError(
        "held_otherwise",
        f"{entry.player} was withdrawn and holds {chips_text(entry.chips)} chips by the last hand, not "
        f"{chips_text(told)}. Enter {chips_text(entry.chips)}: that many leave play.",
        rules=RULES,
        player=entry.player.code,
        chips=entry.chips,
        told=told,
    )
