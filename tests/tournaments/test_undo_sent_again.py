"""An undo whose answer was lost is sent again under its key: it counts once, and never reaches what lies before."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.factories import NOW, after, make_staff
from tests.tournaments.nights import (
    correct,
    decide,
    drawn_bracket,
    match_of,
    other_team_wins,
    played_bracket,
)
from tournaments.models import BracketTournament, Outcome
from tournaments.services.bracket.results.corrections import NewResult, undo_correction
from tournaments.services.bracket.results.euchre_games import enter_game, undo_game

pytestmark = pytest.mark.django_db

Sent = Callable[[str], None]


@pytest.fixture
def sent_twice():
    """Posts to a place of a match twice under one key, as a phone does that heard no answer."""

    def send(tournament: BracketTournament, place: str) -> list[int]:
        client = Client()
        client.force_login(make_staff(tournament.event, Role.MATCHES))
        address, key = f"/staff/{tournament.event.code}/matches/{tournament.pk}/{place}", str(uuid4())
        return [client.post(address, {"request_id": key}).status_code for _ in range(2)]

    return send


def one_all() -> BracketTournament:
    """A match of which each team has won a game."""
    tournament = drawn_bracket(4, best_of=3)
    play(tournament, 1, winner=0)
    play(tournament, 2, winner=1)
    return tournament


def play(tournament: BracketTournament, number: int, winner: int) -> None:
    match = match_of(tournament, 1)
    first, second = (match.sides[winner], match.sides[1 - winner])
    result = NewResult(outcome=Outcome.PLAYED, winner=first, loser=second, winner_points=10, loser_points=number)
    enter_game(match=match, number=number, result=result, press=Press(SYSTEM, after(number)))


def games(tournament: BracketTournament) -> list[int]:
    return list(match_of(tournament, 1).games.filter(undone_at__isnull=True).values_list("number", flat=True))


def test_an_undone_game_takes_no_other_with_it(sent_twice):
    tournament = one_all()

    assert sent_twice(tournament, "1/games/2/undo/") == [302, 302]

    assert games(tournament) == [1]


def test_a_game_is_undone_by_its_number_alone():
    tournament = one_all()

    with pytest.raises(Conflict, match="game 2 is") as refused:
        undo_game(match=match_of(tournament, 1), number=1, press=Press(SYSTEM, NOW))

    assert refused.value.code == "game_not_last"
    assert games(tournament) == [1, 2]


def test_a_program_may_name_the_game_and_send_a_key():
    tournament = one_all()
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    address = f"/api/v1/events/{tournament.event.code}/brackets/{tournament.pk}/matches/1/games/"
    key = {"Idempotency-Key": str(uuid4())}

    other = client.delete(f"{address}?game=1")
    told = [client.delete(f"{address}?game=2", headers=key).status_code for _ in range(2)]

    assert other.json()["code"] == "game_not_last"
    assert told == [200, 200]
    assert games(tournament) == [1]


def test_an_undone_correction_leaves_the_one_before_it(sent_twice):
    tournament = played_bracket(4)
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))
    once = match_of(tournament, 1).winner_id
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(6))

    assert sent_twice(tournament, "1/correct/undo/") == [302, 302]

    assert match_of(tournament, 1).winner_id == once


def test_corrections_are_undone_one_after_the_other():
    tournament = played_bracket(4)
    before = match_of(tournament, 1).winner_id
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(6))

    for seconds in (7, 8):
        undo_correction(match=match_of(tournament, 1), press=Press(SYSTEM, after(seconds)))

    assert match_of(tournament, 1).winner_id == before


def test_an_undone_result_is_undone_once(sent_twice):
    tournament = drawn_bracket(4)
    decide(tournament, 1)

    assert sent_twice(tournament, "1/undo/") == [302, 302]

    assert not match_of(tournament, 1).is_decided
