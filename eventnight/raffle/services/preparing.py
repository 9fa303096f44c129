"""Before sales: the promise is published, and the buckets are set up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from engine.raffle import commitment
from engine.units import Cents
from eventnight.bank.services.tills.tills import require_second_person
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import BadRequest, Conflict
from eventnight.core.press import Press
from eventnight.core.values.formats import clock_text
from eventnight.core.values.text import clean_text
from eventnight.events.models import Event
from eventnight.raffle.lifecycles import RAFFLE
from eventnight.raffle.models import Bucket, DrawMethod, Prize, Raffle, WithdrawnKind
from eventnight.raffle.sealing import seal
from eventnight.raffle.selectors import bucket_by_code, raffle_by_event
from eventnight.raffle.services.locks import locked_raffle

_CODE = re.compile(r"[A-Z0-9][A-Z0-9-]{0,19}")
_NUMBERED = re.compile(r"B([0-9]+)")
NO_VALUE = Cents(0)

_CHANGEABLE = ("item", "donor", "value", "pot_percent")


@transaction.atomic
def open_raffle(*, event: Event, seed: bytes, press: Press, method: str = DrawMethod.VERIFIABLE) -> Raffle:
    """Open the raffle and publish the fingerprint of its seed, before any ticket is sold.

    seed: 32 random bytes, sealed until the raffle is done.

    Raises Conflict("raffle_open_already"), BadRequest("unknown_method"), RuleError("seed_length").
    Rules: WLIA-16.
    """
    lock_event(event.pk)
    known = raffle_by_event(event.pk)
    if known is not None:
        raise Conflict(
            "raffle_open_already",
            f"The raffle was opened at {clock_text(known.opened_at, event)}. Reload the page and go on from there.",
            opened_at=known.opened_at.isoformat(),
        )
    if method not in DrawMethod.values:
        raise BadRequest("unknown_method", f"There is no draw by {method}. Choose {' or '.join(DrawMethod.values)}.")
    promise = commitment(seed)
    sealed = seal(seed, event_code=event.code, commitment=promise)
    raffle = Raffle.objects.create(
        event=event, method=method, sealed_seed=sealed, commitment=promise, opened_at=press.at
    )
    record(event.pk, press=press, action="raffle.opened", subject=method, commitment=raffle.commitment)
    return raffle


@transaction.atomic
def renew_promise(*, event: Event, replaces: str, seed: bytes, reason: str, press: Press) -> Raffle:
    """Promise another seed while tickets are on sale. The one before stays public, with the moment and the reason.

    It is the way out where a restored raffle cannot open its seed, or where the seed was stored in the open.

    replaces: the promise that was seen; pressed twice, it is replaced once. seed: 32 random bytes. press.second:
    somebody else of the staff, who signs.

    Raises Conflict("raffle_status", "promise_is_another"), BadRequest("barrel_has_no_promise", "reason_missing"),
    UserFacingError("second_person"), RuleError("seed_length").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    if not raffle.is_verifiable:
        raise BadRequest(
            "barrel_has_no_promise",
            "This raffle is drawn from a barrel. It promises no seed, so there is none to renew.",
        )
    if raffle.withdrawn.filter(kind=WithdrawnKind.PROMISE, value=replaces, by_code=press.by.code).exists():
        return raffle
    RAFFLE.require("renew_promise", raffle)
    if not reason.strip():
        raise BadRequest("reason_missing", "Say why another seed is promised; the first was public already.")
    if replaces != raffle.commitment:
        raise Conflict(
            "promise_is_another",
            f"The promise is {raffle.commitment[:12]}… now, not the one you saw. Reload the page.",
            commitment=raffle.commitment,
        )
    require_second_person(press)
    assert press.second is not None
    raffle.withdrawn.create(
        kind=WithdrawnKind.PROMISE,
        value=replaces,
        published_at=raffle.promise_from,
        at=press.at,
        reason=reason.strip(),
        by_code=press.by.code,
        second_code=press.second.code,
    )
    raffle.commitment, raffle.promised_at, raffle.seed_was_open = commitment(seed), press.at, False
    raffle.sealed_seed = seal(seed, event_code=event.code, commitment=raffle.commitment)
    raffle.save()
    facts = {"replaced": replaces, "reason": reason.strip(), "signed_by": press.second.code}
    record(event.pk, press=press, action="raffle.promise_renewed", subject=raffle.commitment, **facts)
    return raffle


@dataclass(frozen=True, slots=True, kw_only=True)
class NewBucket:
    """A bucket to be added.

    value: in cents. code: empty for the next free B1, B2 and so on. prizes: how many winners are drawn from it.
    prize_codes: their codes, where they have codes of their own. pot_percent: for a 50/50, the winner's share of what
    its tickets are sold for; it has one winner.
    """

    item: str
    donor: str = ""
    value: Cents = NO_VALUE
    code: str = ""
    prizes: int = 1
    prize_codes: Sequence[str] = ()
    pot_percent: int | None = None


