"""What somebody is part of: a team or the singles of a bracket, a flight."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.urls import reverse

from eventnight.events.models import Player
from eventnight.events.still_in import StillIn
from tournaments.models import (
    BracketStatus,
    BracketTournament,
    FlightEntry,
    FlightStatus,
    Single,
    TeamPlayer,
    TeamStatus,
)
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import IN_THE_POOL

WAYS_OUT = {
    FlightStatus.RUNNING: "record the player as out",
    FlightStatus.BAGGED: "withdraw the player from the night",
}


def places_kept(player: Player) -> Iterator[StillIn]:
    """Rules: WAS-13, WAS-14."""
    yield from _teams(player)
    for single in Single.objects.filter(player=player, status__in=IN_THE_POOL).select_related("tournament__event"):
        where = f"Without a partner in {single.tournament.name}"
        yield StillIn(where, "press “Not playing” among the singles", _setup(single.tournament))
    # To the final nobody goes who was withdrawn; the stack that is bagged waits there for everybody else.
    over = (FlightStatus.CLOSED, *((FlightStatus.BAGGED,) if player.is_withdrawn else ()))
    entries = FlightEntry.objects.filter(player=player, bust_hand__isnull=True).exclude(flight__status__in=over)
    for entry in entries.select_related("flight__tournament__event"):
        event = entry.flight.tournament.event
        seat = f", table {entry.table_number}" if entry.table_number else ""
        way_out = WAYS_OUT.get(FlightStatus(entry.flight.status), "take the entry out")
        url = reverse("tournaments:floor_flight", kwargs={"code": event.code, "flight_id": entry.flight_id})
        chosen = urlencode({"table": entry.table_number, "player": player.code}) if entry.table_number else ""
        address = f"{url}?{chosen}#floor-table" if chosen else url
        yield StillIn(f"{entry.flight.name}{seat}", way_out, address, needs_check_in=True)


def _teams(player: Player) -> Iterator[StillIn]:
    places = TeamPlayer.objects.filter(player=player, left_at__isnull=True, team__status=TeamStatus.REGISTERED)
    places = places.exclude(tournament__status=BracketStatus.FINISHED)
    for place in places.select_related("team", "tournament__event"):
        view = bracket_view(place.tournament)
        team = next((each for each in view.teams_with_gone if each.number == place.team.number), None)
        if team is not None:
            way_out = "name a substitute or withdraw the team" if view.is_drawn else "take out the player or the team"
            kwargs = {"code": place.tournament.event.code, "bracket_id": view.id, "team": team.number}
            url = reverse("tournaments:withdraw_team", kwargs=kwargs)
            yield StillIn(f"Team {team.number} of {view.name}, {team.name}", way_out, url)


def _setup(tournament: BracketTournament) -> str:
    return reverse("tournaments:bracket_setup", kwargs={"code": tournament.event.code, "bracket_id": tournament.pk})
