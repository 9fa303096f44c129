"""Pictures made again from what was uploaded: pages never serve bytes that a stranger wrote."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps

from eventnight.core.uploads.apart import read_apart, serve
from eventnight.core.uploads.photos import opened, require_bytes

LONGEST_SIDE = 1000
QUALITY = 82


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG without any data of the camera. digest: the first 16 hex digits of its SHA-256."""

    jpeg: bytes
    width: int
    height: int
    digest: str


def picture_apart(uploaded: bytes) -> Picture:
    """As `make_picture`, in a process apart: some pictures are made to unpack for minutes.

    Raises UserFacingError as it does, and as `read_apart` does.
    """
    require_bytes(len(uploaded))
    jpeg = read_apart("eventnight.core.uploads.pictures", "the picture", uploaded)
    with Image.open(BytesIO(jpeg), formats=("JPEG",)) as image:
        return Picture(jpeg, image.width, image.height, _digest(jpeg))


def make_picture(uploaded: bytes) -> Picture:
    """A picture of at most 1,000 pixels a side, turned the right way up, on white where it was transparent.

    Raises UserFacingError: "picture_too_large", "picture_unreadable".
    """
    with opened(uploaded) as image:
        image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        upright = ImageOps.exif_transpose(image)
        upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        return _as_jpeg(upright)


def _as_jpeg(image: Image.Image) -> Picture:
    if image.has_transparency_data:
        with_alpha = image.convert("RGBA")
        flat = Image.new("RGB", image.size, "white")
        flat.paste(with_alpha, mask=with_alpha.getchannel("A"))
    else:
        flat = image.convert("RGB")
    written = BytesIO()
    flat.save(written, "JPEG", quality=QUALITY, optimize=True)
    jpeg = written.getvalue()
    return Picture(jpeg, flat.width, flat.height, _digest(jpeg))


def _digest(jpeg: bytes) -> str:
    return hashlib.sha256(jpeg).hexdigest()[:16]


if __name__ == "__main__":
    serve(lambda _, uploaded: make_picture(uploaded).jpeg)
