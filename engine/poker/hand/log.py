"""What was done in a hand, action by action."""

from __future__ import annotations

from engine.poker.hand.entries import Entry, in_text


class Log:
    """lines: the actions so far, their cards as tuples of cards."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        self.lines: list[Entry] = []

    def in_text(self) -> tuple[Entry, ...]:
        """The actions as JSON values: their cards are text."""
        return tuple([in_text(line) for line in self.lines])

    def has_checked_after_draw(self, seat: int) -> bool:
        """Whether a seat has passed since the last cards were exchanged."""
        for line in reversed(self.lines):
            if line[0] == "discard":
                return False
            if line[0] == "check" and line[1] == seat:
                return True
        return False
