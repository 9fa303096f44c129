"""From the last ticket to the end: the list is closed and published, guests bring chance, the seed follows."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engine.raffle import DrawTicket, WinRule, canonical_list, check_entropy, list_hash
from eventnight.core.actors import Actor
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.events.models import Event
from eventnight.raffle.models import Raffle
from eventnight.raffle.selectors import PrizeState, placed_tickets, pots_of, prize_lines, raffle_summary
from eventnight.raffle.services.stages import locked_raffle, require_step


@transaction.atomic
def freeze(*, event: Event, by: Actor, now: datetime) -> Raffle:
    """Close the sales and publish the list of all placed tickets with its hash. Tickets in hand take no part.

    The pots of 50/50 buckets are fixed with it: what their tickets were sold for, and the winners' share.

    Raises Conflict("raffle_status"), UserFacingError("raffle_empty"), NotFound("no_raffle").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    to = require_step(raffle, "freeze")
    tickets = [
        DrawTicket(ticket.bucket.code, ticket.number, ticket.holder.code)
        for ticket in placed_tickets(raffle)
        if ticket.bucket
    ]
    if not tickets:
        raise UserFacingError(
            "raffle_empty",
            "No ticket lies in any bucket, so there is nothing to draw from. Place tickets, then close the sales.",
            rules=("WLIA-16",),
        )
    canonical = canonical_list(tickets)
    one_prize = raffle.event.house_settings.raffle.one_prize_per_person
    raffle.status, raffle.frozen_at = to, now
    raffle.frozen_list, raffle.list_hash = canonical.decode(), list_hash(canonical)
    raffle.win_rule = WinRule.ONE_PRIZE_PER_PERSON if one_prize else WinRule.TICKET_LEAVES
    pots = _fix_pots(raffle)
    raffle.save()
    summary = raffle_summary(event.pk)
    assert summary is not None
    record(
        event.pk,
        by=by,
        action="raffle.frozen",
        subject=raffle.list_hash,
        now=now,
        tickets=len(tickets),
        unplaced=summary.unplaced,
        **({"pots": pots} if pots else {}),
    )
    return raffle


@transaction.atomic
def reopen_sales(*, event: Event, reason: str, by: Actor, now: datetime) -> Raffle:
    """Undo a closing, as long as no chance has been brought: the published list is withdrawn, and the log says why.

    Raises Conflict("raffle_status"), BadRequest("reason_missing").
    """
    raffle = locked_raffle(event)
    to = require_step(raffle, "reopen_sales")
    if not reason.strip():
        raise BadRequest("reason_missing", "Say why the sales open again; the list was public already.")
    withdrawn = raffle.list_hash
    raffle.status, raffle.frozen_at = to, None
    raffle.frozen_list = raffle.list_hash = raffle.win_rule = ""
    raffle.buckets.update(pot_money=None, pot=None)
    raffle.save()
    record(event.pk, by=by, action="raffle.reopened", subject=withdrawn, now=now, reason=reason.strip())
    return raffle


@transaction.atomic
def enter_entropy(*, event: Event, entropy: str, by: Actor, now: datetime) -> Raffle:
    """Enter the chance that the guests bring, once, after the list is closed.

    entropy: "dice:" with at least 20 dice or cards, or "drand:chain:round:randomness". It is published as it
    stands here, spaces made single. The same text again changes nothing.

    Raises RuleError("too_little_entropy", "entropy_unclear"), Conflict("raffle_status", "entropy_entered"),
    BadRequest("barrel_needs_no_entropy").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    entropy = " ".join(entropy.split())
    if not raffle.is_verifiable:
        raise BadRequest(
            "barrel_needs_no_entropy", "This raffle is drawn from a barrel. Type the numbers as they come."
        )
    if raffle.entropy:
        if raffle.entropy == entropy:
            return raffle
        raise Conflict(
            "entropy_entered",
            "The chance for this draw is entered and published; another would be another draw. Go on with the prizes.",
            entropy=raffle.entropy,
        )
    to = require_step(raffle, "enter_entropy")
    check_entropy(entropy)
    raffle.status, raffle.entropy, raffle.entropy_at = to, entropy, now
    raffle.save()
    record(event.pk, by=by, action="raffle.entropy", subject=raffle.list_hash, now=now, entropy=entropy)
    return raffle


@transaction.atomic
def finish(*, event: Event, by: Actor, now: datetime) -> Raffle:
    """End the raffle and publish the seed, once every prize is handed over or can have no winner.

    Raises Conflict("raffle_status", "prizes_open").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    to = require_step(raffle, "finish")
    settled = (PrizeState.HANDED_OVER, PrizeState.NO_WINNER)
    undrawn = [line for line in prize_lines(raffle) if line.state not in settled]
    if undrawn:
        raise Conflict(
            "prizes_open",
            f"{', '.join(f'{line.code} ({line.item})' for line in undrawn)} has no winner yet. Draw it and hand it "
            "over, then finish.",
            rules=("WLIA-16",),
            prizes=[line.code for line in undrawn],
        )
    raffle.status, raffle.finished_at = to, now
    raffle.save()
    record(event.pk, by=by, action="raffle.finished", subject=raffle.list_hash, now=now)
    return raffle


def _fix_pots(raffle: Raffle) -> dict[str, int]:
    """Keep what each 50/50 pays from now on. Returns the pots in cents by bucket code."""
    pots = pots_of(raffle)
    for line in pots.values():
        raffle.buckets.filter(code=line.bucket).update(pot_money=line.money, pot=line.pot)
    return {line.bucket: line.pot for line in pots.values()}
