"""Paper as people and machines read it: its text, its sizes, its tags and the codes on the rendered pages."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pypdfium2
import zxingcpp
from PIL import Image
from pypdf import PdfReader

_POINTS_A_MILLIMETRE = 72 / 25.4
_SHARP = 200
"""Dots an inch: less than the weakest office printer has."""


@dataclass(frozen=True)
class Paper:
    """A PDF."""

    content: bytes

    @cached_property
    def _read(self) -> PdfReader:
        return PdfReader(io.BytesIO(self.content))

    @cached_property
    def pages(self) -> list[str]:
        """The text of each page, in one line."""
        return [" ".join(page.extract_text().split()) for page in self._read.pages]

    @property
    def text(self) -> str:
        return " ".join(self.pages)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of every page, in millimetres."""
        [size] = {
            (
                round(float(page.mediabox.width) / _POINTS_A_MILLIMETRE, 1),
                round(float(page.mediabox.height) / _POINTS_A_MILLIMETRE, 1),
            )
            for page in self._read.pages
        }
        return size

    @property
    def title(self) -> str:
        return (self._read.metadata or {})["/Title"]

    @property
    def language(self) -> str:
        return str(self._root["/Lang"])

    @property
    def is_tagged(self) -> bool:
        return bool(self._root["/MarkInfo"]["/Marked"]) and "/StructTreeRoot" in self._root

    @property
    def claims_accessibility(self) -> bool:
        """Whether it says of itself that it keeps to PDF/UA-1."""
        return b"pdfuaid" in bytes(self._root["/Metadata"].get_object().get_data())

    @property
    def bookmarks(self) -> list[str]:
        return [each.title for each in self._read.outline if not isinstance(each, list)]

    @property
    def typefaces(self) -> set[str]:
        """Of all pages, without the mark of the subset."""
        fonts = [font for page in self._read.pages for font in page["/Resources"].get("/Font", {}).values()]
        return {str(font.get_object()["/BaseFont"]).rpartition("+")[2] for font in fonts}

    def picture(self, page: int = 0) -> Image.Image:
        """As it leaves a printer."""
        document = pypdfium2.PdfDocument(self.content)
        try:
            return document[page].render(scale=_SHARP / 72).to_pil()
        finally:
            document.close()

    def codes(self, page: int = 0) -> list[str]:
        """What the QR codes of a page lead to, from the top left."""
        found = zxingcpp.read_barcodes(
            self.picture(page), formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
        )
        return [
            code.text
            for code in sorted(found, key=lambda one: (one.position.top_left.y // 50, one.position.top_left.x))
        ]

    @property
    def _root(self) -> Any:
        return self._read.trailer["/Root"]


def paper_of(answer: Any) -> Paper:
    """The paper that a page answered with."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    return Paper(answer.content)
