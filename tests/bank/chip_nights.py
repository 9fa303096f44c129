"""Nights whose chips are counted by colour."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from engine.units import Chips
from eventnight.bank.models import Books
from eventnight.bank.selectors.chips.rack import rack_colours
from eventnight.bank.services import give_first_stack
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.services import update_settings
from tables.models import Table
from tables.services import NewPokerTable
from tables.services.floor import open_poker_table
from tables.stakes import TypedStakes
from tests.bank.nights import Night
from tests.factories import NOW

OWNED = {5: 400, 10: 300, 20: 300, 50: 500}
"""Chips of the WLIA set in the tests, by value."""


def counted_night(players: int = 0, *, owned: dict[int, int] | None = None, bank_chips: bool = False) -> Night:
    """A night that owns so many chips of each colour; its players have their first stacks."""
    night = Night(players=players)
    settings = night.event.house_settings
    numbers = OWNED if owned is None else owned
    chip_set = tuple(replace(chip, owned=numbers.get(chip.value, 0)) for chip in settings.bank.chip_set)
    counted = replace(
        settings,
        bank=replace(settings.bank, chip_set=chip_set),
        holdem=replace(settings.holdem, bank_chips=bank_chips),
    )
    update_settings(event=night.event, settings=counted, press=Press(SYSTEM, NOW))
    for code in night.codes:
        night.post(give_first_stack, player_code=code)
    return night


def rack(night: Night) -> dict[int, int]:
    """The rack by the books, by value."""
    return {colour.chip.value: colour.rack for colour in rack_colours(night.event)}


def out_of_rack(night: Night) -> dict[str, dict[str, int]]:
    """The chips that are out, by holder and value."""
    return Books.objects.get(event=night.event).colours


def card_table(night: Night) -> Table:
    """An open table with three seats."""
    return open_poker_table(
        event=night.event,
        new=NewPokerTable(stakes=TypedStakes(small_blind=Chips(5), big_blind=Chips(10)), seats_count=3),
        press=Press(SYSTEM, NOW, uuid4()),
    )
