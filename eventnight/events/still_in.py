"""Where somebody who was withdrawn from the night still is: the apps above, which keep seats and teams, say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from eventnight.events.models import Player


@dataclass(frozen=True, slots=True)
class StillIn:
    """A seat, stack or team. where: what the link says. way_out: how the player is taken out there, an imperative."""

    where: str
    way_out: str
    url: str


Teller = Callable[[Player], Iterable[StillIn]]
_tellers: list[Teller] = []


def tell_where_players_are(teller: Teller) -> None:
    """Name who tells it of a player, from now on."""
    if teller not in _tellers:
        _tellers.append(teller)


def still_in(player: Player) -> list[StillIn]:
    """Everything that a withdrawn player is still part of; nothing for anybody else."""
    if not player.is_withdrawn:
        return []
    return [place for teller in _tellers for place in teller(player)]
