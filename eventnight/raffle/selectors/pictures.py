"""The pictures of items."""

from __future__ import annotations

from eventnight.core.errors import NotFound
from eventnight.core.values.codes import called
from eventnight.raffle.models import Bucket, BucketPicture, Raffle


def picture_digest(bucket: Bucket) -> str:
    """By what its picture is addressed; empty without one."""
    found = BucketPicture.objects.filter(bucket=bucket).values_list("digest", flat=True)
    return found.first() or ""


def picture_of(raffle: Raffle, bucket_code: str, digest: str) -> bytes:
    """The JPEG of a bucket. Raises NotFound("unknown_picture")."""
    found = BucketPicture.objects.filter(called(bucket_code, "bucket__code"), bucket__raffle=raffle, digest=digest)
    jpeg = found.values_list("jpeg", flat=True).first()
    if jpeg is None:
        raise NotFound("unknown_picture", f"Bucket {bucket_code} does not have this picture. Reload the page.")
    return bytes(jpeg)
