"""A step of the set-up as a form over HouseSettings: it changes one section and leaves the others alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any, ClassVar

from eventnight.core.errors import Conflict
from eventnight.core.forms import ChangesForm, FigureInput, RefusableForm, WholeField
from eventnight.core.shown import Shown
from eventnight.events.forms.turns import bank_field, turn_field
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.turns import TURN_FIELDS, turn_choices

Rows = Sequence[Mapping[str, Any]]
"""A list of a section, in order."""
LIST_CHANGED = (
    "The list of this part was changed after you opened the page: it has {now} rows now, and yours has {entered}. "
    "Nothing was saved. Save again to put your list in its place, or open the page again to see the other."
)
MOST_CHIPS = 10_000_000
DIGEST_LENGTH = 16
CELL = "input input-figure"


def count_field(label: str, least: int = 0, most: int = MOST_CHIPS, **options: Any) -> WholeField:
    """A number of the section."""
    return WholeField(label=label, min_value=least, max_value=most, **options)


class SectionForm(ChangesForm):
    """A form whose fields are settings of one section. rows: the section's list, edited below the form under its title.
    is_wide: its answers are sentences, so that each field takes a line. fields_template: the part that shows its
    fields, where they are not shown in a row. page_template: the page of the section.
    """

    section: ClassVar[str]
    is_wide: ClassVar[bool] = False
    rows: ClassVar[str] = ""
    row_form: ClassVar[type[RowForm] | None] = None
    rows_title: ClassVar[str] = ""
    fields_template: ClassVar[str] = ""
    page_template: ClassVar[str] = "events/setup_section.html"

    @classmethod
    def of(cls, settings: HouseSettings, data: Any = None, *, house: str) -> SectionForm:
        """The form filled with the event's present settings. house: of the event."""
        return cls(data, initial=asdict(getattr(settings, cls.section)))

    def merged(self, settings: HouseSettings, rows: list[Mapping[str, Any]] | None = None) -> HouseSettings:
        """The settings with this section changed. Raises UserFacingError("house_settings")."""
        data = settings.as_json()
        known = data[self.section]
        data[self.section] = {**known, **self.changes}
        if rows is not None and self._changes_rows(known[self.rows], rows):
            data[self.section][self.rows] = rows
        return HouseSettings.from_json(data)

    @property
    def present(self) -> dict[str, Shown]:
        """What a fresh page shows; the list counts as one field."""
        listed: dict[str, Shown] = {self.rows: _digest(self.initial[self.rows])} if self.rows else {}
        return {**super().present, **listed}

    def _changes_rows(self, known: Rows, sent: Rows) -> bool:
        """Whether the list that was sent takes the place of the known one.

        Raises Conflict("changed_meanwhile") where the known one is another than the page showed, too.
        """
        shown = self.shown.get(self.rows, _digest(known))
        if _digest(sent) == shown:
            return False
        if _digest(known) in (shown, _digest(sent)):
            return True
        self.shown[self.rows] = _digest(known)
        message = LIST_CHANGED.format(now=len(known), entered=len(sent))
        raise Conflict("changed_meanwhile", message, field=self.rows, now=len(known), entered=len(sent))


class DealtForm(SectionForm):
    """A section in which somebody deals: people, or the system with a limit for each turn (BIS-16)."""

    turn_seconds = turn_field()
    bank_seconds = bank_field()

    @classmethod
    def of(cls, settings: HouseSettings, data: Any = None, *, house: str) -> SectionForm:
        """The form with the night's settings, a turn of the night's own among the choices."""
        form = super().of(settings, data, house=house)
        form.offer("turn_seconds", turn_choices(getattr(settings, cls.section).turn_seconds))
        form.order_fields([name for name in form.fields if name not in TURN_FIELDS])
        return form

    def clean(self) -> dict[str, Any]:
        """Without an answer people deal, and an empty time bank is none."""
        data = super().clean()
        return {name: value or 0 if name in TURN_FIELDS else value for name, value in data.items()}


def _digest(rows: Rows) -> str:
    """Equal for equal lists."""
    return sha256(json.dumps(list(rows), sort_keys=True).encode()).hexdigest()[:DIGEST_LENGTH]


class RowForm(RefusableForm):
    """One row of a section's list."""


def cell_field(label: str, least: int = 0, most: int = MOST_CHIPS, **options: Any) -> WholeField:
    """A number in a row."""
    return count_field(label, least, most, widget=FigureInput(attrs={"class": CELL}), **options)
