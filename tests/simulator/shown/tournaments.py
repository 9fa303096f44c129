"""Brackets and flights, as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.simulator.deeds.deed import differences
from tests.simulator.deeds.flights.model import field_of, goes_on
from tests.simulator.deeds.flights.pool import prizes_of, won_by
from tests.simulator.shown.reader import Law, Reader
from tournaments.models import BracketTournament, Flight, HoldemTournament, Match, Team, TeamStatus


def brackets(reader: Reader) -> Iterator[str]:
    """Every team and every match: who plays, what the points are, who won, and at which table."""
    for bracket in BracketTournament.objects.filter(event=reader.event):
        told = reader.api(f"brackets/{bracket.pk}/")
        rows = Team.objects.filter(tournament=bracket).values_list("number", "seed", "status")
        teams = {number: (seed, status == TeamStatus.WITHDRAWN) for number, seed, status in rows}
        shown = {each["number"]: (each["seed"], each["is_withdrawn"]) for each in told["teams"]}
        yield from differences(f"in {bracket.name} team", teams, shown)
        matches = Match.objects.filter(tournament=bracket).select_related("team_a", "team_b")
        due = {match.number: _row_of(match) for match in matches}
        every = [*(each for round_ in told["rounds"] for each in round_["matches"]), told["third_place"]]
        told_of = {each["number"]: _told_of(each) for each in every if each}
        yield from differences(f"in {bracket.name} match", due, told_of)
        # A bye is nothing that anybody decided.
        played = [match for match in due.values() if match["outcome"] != "bye"]
        done = sum(match["state"] == "done" for match in played)
        yield from differences(f"{bracket.name}:", {"decided": done}, {"decided": told["decided"]})


def flights(reader: Reader) -> Iterator[str]:
    """Everybody in every flight: seat, chips, whether they are out and on which hand, and what it comes to."""
    for tournament in reader.api("holdem/"):
        for told in tournament["flights"]:
            flight = Flight.objects.get(pk=told["id"])
            field = field_of(reader.event, flight)
            due = {
                code: (one.player, one.seat, one.chips, one.started, one.is_out, one.hand)
                for code, one in field.items()
            }
            shown = sorted(map(_entry, told["entries"]))
            if sorted(due.values(), key=str) != sorted(shown, key=str):
                left = [each for each in shown if each not in due.values()]
                yield f"{flight} shows {left} otherwise than the rows have it"
            left_in = [one for one in field.values() if not one.is_out]
            sums = {"players_left": len(left_in), "status": flight.status, "advancing": goes_on(flight, len(field))}
            yield from differences(f"{flight}:", sums, {name: told[name] for name in sums})


def prizes(reader: Reader) -> Iterator[str]:
    """What every place of a tournament is worth, and what was paid of it."""
    for tournament in HoldemTournament.objects.filter(event=reader.event, prizes__isnull=False):
        told, due = reader.api(f"holdem/{tournament.pk}/prizes/"), prizes_of(tournament)
        shown = [each["cents"] for each in told["places"]]
        if (told["pool"] if due else 0, shown) != (sum(due), due):
            yield f"{tournament.name} shows {shown} out of {told['pool']}, not {due}"
        won = won_by(tournament)
        for each in told["due"]:
            least, most = won.get(each["player"], (0, 0))
            if not least <= each["cents"] <= most:
                yield f"{tournament.name} owes {each['player']} {each['cents']}, not {least} to {most}"


def tonight(reader: Reader) -> Iterator[str]:
    """The night in short tells of each flight what the flight tells."""
    for told in reader.api("tonight/")["flights"]:
        field = field_of(reader.event, Flight.objects.get(pk=told["flight"])).values()
        due = {"entries": len(field), "players_left": sum(not one.is_out for one in field)}
        yield from differences(f"tonight {told['title']}:", due, {name: told[name] for name in due})


def _row_of(match: Match) -> dict[str, object]:
    return {
        "state": match.state,
        "outcome": match.outcome,
        "station": match.station,
        "upper": (match.team_a.number if match.team_a else None, match.points_a, _won(match, match.team_a_id)),
        "lower": (match.team_b.number if match.team_b else None, match.points_b, _won(match, match.team_b_id)),
    }


def _won(match: Match, team: int | None) -> bool:
    return team is not None and match.winner_id == team


def _told_of(match: dict[str, Any]) -> dict[str, object]:
    sides = {
        side: (match[side]["team"], match[side]["points"], match[side]["is_winner"]) for side in ("upper", "lower")
    }
    return {**{name: match[name] for name in ("state", "outcome", "station")}, **sides}


def _entry(told: dict[str, Any]) -> tuple[Any, ...]:
    seat = (told["table"], told["seat"])
    return told["player"], seat, told["chips"], told["started_with"], told["is_out"], told["hand"]


LAWS: tuple[Law, ...] = (brackets, flights, prizes, tonight)
