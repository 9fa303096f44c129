"""The bank's rack by colour: what is owned less what is out. Kept with the books, so nothing reads the history."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from engine.units import Chips
from eventnight.bank.chips.chip_set import ColourCount, stack_from_rack, stack_in_colours
from eventnight.bank.chips.colours import Colours
from eventnight.bank.models import Books
from eventnight.core.errors import UserFacingError
from eventnight.core.values.formats import chips_text
from eventnight.events.house_settings import ChipColour
from eventnight.events.models import Event


@dataclass(frozen=True, slots=True)
class RackColour:
    """One colour: owned, out by the books, and so in the rack. needed: for the first stacks that should still go."""

    chip: ChipColour
    out: int
    needed: int

    @property
    def is_counted(self) -> bool:
        """Whether it is known how many are owned."""
        return self.chip.owned > 0

    @property
    def rack(self) -> int:
        return self.chip.owned - self.out

    @property
    def is_short(self) -> bool:
        return self.is_counted and self.rack < self.needed

    @property
    def sentence(self) -> str:
        """What is short and what to do about it."""
        there = f"{chips_text(max(self.rack, 0))} {self.chip.colour} {chips_text(self.chip.value)}"
        return (
            f"{there} left in the rack; {chips_text(self.needed)} are wanted. Count the rack, turn in chips for larger "
            "ones, or hand out other colours."
        )


def colours_out(event_id: int) -> Colours:
    """The chips that are out of the rack, by holder and value: one query."""
    return Books.objects.filter(event_id=event_id).values_list("colours", flat=True).first() or {}


def out_by_value(out: Colours) -> Counter[int]:
    """The same over all holders."""
    total: Counter[int] = Counter()
    for pieces in out.values():
        for value, count in pieces.items():
            total[int(value)] += count
    return total


def rack_colours(event: Event) -> list[RackColour]:
    """Every colour of the chip set, the smallest first: one query. Rules: WLIA-1."""
    bank = event.house_settings.bank
    out, needed = out_by_value(colours_out(event.pk)), _needed(event)
    chips = sorted(bank.chip_set, key=lambda chip: chip.value)
    return [RackColour(chip, out[chip.value], needed[chip.value]) for chip in chips]


def short_colours(event: Event) -> list[RackColour]:
    """The colours that will soon run out; none, and no query, where nothing is counted. Rules: WLIA-1, WLIA-2."""
    if not event.house_settings.bank.counts_chips:
        return []
    return [colour for colour in rack_colours(event) if colour.is_short]


def colours_to_give(event: Event, chips: Chips, *, to_table: bool = False) -> list[ColourCount]:
    """What the bank hands out for that amount, as its rack allows; without a query where nothing is counted.

    to_table: the chips are carried to a table rather than over the counter, those that stay there among them.

    Raises UserFacingError: "not_payable_at_bank".
    Rules: WLIA-1, WLIA-4.
    """
    bank = event.house_settings.bank
    chip_set = chips_of_tables(event) if to_table else bank.chip_set
    if not bank.counts_chips:
        return stack_in_colours(chip_set, chips)
    rack: dict[int, int] = {colour.chip.value: colour.rack for colour in rack_colours(event) if colour.is_counted}
    return stack_from_rack(chip_set, rack, chips)


def chips_of_tables(event: Event) -> tuple[ChipColour, ...]:
    """The chip set where no counter is in the way."""
    return tuple(replace(chip, at_bank=True) for chip in event.house_settings.bank.chip_set)


def _needed(event: Event) -> Counter[int]:
    bank = event.house_settings.bank
    try:
        stack = stack_in_colours(bank.chip_set, Chips(bank.first_stack))
    except UserFacingError:
        return Counter()
    return Counter({line.value: line.count * bank.rack_stacks for line in stack})
