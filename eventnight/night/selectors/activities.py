"""What a night has: the kinds of its programme, and of whatever was opened besides."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet, Value

from eventnight.events.models import ActivityKind
from eventnight.events.selectors import kinds_played, planned_kinds
from eventnight.raffle.models import Bucket
from tables.models import Table, TableKind
from tournaments.models import BracketTournament, HoldemTournament


def kinds_tonight(event_id: int) -> frozenset[ActivityKind]:
    """The kinds of activity that the night has; every one while its programme names none. One query."""
    opened = (
        (BracketTournament.objects.filter(event=event_id), ActivityKind.EUCHRE),
        (HoldemTournament.objects.filter(event=event_id), ActivityKind.HOLDEM),
        (Table.objects.filter(event=event_id, kind=TableKind.POKER), ActivityKind.TABLES),
        (Table.objects.filter(event=event_id, kind=TableKind.ROULETTE), ActivityKind.ROULETTE),
        (Bucket.objects.filter(raffle__event=event_id), ActivityKind.RAFFLE),
    )
    return kinds_played(planned_kinds(event_id).union(*(_as_kind(rows, kind) for rows, kind in opened)))


def _as_kind(rows: QuerySet[Any], kind: ActivityKind) -> QuerySet[Any, Any]:
    kinds: QuerySet[Any, Any] = rows.order_by().annotate(of_kind=Value(kind.value)).values_list("of_kind")
    return kinds
