"""A flight on the floor of a real night: hands at several tables, players out alone or together, and undone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from engine.units import Chips
from eventnight.night.rehearsal.kept import Outbox
from eventnight.night.rehearsal.stage import Stage
from tournaments.models import Flight
from tournaments.services.flight.bust_outs import bust_out, enter_chip_counts, undo_bust_out
from tournaments.services.flight.hand_for_hand import finish_shared_hand, resume_shared_hand

UNDONE_ONE_IN = 8
KEPT_ONE_IN = 8
TOLD_BY_ANOTHER_ONE_IN = 3
RESUMED_ONE_IN = 12
TOGETHER = {0: 7, 1: 9, 2: 3, 3: 1}
"""How many go out on a hand, and how often."""


@dataclass(slots=True)
class Floor:
    """A flight under way. stacks: chips by player code of everybody still in. absent: who has a seat and never came.

    unit: the smallest chip in play. ends_together: the last hand takes more players than it should.
    """

    stage: Stage
    flight: Flight
    outbox: Outbox
    unit: int
    stacks: dict[str, int] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
    ends_together: bool = False

    @property
    def places(self) -> int:
        """How many go on."""
        return self.flight.advancing_of(self.flight.entries.count())

    def refresh(self) -> Flight:
        """The flight as it is now."""
        self.flight.refresh_from_db()
        return self.flight

    def tables(self) -> dict[int, list[str]]:
        """Player codes by table, of everybody still in."""
        seated: dict[int, list[str]] = defaultdict(list)
        entries = self.flight.entries.filter(bust_hand__isnull=True).order_by("table_number", "seat_number")
        for code, table in entries.values_list("player__code", "table_number"):
            if table is not None:
                seated[table].append(code)
        return dict(seated)

    def count(self) -> None:
        """Everybody's stack is counted and noted."""
        counts = {code: Chips(chips) for code, chips in self.stacks.items() if chips}
        check = enter_chip_counts(flight=self.flight, counts=counts, press=self.stage.act())
        if check.difference:
            self.stage.broken.append(f"{self.flight}: {check.sentence}")


def play_hand(floor: Floor) -> None:
    """A hand at one table; hand for hand, one at every table."""
    flight, tables = floor.refresh(), floor.tables()
    if not flight.is_hand_for_hand:
        playing = [table for table, codes in tables.items() if len(codes) > 1]
        _at_table(floor, tables[floor.stage.chance.choice(playing)])
        return
    hand = flight.shared_hand
    for table, codes in tables.items():
        if floor.refresh().decided_at or not flight.is_hand_for_hand:
            return
        if len(codes) > 1 and _at_table(floor, codes):
            continue
        press: dict[str, Any] = {"flight": flight, "table": table}
        floor.stage.try_to(finish_shared_hand, hand=hand, **press, press=floor.stage.act())
        if floor.stage.happens(RESUMED_ONE_IN) and table in floor.refresh().tables_done:
            floor.stage.note("hands said to be over too early")
            resume_shared_hand(**press, press=floor.stage.act())
            finish_shared_hand(hand=hand, **press, press=floor.stage.act())


def _at_table(floor: Floor, codes: list[str]) -> bool:
    """One hand. Returns whether somebody went out on it."""
    stage, stacks = floor.stage, floor.stacks
    _blind_off(floor, codes)
    out = _all_in(floor, codes)
    if not out:
        winner, loser = stage.chance.sample(codes, 2)
        lost = min(stacks[loser] - floor.unit, 4 * floor.unit)
        if lost > 0:
            stacks[winner] += lost
            stacks[loser] -= lost
        return False
    before = dict(stacks)
    winner = stage.chance.choice([code for code in codes if code not in out])
    stacks[winner] += sum(stacks.pop(code) for code in out)
    stage.note("finalists out who came with an empty stack", sum(not before[code] for code in out))
    if len(out) > 1:
        stage.note("several out in one hand")
    _tell(floor, {code: Chips(before[code]) for code in out})
    if stage.happens(UNDONE_ONE_IN) and stage.try_to(undo_bust_out, flight=floor.flight, press=stage.act()) is not None:
        stage.note("bust-outs undone")
        floor.stacks = before
        return False
    return True


def _tell(floor: Floor, busted: dict[str, Chips]) -> None:
    """The floor enters who went out; now and then on a tablet without connection, while another enters it too."""
    stage = floor.stage
    facts: dict[str, Any] = {"flight": floor.flight, "busted": busted}
    if not stage.happens(KEPT_ONE_IN):
        bust_out(**facts, press=stage.press())
        return
    floor.outbox.keep("bust-out", bust_out, **facts)
    if stage.happens(TOLD_BY_ANOTHER_ONE_IN):
        bust_out(**facts, press=stage.press(stage.second))
    floor.outbox.send()


def _all_in(floor: Floor, codes: list[str]) -> list[str]:
    """Who goes out on this hand. Somebody at the table has them covered, or has the chips after the side pots."""
    to_go = len(floor.stacks) - floor.places
    if floor.ends_together and 1 <= to_go < len(codes) - 1:
        # The last hand takes one more than it should: fewer are left than go on.
        return floor.stage.chance.sample(codes, to_go + 1)
    number = floor.stage.chance.choices(list(TOGETHER), list(TOGETHER.values()))[0]
    return floor.stage.chance.sample(codes, min(number, len(codes) - 1))


def _blind_off(floor: Floor, codes: list[str]) -> None:
    """Whoever never came to the seat pays the blinds like everybody."""
    for code in floor.absent:
        others = [other for other in codes if other not in floor.absent]
        lost = min(floor.stacks.get(code, 0) - floor.unit, 2 * floor.unit)
        if code in codes and others and lost > 0:
            floor.stacks[code] -= lost
            floor.stacks[floor.stage.chance.choice(others)] += lost
