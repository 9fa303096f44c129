"""Best of three: games one after the other, the next one shown, and the match decided by the game that wins it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from engine.errors import RuleError
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.factories import NOW, after, make_staff
from tests.pressing import together
from tests.tournaments.nights import correct, decide, drawn_bracket, match_of
from tournaments.models import BracketTournament, Game, Match, Outcome
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.services.bracket.results.corrections import NewResult, undo_correction
from tournaments.services.bracket.results.euchre_games import enter_game, undo_game
from tournaments.services.bracket.results.outcomes import PlayedResult
from tournaments.services.bracket.results.result_undo import undo_result

pytestmark = [pytest.mark.django_db, pytest.mark.rule("EUC-16")]

NORA = Actor(code="staff-1", label="Nora T")


@pytest.fixture
def tournament() -> BracketTournament:
    return drawn_bracket(4, best_of=3)


def play(tournament, number: int, *, slot: int = 0, loser_points: int = 7, match: int = 1, **facts) -> Match:
    """The upper team wins that game 10 to 7, or the lower with slot=1."""
    row = match_of(tournament, match)
    winner, loser = (row.team_a, row.team_b) if slot == 0 else (row.team_b, row.team_a)
    points = {"winner_points": facts.pop("winner_points", 10), "loser_points": loser_points}
    result = PlayedResult(winner=winner, loser=loser, **points)
    given = {"press": Press(SYSTEM, NOW, uuid4()), **facts}
    return enter_game(match=row, number=number, result=result, **together(given))


def scores(tournament, match: int = 1) -> list[str]:
    return [game.score for game in bracket_view(tournament).match(match).games]


def test_the_second_game_won_decides_the_match_with_the_games_as_its_score(tournament):
    first = play(tournament, 1)
    play(tournament, 2, slot=1, loser_points=4)
    third = play(tournament, 3, loser_points=9)

    match = match_of(tournament, 1)
    assert (first.is_decided, third.is_decided) == (False, True)
    assert (match.winner.seed, match.points_a, match.points_b) == (1, 2, 1)
    assert scores(tournament) == ["10–7", "10–4", "10–9"]


def test_the_next_game_is_shown(tournament):
    play(tournament, 1)

    assert bracket_view(tournament).match(1).next_game == 2


def test_the_same_game_twice_is_one_and_another_is_told_who_was_first(tournament):
    play(tournament, 1, by=NORA, now=after(42))
    play(tournament, 1)

    with pytest.raises(Conflict) as refusal:
        play(tournament, 1, slot=1)

    assert refusal.value.code == "game_entered"
    assert "entered by Nora T at 7:42 PM: 10–7" in refusal.value.message
    assert Game.objects.count() == 1


def test_games_come_in_order_and_have_scores_that_can_be(tournament):
    with pytest.raises(Conflict) as order:
        play(tournament, 2)
    with pytest.raises(RuleError) as score:
        play(tournament, 1, loser_points=10)
    decide(tournament, 1, winner_points=2, loser_points=0)
    with pytest.raises(Conflict) as decided:
        play(tournament, 1)

    codes = [refusal.value.code for refusal in (order, score, decided)]
    assert codes == ["game_out_of_order", "loser_out_of_range", "match_already_decided"]


def test_a_match_of_one_game_has_no_games():
    with pytest.raises(UserFacingError) as refusal:
        play(drawn_bracket(4), 1)

    assert refusal.value.code == "match_of_one_game"


def test_the_last_game_is_undone(tournament):
    play(tournament, 1)
    undo_game(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    assert scores(tournament) == []
    with pytest.raises(Conflict) as refusal:
        undo_game(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))
    assert refusal.value.code == "no_game"


def test_undoing_the_result_takes_the_game_that_won_back(tournament):
    play(tournament, 1)
    play(tournament, 2)
    with pytest.raises(Conflict) as refusal:
        undo_game(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    undo_result(match=match_of(tournament, 1), press=Press(SYSTEM, after(1)))

    assert refusal.value.code == "match_already_decided"
    assert scores(tournament) == ["10–7"]
    assert play(tournament, 2).is_decided


def test_games_that_do_not_add_up_to_a_corrected_result_are_void(tournament):
    play(tournament, 1)
    play(tournament, 2)
    match = match_of(tournament, 1)

    result = {"winner": match.team_a, "loser": match.team_b, "winner_points": 2, "loser_points": 1}
    correct(tournament, 1, NewResult(outcome=Outcome.PLAYED, **result))

    assert scores(tournament) == []


def test_a_correction_taken_back_brings_its_games_back_and_those_of_the_match_to_come(tournament):
    for number in (1, 2):
        for game in (1, 2):
            play(tournament, game, match=number)
    play(tournament, 1, match=3, loser_points=4)
    match = match_of(tournament, 1)
    result = {"winner": match.team_b, "loser": match.team_a, "winner_points": 2, "loser_points": 1}
    correct(tournament, 1, NewResult(outcome=Outcome.PLAYED, **result), now=after(1))
    void = (scores(tournament), scores(tournament, 3))

    undo_correction(match=match_of(tournament, 1), press=Press(SYSTEM, after(2)))

    assert void == ([], [])
    assert (scores(tournament), scores(tournament, 3)) == (["10–7", "10–7"], ["10–4"])
    assert play(tournament, 2, match=3).is_decided


def test_games_of_another_pair_do_not_count_for_the_next(tournament):
    for number in (1, 2):
        decide(tournament, number, winner_points=2, loser_points=0)
    play(tournament, 1, match=3)
    match = match_of(tournament, 1)

    result = {"winner": match.team_b, "loser": match.team_a, "winner_points": 2, "loser_points": 0}
    correct(tournament, 1, NewResult(outcome=Outcome.PLAYED, **result))

    assert scores(tournament, 3) == []


def test_where_two_staff_confirm_the_last_game_waits_for_the_second():
    tournament = drawn_bracket(4, best_of=3, confirmation="two_staff")
    play(tournament, 1)

    assert not play(tournament, 2, by=NORA).is_decided
    decide(tournament, 1, winner_points=2, loser_points=0)
    assert match_of(tournament, 1).is_decided
    assert scores(tournament) == ["10–7", "10–7"]


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("game_of_three", {"number": 4}),
        ("game_has_a_winner", {"points_b": 10}),
        ("game_teams_differ", {}),
        ("game_voided_is_undone", {"voided_by": None}),
    ],
)
def test_a_game_that_cannot_be_is_refused(tournament, constraint, changes):
    play(tournament, 1)
    values = changes or {"team_b": tournament.teams.get(seed=1)}
    if "voided_by" in values:
        values = {"voided_by": decide(tournament, 2, winner_points=2, loser_points=0)}

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Game.objects.update(**values)


def test_a_game_of_a_number_stands_once(tournament):
    play(tournament, 1)
    game = Game.objects.get()
    game.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        game.save(force_insert=True)


def test_staff_and_programs_enter_games_and_take_them_back(tournament):
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    page = f"/staff/{tournament.event.code}/matches/{tournament.pk}/1/"
    api = f"/api/v1/events/{tournament.event.code}/brackets/{tournament.pk}/matches/1/games/"
    body = {"game": 1, "winner": "1-4", "winner_points": 10, "loser_points": 3, "request_id": uuid4()}

    asked = client.get(page).content.decode()
    entered = client.post(f"{page}games/", body, follow=True).content.decode()
    client.post(f"{page}games/1/undo/")
    wrong = client.post(f"{page}games/", {"game": 1, "request_id": uuid4()})
    json = {"game": 1, "winner": 4, "loser": 1, "winner_points": 10, "loser_points": 3}
    told = client.post(api, json, content_type="application/json", HTTP_IDEMPOTENCY_KEY=str(uuid4())).json()
    back = client.delete(api).json()

    assert "Save game 1" in asked
    assert "Save game 2" in entered
    assert "10–3" in entered
    assert wrong.status_code == 400
    assert [game["score"] for game in told["games"]] == ["10–3"]
    assert back["games"] == []
