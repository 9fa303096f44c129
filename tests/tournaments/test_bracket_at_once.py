"""Two staff press at the same moment: exactly one result, and the other person hears of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection

from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from tests.deep import examples
from tests.factories import NOW, after
from tests.tournaments.hand_nights import at_the_table, play
from tests.tournaments.nights import decide, drawn_bracket, match_of, standing_results
from tournaments.models import BracketTournament, EuchreHand
from tournaments.services.bracket.results.outcomes import PlayedResult
from tournaments.services.bracket.results.reports import report_result
from tournaments.services.bracket.results.result_undo import undo_result

RACES = examples(200)
STAFF = [Actor(code="staff-1", label="Nora T"), Actor(code="staff-2", label="Piet S")]


@pytest.mark.django_db(transaction=True)
def test_two_results_at_once_leave_one_and_tell_the_other_who_was_first():
    tournament = drawn_bracket(4)

    answers = _at_once(lambda turn, start: _press(tournament, turn, start, key=uuid4()))

    entered = [answer for answer in answers if not isinstance(answer, Conflict)]
    (refused,) = [answer for answer in answers if isinstance(answer, Conflict)]
    assert standing_results(tournament) == len(entered) == 1
    assert (refused.status, refused.code) == (409, "match_already_decided")
    assert entered[0].by_label in refused.message
    assert match_of(tournament, 1).winner_id == entered[0].winner_id


@pytest.mark.django_db(transaction=True)
def test_one_press_that_arrives_twice_at_once_counts_once():
    tournament = drawn_bracket(4)
    key = uuid4()

    answers = _at_once(lambda turn, start: _press(tournament, 0, start, key=key))

    assert {answer.pk for answer in answers} == {answers[0].pk}
    assert standing_results(tournament) == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_races_each_leaves_one_result_and_tells_the_other():
    tournament = drawn_bracket(2)

    for race in range(RACES):
        answers = _at_once(lambda turn, start: _press(tournament, turn, start, key=uuid4()))
        entered = [answer for answer in answers if not isinstance(answer, Conflict)]
        refused = [answer.code for answer in answers if isinstance(answer, Conflict)]
        assert (len(entered), refused, standing_results(tournament)) == (1, ["match_already_decided"], 1), race
        undo_result(match=match_of(tournament, 1), press=Press(STAFF[0], after(race)))


@pytest.mark.django_db(transaction=True)
def test_two_teams_that_report_at_once_decide_their_match_once():
    tournament = drawn_bracket(2)

    answers = _at_once(lambda turn, start: _report(tournament, turn, start))

    assert sorted(match.is_decided for match in answers) == [False, True]
    assert standing_results(tournament) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same", [True, False])
def test_two_phones_that_enter_the_same_hand_at_once_leave_one_and_tell_the_other_who_was_first(same):
    tournament = at_the_table(2)

    answers = _at_once(lambda turn, start: _enter_hand(tournament, turn, start, slot=0 if same else turn))

    (entered,) = [answer for answer in answers if not isinstance(answer, Conflict)]
    (refused,) = [answer for answer in answers if isinstance(answer, Conflict)]
    assert EuchreHand.objects.get().pk == entered.pk
    assert (refused.status, refused.code) == (409, "hand_entered")
    assert entered.by_label in refused.message


def _enter_hand(tournament: BracketTournament, turn: int, start: Barrier, *, slot: int):
    start.wait()
    try:
        return play(tournament, slot, facts={"game": 1, "number": 1, "press": Press(STAFF[turn], NOW, uuid4())})
    except Conflict as refusal:
        return refusal


def _report(tournament: BracketTournament, turn: int, start: Barrier):
    match = match_of(tournament, 1)
    teams = (match.team_a, match.team_b)
    says = PlayedResult(winner=match.team_a, loser=match.team_b, winner_points=10, loser_points=6)
    start.wait()
    return report_result(match=match, team=teams[turn], played=says, press=Press(STAFF[turn], NOW, uuid4()))


def _press(tournament: BracketTournament, turn: int, start: Barrier, *, key):
    start.wait()
    try:
        return decide(tournament, 1, slot=turn, by=STAFF[turn], request_id=key)
    except Conflict as refusal:
        return refusal


def _at_once(press) -> list:
    start = Barrier(2)

    def alone(turn: int):
        try:
            return press(turn, start)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as people:
        return list(people.map(alone, (0, 1)))
