"""Photos as phones send them: what is opened at all, before a pixel of it is unpacked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from eventnight.core.errors import UserFacingError

MOST_PICTURE_BYTES = 12_000_000
MOST_PIXELS = 60_000_000
FORMATS = ("JPEG", "PNG", "WEBP")


def require_bytes(size: int) -> None:
    """Refuse a file of more bytes than are read. Raises UserFacingError("picture_too_large")."""
    if size > MOST_PICTURE_BYTES:
        raise UserFacingError(
            "picture_too_large",
            f"The picture has {size / 1_000_000:.1f} MB; {MOST_PICTURE_BYTES // 1_000_000} MB is the most. "
            "Take it with a smaller size, or send a part of it.",
            size=size,
            most=MOST_PICTURE_BYTES,
        )


@contextmanager
def opened(uploaded: bytes) -> Iterator[Image.Image]:
    """The photo while it is worked on, its pixels still to be read.

    Raises UserFacingError: "picture_too_large", "picture_unreadable".
    """
    require_bytes(len(uploaded))
    try:
        with Image.open(BytesIO(uploaded), formats=FORMATS) as image:
            _require_pixels(image)
            yield image
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError) as error:
        raise UserFacingError(
            "picture_unreadable",
            "This file is not a picture that can be shown. Send a photo as JPEG, PNG or WebP.",
            formats=list(FORMATS),
        ) from error


def _require_pixels(image: Image.Image) -> None:
    """The declared size, as a small file can unfold into gigabytes."""
    pixels = image.width * image.height
    if pixels > MOST_PIXELS:
        raise UserFacingError(
            "picture_too_large",
            f"The picture has {image.width:,} by {image.height:,} pixels; {MOST_PIXELS // 1_000_000} million in all is "
            "the most. Take it with a smaller size.",
            size=pixels,
            most=MOST_PIXELS,
        )
