"""What a bracket costs the database: the same few queries for eight teams and for five hundred and twelve."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from tests.factories import NOW
from tests.tournaments.nights import decide, draw, drawn_bracket, enter_teams, make_bracket, match_of
from tournaments.models import BracketTournament, Match
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.night import euchre_summary, free_players, player_state
from tournaments.services.bracket.results.result_undo import undo_result

pytestmark = pytest.mark.django_db

READS = {
    "bracket": (bracket_view, 3),
    "summary": (lambda tournament: euchre_summary(tournament.event), 4),
    "player": (lambda tournament: player_state(tournament.event, tournament.event.players.first()), 6),
    "free players": (lambda tournament: list(free_players(tournament.event)), 1),
}


def test_reading_costs_the_same_for_eight_teams_and_five_hundred_and_twelve(client, subtests):
    small, large = drawn_bracket(8), drawn_bracket(512)

    for read, (look, most) in READS.items():
        with subtests.test(read):
            assert _queries(look, _reread(large)) == _queries(look, _reread(small)) <= most
    with subtests.test("page"):
        small_page, large_page = (_queries(_open_page, client, drawn) for drawn in (small, large))
        assert large_page == small_page < 30


def test_a_result_and_its_undo_cost_the_same_for_eight_teams_and_five_hundred_and_twelve():
    entered, undone = set(), set()

    for drawn in (drawn_bracket(8), drawn_bracket(512)):
        entered.add(_queries(decide, drawn, 1))
        undone.add(_queries(_undo, match_of(drawn, 1)))

    assert (len(entered), len(undone)) == (1, 1)
    assert max(entered) <= 20


def test_drawing_writes_the_matches_in_bulk():
    tournament = make_bracket()
    enter_teams(tournament, 64)

    assert _queries(draw, tournament) <= 14


def _undo(match: Match) -> None:
    undo_result(match=match, press=Press(SYSTEM, NOW))


def _open_page(client: Client, drawn: BracketTournament) -> None:
    assert client.get(f"/e/{drawn.event.code}/bracket/{drawn.pk}/").status_code == 200


def _reread(tournament: BracketTournament) -> BracketTournament:
    return BracketTournament.objects.select_related("event").get(pk=tournament.pk)


def _queries(act: Callable[..., object], *arguments: object) -> int:
    with CaptureQueriesContext(connection) as captured:
        act(*arguments)
    return len(captured)
