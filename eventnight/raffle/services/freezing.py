"""Sales close and open: what the draw depends on is fixed in a list that is published, or withdrawn in public."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction

from engine.raffle import (
    QUICKNET,
    BeaconRound,
    CallKind,
    Calls,
    DrawTicket,
    Sheet,
    SheetPot,
    SheetPrize,
    WinRule,
    first,
    list_hash,
    print_sheet,
)
from engine.units import Cents
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from eventnight.events.models import Event
from eventnight.raffle.lifecycles import RAFFLE
from eventnight.raffle.models import Raffle, WithdrawnKind
from eventnight.raffle.selectors import PotLine, placed_tickets, pots_of, raffle_summary, seed_of, sheet_of
from eventnight.raffle.selectors.places import misplaced
from eventnight.raffle.services.locks import locked_raffle

TWENTY_DICE = Calls(CallKind.DICE, 20)
LEAST_WAIT, MOST_WAIT = timedelta(minutes=1), timedelta(hours=24)


@transaction.atomic
def freeze(
    *,
    event: Event,
    press: Press,
    calls: Calls | None = TWENTY_DICE,
    beacon_wait: timedelta | None = None,
) -> Raffle:
    """Close the sales and publish the list of all placed tickets with its hash. Tickets in hand take no part.

    With it are fixed the prizes and their order, the rule, the pots of 50/50 buckets and the chance that will be
    brought. A barrel fixes no chance.

    calls: how many dice or cards guests will call. beacon_wait: the draw takes the first round of the beacon that is
    due so long after now; if it is missed, the first so long after that round.

    Raises Conflict("raffle_status", "seed_sealed_elsewhere", "tickets_misplaced"), UserFacingError("raffle_empty"),
    BadRequest("chance_missing", "beacon_wait"), NotFound("no_raffle").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    RAFFLE.require("freeze", raffle)
    _require_booked(raffle)
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
    raffle.frozen_at, raffle.win_rule = press.at, _win_rule(raffle)
    pots = _fix_pots(raffle)
    if raffle.is_verifiable:
        seed_of(raffle)
        if calls is None and beacon_wait is None:
            raise BadRequest(
                "chance_missing",
                "Nothing decides this draw. Choose dice, cards or a beacon, or a beacon beside them.",
            )
        beacon = _rounds(beacon_wait, press.at) if beacon_wait is not None else None
        published = print_sheet(_sheet(raffle, tickets, list(pots.values()), calls, beacon))
    else:
        published = first.canonical_list(tickets)
    RAFFLE.make("freeze", raffle)
    raffle.frozen_list, raffle.list_hash = published.decode(), list_hash(published)
    raffle.save()
    summary = raffle_summary(event.pk)
    assert summary is not None
    record(
        event.pk,
        press=press,
        action="raffle.frozen",
        subject=raffle.list_hash,
        tickets=len(tickets),
        unplaced=summary.unplaced,
        **({"pots": {code: line.pot for code, line in pots.items()}} if pots else {}),
    )
    return raffle


@counted_once
def reopen_sales(*, event: Event, reason: str, press: Press) -> None:
    """Undo a closing, as long as no chance is brought or public: the list is withdrawn, and its page says why.

    Raises Conflict("raffle_status", "beacon_is_public"), BadRequest("reason_missing"), UserFacingError("key_reused").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    RAFFLE.require("reopen_sales", raffle)
    if not reason.strip():
        raise BadRequest("reason_missing", "Say why the sales open again; the list was public already.")
    _require_beacon_ahead(raffle, press.at)
    withdrawn = raffle.list_hash
    assert raffle.frozen_at is not None
    raffle.withdrawn.create(
        kind=WithdrawnKind.LIST,
        value=withdrawn,
        published_at=raffle.frozen_at,
        at=press.at,
        reason=reason.strip(),
        by_code=press.by.code,
    )
    RAFFLE.make("reopen_sales", raffle)
    raffle.frozen_at = None
    raffle.frozen_list = raffle.list_hash = raffle.win_rule = ""
    raffle.buckets.update(pot_money=None, pot=None)
    raffle.save()
    record(event.pk, press=press, action="raffle.reopened", subject=withdrawn, reason=reason.strip())


def _require_booked(raffle: Raffle) -> None:
    """No list is published that the ledger contradicts."""
    differing = misplaced(raffle)
    if differing:
        raise Conflict(
            "tickets_misplaced",
            f"{differing[0]} Nothing is published until both agree: manage.py align_tickets {raffle.event.code} puts "
            "each ticket where the ledger has it.",
            rules=("WLIA-16",),
            places=[str(each) for each in differing],
        )


def _sheet(
    raffle: Raffle, tickets: list[DrawTicket], pots: list[PotLine], calls: Calls | None, beacon: BeaconRound | None
) -> Sheet:
    assert raffle.frozen_at is not None
    shares = [SheetPot(line.bucket, Cents(line.money), line.percent) for line in pots]
    return Sheet(
        event=raffle.event.code,
        commitment=raffle.commitment,
        closed=raffle.frozen_at.astimezone(UTC).replace(microsecond=0),
        rule=WinRule(raffle.win_rule),
        calls=calls,
        beacon=beacon,
        prizes=tuple(SheetPrize(prize.code, prize.bucket.code) for prize in raffle.prizes.select_related("bucket")),
        pots=tuple(sorted(shares, key=lambda share: share.bucket)),
        tickets=tuple(sorted(tickets)),
    )


def _rounds(wait: timedelta, now: datetime) -> BeaconRound:
    if not LEAST_WAIT <= wait <= MOST_WAIT:
        raise BadRequest(
            "beacon_wait",
            f"A beacon {wait.total_seconds() / 60:g} minutes ahead cannot be waited for. Choose 1 minute to 24 hours.",
            minutes=wait.total_seconds() / 60,
        )
    number = QUICKNET.first_round_from(now + wait)
    return BeaconRound(QUICKNET.hash, number, QUICKNET.first_round_from(QUICKNET.time_of(number) + wait))


def _require_beacon_ahead(raffle: Raffle, now: datetime) -> None:
    sheet = sheet_of(raffle)
    if sheet is not None and sheet.beacon is not None and now >= sheet.beacon.time:
        raise Conflict(
            "beacon_is_public",
            f"Round {sheet.beacon.round} of the beacon came at {clock_text(sheet.beacon.time, raffle.event)}, so the "
            "chance of this draw is public and the list stays. Enter the beacon and draw.",
            rules=("WLIA-16",),
            round=sheet.beacon.round,
        )


def _win_rule(raffle: Raffle) -> WinRule:
    one_prize = raffle.event.house_settings.raffle.one_prize_per_person
    return WinRule.ONE_PRIZE_PER_PERSON if one_prize else WinRule.TICKET_LEAVES


def _fix_pots(raffle: Raffle) -> dict[str, PotLine]:
    """Keep what each 50/50 pays from now on."""
    pots = pots_of(raffle)
    for line in pots.values():
        raffle.buckets.filter(code=line.bucket).update(pot_money=line.money, pot=line.pot)
    return pots
