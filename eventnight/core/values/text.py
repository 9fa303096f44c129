"""What people type and others read: names, places, reasons. One way to clean it for forms, the API, files, services.

Characters that nobody sees go: controls, direction marks, joiners where no script joins, fillers, private and
unassigned ones. So no two names look alike and differ, none looks empty, and none turns the line around it. Letters of
every script stay, with their marks, and joiners stay where Persian, Indic scripts or an emoji need them.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from rest_framework import serializers

from eventnight.core.errors import UserFacingError

MOST_MARKS = 4
"""Accents on one letter: pointed Hebrew has as many, and nobody's name has more."""

_ZWNJ, _ZWJ = "\u200c", "\u200d"
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159")
"""Assigned and visible by their kind, and yet nothing is drawn for them."""


def _ranges(*pairs: tuple[int, int]) -> tuple[range, ...]:
    return tuple(range(first, last + 1) for first, last in pairs)


_JOINING = _ranges(
    (0x0600, 0x07FF),  # Arabic, Syriac, Thaana, N'Ko
    (0x0840, 0x0DFF),  # Mandaic, Arabic, and the scripts of India and Sri Lanka
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0x1B00, 0x1B7F),  # Balinese
    (0xA840, 0xA9DF),  # Phags-pa to Javanese
    (0x11000, 0x1147F),  # Brahmi to Newa
)
"""Scripts in which a joiner between two letters changes how they are drawn."""
_IDEOGRAPHS = _ranges((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x323AF))
_MONGOLIAN = _ranges((0x1820, 0x18AA))
_VARIANTS = _ranges((0xFE00, 0xFE0F), (0xE0100, 0xE01EF), (0x180B, 0x180D), (0x180F, 0x180F))


def clean_text(text: str) -> str:
    """The text in one line and one spelling (NFC), without what nobody sees; empty only for nothing but spaces.

    Raises UserFacingError("text_unseen") where only unseen characters were typed, and "text_marks" for a letter under
    more than four accents.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    spaced = "".join(" " if each.isspace() else each for each in unicodedata.normalize("NFC", text))
    kept: list[str] = []
    for place, character in enumerate(spaced):
        if _stays(character, kept[-1] if kept else " ", spaced[place + 1 : place + 2 + MOST_MARKS]):
            kept.append(character)
    cleaned = " ".join(unicodedata.normalize("NFC", "".join(kept)).split())
    if not cleaned and text.strip():
        raise UserFacingError(
            "text_unseen", "Nothing of this text can be seen: it has only invisible characters. Type it again."
        )
    _require_few_marks(cleaned)
    return cleaned


def clean_lines(text: str) -> str:
    """Each line of the text cleaned; empty ones stay between others. Raises as `clean_text` does."""
    return "\n".join(map(clean_text, text.splitlines())).strip()


def clean_texts(value: Any) -> Any:
    """The same JSON value with every text in it cleaned, keys too. Raises as `clean_text` does."""
    if isinstance(value, str):
        return clean_lines(value)
    if isinstance(value, list):
        return [clean_texts(each) for each in value]
    if isinstance(value, dict):
        return {clean_texts(key): clean_texts(each) for key, each in value.items()}
    return value


def _stays(character: str, previous: str, after: str) -> bool:
    """Whether the character is seen, or changes how the ones beside it are. after: the few that follow it."""
    if character in (_ZWNJ, _ZWJ):
        return _joins(character, previous, next((each for each in after if not _is_mark(each)), " "))
    if _is_in(_VARIANTS, character):
        return _has_variants(character, previous)
    if character in _BLANK:
        return False
    kind = unicodedata.category(character)
    if kind.startswith("C"):
        return False
    return not (kind.startswith("M") and previous == " ")


def _joins(joiner: str, previous: str, following: str) -> bool:
    if _is_in(_JOINING, previous) and _is_in(_JOINING, following):
        return True
    return joiner == _ZWJ and _is_emoji(previous) and _is_emoji(following)


def _has_variants(selector: str, previous: str) -> bool:
    if _is_in(_MONGOLIAN, previous):
        return 0x180B <= ord(selector) <= 0x180F
    if _is_in(_IDEOGRAPHS, previous):
        return ord(selector) < 0xFE03 or ord(selector) >= 0xE0100
    return selector in "\ufe0e\ufe0f" and unicodedata.category(previous) == "So"


def _is_emoji(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Sk") or character == "\ufe0f"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")


def _is_in(ranges: tuple[range, ...], character: str) -> bool:
    return any(ord(character) in each for each in ranges)


def _require_few_marks(text: str) -> None:
    marks = 0
    for character in text:
        marks = marks + 1 if _is_mark(character) else 0
        if marks > MOST_MARKS:
            raise UserFacingError(
                "text_marks",
                f"A letter of this text has more than {MOST_MARKS} accents, which covers the lines around it. Type it "
                "again without them.",
                most=MOST_MARKS,
            )


class TextField(forms.CharField):
    """What somebody types and others read, cleaned before it is looked at."""

    def to_python(self, value: Any) -> str:
        """Raises ValidationError with the code and sentence of `clean_text`."""
        text = super().to_python(value) or ""
        try:
            return clean_lines(text) if isinstance(self.widget, forms.Textarea) else clean_text(text)
        except UserFacingError as error:
            raise ValidationError(error.message, code=error.code) from error


class TextInput(serializers.CharField):
    """The same for the API."""

    def to_internal_value(self, data: Any) -> str:
        """Raises a validation error with the code and sentence of `clean_text`."""
        try:
            return clean_text(super().to_internal_value(data))
        except UserFacingError as error:
            raise serializers.ValidationError(error.message, code=error.code) from error
