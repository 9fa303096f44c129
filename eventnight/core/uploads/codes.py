"""The QR code in a photo.

A page may open the camera itself only at an address with a certificate, which few halls have.
"""

from __future__ import annotations

import zxingcpp
from PIL import ImageOps

from eventnight.core.errors import UserFacingError
from eventnight.core.uploads.apart import read_apart, serve
from eventnight.core.uploads.photos import opened, require_bytes

LONGEST_SIDE = 2000
"""Pixels that are looked at: enough for a card that fills a third of the photo."""


def code_apart(photo: bytes) -> str:
    """What the code says, read in a process apart.

    Raises UserFacingError("photo_without_code"), what `opened` raises, and what `read_apart` raises.
    """
    require_bytes(len(photo))
    return read_apart("eventnight.core.uploads.codes", "the photo", photo).decode()


def code_in(photo: bytes) -> str:
    """The text of the one code in the photo, or of the largest of several. Raises as `code_apart`."""
    with opened(photo) as image:
        image.draft("L", (LONGEST_SIDE, LONGEST_SIDE))
        grey = ImageOps.exif_transpose(image).convert("L")
        grey.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        found = zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    if not found:
        raise UserFacingError(
            "photo_without_code",
            "There is no QR code in this photo that can be read. Hold the card flat, fill the photo with it, and take "
            "it once more; or type the four figures on the card.",
        )
    return max(found, key=_width).text


def _width(code: zxingcpp.Barcode) -> int:
    return abs(code.position.top_right.x - code.position.bottom_left.x)


if __name__ == "__main__":
    serve(lambda _, photo: code_in(photo).encode())
