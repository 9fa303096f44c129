"""Results taken back, and teams that leave and come back."""

from __future__ import annotations

from uuid import uuid4

import pytest

from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from tests.factories import NOW, after
from tests.tournaments.nights import decide, draw, drawn_bracket, enter_teams, make_bracket, match_of, standing_results
from tournaments.models import BracketStatus, BracketTournament, MatchState, Outcome
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.services.bracket.matches import call_match, start_match
from tournaments.services.bracket.opening import withdraw_team
from tournaments.services.bracket.results.outcomes import DoubleNoShow
from tournaments.services.bracket.results.result_undo import readmit_team, undo_result
from tournaments.services.bracket.results.results import enter_outcome

pytestmark = pytest.mark.django_db

NORA, PIET = Actor(code="staff-1", label="Nora T"), Actor(code="staff-2", label="Piet S")


def test_withdrawing_gives_the_opponent_a_walkover():
    tournament = drawn_bracket(4)

    withdraw_team(team=tournament.teams.get(number=4), press=Press(NORA, NOW))

    assert (match_of(tournament, 1).outcome, match_of(tournament, 1).winner.seed) == (Outcome.WALKOVER, 1)


def test_a_withdrawn_team_gives_way_to_an_opponent_who_is_known_later():
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    withdraw_team(team=tournament.teams.get(number=1), press=Press(NORA, NOW))

    decide(tournament, 2)

    assert match_of(tournament, 3).winner.seed == 2


def test_undo_reopens_the_match_at_its_table_and_empties_the_next_slot():
    tournament = drawn_bracket(4)
    call_match(match=match_of(tournament, 1), press=Press(NORA, NOW))
    start_match(match=match_of(tournament, 1), press=Press(NORA, NOW))
    decide(tournament, 1)

    undo_result(match=match_of(tournament, 1), press=Press(PIET, after(5)))

    match = match_of(tournament, 1)
    assert (match.state, match.station, match.winner, match.points_a) == (MatchState.PLAYING, 1, None, None)
    assert match_of(tournament, 3).team_a is None
    assert match.results.get().undone_by_code == "staff-2"


def test_undo_makes_the_match_ready_when_its_table_is_taken():
    tournament = drawn_bracket(4)
    call_match(match=match_of(tournament, 1), press=Press(NORA, NOW))
    start_match(match=match_of(tournament, 1), press=Press(NORA, NOW))
    decide(tournament, 1)
    call_match(match=match_of(tournament, 2), station=1, press=Press(NORA, NOW))

    undo_result(match=match_of(tournament, 1), press=Press(PIET, NOW))

    assert (match_of(tournament, 1).state, match_of(tournament, 1).station) == (MatchState.READY, None)


def test_undo_calls_back_a_next_match_that_is_being_played():
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    decide(tournament, 2)
    call_match(match=match_of(tournament, 3), press=Press(NORA, NOW))

    undo_result(match=match_of(tournament, 1), press=Press(PIET, NOW))

    final = match_of(tournament, 3)
    assert (final.state, final.station, final.team_a, final.team_b.seed) == (MatchState.WAITING, None, None, 2)


def test_undo_is_refused_once_the_next_match_is_decided_and_names_it():
    tournament = drawn_bracket(4)
    for number in (1, 2, 3):
        decide(tournament, number, by=NORA)

    with pytest.raises(Conflict) as refusal:
        undo_result(match=match_of(tournament, 1), press=Press(PIET, NOW))

    assert (refusal.value.code, refusal.value.facts["later_match"]) == ("later_match_decided", 3)
    assert "Nora T" in refusal.value.message


def test_undo_of_the_final_takes_the_title_back():
    tournament = drawn_bracket(2)
    decide(tournament, 1)

    undo_result(match=match_of(tournament, 1), press=Press(PIET, NOW))

    tournament = _reread(tournament)
    assert (tournament.status, tournament.finished_at) == (BracketStatus.RUNNING, None)
    assert bracket_view(tournament).champion is None


