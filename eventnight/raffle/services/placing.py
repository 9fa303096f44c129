"""Tickets into buckets, between them and back, until sales close (WLIA-16). The bank's lines and the rows agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from uuid import uuid5

from django.db.models import QuerySet

from eventnight.bank import services as bank
from eventnight.bank.services import Posting, TicketMove
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.codes import each_once
from eventnight.events.models import Event, Player
from eventnight.events.selectors import player_by_code
from eventnight.raffle.lifecycles import RAFFLE
from eventnight.raffle.models import Bucket, Raffle, Ticket, TicketState
from eventnight.raffle.selectors import bucket_by_code
from eventnight.raffle.services.locks import locked_raffle


@counted_once
def place_tickets(*, event: Event, player_code: str, counts: Mapping[str, int], press: Press) -> Posting:
    """Put a player's tickets into buckets, in any split, the lowest numbers first.

    counts: tickets by bucket code, each at least 1.

    Raises Conflict("raffle_frozen"), BadRequest("ticket_count", "named_twice"),
    UserFacingError("too_few_in_hand", "key_reused"), NotFound("unknown_bucket", "unknown_player").
    Rules: WLIA-16.
    """
    raffle, player = _ready(event, player_code)
    buckets = _wanted(raffle, counts)
    _require_in_hand(raffle, player, sum(counts.values()))
    posting = bank.place_tickets(
        event=event,
        player_code=player.code,
        counts={bucket.code: count for bucket, count in buckets},
        press=press,
    )
    for bucket, count in buckets:
        _shift(_own(raffle, player, None)[:count], bucket)
    return posting


@counted_once
def withdraw_tickets(*, event: Event, player_code: str, counts: Mapping[str, int], press: Press) -> Posting:
    """Give a player tickets back out of buckets, the highest numbers first. counts: by bucket code, each at least 1.

    Raises Conflict("raffle_frozen"), BadRequest("ticket_count", "named_twice"),
    UserFacingError("too_few_in_bucket", "key_reused"), NotFound("unknown_bucket", "unknown_player").
    Rules: WLIA-16.
    """
    raffle, player = _ready(event, player_code)
    buckets = _wanted(raffle, counts)
    for bucket, count in buckets:
        _require_in_bucket(raffle, player, bucket, count)
    posting = bank.withdraw_tickets(
        event=event,
        player_code=player.code,
        counts={bucket.code: count for bucket, count in buckets},
        press=press,
    )
    for bucket, count in buckets:
        _shift(_own(raffle, player, bucket).reverse()[:count], None)
    return posting


@counted_once
def move_tickets(*, event: Event, player_code: str, move: TicketMove, press: Press) -> Posting:
    """Move a player's tickets from bucket to bucket, the highest numbers first.

    Raises as `withdraw_tickets`, and BadRequest("same_bucket").
    Rules: WLIA-16.
    """
    raffle, player = _ready(event, player_code)
    ((source, count),), ((target, _),) = (_wanted(raffle, {code: move.count}) for code in (move.giver, move.taker))
    if source == target:
        raise BadRequest("same_bucket", f"The tickets are in {source.code} already. Name another bucket.")
    _require_in_bucket(raffle, player, source, count)
    placed = replace(move, giver=source.code, taker=target.code)
    posting = bank.move_tickets(event=event, player_code=player.code, move=placed, press=press)
    _shift(_own(raffle, player, source).reverse()[:count], target)
    return posting


@counted_once
def arrange_tickets(*, event: Event, player_code: str, changes: Mapping[str, int], press: Press) -> list[Posting]:
    """Several buckets at once: take back where a change is below 0, then place where it is above.

    changes: tickets more or fewer by bucket code. Returns the bank's entries, at most one of each kind.

    Raises as `place_tickets` and `withdraw_tickets`, and BadRequest("nothing_to_change").
    Rules: WLIA-16.
    """
    back = {code: -change for code, change in changes.items() if change < 0}
    more = {code: change for code, change in changes.items() if change > 0}
    if not back and not more:
        raise BadRequest("nothing_to_change", "No number was changed. Set how many tickets each bucket should have.")
    postings = []
    if back:
        postings.append(
            withdraw_tickets(
                event=event, player_code=player_code, counts=back, press=press.under(uuid5(press.own_key, "withdraw"))
            )
        )
    if more:
        postings.append(
            place_tickets(
                event=event, player_code=player_code, counts=more, press=press.under(uuid5(press.own_key, "place"))
            )
        )
    return postings


def _ready(event: Event, player_code: str) -> tuple[Raffle, Player]:
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    return raffle, player_by_code(event, player_code)


def _wanted(raffle: Raffle, counts: Mapping[str, int]) -> list[tuple[Bucket, int]]:
    """The buckets in their order with their counts."""
    if not counts or min(counts.values()) < 1:
        raise BadRequest("ticket_count", "Name at least one bucket, and at least 1 ticket for each.")
    wanted = each_once(counts, lambda code: bucket_by_code(raffle, code))
    return sorted(wanted.items(), key=lambda pair: pair[0].position)


def _own(raffle: Raffle, player: Player, bucket: Bucket | None) -> QuerySet[Ticket]:
    """The player's tickets in a bucket, or in hand for None, by number."""
    state = TicketState.PLACED if bucket else TicketState.HELD
    return raffle.tickets.filter(holder=player, state=state, bucket=bucket)


def _require_in_hand(raffle: Raffle, player: Player, wanted: int) -> None:
    held = _own(raffle, player, None).count()
    if wanted > held:
        raise UserFacingError(
            "too_few_in_hand",
            f"{player} has {_tickets(held)} in hand and wants to place {wanted}. Place {held} at most, or take some "
            "back out of another bucket.",
            rules=("WLIA-16",),
            player=player.code,
            has=held,
            needs=wanted,
        )


def _require_in_bucket(raffle: Raffle, player: Player, bucket: Bucket, wanted: int) -> None:
    own = _own(raffle, player, bucket).count()
    if wanted > own:
        raise UserFacingError(
            "too_few_in_bucket",
            f"{player} has {_tickets(own)} in bucket {bucket.code} ({bucket.item}), so {wanted} cannot come out. "
            f"Make it {own} at most.",
            rules=("WLIA-16",),
            player=player.code,
            bucket=bucket.code,
            has=own,
            needs=wanted,
        )


def _tickets(count: int) -> str:
    return "1 ticket" if count == 1 else f"{count} tickets"


def _shift(tickets: Iterable[Ticket], bucket: Bucket | None) -> None:
    keys = [ticket.pk for ticket in tickets]
    state = TicketState.PLACED if bucket else TicketState.HELD
    Ticket.objects.filter(pk__in=keys).update(bucket=bucket, state=state)
