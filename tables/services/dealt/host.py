"""What staff do at a table where the system deals: they see no card that the room does not see."""

from __future__ import annotations

from eventnight.core.audit import record
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.lifecycles import TABLE
from tables.models import Shuffle, Table
from tables.selectors.dealt.shuffles import the_shuffle
from tables.services.dealt.packs import give_time_to, pause, resume
from tables.services.locks import lock_table


@counted_once
def pause_table(*, table: Table, press: Press) -> Shuffle:
    """Stop the time of the turn and every deal; nobody can act. A second press changes nothing.

    Raises Conflict: "table_closed", "people_deal_here"; NotFound("no_pack"). Rules: BIS-16.
    """
    table = lock_table(table)
    TABLE.require("host", table)
    shuffle = the_shuffle(table)
    if pause(shuffle, press.at):
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
    if resume(shuffle, press.at):
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
    seconds = give_time_to(shuffle, number, press.at, where=str(table))
    record(table.event_id, press=press, action="table.time_given", subject=table.code, seconds=seconds)
    return shuffle
