"""Placing as the holder sees it: their own tickets by bucket, and what a change will do before it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eventnight.events.models import Player
from eventnight.raffle.models import Raffle
from eventnight.raffle.selectors.buckets import BucketLine, bucket_lines, raffle_by_event
from eventnight.raffle.selectors.tickets import ticket_counts


@dataclass(frozen=True, slots=True)
class OwnBucket:
    """A bucket with the tickets of one player. wanted: how many there would be after the changes asked about."""

    line: BucketLine
    own: int
    wanted: int

    @property
    def code(self) -> str:
        return self.line.code


@dataclass(frozen=True, slots=True)
class Placing:
    """All that a player may place. held: tickets in hand; is_open: whether they can still be moved."""

    player: Player
    raffle: Raffle
    held: int
    buckets: tuple[OwnBucket, ...]

    @property
    def is_open(self) -> bool:
        return self.raffle.is_open

    @property
    def placed(self) -> int:
        return sum(bucket.own for bucket in self.buckets)

    @property
    def total(self) -> int:
        return self.held + self.placed


@dataclass(frozen=True, slots=True)
class Change:
    """Tickets into a bucket, or out of it where `tickets` is below 0; own and in_it: afterwards."""

    line: BucketLine
    tickets: int
    own: int
    in_it: int


@dataclass(frozen=True, slots=True)
class PlacePlan:
    """What changes will do. held: tickets in hand afterwards; below 0, too many were wanted."""

    changes: tuple[Change, ...]
    held: int

    @property
    def counts(self) -> dict[str, int]:
        """The changes as `arrange_tickets` takes them."""
        return {change.line.code: change.tickets for change in self.changes}

    @property
    def missing(self) -> int:
        """How many tickets more are wanted than there are."""
        return max(-self.held, 0)

    @property
    def signature(self) -> str:
        """What a page posts back, so that only a plan that was shown is carried out."""
        return " ".join(f"{code}:{tickets:+}" for code, tickets in self.counts.items())

    @property
    def moved(self) -> int:
        """How many tickets go into buckets."""
        return sum(max(change.tickets, 0) for change in self.changes)

    @property
    def taken_back(self) -> int:
        """How many tickets come out of buckets."""
        return sum(max(-change.tickets, 0) for change in self.changes)


def placing_of(player: Player, changes: Mapping[str, int] | None = None) -> Placing | None:
    """A player's tickets by bucket, or None without a raffle: three queries.

    changes: tickets more, or fewer below 0, by bucket code.
    """
    raffle = raffle_by_event(player.event_id)
    if raffle is None:
        return None
    own, more = ticket_counts(raffle, player), changes or {}
    buckets = tuple(
        OwnBucket(line, own[line.code], own[line.code] + more.get(line.code, 0)) for line in bucket_lines(raffle)
    )
    return Placing(player, raffle, own[""], buckets)


def place_plan(placing: Placing) -> PlacePlan:
    """What the changes will do."""
    changes = tuple(
        Change(bucket.line, bucket.wanted - bucket.own, bucket.wanted, bucket.line.tickets + bucket.wanted - bucket.own)
        for bucket in placing.buckets
        if bucket.wanted != bucket.own
    )
    return PlacePlan(changes, placing.held - sum(change.tickets for change in changes))
