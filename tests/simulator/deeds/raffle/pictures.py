"""Pictures of items: shown from what is uploaded, while tickets are sold, and taken away again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from eventnight.raffle.models import Bucket, BucketPicture, RaffleStatus
from tests.simulator.deeds.booked import Mark
from tests.simulator.deeds.deed import Deed, Evening, differences
from tests.simulator.deeds.raffle.rows import NOT_ON_SALE, raffle_of

OFTEN = 0.4
"""Unpacking a picture takes a process of its own, and its time."""
LONGEST_SIDE = 1000
Shown = dict[str, tuple[int, int, str]]


def show_picture(night: Evening) -> Deed | None:
    """The item is shown from now on as in the picture, no larger than a screen needs; what is none must be refused."""
    raffle = raffle_of(night)
    bucket = night.one_of(Bucket.objects.filter(raffle=raffle).order_by("pk"))
    if bucket is None or night.chance.random() > OFTEN:
        return None
    before = _shown(night)
    if bucket.code in before and night.chance.random() < 0.4:
        return _take_away(night, bucket, before)
    size = night.chance.choice(((1, 1), (40, 30), (1000, 1000), (1500, 300)))
    content, refused = _picture(size, night.chance.randrange(256)), ""
    if night.is_wrong():
        content, refused = night.chance.choice((content[:40], b"<svg/>", b"\x89PNG")), "that is no picture"
    refused = refused if raffle.status == RaffleStatus.OPEN else NOT_ON_SALE
    mark, shrunk = Mark(night.event), max(size) / LONGEST_SIDE
    width, height = (round(side / shrunk) for side in size) if shrunk > 1 else size

    def promise() -> Iterator[str]:
        after = _shown(night)
        row = BucketPicture.objects.get(bucket=bucket) if bucket.code in after else None
        if row is None or not bytes(row.jpeg).startswith(b"\xff\xd8"):
            yield f"bucket {bucket.code} has no picture"
            return
        digest = hashlib.sha256(bytes(row.jpeg)).hexdigest()[: len(row.digest)]
        yield from differences("picture", {**before, bucket.code: (width, height, digest)}, after)
        yield from mark.booked(moves={})
        yield from mark.logged("bucket.picture_set", bucket.code)

    file = {"picture": SimpleUploadedFile("quilt.png", content)}
    press = night.upload(f"raffle/buckets/{bucket.code}/picture/", file, method="PUT")
    return Deed(press, refused, must_count=not refused, promise=promise)


def _take_away(night: Evening, bucket: Bucket, before: Shown) -> Deed:
    refused = "" if bucket.raffle.status == RaffleStatus.OPEN else NOT_ON_SALE
    mark = Mark(night.event)

    def promise() -> Iterator[str]:
        left = {code: row for code, row in before.items() if code != bucket.code}
        yield from differences("picture", left, _shown(night))
        yield from mark.logged("bucket.picture_removed", bucket.code)

    if night.chance.random() < 0.5:
        press = night.form(f"raffle/buckets/{bucket.code}/picture/remove/", {})
    else:
        press = night.program("DELETE", f"raffle/buckets/{bucket.code}/picture/")
    return Deed(press, refused, must_count=not refused, promise=promise)


def _shown(night: Evening) -> Shown:
    """Width, height and digest of each picture, by the bucket's code."""
    rows = BucketPicture.objects.filter(bucket__raffle__event=night.event).order_by("pk")
    return {row.bucket.code: (row.width, row.height, row.digest) for row in rows.select_related("bucket")}


def _picture(size: tuple[int, int], shade: int) -> bytes:
    file = BytesIO()
    Image.new("RGB", size, (shade, 80, 120)).save(file, "PNG")
    return file.getvalue()
