"""Raffle tickets on their way between holders and buckets (WLIA-16). The rows of single tickets are the raffle's."""

from __future__ import annotations

from collections.abc import Mapping

from eventnight.bank.ledger.refs import AccountRef, bucket_tickets, issuer, player_tickets
from eventnight.bank.models import Commodity, EntryKind
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.core.press import Press
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
    return _post(event, EntryKind.TICKETS_PLACED, player_code, lines, press)


@counted_once
def withdraw_tickets(*, event: Event, player_code: str, counts: Mapping[str, int], press: Press) -> Posting:
    """Give tickets in buckets back to the player. counts: tickets by bucket code, each above zero.

    Raises UserFacingError: "overdraft"; NotFound: "unknown_player".
    Rules: WLIA-16.
    """
    lines = tuple(
        Line(bucket_tickets(code), player_tickets(player_code), count) for code, count in sorted(counts.items())
    )
    return _post(event, EntryKind.TICKETS_WITHDRAWN, player_code, lines, press)


@counted_once
def move_tickets(*, event: Event, player_code: str, giver: str, taker: str, count: int, press: Press) -> Posting:
    """Move a player's tickets from one bucket (giver) to another (taker), by their codes.

    Raises UserFacingError: "overdraft".
    Rules: WLIA-16.
    """
    lines = (Line(bucket_tickets(giver), bucket_tickets(taker), count),)
    return _post(event, EntryKind.TICKETS_MOVED, player_code, lines, press)


@counted_once
def void_tickets(
    *,
    event: Event,
    holder: AccountRef,
    player_code: str,
    count: int,
    reason: str,
    press: Press,
) -> Posting:
    """Take tickets out of the raffle for a reason. holder: where they are, the player's account or a bucket's.

    Raises UserFacingError: "overdraft".
    """
    lines = (Line(holder, issuer(Commodity.TICKETS), count),)
    return _post(event, EntryKind.TICKETS_VOIDED, player_code, lines, press, reason)


def _post(
    event: Event,
    kind: EntryKind,
    player_code: str,
    lines: tuple[Line, ...],
    press: Press,
    reason: str = "",
) -> Posting:
    content = {
        "player": player_code,
        "reason": reason,
        "lines": [[str(giver), str(taker), n] for giver, taker, n in lines],
    }
    request = Request(event, kind, press, content)
    return post_entry(request, lambda event: Draft(lines=lines, subject=player_code, reason=reason, rules=("WLIA-16",)))
