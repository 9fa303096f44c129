"""The raffle in numbers: its buckets, the odds of one ticket, and where the night stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Q, Value

from engine.units import Cents
from eventnight.core.errors import NotFound
from eventnight.core.values.codes import called
from eventnight.core.values.formats import chips_text, clock_text
from eventnight.events.models import ActivityKind, Event
from eventnight.events.selectors import kinds_played, planned_kinds
from eventnight.raffle.models import Bucket, Outcome, Raffle, RaffleStatus, TicketState
from eventnight.raffle.selectors.pots import PotLine, pots_of


@dataclass(frozen=True, slots=True)
class BucketLine:
    """A bucket as lists show it. value: in cents. tickets: how many are in it, the n of "1 in n".

    picture: the digest of its picture, empty without one. pot: of a 50/50.
    """

    code: str
    item: str
    donor: str
    value: int
    tickets: int
    prizes: int
    picture: str = ""
    pot: PotLine | None = None

    @property
    def odds_text(self) -> str:
        """The chance of one ticket: "1 in 168", "3 in 168" where three prizes are drawn, or that it is empty."""
        return f"{min(self.prizes, self.tickets)} in {chips_text(self.tickets)}" if self.tickets else "No ticket yet"


@dataclass(frozen=True, slots=True)
class RaffleSummary:
    """The raffle in one line. sold: tickets that are not void; unplaced: of those, the ones still in hand."""

    status: str
    status_text: str
    sold: int
    placed: int
    unplaced: int
    buckets: int
    prizes: int
    prizes_won: int

    @property
    def is_open(self) -> bool:
        return self.status == RaffleStatus.OPEN

    @property
    def is_frozen(self) -> bool:
        """Whether sales are closed and nothing has been drawn yet."""
        return self.status == RaffleStatus.FROZEN

    @property
    def is_drawing(self) -> bool:
        return self.status == RaffleStatus.DRAWING

    @property
    def is_done(self) -> bool:
        return self.status == RaffleStatus.DONE


def pots_owed(lines: Iterable[BucketLine]) -> Cents:
    """What somebody may still win of the money taken, in cents: the pots of 50/50s that nobody has been paid yet."""
    return Cents(sum(line.pot.pot for line in lines if line.pot and line.pot.is_owed))


def has_raffle(event: Event) -> bool:
    """Whether the night has one: its programme says so or says nothing, or there are buckets. One query."""
    buckets = Bucket.objects.filter(raffle__event=event).order_by().annotate(of_kind=Value(ActivityKind.RAFFLE.value))
    return ActivityKind.RAFFLE in kinds_played(planned_kinds(event.pk).union(buckets.values_list("of_kind")))


def raffle_by_event(event_id: int) -> Raffle | None:
    """The raffle of an event, or None before it was opened."""
    return Raffle.objects.select_related("event").filter(event_id=event_id).first()


def raffle_of(event: Event) -> Raffle:
    """The raffle of an event. Raises NotFound("no_raffle")."""
    raffle = raffle_by_event(event.pk)
    if raffle is None:
        raise NotFound(
            "no_raffle", f"{event.name} has no raffle yet. Open it on the raffle page before the first ticket is sold."
        )
    return raffle


def why_sales_are_closed(event: Event) -> str:
    """When ticket sales were closed, as a sentence; "" while they are open or the raffle has not begun."""
    raffle = raffle_by_event(event.pk)
    if raffle is None or raffle.is_open or raffle.frozen_at is None:
        return ""
    return f"Ticket sales closed at {clock_text(raffle.frozen_at, event)}, and the list for the draw is published."


def bucket_by_code(raffle: Raffle, code: str) -> Bucket:
    """The bucket with that code. Raises NotFound("unknown_bucket")."""
    bucket = raffle.buckets.filter(called(code)).first()
    if bucket is None:
        raise NotFound("unknown_bucket", f"The raffle has no bucket {code}. Reload the page.", bucket=code)
    return bucket


def bucket_lines(raffle: Raffle) -> list[BucketLine]:
    """All buckets in their order with what is in them: one query, at most three more where one is a 50/50."""
    tickets = Count("tickets", distinct=True, filter=Q(tickets__state=TicketState.PLACED))
    found = list(
        raffle.buckets.annotate(in_it=tickets, to_draw=Count("prizes", distinct=True), has=F("picture__digest"))
    )
    pots = pots_of(raffle) if any(bucket.is_pot for bucket in found) else {}
    return [
        BucketLine(
            code=bucket.code,
            item=bucket.item,
            donor=bucket.donor,
            value=bucket.value,
            tickets=bucket.in_it,
            prizes=bucket.to_draw,
            picture=bucket.has or "",
            pot=pots.get(bucket.code),
        )
        for bucket in found
    ]


def raffle_summary(event_id: int) -> RaffleSummary | None:
    """The raffle in one line for pages about the whole night; None before it was opened. Four queries."""
    raffle = raffle_by_event(event_id)
    if raffle is None:
        return None
    counts = raffle.tickets.aggregate(
        held=Count("pk", filter=Q(state=TicketState.HELD)), placed=Count("pk", filter=Q(state=TicketState.PLACED))
    )
    prizes = raffle.prizes.aggregate(
        buckets=Count("bucket", distinct=True),
        prizes=Count("pk", distinct=True),
        won=Count("pk", distinct=True, filter=Q(draws__outcome=Outcome.HANDED_OVER)),
    )
    return RaffleSummary(
        status=raffle.status,
        status_text=raffle.get_status_display(),
        sold=counts["held"] + counts["placed"],
        placed=counts["placed"],
        unplaced=counts["held"],
        buckets=prizes["buckets"],
        prizes=prizes["prizes"],
        prizes_won=prizes["won"],
    )
