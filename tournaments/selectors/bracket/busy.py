"""Who cannot come to a match now, and where they are: at a hand, at the wheel, in a flight, in another match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q

from eventnight.events.models import Event, Player
from tables.models import Bet, BetState, HandInPlay, Seat
from tournaments.models import AT_A_STATION, FlightEntry, FlightStatus, Match, TeamPlayer


@dataclass(frozen=True, slots=True)
class Busy:
    """A player who is needed elsewhere. where: "in a hand at T1, seat 4". match_id: the match they are at, if one."""

    name: str
    where: str
    match_id: int | None = None

    @property
    def sentence(self) -> str:
        return f"{self.name} is {self.where}"


def busy_players(event: Event) -> dict[int, Busy]:
    """By player id, everybody of the night who is in the middle of something, in five queries.

    A match comes before a flight, a flight before a hand and a hand before the wheel where somebody is at two.
    """
    found: dict[int, Busy] = {}
    for source in (_at_the_wheel, _in_a_hand, _in_a_flight, _in_a_match):
        found |= {player.pk: busy for player, busy in source(event)}
    return found


def _at_the_wheel(event: Event) -> Iterator[tuple[Player, Busy]]:
    bets = Bet.objects.filter(table__event=event, state=BetState.PLACED).select_related("player__person", "table")
    for bet in bets:
        yield bet.player, Busy(_name(bet.player, event), f"betting at {bet.table.code}")


def _in_a_hand(event: Event) -> Iterator[tuple[Player, Busy]]:
    dealt_in = {hand.table_id: hand.seats for hand in HandInPlay.objects.filter(table__event=event)}
    seats = Seat.objects.filter(table__in=dealt_in, player__isnull=False).select_related("player__person", "table")
    for seat in seats:
        if seat.player is not None and seat.number in dealt_in[seat.table_id]:
            where = f"in a hand at {seat.table.code}, seat {seat.number}"
            yield seat.player, Busy(_name(seat.player, event), where)


def _in_a_flight(event: Event) -> Iterator[tuple[Player, Busy]]:
    running = FlightEntry.objects.filter(
        flight__tournament__event=event, flight__status=FlightStatus.RUNNING, bust_hand__isnull=True
    )
    for entry in running.select_related("player__person", "flight"):
        table = f", table {entry.table_number}" if entry.table_number else ""
        yield entry.player, Busy(_name(entry.player, event), f"playing in {entry.flight.name}{table}")


def _in_a_match(event: Event) -> Iterator[tuple[Player, Busy]]:
    matches = list(Match.objects.filter(tournament__event=event, state__in=AT_A_STATION).select_related("tournament"))
    of_team = {team: match for match in matches for team in (match.team_a_id, match.team_b_id)}
    places = TeamPlayer.objects.filter(Q(team__in=of_team), left_at__isnull=True).select_related("player__person")
    for place in places:
        match = of_team[place.team_id]
        where = f"at table {match.station} for match {match.number} of {match.tournament.name}"
        yield place.player, Busy(_name(place.player, event), where, match.pk)


def _name(player: Player, event: Event) -> str:
    # Every player belongs to this event: its name policy need not be read again for each.
    player.event = event
    return player.display_name
