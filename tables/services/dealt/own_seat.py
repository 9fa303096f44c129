"""What players say of their own seat between two hands, on their phones."""

from __future__ import annotations

from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from eventnight.events.services import require_not_withdrawn
from tables.models import Table
from tables.selectors.dealt.shuffles import own_seat
from tables.services.between import choose_entry, sit_out
from tables.services.locks import lock_table


@counted_once
def sit_out_on_phone(*, table: Table, player: Player, press: Press) -> Table:
    """The player gets no cards until they are ready again. A second press changes nothing, wherever they sit by then.

    Raises Conflict: "not_at_table", "player_withdrawn", and what ``sit_out`` raises. Rules: ANG-34, CAN-20, WAS-14.
    """
    table = lock_table(table)
    chair = own_seat(table, player)
    require_not_withdrawn(player)
    return sit_out(table=table, seat=chair.number, press=press)


@counted_once
def come_in_on_phone(*, table: Table, player: Player, entry: str, press: Press) -> Table:
    """The player, who owes a blind, says how to come in, see ``choose_entry``. A second press changes nothing.

    Raises Conflict: "not_at_table", "player_withdrawn", and what ``choose_entry`` raises.
    Rules: CAN-19, CAN-20, WAS-14.
    """
    table = lock_table(table)
    chair = own_seat(table, player)
    require_not_withdrawn(player)
    return choose_entry(table=table, seat=chair.number, entry=entry, press=press)
