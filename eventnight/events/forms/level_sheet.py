"""The levels of a hold'em tournament as a sheet: each row of inputs with its number, start and depth of a stack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms

from eventnight.core.values.formats import clock_text
from eventnight.core.values.moments import wall_time
from eventnight.core.values.numbers import whole_number
from eventnight.events.models import ActivityKind, Event
from eventnight.events.selectors import programme_of

CELLS = ("small_blind", "big_blind", "ante", "minutes")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A row as it was typed. number: 0 for a break. starts: the time, or the minutes from the start where no time is
    known. stack: in big blinds, None where there is nothing to tell. x, width: of its bar, in percent.
    """

    row: forms.Form
    number: int
    starts: str
    stack: int | None
    minutes: int
    x: float = 0
    width: float = 0

    @property
    def name(self) -> str:
        return f"Level {self.number}" if self.number else "Break"

    @property
    def is_break(self) -> bool:
        return not self.number

    @property
    def cells(self) -> list[forms.BoundField]:
        """The inputs: of a break, its minutes."""
        return [self.row[name] for name in (CELLS[-1:] if self.is_break else CELLS)]

    @property
    def hidden(self) -> list[forms.BoundField]:
        """What a break has not."""
        return [self.row[name] for name in CELLS[:-1]] if self.is_break else []


@dataclass(frozen=True, slots=True)
class Sheet:
    """lines: in order. after: how many levels come before them. begins: minutes of the day, None where nothing says
    when. ends: as `SheetLine.starts`. stack: chips by which depth is reckoned.
    """

    lines: tuple[SheetLine, ...]
    after: int
    stack: int
    begins: int | None
    starts: str
    ends: str
    minutes: int

    @property
    def levels(self) -> int:
        return sum(not line.is_break for line in self.lines)

    @property
    def breaks(self) -> int:
        return len(self.lines) - self.levels

    @property
    def played(self) -> int:
        """Minutes in levels."""
        return sum(line.minutes for line in self.lines if not line.is_break)

    @property
    def rested(self) -> int:
        """Minutes in breaks."""
        return self.minutes - self.played


def holdem_start(event: Event) -> datetime | None:
    """When the programme has hold'em first."""
    line = programme_of(event).filter(kind=ActivityKind.HOLDEM).first()
    return line.starts_at if line else None


def read_sheet(
    rows: Iterable[forms.Form], stack: int, begins: datetime | None, event: Event, *, after: int = 0
) -> Sheet:
    """The rows laid end to end, whatever was typed in them; stack: chips to begin with, 0 for none known. after: how
    many levels were before.
    """
    laid: list[tuple[forms.Form, int, int, int]] = []
    minutes, number = 0, after
    for row in rows:
        is_break = _is_break(row)
        number += not is_break
        length = max(_number(row, "minutes"), 0)
        laid.append((row, 0 if is_break else number, minutes, length))
        minutes += length

    def at(passed: int) -> str:
        return clock_text(begins + timedelta(minutes=passed), event) if begins else f"+{passed} min"

    whole = max(minutes, 1)
    lines = tuple(
        SheetLine(
            row=row,
            number=number,
            starts=at(passed),
            stack=_depth(row, stack) if number else None,
            minutes=length,
            x=round(100 * passed / whole, 2),
            width=round(max(100 * length / whole - 0.5, 0.2), 2),
        )
        for row, number, passed, length in laid
    )
    local = wall_time(begins, event.zone) if begins else None
    return Sheet(
        lines=lines,
        after=after,
        stack=stack,
        begins=local.hour * 60 + local.minute if local else None,
        starts=at(0),
        ends=at(minutes),
        minutes=minutes,
    )


def _depth(row: forms.Form, stack: int) -> int | None:
    big_blind = _number(row, "big_blind")
    return stack // big_blind if big_blind > 0 and stack > 0 else None


def _is_break(row: forms.Form) -> bool:
    value: Any = row["is_break"].value()
    return value not in ("", None, False, "false", "False")


def _number(row: forms.Form, name: str) -> int:
    value: Any = row[name].value()
    number = value if isinstance(value, int) else whole_number(str(value or ""))
    return min(number or 0, 10_000_000)
