"""Who owes a kill blind though the seat was left."""

from __future__ import annotations

from engine.poker.between.stored import read_table
from eventnight.events.models import Player
from tables.models import Table
from tables.selectors.lookup import last_hand


def left_owing_kill(table: Table, player: Player) -> int | None:
    """The seat that a player left since the last hand while owing the kill blind of the next. Rules: ANG-33, ANG-34."""
    last = last_hand(table) if table.between.kill is not None else None
    before = read_table(last.state_before).kill if last is not None else None
    if last is None or before is None or before.holder is None:
        return None
    if not last.seats.filter(seat=before.holder, player=player).exists():
        return None
    pots = last.result["pots"]
    winners = pots[0]["winners"] if pots else [int(seat) for seat in last.result["returned"]]
    return before.holder if winners == [before.holder] else None
