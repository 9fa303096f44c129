"""Who signed up for hold'em and has not entered yet, what keeps each of them out, and how an entry was paid."""

from __future__ import annotations

from dataclasses import dataclass

from eventnight.bank.means import Payment
from eventnight.bank.selectors import means_of
from eventnight.bank.selectors.ledger.entries import entry_of, lines_of
from eventnight.bank.tills.codes import FIRST_TILL
from eventnight.events.models import ActivityKind, Player
from eventnight.events.selectors import signed_up
from tournaments.models import Flight


@dataclass(frozen=True, slots=True)
class SignedUp:
    """Somebody who waits to be entered. why: what keeps them out, empty where nothing does."""

    player: Player
    why: str = ""

    def __str__(self) -> str:
        return f"{self.player} {self.why}".strip()


def waiting_to_enter(flight: Flight) -> list[SignedUp]:
    """Everybody who signed up and has entered no flight of this tournament, first come first: three queries.
    Rules: WAS-1, WAS-3, WAS-13.
    """
    tournament = flight.tournament
    entered = tournament.flights.values("entries__player")
    rows = signed_up(tournament.event, ActivityKind.HOLDEM).exclude(player__in=entered.exclude(entries__player=None))
    free = _free_places(flight)
    found: list[SignedUp] = []
    for row in rows:
        player = row.player
        why = _why_not(player)
        if not why and free is not None:
            why = "" if free > 0 else "finds no seat: the flight is full"
            free -= 1
        found.append(SignedUp(player, why))
    return found


def _why_not(player: Player) -> str:
    if player.is_withdrawn:
        return "was withdrawn from the night"
    return "" if player.is_checked_in else "is not checked in"


def _free_places(flight: Flight) -> int | None:
    """How many more a flight with a number of tables takes; None for as many as come."""
    tables = flight.tournament.tables_per_flight
    if tables is None:
        return None
    return tables * flight.seats_per_table - flight.entries.filter(bust_hand__isnull=True).count()


def payment_of_entry(flight: Flight, player_code: str) -> Payment | None:
    """How the player paid for the entry that stands in a flight before its draw, so that it can be entered again as it
    was; None where there is none, or where a seat would be lost.
    """
    found = flight.entries.filter(player__code=player_code.upper(), issue_entry__isnull=False).first()
    if found is None or found.issue_entry is None or flight.drawn_at is not None:
        return None
    sold = entry_of(flight.tournament.event_id, found.issue_entry)
    means = means_of(lines_of(sold))
    return Payment(means=means, reference=str(sold.rates.get("reference", "")), till=sold.till or FIRST_TILL)
