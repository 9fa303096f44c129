"""Slips of paper as the sheets take them: of seats and moves, and of matches to be played."""

from __future__ import annotations

from eventnight.core.paper.codes import code_on_paper
from eventnight.core.paper.typeset import Values
from eventnight.core.values.formats import chips_text, clock_text
from eventnight.events.models import Event
from tournaments.selectors.bracket.values import BracketView, MatchView
from tournaments.selectors.flight.values import EntryView
from tournaments.selectors.seating.moves_made import MoveShown


def move_slip(event: Event, move: MoveShown) -> Values:
    """Of somebody who is sent to another seat."""
    (from_table, from_seat), (table, seat) = move.start, move.end
    return {
        "label": f"{event.name}, {move.flight.lower()}",
        "name": move.name,
        "line": f"From table {from_table} seat {from_seat}",
        "seat": f"Table {table}, seat {seat}",
        "note": f"{move.player_code}, {clock_text(move.at, event)}. "
        "Take your chips with you and show this slip to the dealer.",
    }


def seat_slip(event: Event, flight: str, entry: EntryView) -> Values:
    """Of somebody who was drawn a seat."""
    return {
        "label": f"{event.name}, {flight.lower()}",
        "name": entry.name,
        "line": f"{chips_text(entry.chips)} chips",
        "seat": entry.seat_text,
        "note": f"{entry.player_code}. Show this slip to the dealer.",
    }


def score_slip(bracket: BracketView, match: MatchView, address: str) -> Values:
    """Of a match between two teams. address: where staff enter its result."""
    plays = f"First to {bracket.target}"
    if not bracket.is_one_game:
        plays = f"{bracket.games_to_win} games, each to {bracket.target}"
    return {
        "heading": f"Match {match.number}, {match.round_name}",
        "where": f"Table {match.station or '____'}. {plays}",
        "teams": [team.name for team in match.teams],
        "qr": code_on_paper(address),
    }
