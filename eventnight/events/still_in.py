"""Where a player has a place at the night: the apps above, which keep seats and teams, say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from eventnight.events.models import Player


@dataclass(frozen=True, slots=True)
class StillIn:
    """A seat, stack or team. where: what the link says. way_out: how the player is taken out there, an imperative.
    needs_check_in: nobody has such a place who was not checked in.
    """

    where: str
    way_out: str
    url: str
    needs_check_in: bool = False


Teller = Callable[[Player], Iterable[StillIn]]
_tellers: list[Teller] = []


def tell_where_players_are(teller: Teller) -> None:
    """Name who tells it of a player, from now on."""
    if teller not in _tellers:
        _tellers.append(teller)


def places_of(player: Player) -> list[StillIn]:
    """Everything that a player is part of and that is not over."""
    return [place for teller in _tellers for place in teller(player)]


def still_in(player: Player) -> list[StillIn]:
    """Everything that a withdrawn player is still part of; nothing for anybody else."""
    return places_of(player) if player.is_withdrawn else []
