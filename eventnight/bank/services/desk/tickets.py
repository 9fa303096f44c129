"""Raffle tickets on their way between holders and buckets (WLIA-16). The rows of single tickets are the raffle's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from eventnight.bank.ledger.refs import AccountRef, bucket_tickets, issuer, player_tickets
from eventnight.bank.models import Commodity, EntryKind
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.events.models import Event


@counted_once
def place_tickets(*, event: Event, player_code: str, counts: Mapping[str, int], press: Press) -> Posting:
    """Put a player's tickets into buckets, in any split. counts: tickets by bucket code, each above zero.

    Raises UserFacingError: "overdraft"; NotFound: "unknown_player".
    Rules: WLIA-16.
    """
    lines = tuple(
        Line(player_tickets(player_code), bucket_tickets(code), count) for code, count in sorted(counts.items())
    )
    return _post(event, EntryKind.TICKETS_PLACED, Draft(lines=lines, subject=player_code), press)


@counted_once
def withdraw_tickets(*, event: Event, player_code: str, counts: Mapping[str, int], press: Press) -> Posting:
    """Give tickets in buckets back to the player. counts: tickets by bucket code, each above zero.

    Raises UserFacingError: "overdraft"; NotFound: "unknown_player".
    Rules: WLIA-16.
    """
    lines = tuple(
        Line(bucket_tickets(code), player_tickets(player_code), count) for code, count in sorted(counts.items())
    )
    return _post(event, EntryKind.TICKETS_WITHDRAWN, Draft(lines=lines, subject=player_code), press)


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketMove(PressContent):
    """So many tickets from one bucket (giver) to another (taker), by their codes."""

    giver: str
    taker: str
    count: int


@counted_once
def move_tickets(*, event: Event, player_code: str, move: TicketMove, press: Press) -> Posting:
    """Move a player's tickets from bucket to bucket.

    Raises UserFacingError: "overdraft".
    Rules: WLIA-16.
    """
    lines = (Line(bucket_tickets(move.giver), bucket_tickets(move.taker), move.count),)
    return _post(event, EntryKind.TICKETS_MOVED, Draft(lines=lines, subject=player_code), press)


@counted_once
def void_ticket(*, event: Event, holder: AccountRef, player_code: str, reason: str, press: Press) -> Posting:
    """Take a ticket out of the raffle for a reason. holder: where it is, the player's account or a bucket's.

    Raises UserFacingError: "overdraft".
    """
    lines = (Line(holder, issuer(Commodity.TICKETS), 1),)
    return _post(event, EntryKind.TICKETS_VOIDED, Draft(lines=lines, subject=player_code, reason=reason), press)


def _post(event: Event, kind: EntryKind, draft: Draft, press: Press) -> Posting:
    content = {
        "player": draft.subject,
        "reason": draft.reason,
        "lines": [[str(giver), str(taker), n] for giver, taker, n in draft.lines],
    }
    return post_entry(Request(event, kind, press, content), lambda event: replace(draft, rules=("WLIA-16",)))
