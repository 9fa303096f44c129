"""Forms over the chips: how many of each colour are counted, brought to a table, or changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.forms.boundfield import BoundField

from eventnight.bank.chips.chip_set import MOST_PIECES
from eventnight.bank.forms.desk import REASON_LENGTH
from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.formats import chips_text
from eventnight.core.values.text import TextField
from eventnight.events.house_settings import ChipColour
from eventnight.events.models import Event


@dataclass(frozen=True, slots=True)
class ChipField:
    """A colour with the field that says how many."""

    chip: ChipColour
    bound: BoundField


class ChipPiecesForm(ServiceForm):
    """How many chips of each colour. Each name in ``groups`` has a field for every colour."""

    groups: tuple[str, ...] = ("pieces",)

    def __init__(self, *args: Any, event: Event, at_bank: bool = False, **options: Any) -> None:
        """at_bank: only the colours that cross the bank's counter."""
        super().__init__(*args, **options)
        chip_set = sorted(event.house_settings.bank.chip_set, key=lambda chip: -chip.value)
        self.colours = [chip for chip in chip_set if chip.at_bank or not at_bank]
        for group in self.groups:
            for chip in self.colours:
                self.fields[_name(group, chip)] = WholeField(
                    required=False,
                    min_value=0,
                    max_value=MOST_PIECES,
                    label=f"{chip.colour.capitalize()} {chips_text(chip.value)}",
                )

    def fields_of(self, group: str) -> list[ChipField]:
        """The fields of one group, largest colour first."""
        return [ChipField(chip, self[_name(group, chip)]) for chip in self.colours]

    @property
    def pieces_fields(self) -> list[ChipField]:
        """The fields of the first group."""
        return self.fields_of(self.groups[0])

    def clean(self) -> dict[str, Any]:
        """Put the numbers by value under the name of each group, without those that are 0."""
        cleaned = super().clean() or {}
        for group in self.groups:
            counts = {chip.value: cleaned.get(_name(group, chip)) or 0 for chip in self.colours}
            cleaned[group] = {value: count for value, count in counts.items() if count}
        return cleaned


class ChangeForm(ChipPiecesForm):
    """What a player brings, and what is handed out for it."""

    groups = ("brought", "handed")

    @property
    def brought_fields(self) -> list[ChipField]:
        return self.fields_of("brought")

    @property
    def handed_fields(self) -> list[ChipField]:
        return self.fields_of("handed")


class ChipUndoForm(ServiceForm):
    """Why a change or the filling of a tray is reversed."""

    reason = TextField(max_length=REASON_LENGTH, initial="Undone at the chips", label="Reason")


def _name(group: str, chip: ChipColour) -> str:
    return f"{group}_{chip.value}"
