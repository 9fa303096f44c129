"""A published file being read, field by field: what is missing or of another kind is refused in the file's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import RuleError

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Published:
    """code: of its refusals. what: the file is, "a published draw"."""

    code: str
    what: str

    def text(self, row: Row, field: str) -> str:
        value = row.get(field)
        # JSON can spell half a character, which no hash can take.
        if not isinstance(value, str) or any("\ud800" <= character <= "\udfff" for character in value):
            raise self.unreadable(f'"{field}" is missing or is not text')
        return value

    def whole(self, row: Row, field: str) -> int:
        value = row.get(field)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.unreadable(f'"{field}" is missing or is not a whole number')
        return value

    def rows(self, row: Row, field: str) -> list[Row]:
        """A list of objects."""
        value = row.get(field)
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.unreadable(f'"{field}" is missing or is not a list of objects')
        return value

    def texts(self, row: Row, field: str) -> list[str]:
        """A list of texts."""
        value = row.get(field)
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise self.unreadable(f'"{field}" is missing or is not a list of texts')
        return value

    def hex(self, row: Row, field: str) -> bytes:
        """Bytes written as lower-case hex digits."""
        return self.bytes_of(self.text(row, field), field)

    def bytes_of(self, text: str, field: str) -> bytes:
        """The same of a text that was read already."""
        try:
            found = bytes.fromhex(text)
        except ValueError as error:
            raise self.unreadable(f'"{field}" is not hex digits') from error
        if found.hex() != text:
            raise self.unreadable(f'"{field}" is not hex digits in lower case without spaces')
        return found

    def unreadable(self, why: str) -> RuleError:
        """What is no such file is refused with this."""
        return RuleError(self.code, f"This is not {self.what}: {why}.")
