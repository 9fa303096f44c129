"""How much waits behind each place of the staff menu: one query each, for every staff page asks."""

from __future__ import annotations

from django.db.models import Q

from eventnight.raffle.models import Outcome, Prize, RaffleStatus
from tournaments.models import Flight, FlightStatus, Match, MatchState


def matches_waiting(event_id: int) -> int:
    """Matches to call or to start."""
    waiting = (MatchState.READY, MatchState.CALLED)
    return Match.objects.filter(tournament__event_id=event_id, state__in=waiting).count()


def flights_waiting(event_id: int) -> int:
    """Flights whose clock stands, and decided ones that are not bagged."""
    stands = Q(clock__running_since__isnull=True) | Q(decided_at__isnull=False)
    waiting = Q(status=FlightStatus.SEATED) | Q(status=FlightStatus.RUNNING) & stands
    return Flight.objects.filter(waiting, tournament__event_id=event_id).count()


def prizes_waiting(event_id: int) -> int:
    """Prizes to draw and hand over, once sales are closed."""
    due = Prize.objects.filter(
        raffle__event_id=event_id, raffle__status__in=(RaffleStatus.FROZEN, RaffleStatus.DRAWING)
    )
    return due.exclude(draws__outcome=Outcome.HANDED_OVER).count()
