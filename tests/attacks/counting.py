"""How a try ended, and how many ended so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum


class Ending(StrEnum):
    """REFUSED: by a service, or a verifier cannot read it. DETECTED: by the verifier, an earlier copy of the draw, the
    books or the log. NO_GAIN: it passes, and every winner is the one that chance gave. UNDETECTED: it passes, and a
    winner is another, or a secret was read.
    """

    REFUSED = "refused"
    DETECTED = "detected"
    NO_GAIN = "no gain"
    UNDETECTED = "undetected"


@dataclass(slots=True)
class Tally:
    """The tries of one attack. found: what the first few that went undetected were."""

    attack: str
    place: str
    endings: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    def count(self, ending: Ending, what: str = "") -> None:
        self.endings[ending] += 1
        if ending is Ending.UNDETECTED and len(self.found) < 3:
            self.found.append(what)

    @property
    def tried(self) -> int:
        return self.endings.total()

    @property
    def undetected(self) -> int:
        return self.endings[Ending.UNDETECTED]

    def add(self, other: Tally) -> None:
        self.endings += other.endings
        self.found = (self.found + other.found)[:3]

    def as_row(self) -> dict[str, object]:
        return {"attack": self.attack, "place": self.place, "endings": dict(self.endings), "found": self.found}

    @classmethod
    def of_row(cls, row: dict[str, object]) -> Tally:
        return cls(str(row["attack"]), str(row["place"]), Counter(row["endings"]), list(row["found"]))
