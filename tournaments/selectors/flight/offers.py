"""What is sold in a flight now: entries that come late, re-entries, re-buys and the add-on."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from eventnight.core.errors import NotFound
from eventnight.events.models import Player
from tournaments.models import Flight, PurchaseKind, StackPurchase
from tournaments.selectors.clock.clock_view import ClockView
from tournaments.selectors.flight.values import FlightView


@dataclass(frozen=True, slots=True)
class Offer:
    """A purchase that is sold now. price is in cents."""

    kind: PurchaseKind
    chips: int
    price: int


def break_number(clock: ClockView) -> int:
    """Which break the clock is at, from 1; 0 outside breaks."""
    if not clock.is_break:
        return 0
    return sum(level.is_break for level in clock.levels[: clock.level.position])


def takes_entries(flight: Flight, clock: ClockView) -> bool:
    """Whether somebody may still enter: before play, and up to the last level of late entry."""
    until = flight.tournament.late_until_level
    return not clock.has_started or not until or clock.level.number <= until


def offers_of(flight: Flight, view: FlightView) -> list[Offer]:
    """What may be sold to a player who is in."""
    tournament, clock = flight.tournament, view.clock
    if view.is_final or not view.may.sell:
        return []
    until, found = tournament.rebuy_until_level, []
    if tournament.rebuy_chips and (not until or clock.level.number <= until):
        found.append(Offer(PurchaseKind.REBUY, tournament.rebuy_chips, tournament.rebuy_price))
    if tournament.add_on_chips and break_number(clock) == tournament.add_on_break:
        found.append(Offer(PurchaseKind.ADD_ON, tournament.add_on_chips, tournament.add_on_price))
    return found


def purchases_of(flight: Flight, player_code: str) -> QuerySet[StackPurchase]:
    """What a player has bought and was not undone, the first first."""
    return StackPurchase.objects.filter(entry__flight=flight, entry__player__code=player_code, undone_at__isnull=True)


def purchase_by_id(flight: Flight, purchase_id: int) -> StackPurchase:
    """One of the flight's, with whoever bought it, reversed or not. Raises NotFound("unknown_purchase")."""
    rows = StackPurchase.objects.filter(entry__flight=flight).select_related("entry__player__person")
    sold = rows.filter(pk=purchase_id).first()
    if sold is None:
        raise NotFound("unknown_purchase", f"{flight.name} has no such purchase. Reload the page.")
    return sold


def may_enter(flight: Flight) -> QuerySet[Player]:
    """Checked-in players who may enter the flight, by code: who has not, and who went out and may come back."""
    players = Player.objects.filter(event_id=flight.tournament.event_id, checked_in_at__isnull=False)
    own = Q(flight_entries__flight=flight)
    entered = players.annotate(
        times=Count("flight_entries", filter=own),
        playing=Count("flight_entries", filter=own & Q(flight_entries__bust_hand__isnull=True)),
    )
    may = entered.filter(playing=0, times__lte=flight.tournament.re_entries)
    return may.select_related("person", "event")
