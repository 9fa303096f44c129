"""Where phones reach the night: chosen by the organiser, proved by the first phone that opens it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.press import Press
from eventnight.events.facts import checked_address
from eventnight.events.models import Event, PhoneAddress


@transaction.atomic
def choose_phone_address(*, event: Event, address: str, press: Press) -> PhoneAddress:
    """From now on cards, slips, tickets and codes carry this address. Chosen again, it stays as it was tried.

    Raises UserFacingError("address_form", "address_of_itself", "address_not_served").
    """
    lock_event(event.pk)
    address = checked_address(address)
    known = PhoneAddress.objects.filter(event=event).first()
    if known is not None and known.address == address:
        return known
    chosen, _ = PhoneAddress.objects.update_or_create(
        event=event, defaults={"address": address, "chosen_at": press.at, "opened_at": None}
    )
    record(event.pk, press=press, action="phones.address_chosen", subject=event.code, address=address)
    return chosen


def phone_has_opened(*, event: Event, address: str, now: datetime) -> bool:
    """A phone has opened the night at that address. Returns whether it is the one that was chosen; the first time is
    kept, and whoever opens it after that changes nothing.
    """
    known = PhoneAddress.objects.filter(event=event, address=address)
    if known.filter(opened_at=None).exists():
        _keep_first(event, address, now)
    return known.exists()


@transaction.atomic
def _keep_first(event: Event, address: str, now: datetime) -> None:
    lock_event(event.pk)
    if PhoneAddress.objects.filter(event=event, address=address, opened_at=None).update(opened_at=now):
        record(event.pk, press=Press(SYSTEM, now), action="phones.address_opened", subject=event.code, address=address)
