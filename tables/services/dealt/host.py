"""What staff do at a table where the system deals: they see no card that the room does not see."""

from __future__ import annotations

from datetime import timedelta

from eventnight.core.audit import record
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.lifecycles import TABLE
from tables.models import Shuffle, Table
from tables.selectors.dealt.shuffles import the_shuffle
from tables.services.locks import lock_table

GIVEN_TIME = timedelta(seconds=30)


@counted_once
def pause_table(*, table: Table, press: Press) -> Shuffle:
    """Stop the time of the turn and every deal; nobody can act. A second press changes nothing.

    Raises Conflict: "table_closed", "people_deal_here"; NotFound("no_pack"). Rules: BIS-16.
    """
    table = lock_table(table)
    TABLE.require("host", table)
    shuffle = the_shuffle(table)
    if shuffle.paused_at is None:
        shuffle.paused_at = press.at
        shuffle.save(update_fields=["paused_at"])
        record(table.event_id, press=press, action="table.paused", subject=table.code)
    return shuffle


@counted_once
def resume_table(*, table: Table, press: Press) -> Shuffle:
    """Go on with as much time for the turn as there was. A second press changes nothing.

    Raises Conflict: "table_closed", "people_deal_here"; NotFound("no_pack"). Rules: BIS-16.
    """
    table = lock_table(table)
    TABLE.require("host", table)
    shuffle = the_shuffle(table)
    if shuffle.paused_at is not None:
        shuffle.move_times(press.at - shuffle.paused_at)
        shuffle.paused_at, shuffle.watched_at = None, press.at
        shuffle.save(update_fields=["paused_at", "watched_at", "turn_began_at", "turn_ends_at", "due_at"])
        record(table.event_id, press=press, action="table.resumed", subject=table.code)
    return shuffle


@counted_once
def give_time(*, table: Table, number: int, press: Press) -> Shuffle:
    """Half a minute more for whoever is to act in a hand. A second press changes nothing.

    number: of the hand on the screen. Raises Conflict: "table_closed", "people_deal_here", "nobody_to_act";
    NotFound("no_pack"). Rules: BIS-16.
    """
    table = lock_table(table)
    TABLE.require("host", table)
    shuffle = the_shuffle(table)
    if shuffle.turn_began_at is None or shuffle.turn_ends_at is None or shuffle.hand_number != number:
        raise Conflict("nobody_to_act", f"Nobody is to act in hand {number} at {table} now. Look again.", number=number)
    # What is given is taken from no time bank: the turn begins as much later.
    shuffle.turn_began_at += GIVEN_TIME
    shuffle.turn_ends_at = max(shuffle.turn_ends_at, shuffle.paused_at or press.at) + GIVEN_TIME
    shuffle.save(update_fields=["turn_began_at", "turn_ends_at"])
    record(table.event_id, press=press, action="table.time_given", subject=table.code, seconds=GIVEN_TIME.seconds)
    return shuffle
