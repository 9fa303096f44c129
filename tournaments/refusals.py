"""The refusals of moves that the state of a tournament, a flight, a bracket or a match does not allow."""

from __future__ import annotations

from collections.abc import Mapping

from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.lifecycle import Move
from eventnight.core.values.formats import clock_text
from tournaments.models import (
    BracketTournament,
    Flight,
    FlightStatus,
    HoldemTournament,
    Match,
    MatchResult,
    ResultClaim,
)
from tournaments.selectors.bracket.teams import team_names

FLIGHT_RULES = ("WAS-2",)
BRACKET_RULES = ("WLIA-22",)

_WAY_OUT = {
    FlightStatus.PLANNED: "Draw the seats first.",
    FlightStatus.SEATED: "Start the clock first.",
    FlightStatus.RUNNING: "Its play is under way.",
    FlightStatus.BAGGED: "Its stacks are bagged; reopen it to change them.",
    FlightStatus.CLOSED: "It is over.",
}


def flight_status(flight: Flight, move: Move) -> Conflict:
    """With the way out."""
    status = FlightStatus(flight.status)
    way_out = "Count its bags first." if move.name == "carry" and status == FlightStatus.RUNNING else _WAY_OUT[status]
    return Conflict(
        "flight_status",
        f"{flight.name} is at “{status.label.lower()}”. {way_out}",
        rules=FLIGHT_RULES,
        flight=flight.code,
        status=flight.status,
    )


def flight_decided(flight: Flight) -> Conflict:
    assert flight.decided_at is not None
    at = clock_text(flight.decided_at, flight.tournament.event)
    next_step = "Finish the tournament." if flight.is_final else "Count the bags."
    return Conflict(
        "flight_decided",
        f"{flight.name} was decided at {at}: nobody has to play on in it. {next_step}",
        rules=FLIGHT_RULES,
        flight=flight.code,
        decided_at=flight.decided_at.isoformat(),
    )


def system_counts(flight: Flight) -> Conflict:
    return Conflict(
        "system_counts_here",
        f"The system deals at the tables of {flight.name} and knows every stack: there is nothing to count, and nobody "
        "goes out but on a hand. To take somebody out, withdraw them from the night first.",
        rules=("BIS-16",),
        flight=flight.code,
    )


def final_is_qualified_for(final: Flight) -> Conflict:
    return Conflict(
        "final_is_qualified_for",
        "Players come to the final through a flight. Enter them there.",
        rules=FLIGHT_RULES,
    )


def final_is_finished(final: Flight) -> Conflict:
    return Conflict("final_is_finished", "The final ends with its winner. Finish the tournament instead.")


def holdem_status(tournament: HoldemTournament, move: Move) -> Conflict:
    return Conflict(
        "holdem_status",
        f"{tournament.name} is at “{tournament.get_status_display().lower()}”. Reload to see what is next.",
        rules=FLIGHT_RULES,
        status=tournament.status,
    )


def bracket_status(tournament: BracketTournament, move: Move) -> Conflict:
    return _already_drawn(tournament) if tournament.is_drawn else _not_drawn(tournament)


def match_state(match: Match, move: Move) -> Conflict:
    if move.name == "undo_result":
        return _not_decided(match)
    if match.is_decided:
        return already_decided(match)
    if move.name == "call" and match.is_at_station:
        return _already_called(match)
    if move.name in ("call", "decide"):
        return not_ready(match)
    return _not_called(match, move)


def bye_has_no_result(match: Match) -> UserFacingError:
    return UserFacingError(
        "bye_has_no_result", f"Match {match.number} is a bye: there is no result to undo.", rules=BRACKET_RULES
    )


def _not_decided(match: Match) -> Conflict:
    return Conflict("match_not_decided", f"Match {match.number} has no result. Reload the page.", match=match.number)