@transaction.atomic
def add_bucket(*, event: Event, new: NewBucket, press: Press) -> Bucket:
    """Add a bucket while tickets are on sale.

    Raises Conflict("raffle_frozen", "code_taken"), BadRequest("code_form", "item_missing", "prize_count",
    "pot_share", "pot_has_one_winner", "pot_has_no_value"), NotFound("no_raffle").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    code = _checked_code(new.code) if new.code.strip() else _next_code(raffle)
    codes = [_checked_code(prize) for prize in new.prize_codes] or _prize_codes(code, new.prizes)
    _require_free(raffle, code, codes)
    _require_pot(new.pot_percent, new.value, len(codes))
    last = raffle.buckets.last()
    bucket = Bucket.objects.create(
        raffle=raffle,
        code=code,
        position=last.position + 1 if last else 1,
        item=_checked_item(new.item),
        donor=clean_text(new.donor),
        value=new.value,
        pot_percent=new.pot_percent,
    )
    Prize.objects.bulk_create(
        Prize(raffle=raffle, bucket=bucket, code=prize, position=place) for place, prize in enumerate(codes, 1)
    )
    record(event.pk, press=press, action="bucket.added", subject=code, item=bucket.item, prizes=codes)
    return bucket


@transaction.atomic
def edit_bucket(*, event: Event, code: str, press: Press, **changes: Any) -> Bucket:
    """Change what stands behind a bucket, as long as nobody has put a ticket into it: its item, donor, value in cents
    or pot_percent. What is not named stays as it is.

    Raises Conflict("raffle_frozen", "bucket_holds_tickets"), BadRequest("item_missing", "pot_share",
    "pot_has_one_winner", "pot_has_no_value"), NotFound("unknown_bucket").
    """
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    bucket = bucket_by_code(raffle, code)
    _require_empty(bucket)
    for field in _CHANGEABLE:
        setattr(bucket, field, changes.pop(field, getattr(bucket, field)))
    if changes:
        raise ValueError(f"no part of a bucket: {sorted(changes)}")
    _require_pot(bucket.pot_percent, Cents(bucket.value), bucket.prizes.count())
    bucket.item, bucket.donor = _checked_item(bucket.item), clean_text(bucket.donor)
    bucket.save(update_fields=_CHANGEABLE)
    record(event.pk, press=press, action="bucket.edited", subject=bucket.code, item=bucket.item)
    return bucket


@transaction.atomic
def remove_bucket(*, event: Event, code: str, press: Press) -> None:
    """Take a bucket and its prizes out of the raffle, as long as no ticket is in it.

    Raises Conflict("raffle_frozen", "bucket_holds_tickets"), NotFound("unknown_bucket").
    """
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    bucket = bucket_by_code(raffle, code)
    _require_empty(bucket)
    bucket.delete()
    record(event.pk, press=press, action="bucket.removed", subject=bucket.code, item=bucket.item)


def _require_empty(bucket: Bucket) -> None:
    tickets = bucket.tickets.count()
    if tickets:
        raise Conflict(
            "bucket_holds_tickets",
            f"Bucket {bucket.code} ({bucket.item}) holds {tickets} tickets that were placed for what it is now. "
            "Let their holders take them back first, or add another bucket.",
            rules=("WLIA-16",),
            bucket=bucket.code,
            tickets=tickets,
        )


def _require_pot(percent: int | None, value: Cents, prizes: int) -> None:
    if percent is None:
        return
    if not 1 <= percent <= 100:
        raise BadRequest("pot_share", f"{percent}% is not a share of a pot. Enter 1 to 100.", percent=percent)
    if prizes != 1:
        raise BadRequest(
            "pot_has_one_winner",
            f"A 50/50 has one winner, not {prizes}. Add a bucket for each pot.",
            rules=("WLIA-16",),
            prizes=prizes,
        )
    if value:
        raise BadRequest(
            "pot_has_no_value", "The value of a 50/50 is its pot, which its tickets make. Leave the value empty."
        )


def _require_free(raffle: Raffle, code: str, prizes: Sequence[str]) -> None:
    """A code stands for one bucket or one prize, and for both only where a bucket has one prize."""
    taken = {prize for prize in prizes if prizes.count(prize) > 1} | ({code, *prizes} & _codes(raffle))
    if taken:
        raise Conflict(
            "code_taken",
            f"The raffle already has the code {', '.join(sorted(taken))}. Choose another, or leave it empty.",
            codes=sorted(taken),
        )


def _next_code(raffle: Raffle) -> str:
    numbers = [int(match[1]) for code in _codes(raffle) if (match := _NUMBERED.fullmatch(code))]
    return f"B{max(numbers, default=0) + 1}"


def _codes(raffle: Raffle) -> set[str]:
    """Of every bucket and every prize."""
    return {*raffle.buckets.values_list("code", flat=True), *raffle.prizes.values_list("code", flat=True)}


def _prize_codes(bucket_code: str, prizes: int) -> list[str]:
    """The bucket's own code for one prize, B1-1, B1-2 and so on for several."""
    if prizes < 1:
        raise BadRequest("prize_count", "A bucket has at least one prize. Enter how many winners are drawn from it.")
    return [bucket_code] if prizes == 1 else [f"{bucket_code}-{number}" for number in range(1, prizes + 1)]


def _checked_code(code: str) -> str:
    code = code.strip().upper()
    if not _CODE.fullmatch(code):
        raise BadRequest(
            "code_form",
            f"“{code}” cannot be a code. Use up to 20 letters, figures and hyphens, such as B7 or BASKET-A.",
            code_text=code,
        )
    return code


def _checked_item(item: str) -> str:
    if not item.strip():
        raise BadRequest("item_missing", "A bucket needs the item that is drawn for. Enter what it is.")
    return clean_text(item)
