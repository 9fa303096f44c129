"""Who sits where at the table of a match: seats 1 to 4, clockwise, partners opposite."""

from __future__ import annotations

from eventnight.core.errors import Conflict
from eventnight.events.models import Player
from tournaments.models import Match, TeamPlayer

TEAMS = 2


def seat_of(place: TeamPlayer, match: Match) -> int:
    """The seat of a player's place in a team. Rules: EUC-1."""
    return 1 + int(place.team_id != match.team_a_id) + TEAMS * (place.place - 1)


def players_at(match: Match) -> dict[int, Player]:
    """Who plays now, by seat. Rules: EUC-1."""
    places = TeamPlayer.objects.filter(team__in=match.sides, left_at__isnull=True)
    people = places.select_related("player__event", "player__person").order_by("place")
    return {seat_of(place, match): place.player for place in people}


def seat_in(match: Match, player: Player) -> int | None:
    """Where a player sits at a match, None for one who does not play in it."""
    return next((seat for seat, sitter in players_at(match).items() if sitter.pk == player.pk), None)


def own_seat(match: Match, player: Player) -> int:
    """The same. Raises Conflict("not_at_table")."""
    seat = seat_in(match, player)
    if seat is None:
        raise Conflict(
            "not_at_table",
            f"{player} does not play in match {match.number} any more. The page of your night says where you play.",
            match=match.number,
        )
    return seat
