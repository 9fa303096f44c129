"""Every read of the raffle that others need."""

from eventnight.raffle.selectors.buckets import (
    BucketLine,
    RaffleSummary,
    bucket_by_code,
    bucket_lines,
    raffle_by_event,
    raffle_of,
    raffle_summary,
)
from eventnight.raffle.selectors.draws import (
    DrawLine,
    PrizeLine,
    PrizeState,
    draws_of,
    eligible_for,
    frozen_tickets,
    open_prize,
    prize_by_code,
    prize_lines,
)
from eventnight.raffle.selectors.placing import Change, OwnBucket, PlacePlan, Placing, place_plan, placing_of
from eventnight.raffle.selectors.proof import published_proof
from eventnight.raffle.selectors.tickets import (
    booked_entry,
    placed_tickets,
    ticket_by_number,
    ticket_counts,
    tickets_of,
    tickets_sold_by,
)

__all__ = [
    "BucketLine",
    "Change",
    "DrawLine",
    "OwnBucket",
    "PlacePlan",
    "Placing",
    "PrizeLine",
    "PrizeState",
    "RaffleSummary",
    "booked_entry",
    "bucket_by_code",
    "bucket_lines",
    "draws_of",
    "eligible_for",
    "frozen_tickets",
    "open_prize",
    "place_plan",
    "placed_tickets",
    "placing_of",
    "prize_by_code",
    "prize_lines",
    "published_proof",
    "raffle_by_event",
    "raffle_of",
    "raffle_summary",
    "ticket_by_number",
    "ticket_counts",
    "tickets_of",
    "tickets_sold_by",
]
