"""From where the floor is called: a table of a flight, an open card table, or the table of a euchre match."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from eventnight.core.roles import Permission


class Kind(StrEnum):
    FLIGHT = "flight"
    TABLE = "table"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Place:
    """row_id: of the flight, the card table or the match. number: of the table within its flight, else 0."""

    kind: Kind
    row_id: int
    number: int = 0

    @property
    def columns(self) -> dict[str, int]:
        """The columns of a call from there."""
        if self.kind == Kind.FLIGHT:
            return {"flight_id": self.row_id, "table_number": self.number}
        return {f"{self.kind.value}_id": self.row_id}

    @property
    def permission(self) -> Permission:
        """Who runs that table, and so answers its calls."""
        return ANSWERED_BY[self.kind]


ANSWERED_BY = {
    Kind.FLIGHT: Permission.RUN_FLOOR,
    Kind.TABLE: Permission.RUN_TABLES,
    Kind.MATCH: Permission.RUN_MATCHES,
}
