"""The sponsors of a night: listed with a logo, put in order, taken off."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.uploads.pictures import picture_apart
from eventnight.core.values.text import clean_text
from eventnight.events.limits import LONGEST_ADDRESS
from eventnight.events.models import Event, Sponsor
from eventnight.events.selectors import sponsor_of

MOST_SPONSORS = 24
"""So many logos can be told apart on the wall."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSponsor:
    """logo: a JPEG, PNG or WebP file as it was uploaded. link: to a page of theirs, or empty."""

    name: str
    logo: bytes
    link: str = ""


def add_sponsor(*, event: Event, new: NewSponsor, press: Press) -> Sponsor:
    """List a sponsor last, with the logo made again from what was uploaded.

    Raises UserFacingError("sponsor_link", "picture_too_large", "picture_unreadable"), Conflict("sponsor_known",
    "too_many_sponsors"), and as `read_apart` does.
    """
    name, link = clean_text(new.name), _checked_link(new.link)
    # Unpacking takes a moment in which nobody should wait for the event's row.
    made = picture_apart(new.logo)
    with transaction.atomic():
        lock_event(event.pk)
        _require_new(event, name)
        sponsor = Sponsor.objects.create(
            event=event,
            name=name,
            link=link,
            place=event.sponsors.count() + 1,
            jpeg=made.jpeg,
            width=made.width,
            height=made.height,
            digest=made.digest,
        )
        record(event.pk, press=press, action="sponsor.added", subject=name, digest=made.digest)
    return sponsor


@transaction.atomic
def place_sponsor(*, event: Event, sponsor_id: int, place: int, press: Press) -> Sponsor:
    """Show a sponsor at that place, counted from 1; the others keep their order.

    Raises NotFound("unknown_sponsor"), UserFacingError("sponsor_place").
    """
    lock_event(event.pk)
    moved = sponsor_of(event, sponsor_id)
    others = [each for each in event.sponsors.defer("jpeg") if each.pk != moved.pk]
    if not 1 <= place <= len(others) + 1:
        raise UserFacingError(
            "sponsor_place",
            f"There is no place {place} among {len(others) + 1} sponsors. Choose one from 1 to {len(others) + 1}.",
            place=place,
            sponsors=len(others) + 1,
        )
    if place != moved.place:
        _number([*others[: place - 1], moved, *others[place - 1 :]])
        record(event.pk, press=press, action="sponsor.placed", subject=moved.name, place=place)
    return moved


@transaction.atomic
def remove_sponsor(*, event: Event, sponsor_id: int, press: Press) -> Sponsor:
    """Take a sponsor off, with the logo. Raises NotFound("unknown_sponsor")."""
    lock_event(event.pk)
    gone = sponsor_of(event, sponsor_id)
    Sponsor.objects.filter(pk=gone.pk).delete()
    _number(list(event.sponsors.defer("jpeg")))
    record(event.pk, press=press, action="sponsor.removed", subject=gone.name)
    return gone


def _number(sponsors: list[Sponsor]) -> None:
    for place, sponsor in enumerate(sponsors, start=1):
        sponsor.place = place
    Sponsor.objects.bulk_update(sponsors, ["place"])


def _checked_link(link: str) -> str:
    if link and (not link.startswith(("https://", "http://")) or len(link) > LONGEST_ADDRESS):
        raise UserFacingError(
            "sponsor_link",
            f"{link[:LONGEST_ADDRESS]} is not an address of a page. Copy it whole, as in https://example.org, with at "
            f"most {LONGEST_ADDRESS} characters.",
            most=LONGEST_ADDRESS,
        )
    return link


def _require_new(event: Event, name: str) -> None:
    if event.sponsors.filter(name__iexact=name).exists():
        raise Conflict(
            "sponsor_known", f"{name} is a sponsor of {event.name} already. Remove it first to change its logo."
        )
    if event.sponsors.count() >= MOST_SPONSORS:
        raise Conflict(
            "too_many_sponsors",
            f"{event.name} has {MOST_SPONSORS} sponsors, the most that fit on the wall. Remove one first.",
            most=MOST_SPONSORS,
        )
