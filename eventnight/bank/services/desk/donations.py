"""Money for the fund for nothing in return: alone, or on top of a sale with the same press."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.units import Cents
from eventnight.bank.means import IN_CASH, Payment
from eventnight.bank.models import Entry, EntryKind, Purpose
from eventnight.bank.selectors.ledger.entries import donation_key
from eventnight.bank.services.ledger.accounts import require_player
from eventnight.bank.services.ledger.drafts import Draft, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.bank.services.tills.tills import money_in
from eventnight.core.errors import BadRequest
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Event


@counted_once
def record_donation(
    *,
    event: Event,
    paid: Cents,
    press: Press,
    player_code: str = "",
    payment: Payment = IN_CASH,
) -> Posting:
    """Take money for the fund for nothing in return. paid: in cents, by which means: payment. player_code: who gave it,
    if they wish.

    Raises BadRequest: "donation_amount"; Conflict: "till_closed", "sold_just_now"; NotFound: "unknown_player".
    """
    payment.require_nothing_on_top()
    content = {"player": player_code, "paid": paid, **payment.entry_content}
    request = Request(event, EntryKind.DONATION, press, content, sold_to=player_code)
    return _record(request, paid, player_code, payment, {})


def post_sale(request: Request, draft_of: Callable[[Event], Draft], payment: Payment) -> Posting:
    """Post a sale with what the player gave on top of it: an entry of its own in the same transaction, under
    a key that follows from the sale's, so that each counts for its own purpose.

    Raises BadRequest: "donation_amount"; Conflict: "till_closed"; and what `post_entry` raises.
    """
    if not payment.donation:
        return post_entry(request, draft_of)
    sale = post_entry(request, draft_of)
    entry = sale.entry
    donation, alone = payment.donation, replace(payment, donation=None)
    content = {"with": entry.sequence, "paid": donation, **alone.entry_content}
    with_it = Request(request.event, EntryKind.DONATION, request.press.under(donation_key(entry.key)), content)
    given = _record(with_it, donation, entry.subject, alone, {"with": entry.sequence})
    return sale._replace(donation=given.entry)


def donation_to_undo(sale: Entry) -> Entry | None:
    """The donation that came with a sale, unless it was undone before."""
    given = Entry.objects.filter(event_id=sale.event_id, key=donation_key(sale.key), reversed_by__isnull=True)
    return given.first()


def _record(request: Request, paid: Cents, player_code: str, payment: Payment, rates: dict[str, Any]) -> Posting:
    def draft(event: Event) -> Draft:
        if paid < 1:
            raise BadRequest("donation_amount", "A donation is above zero. Enter what was given.", paid=paid)
        if player_code:
            require_player(event.pk, player_code)
        return Draft(
            lines=money_in(paid, payment),
            subject=player_code,
            purpose=Purpose.DONATION,
            till=payment.till,
            rates={**rates, **payment.rates},
        )

    return post_entry(request, draft)