def test_undo_takes_back_the_walkovers_that_followed():
    tournament = drawn_bracket(4)
    enter_outcome(match=match_of(tournament, 1), outcome=DoubleNoShow(), press=Press(NORA, NOW, uuid4()))
    decide(tournament, 2)

    undo_result(match=match_of(tournament, 1), press=Press(PIET, NOW))

    assert (match_of(tournament, 1).state, match_of(tournament, 3).state) == (MatchState.READY, MatchState.WAITING)
    assert standing_results(tournament) == 1


def test_a_walkover_against_nobody_is_undone_at_its_cause():
    tournament = drawn_bracket(4)
    enter_outcome(match=match_of(tournament, 1), outcome=DoubleNoShow(), press=Press(NORA, NOW, uuid4()))
    decide(tournament, 2)

    with pytest.raises(Conflict) as refusal:
        undo_result(match=match_of(tournament, 3), press=Press(PIET, NOW))

    assert refusal.value.code == "result_follows"


def test_undo_of_a_withdrawal_brings_the_team_back():
    tournament = drawn_bracket(4)
    team = withdraw_team(team=tournament.teams.get(number=4), press=Press(NORA, NOW))

    undo_result(match=match_of(tournament, 1), press=Press(PIET, NOW))

    team.refresh_from_db()
    assert not team.is_withdrawn
    assert match_of(tournament, 1).state == MatchState.READY


def test_a_team_that_had_left_plays_on_and_its_walkover_is_played():
    tournament = drawn_bracket(4)
    withdraw_team(team=tournament.teams.get(number=4), press=Press(NORA, NOW))

    team = readmit_team(team=tournament.teams.get(number=4), press=Press(PIET, NOW))

    assert not team.is_withdrawn
    assert (match_of(tournament, 1).state, standing_results(tournament)) == (MatchState.READY, 0)
    assert AuditRecord.objects.filter(action="team.readmitted").count() == 1


def test_a_team_that_left_while_it_waited_is_back_in_its_place():
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    withdraw_team(team=tournament.teams.get(number=1), press=Press(NORA, NOW))
    readmit_team(team=tournament.teams.get(number=1), press=Press(PIET, NOW))

    decide(tournament, 2)

    assert match_of(tournament, 3).state == MatchState.READY


def test_a_beaten_team_that_left_and_is_back_stays_beaten():
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    withdraw_team(team=tournament.teams.get(number=4), press=Press(NORA, NOW))

    readmit_team(team=tournament.teams.get(number=4), press=Press(PIET, NOW))

    assert (match_of(tournament, 1).winner.seed, match_of(tournament, 1).outcome) == (1, Outcome.PLAYED)


def test_a_walkover_that_led_on_is_not_taken_back_with_a_withdrawal():
    tournament = drawn_bracket(4)
    withdraw_team(team=tournament.teams.get(number=4), press=Press(NORA, NOW))
    decide(tournament, 2)
    decide(tournament, 3)

    with pytest.raises(Conflict) as refusal:
        readmit_team(team=tournament.teams.get(number=4), press=Press(PIET, NOW))

    assert refusal.value.code == "later_match_decided"
    assert tournament.teams.get(number=4).is_withdrawn


def test_only_a_drawn_team_that_left_is_let_back_in():
    early, tournament = make_bracket(), drawn_bracket(4)
    enter_teams(early, 3)
    withdraw_team(team=early.teams.get(number=3), press=Press(NORA, NOW))
    cases = [(early, 3), (tournament, 1)]

    codes = [_refusal(of, number) for of, number in cases]
    draw(early)

    assert [*codes, _refusal(early, 3)] == ["bracket_not_drawn", "team_not_withdrawn", "team_not_drawn"]


def _refusal(tournament, number) -> str:
    with pytest.raises(Conflict) as refusal:
        readmit_team(team=tournament.teams.get(number=number), press=Press(PIET, NOW))
    return refusal.value.code


def _reread(tournament: BracketTournament) -> BracketTournament:
    return BracketTournament.objects.select_related("event").get(pk=tournament.pk)
