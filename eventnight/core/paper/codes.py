"""QR codes on paper."""

from __future__ import annotations

import io

import segno

_MASK = 2


def code_on_paper(address: str) -> str:
    """The QR code of an address as SVG for a sheet, without its margin: the sheet leaves it blank.

    The mask is fixed. To try all eight takes four times as long, and a sheet holds hundreds of codes.
    """
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False, mask=_MASK).save(
        drawn, kind="svg", border=0, xmldecl=False, svgns=True, omitsize=True
    )
    return drawn.getvalue().decode("ascii")
