"""A flight on the floor of a real night: hands at several tables, players out alone or together, and undone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from engine.units import Chips
from eventnight.night.rehearsal.acts import hands
from eventnight.night.rehearsal.acts.hands import Mood
from eventnight.night.rehearsal.acts.holdem import stacks_of
from eventnight.night.rehearsal.kept import Outbox
from eventnight.night.rehearsal.laws.flight_laws import stacks_are_chips_issued
from eventnight.night.rehearsal.stage import Stage
from tables.models import Hand
from tables.selectors.tables import TableView, table_view
from tables.services.hands import settle_hand
from tournaments.models import Flight
from tournaments.selectors.flight.hands import PlayedLevel, level_played
from tournaments.services.clock.presses import resume_clock
from tournaments.services.flight.bust_outs import bust_out, enter_chip_counts
from tournaments.services.flight.hand_for_hand import finish_shared_hand, resume_shared_hand

FOLLOWED_ONE_IN = 8
UNDONE_ONE_IN = 10
KEPT_ONE_IN = 10
TOLD_BY_ANOTHER_ONE_IN = 3
RESUMED_ONE_IN = 12
MISCOUNTED_ONE_IN = 25
ALL_IN = {0: 6, 2: 8, 3: 4, 4: 2}
"""How many put in everything in a hand, and how often."""


@dataclass(slots=True)
class Floor:
    """A flight under way. absent: codes of players who have a seat and never came. unit: the smallest chip in play.
    ends_together: the last hand takes more players than it should. level: whose beginning was looked at last.
    """

    stage: Stage
    flight: Flight
    outbox: Outbox
    unit: int
    absent: list[str] = field(default_factory=list)
    ends_together: bool = False
    level: PlayedLevel | None = None

    @property
    def places(self) -> int:
        """How many go on."""
        return self.flight.advancing_of(self.flight.entries.count())

    @property
    def stacks(self) -> dict[str, int]:
        """Chips by player code of everybody still in, as the hands left them."""
        return stacks_of(self.flight)

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

    def count(self, stacks: dict[str, int] | None = None) -> None:
        """Everybody's stack is counted and noted, as the hands left it unless given."""
        counts = {code: Chips(chips) for code, chips in (stacks or self.stacks).items() if chips}
        check = enter_chip_counts(flight=self.flight, counts=counts, press=self.stage.act())
        if check.difference:
            self.stage.broken.append(f"{self.flight}: {check.sentence}")

    def may_play(self) -> bool:
        """Whether the clock lets hands begin. A clock that stopped for a break is set going; where a level has begun,
        the chips of the flight are added up.
        """
        flight = self.refresh()
        if not flight.clock.is_running:
            resume_clock(flight=flight, press=self.stage.act())
            flight.clock.refresh_from_db()
        level = level_played(flight, self.stage.now)
        if level != self.level:
            self.level = level
            self.stage.broken.extend(stacks_are_chips_issued(flight))
        return not level.is_break


def play_hand(floor: Floor) -> None:
    """A hand at one table; hand for hand, one at every table that has not played it."""
    flight, tables = floor.refresh(), floor.tables()
    if not flight.is_hand_for_hand:
        playing = [table for table, codes in tables.items() if len(codes) > 1]
        _at_table(floor, floor.stage.chance.choice(playing))
        return
    hand = flight.shared_hand
    for table, codes in tables.items():
        if floor.refresh().decided_at or not flight.is_hand_for_hand or flight.shared_hand != hand:
            return
        if table in flight.tables_done:
            continue
        facts: dict[str, Any] = {"flight": flight, "table": table}
        if len(codes) < 2:
            floor.stage.try_to(finish_shared_hand, hand=hand, **facts, press=floor.stage.act())
            continue
        if floor.stage.happens(RESUMED_ONE_IN) and len(flight.tables_done) + 1 < len(tables):
            floor.stage.note("hands said to be over too early")
            finish_shared_hand(hand=hand, **facts, press=floor.stage.act())
            resume_shared_hand(**facts, press=floor.stage.act())
        _at_table(floor, table)


