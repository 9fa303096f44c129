"""The chips themselves in a scripted evening: how many are owned, the tables' own, change and counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from uuid import UUID, uuid5

from engine.units import Chips
from eventnight.bank.selectors.chips.inventory import RACK, holder_of
from eventnight.bank.selectors.chips.rack import colours_out, rack_colours
from eventnight.bank.services.chips.inventory import count_chips, make_change, stock_tray
from eventnight.core.press import Press
from eventnight.events.services import update_settings
from eventnight.night.rehearsal.stage import Script, Stage
from tables.models import Table, TableKind

SMALL, LARGE = 5, 50
TRAY_OF_SMALL = 60
MINUTES_TO_THE_TABLES = 15
MINUTES_TO_A_COUNT = 40


def own_chips(stage: Stage, owned: Mapping[int, int]) -> None:
    """Say in the set-up how many chips of each value the club has."""
    settings = stage.event.house_settings
    chip_set = tuple(replace(chip, owned=Chips(owned[chip.value])) for chip in settings.bank.chip_set)
    counted = replace(settings, bank=replace(settings.bank, chip_set=chip_set))
    update_settings(event=stage.event, settings=counted, press=stage.act_now())


def look_after_chips(stage: Stage) -> Script:
    """The first card table gets small chips and breaks large ones; rack and table are counted now and then.

    The first count of the rack is one chip short. Keys do not come from the evening's chance, so that everything else
    goes as it would without.
    """
    yield MINUTES_TO_THE_TABLES
    keys = (uuid5(UUID(int=stage.event.pk), f"chips {number}") for number in count())
    table = Table.objects.get(event=stage.event, kind=TableKind.POKER, number=1)
    stock_tray(place=table.code, pieces={SMALL: TRAY_OF_SMALL}, event=stage.event, press=_press(stage, keys))
    missing = 1
    while True:
        yield MINUTES_TO_A_COUNT
        _break_one(stage, table, keys)
        rack: dict[int, int] = {colour.chip.value: colour.rack for colour in rack_colours(stage.event)}
        count_chips(
            holder=RACK, pieces={**rack, LARGE: rack[LARGE] - missing}, event=stage.event, press=_press(stage, keys)
        )
        _count_table(stage, table, keys)
        missing = 0


def _break_one(stage: Stage, table: Table, keys: Iterator[UUID]) -> None:
    there, pieces = colours_out(stage.event.pk).get(table.code, {}).get(str(SMALL), 0), LARGE // SMALL
    if there >= pieces:
        make_change(
            place=table.code, brought={LARGE: 1}, handed={SMALL: pieces}, event=stage.event, press=_press(stage, keys)
        )


def _count_table(stage: Stage, table: Table, keys: Iterator[UUID]) -> None:
    large, rest = divmod(holder_of(stage.event, table.code).books, LARGE)
    if rest % SMALL == 0:
        count_chips(
            holder=table.code, pieces={LARGE: large, SMALL: rest // SMALL}, event=stage.event, press=_press(stage, keys)
        )


def _press(stage: Stage, keys: Iterator[UUID]) -> Press:
    return Press(stage.by, stage.now, next(keys))
