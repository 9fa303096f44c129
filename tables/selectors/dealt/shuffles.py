"""The packs of a table, and the seat that a phone stands for."""

from __future__ import annotations

from django.db.models import QuerySet

from eventnight.core.errors import Conflict, NotFound
from eventnight.events.models import Player
from tables.keepers import keeper_of
from tables.models import OPEN_STATES, Seat, Shuffle, Table


def the_shuffle(table: Table) -> Shuffle:
    """The pack that is promised or being played. Raises NotFound("no_pack") where people deal, or none is left."""
    shuffle = table.shuffles.filter(state__in=OPEN_STATES).first()
    if shuffle is None:
        raise NotFound("no_pack", f"No pack is promised at {table}.", table=table.code)
    shuffle.table = table
    return shuffle


def shuffles_of(table: Table) -> QuerySet[Shuffle]:
    """All packs of a table, the newest first, without their secrets."""
    return table.shuffles.defer("secret").order_by("-serial")


def shuffle_of(table: Table, serial: int) -> Shuffle:
    """One pack of a table. Raises NotFound("no_pack")."""
    shuffle = shuffles_of(table).filter(serial=serial).first()
    if shuffle is None:
        raise NotFound("no_pack", f"{table} has no pack {serial}. Choose one from the list.", serial=serial)
    return shuffle


def own_seat(table: Table, player: Player) -> Seat:
    """Where a player sits at a table. Raises Conflict("not_at_table")."""
    for chair in keeper_of(table).seats(table):
        if chair.player_id == player.pk:
            return chair
    raise Conflict(
        "not_at_table",
        f"{player} does not sit at {table} any more. The page of your night says where you sit.",
        player=player.code,
    )
