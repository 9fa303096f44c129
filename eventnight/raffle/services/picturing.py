"""Pictures of items, while tickets are on sale."""

from __future__ import annotations

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.press import Press
from eventnight.core.uploads.pictures import picture_apart
from eventnight.events.models import Event
from eventnight.raffle.lifecycles import RAFFLE
from eventnight.raffle.models import Bucket, BucketPicture
from eventnight.raffle.selectors import bucket_by_code
from eventnight.raffle.services.locks import locked_raffle


def set_picture(*, event: Event, code: str, uploaded: bytes, press: Press) -> BucketPicture:
    """Show a picture of what is in a bucket, instead of the one before. uploaded: a JPEG, PNG or WebP file.

    Raises Conflict("raffle_frozen"), UserFacingError("picture_too_large", "picture_unreadable"),
    NotFound("unknown_bucket").
    """
    # Unpacking takes a moment in which nobody should wait for the event's row.
    made = picture_apart(uploaded)
    with transaction.atomic():
        bucket = _open_bucket(event, code)
        picture, _ = BucketPicture.objects.update_or_create(
            bucket=bucket,
            defaults={"jpeg": made.jpeg, "width": made.width, "height": made.height, "digest": made.digest},
        )
        record(event.pk, press=press, action="bucket.picture_set", subject=bucket.code, digest=made.digest)
    return picture


@transaction.atomic
def remove_picture(*, event: Event, code: str, press: Press) -> None:
    """Show a bucket without a picture; one that has none stays as it is.

    Raises Conflict("raffle_frozen"), NotFound("unknown_bucket").
    """
    bucket = _open_bucket(event, code)
    removed, _ = BucketPicture.objects.filter(bucket=bucket).delete()
    if removed:
        record(event.pk, press=press, action="bucket.picture_removed", subject=bucket.code)


def _open_bucket(event: Event, code: str) -> Bucket:
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    return bucket_by_code(raffle, code)
