"""What a bracket costs the database: the same few queries for eight teams and for sixty-four."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from eventnight.core.actors import SYSTEM
from tests.factories import NOW
from tests.tournaments.nights import decide, draw, drawn_bracket, enter_teams, make_bracket, match_of
from tournaments.models import BracketTournament, Match
from tournaments.selectors.bracket import bracket_view
from tournaments.selectors.euchre_night import euchre_summary, free_players, player_state
from tournaments.services.results import undo_result

pytestmark = pytest.mark.django_db

READS = {
    "bracket": (bracket_view, 3),
    "summary": (lambda tournament: euchre_summary(tournament.event), 4),
    "player": (lambda tournament: player_state(tournament.event, tournament.event.players.first()), 6),
    "free players": (lambda tournament: list(free_players(tournament.event)), 1),
}


@pytest.mark.parametrize("read", READS)
def test_reading_costs_the_same_for_eight_teams_and_sixty_four(read):
    look, most = READS[read]

    costs = {_queries(look, _reread(drawn)) for drawn in (drawn_bracket(8), drawn_bracket(64))}

    assert len(costs) == 1
    assert costs.pop() <= most


def test_entering_a_result_costs_the_same_for_eight_teams_and_sixty_four():
    costs = {_queries(decide, drawn, 1) for drawn in (drawn_bracket(8), drawn_bracket(64))}

    assert len(costs) == 1
    assert costs.pop() <= 20


def test_undoing_a_result_costs_the_same_for_eight_teams_and_sixty_four():
    costs = set()
    for drawn in (drawn_bracket(8), drawn_bracket(64)):
        decide(drawn, 1)
        costs.add(_queries(_undo, match_of(drawn, 1)))

    assert len(costs) == 1


def test_drawing_writes_the_matches_in_bulk():
    tournament = make_bracket()
    enter_teams(tournament, 64)

    assert _queries(draw, tournament) <= 14


def _undo(match: Match) -> None:
    undo_result(match=match, by=SYSTEM, now=NOW)


def _reread(tournament: BracketTournament) -> BracketTournament:
    return BracketTournament.objects.select_related("event").get(pk=tournament.pk)


def _queries(act: Callable[..., object], *arguments: object) -> int:
    with CaptureQueriesContext(connection) as captured:
        act(*arguments)
    return len(captured)


def test_the_page_of_512_teams_takes_fewer_than_thirty_queries(client):
    drawn = drawn_bracket(512)

    with CaptureQueriesContext(connection) as captured:
        page = client.get(f"/e/{drawn.event.code}/bracket/{drawn.pk}/")

    assert page.status_code == 200
    assert len(captured) < 30
