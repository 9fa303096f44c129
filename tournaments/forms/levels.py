"""The levels of a flight that plays, as they are typed: the length of the one under way, and a row for each to come."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from engine.tournament.levels import Level
from engine.units import Chips, Seconds
from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.numbers import whole_number
from eventnight.events.forms.setup import LevelForm, edited_rows
from tournaments.selectors.clock.level_changes import FlightLevels

MINUTE = 60
MOST_MINUTES = 600
ROW_COUNT = "form-TOTAL_FORMS"
_ROW = re.compile(r"form-(\d{1,4})-([a-z_]+)")


class LevelToComeForm(LevelForm):
    """seconds: of the level as it was, which may be no whole minutes; kept unless its minutes are changed."""

    seconds = WholeField(required=False, min_value=0, widget=forms.HiddenInput)

    @property
    def level(self) -> Level:
        """Raises RuleError of a level that makes no sense."""
        data = self.cleaned_data
        return Level(
            Chips(data["small_blind"]),
            Chips(data["big_blind"]),
            Chips(data["ante"]),
            _seconds(data["minutes"], data.get("seconds") or 0),
            data["is_break"],
        )


class LevelsForm(ServiceForm):
    """begun: how many levels had begun when the page was made. seen: which change of the levels it showed."""

    begun = WholeField(min_value=0, widget=forms.HiddenInput)
    seen = WholeField(min_value=0, widget=forms.HiddenInput)
    seconds = WholeField(required=False, min_value=0, widget=forms.HiddenInput)
    under_way = WholeField(required=False, label="Minutes in all", min_value=1, max_value=MOST_MINUTES)

    def __init__(self, levels: FlightLevels, data: Any = None) -> None:
        present = levels.under_way
        initial = {"begun": levels.begun, "seen": levels.seen}
        if present is not None:
            initial |= {"seconds": present.seconds, "under_way": shown_minutes(present.seconds)}
        super().__init__(data, initial=initial)
        if present is None:
            del self.fields["under_way"]
        else:
            self.fields["under_way"].widget.attrs["data-sheet-under-way"] = ""

    def wanted(self, levels: Sequence[Level], rows: Sequence[LevelToComeForm]) -> tuple[Level, ...]:
        """The whole list: what had begun when the page was made, with its length, and the rows.

        Raises RuleError of a level that makes no sense.
        """
        begun = list(levels[: self.cleaned_data["begun"]])
        minutes = self.cleaned_data.get("under_way")
        if begun and minutes:
            level = begun[-1]
            seconds = _seconds(minutes, self.cleaned_data.get("seconds") or 0)
            begun[-1] = Level(level.small_blind, level.big_blind, level.ante, seconds, level.is_break)
        return (*begun, *(row.level for row in rows))


def rows_to_come(levels: FlightLevels, data: Any = None) -> Any:
    """The levels to come as a formset, or as they were sent."""
    rows = [
        {
            "small_blind": each.view.small_blind,
            "big_blind": each.view.big_blind,
            "ante": each.view.ante,
            "minutes": shown_minutes(each.seconds),
            "is_break": each.view.is_break,
            "seconds": each.seconds,
        }
        for each in levels.to_come
    ]
    return edited_rows(LevelToComeForm, rows, data)


def moved_on(data: Mapping[str, str], levels: FlightLevels) -> dict[str, str]:
    """What was typed, without the rows of levels that have begun since the page was made."""
    count, begun = (_count(data.get(name)) for name in (ROW_COUNT, "begun"))
    since = min(max(levels.begun - begun, 0), count)
    moved = {name: value for name, value in data.items() if not _ROW.fullmatch(name)}
    if since:
        fresh = LevelsForm(levels)
        moved |= {name: str(fresh[name].value()) for name in ("begun", "seconds", "under_way")}
        moved[ROW_COUNT] = str(count - since)
    for name, value in data.items():
        row = _ROW.fullmatch(name)
        if row and int(row[1]) >= since:
            moved[f"form-{int(row[1]) - since}-{row[2]}"] = value
    return moved


def _count(text: str | None) -> int:
    """The number from 0 that a page sends; 0 for what none sends, which the form refuses."""
    return max(whole_number(text) or 0, 0)


def shown_minutes(seconds: int) -> int:
    """Whole minutes, one at least."""
    return max(seconds // MINUTE, 1)


def _seconds(minutes: int, before: int) -> Seconds:
    return Seconds(before if before and minutes == shown_minutes(before) else minutes * MINUTE)