def _at_table(floor: Floor, number: int) -> None:
    """One hand, followed or entered from its end, and now and then undone."""
    if _take_out_empty(floor, number):
        return
    stage = floor.stage
    table = hands.felt_of(stage, floor.flight, number)
    view = table_view(table)
    mood = _mood(floor, view)
    if stage.happens(FOLLOWED_ONE_IN) and mood.winner is None:
        stage.note("hands followed")
        hand = hands.follow(stage, table, mood)
        if hand is None:
            return
    else:
        stage.note("hands settled from the end")
        hand = _enter(floor, view, mood)
    out = hands.number_out(hand)
    if out > 1:
        stage.note("several out in one hand")
    if stage.happens(UNDONE_ONE_IN) and hands.take_back(stage, hand, "The pot went to the wrong seat"):
        stage.note("hands undone")
        stage.note("bust-outs undone", out)


def _enter(floor: Floor, view: TableView, mood: Mood) -> Hand:
    """The end of a hand is entered; now and then on a tablet without connection, while another enters it too."""
    stage, table, number = floor.stage, view.table, view.next_number
    facts: dict[str, Any] = {"table": table, "number": number, "end": hands.played_end(stage, view, mood)}
    if stage.happens(MISCOUNTED_ONE_IN):
        _miscount(floor, facts)
    if not stage.happens(KEPT_ONE_IN):
        return settle_hand(**facts, press=stage.press()).hand
    floor.outbox.keep("hand", settle_hand, **facts)
    if stage.happens(TOLD_BY_ANOTHER_ONE_IN):
        settle_hand(**facts, press=stage.press(stage.second))
    floor.outbox.send()
    return table.hands.get(number=number, undone_at__isnull=True)


def _miscount(floor: Floor, facts: dict[str, Any]) -> None:
    """A stack is counted with a chip too many: no hand is paid out before it is counted again."""
    stage, right = floor.stage, floor.stacks
    first = max(sorted(right), key=right.__getitem__)
    stage.note("stacks counted wrongly")
    wrong = {first: Chips(right[first] + floor.unit)}
    enter_chip_counts(flight=floor.flight, counts=wrong, press=stage.act())
    stage.require_refusal(["counts_differ"], settle_hand, **facts, press=stage.press())
    floor.count(right)


def _take_out_empty(floor: Floor, number: int) -> bool:
    """Who came to the final with an empty stack is in no hand, and out with the first one: the floor says so. Returns
    whether that leaves no hand to play.
    """
    seated = floor.flight.entries.filter(bust_hand__isnull=True, table_number=number)
    empty = list(seated.filter(chips=0).values_list("player__code", flat=True))
    if empty:
        floor.stage.note("finalists out who came with an empty stack", len(empty))
        bust_out(flight=floor.flight, busted=dict.fromkeys(empty, Chips(0)), press=floor.stage.press())
    return floor.refresh().is_decided or seated.count() < 2


def _mood(floor: Floor, view: TableView) -> Mood:
    """How many go all in, and whether one of them takes it all."""
    absent = frozenset(seat.number for seat in view.taken if seat.player_code in floor.absent)
    seats = [seat.number for seat in view.taken if seat.number not in absent]
    to_go = len(floor.stacks) - floor.places
    if floor.ends_together and 1 <= to_go < len(seats) - 1:
        # The last hand takes one more than it should: fewer are left than go on.
        richest = max(seats, key=view.stacks.__getitem__)
        others = floor.stage.chance.sample([seat for seat in seats if seat != richest], to_go + 1)
        return Mood(all_in=frozenset({richest, *others}), winner=richest, absent=absent)
    number = floor.stage.chance.choices(list(ALL_IN), list(ALL_IN.values()))[0]
    return Mood(all_in=frozenset(floor.stage.chance.sample(seats, min(number, len(seats)))), absent=absent)