def _already_called(match: Match) -> Conflict:
    assert match.called_at is not None
    at = clock_text(match.called_at, match.tournament.event)
    return Conflict(
        "match_already_called",
        f"Match {match.number} was called to table {match.station} at {at}. Undo that call to call it elsewhere.",
        match=match.number,
        station=match.station,
    )


_WITHOUT_TABLE = {
    "score": ", so no hand of it can be played. Ask staff to call it first.",
    "deal": ", so nothing is dealt to it. Ask staff to call it first.",
    "start": ". Call it first.",
    "undo_call": ", so no call of it can be undone. Reload the page.",
}
"""What a match that has not been called keeps from being done, and the way out."""


def _not_called(match: Match, move: Move) -> Conflict:
    return Conflict(
        "match_not_called",
        f"Match {match.number} has not been called to a table{_WITHOUT_TABLE[move.name]}",
        match=match.number,
    )


def not_your_match(match: Match) -> NotFound:
    return NotFound(
        "not_your_match",
        f"You do not play in match {match.number} of {match.tournament.name}. Open your own match from your night.",
        match=match.number,
    )


def not_ready(match: Match) -> Conflict:
    """The refusal of a match that lacks a team."""
    return Conflict(
        "match_not_ready",
        f"Match {match.number} still waits for a team. Enter the results of the earlier matches first.",
        rules=BRACKET_RULES,
        match=match.number,
    )


def already_decided(match: Match) -> Conflict:
    """The refusal that tells the second of two people who entered what, and when."""
    if match.is_bye:
        return Conflict(
            "match_is_bye",
            f"Match {match.number} is a bye: its team goes on without playing.",
            rules=BRACKET_RULES,
            match=match.number,
        )
    entered = match.results.select_related("winner", "team_a", "team_b").get(undone_at__isnull=True)
    at = clock_text(entered.entered_at, match.tournament.event)
    return Conflict(
        "match_already_decided",
        f"Match {match.number} is decided: {_verdict(entered)}, entered by {entered.by_label} at {at}. "
        "Nothing was saved. Undo that result first if it is wrong.",
        rules=BRACKET_RULES,
        match=match.number,
        winner=entered.winner.number if entered.winner else None,
        points=[entered.points_a, entered.points_b],
        entered_by=entered.by_label,
        entered_at=entered.entered_at.isoformat(),
    )


def _verdict(entered: MatchResult) -> str:
    return verdict_of(entered, team_names([team for team in (entered.team_a, entered.team_b) if team is not None]))


def verdict_of(entered: MatchResult | ResultClaim, names: Mapping[int, str]) -> str:
    """A result, or what somebody says it is, in a few words: "Ada & Bob beat Cy & Di 10–7". names: by team id."""
    if entered.winner is None:
        return "nobody came"
    winner = names[entered.winner.pk]
    if entered.points_a is None or entered.points_b is None:
        return f"{winner} went on ({entered.get_outcome_display().lower()})"
    loser = next(name for team_id, name in names.items() if team_id != entered.winner_id)
    high, low = max(entered.points_a, entered.points_b), min(entered.points_a, entered.points_b)
    return f"{winner} beat {loser} {high}–{low}"


def _not_drawn(tournament: BracketTournament) -> Conflict:
    return Conflict(
        "bracket_not_drawn",
        f"{tournament.name} has no matches yet. Draw the bracket in its set-up first.",
        rules=BRACKET_RULES,
    )


def _already_drawn(tournament: BracketTournament) -> Conflict:
    assert tournament.drawn_at is not None
    at = clock_text(tournament.drawn_at, tournament.event)
    return Conflict(
        "bracket_already_drawn",
        f"{tournament.name} was drawn by {tournament.drawn_by_label} at {at} with {tournament.entries} teams; "
        "its entries are closed. A reserve may still take the place of a player who did not come.",
        rules=BRACKET_RULES,
        entries=tournament.entries,
        drawn_at=tournament.drawn_at.isoformat(),
    )
