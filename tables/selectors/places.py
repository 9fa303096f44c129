"""Where somebody sits at a cash table."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from eventnight.events.models import Player
from eventnight.events.still_in import StillIn
from tables.models import Seat


def seats_kept(player: Player) -> Iterator[StillIn]:
    """The seat that the player has not left. Rules: WAS-14."""
    for seat in Seat.objects.filter(player=player, stack_code="").select_related("table__event"):
        url = reverse("tables:table", kwargs={"code": seat.table.event.code, "table_id": seat.table_id})
        yield StillIn(
            f"Seat {seat.number} of {seat.table}",
            "let the player leave the seat with the chips",
            url,
            needs_check_in=True,
        )
