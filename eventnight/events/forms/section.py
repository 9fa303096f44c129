"""A step of the set-up as a form over HouseSettings: it changes one section and leaves the others alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from eventnight.core.forms import ChangesForm, FigureInput, RefusableForm, WholeField
from eventnight.events.house_settings import HouseSettings

MOST_CHIPS = 10_000_000
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
        data[self.section] = {**data[self.section], **self.cleaned_data}
        if rows is not None:
            data[self.section][self.rows] = rows
        return HouseSettings.from_json(data)


class RowForm(RefusableForm):
    """One row of a section's list."""


def cell_field(label: str, least: int = 0, most: int = MOST_CHIPS, **options: Any) -> WholeField:
    """A number in a row."""
    return count_field(label, least, most, widget=FigureInput(attrs={"class": CELL}), **options)
