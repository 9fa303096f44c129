"""What the codes and numbers of a page of the log stand for, read when it is shown: the log itself holds no names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from eventnight.bank.models import Commodity, Entry, EntryKind, OwnerKind, Purpose
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.bank.selectors.ledger.entries import entries
from eventnight.core.models import AuditRecord
from eventnight.events.models import Event, Player
from eventnight.raffle.models import Bucket, Prize
from tables.models import HandSeat, Table
from tournaments.models import BracketTournament, Flight, HoldemTournament, TeamPlayer
from tournaments.models.teams import Team


@dataclass(frozen=True, slots=True)
class Moved:
    """What an entry moved: money taken from guests (below zero: given to them), and of every kind its first line."""

    kind: EntryKind
    at: datetime
    money: int
    amounts: Mapping[str, int]
    is_reversed: bool
    has_receipt: bool


@dataclass(frozen=True, slots=True)
class Names:
    """players and staff by code, teams by bracket and number, tables, buckets and prizes by code, entries by number.

    gains: chips won or lost in a hand, by table code, number and moment, with the player's code.
    """

    players: Mapping[str, str]
    staff: Mapping[str, str]
    teams: Mapping[tuple[int, int], str]
    brackets: Mapping[int, str]
    holdems: Mapping[int, str]
    flights: Mapping[tuple[int, str], tuple[int, str]]
    tables: Mapping[str, Table]
    buckets: Mapping[str, str]
    prizes: Mapping[str, str]
    entries: Mapping[int, Moved]
    gains: Mapping[tuple[str, int, datetime], Mapping[str, int]]


def names_for(event: Event, records: Collection[AuditRecord]) -> Names:
    """All names that these records need: as many queries for one as for a page of them."""
    tables = list(Table.objects.filter(event=event))
    subjects = {record.subject for record in records if record.subject.startswith("staff-")}
    buckets = dict(Bucket.objects.filter(raffle__event=event).values_list("code", "item"))
    prizes = Prize.objects.filter(raffle__event=event).values_list("code", "bucket__item")
    flights = Flight.objects.filter(tournament__event=event).values_list("tournament_id", "code", "pk", "name")
    return Names(
        players=dict(Player.objects.filter(event=event).values_list("code", "person__full_name")),
        staff=actor_labels(subjects, event.pk),
        teams=_teams(event),
        brackets=dict(BracketTournament.objects.filter(event=event).values_list("pk", "name")),
        holdems=dict(HoldemTournament.objects.filter(event=event).values_list("pk", "name")),
        flights={(holdem, code): (pk, name) for holdem, code, pk, name in flights},
        tables={table.code: table for table in tables},
        buckets=buckets,
        prizes=dict(prizes),
        entries=_entries(event, records),
        gains=_gains(event, records),
    )


def _teams(event: Event) -> dict[tuple[int, int], str]:
    """Everybody who is in a team, or was when it had nobody else."""
    people: dict[tuple[int, int], list[str]] = {}
    places = TeamPlayer.objects.filter(tournament__event=event, left_at__isnull=True)
    for bracket, number, name in places.values_list("tournament_id", "team__number", "player__person__full_name"):
        people.setdefault((bracket, number), []).append(name)
    teams = Team.objects.filter(tournament__event=event).values_list("tournament_id", "number", "name", "main_team")
    main = dict(Team.objects.filter(consolation_teams__tournament__event=event).values_list("pk", "number"))
    mains = dict(BracketTournament.objects.filter(event=event).values_list("pk", "consolation_of_id"))
    told = {}
    for bracket, number, name, of in teams:
        place = (mains[bracket] or 0, main[of]) if of in main else (bracket, number)
        told[bracket, number] = name or " & ".join(people.get(place, ())) or f"team {number}"
    return told


def _entries(event: Event, records: Collection[AuditRecord]) -> dict[int, Moved]:
    numbers = {record.facts.get(name) for record in records for name in ("sequence", "reverses")} - {None}
    found = entries(event.pk).filter(sequence__in=[number for number in numbers if isinstance(number, int)])
    return {entry.sequence: _moved(entry) for entry in found}


def _moved(entry: Entry) -> Moved:
    amounts: dict[str, int] = {}
    money, has_receipt = 0, entry.purpose not in ("", Purpose.FLOAT)
    for line in entry.transfers.all():
        amounts.setdefault(line.commodity, line.amount)
        if line.commodity == Commodity.MONEY:
            money += line.amount * (line.from_account.owner_kind == OwnerKind.SOURCE)
            money -= line.amount * (line.to_account.owner_kind == OwnerKind.SOURCE)
    return Moved(
        kind=EntryKind(entry.kind),
        at=entry.at,
        money=money if has_receipt else 0,
        amounts=amounts,
        is_reversed=hasattr(entry, "reversed_by"),
        has_receipt=has_receipt,
    )


def _gains(event: Event, records: Collection[AuditRecord]) -> dict[tuple[str, int, datetime], dict[str, int]]:
    moments = {record.at for record in records if record.action == "hand.settled"}
    seats = HandSeat.objects.filter(hand__table__event=event, hand__settled_at__in=moments).exclude(net=0)
    gains: dict[tuple[str, int, datetime], dict[str, int]] = {}
    for seat in seats.select_related("hand__table", "player"):
        hand = seat.hand
        gains.setdefault((hand.table.code, hand.number, hand.settled_at), {})[seat.player.code] = seat.net
    return gains
