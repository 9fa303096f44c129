"""Laws of a bracket over many evenings: one champion, every match between the winners of its feeders, undo undoes."""

from __future__ import annotations

from contextlib import suppress
from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from tests.factories import NOW, after
from tests.tournaments.nights import decide, drawn_bracket, match_of, ready_matches
from tournaments.models import BracketStatus, BracketTournament, Match, MatchState, Outcome
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.services.bracket.results.corrections import NewResult, correct_result, undo_correction
from tournaments.services.bracket.results.result_undo import undo_result

pytestmark = pytest.mark.django_db

TEAMS = 11
FEW = settings(max_examples=15)


@pytest.fixture
def tournament() -> BracketTournament:
    return drawn_bracket(TEAMS, third_place=True)


@FEW
@given(chance=st.randoms(use_true_random=False))
def test_random_results_lead_to_one_champion(tournament, chance):
    with _forgotten():
        _play_on(tournament, chance)

        view = bracket_view(BracketTournament.objects.get(pk=tournament.pk))
        lost = [match.loser.number for match in view.matches if match.loser and not match.is_for_third_place]
        assert view.status == BracketStatus.FINISHED
        assert sorted([*lost, view.champion.number]) == list(range(1, TEAMS + 1))
        assert view.decided == view.to_play == TEAMS
        _check_feeders(tournament)


@FEW
@given(chance=st.randoms(use_true_random=False))
def test_the_feeders_agree_after_any_results_and_undos(tournament, chance):
    with _forgotten():
        for _ in range(25):
            decided = tournament.matches.filter(state=MatchState.DONE).exclude(outcome=Outcome.BYE)
            if decided and chance.random() < 0.4:
                _try_to_undo(tournament, chance.choice(list(decided)))
            elif ready := ready_matches(tournament):
                decide(tournament, chance.choice(ready).number, slot=chance.randrange(2))
            _check_feeders(tournament)


@FEW
@given(chance=st.randoms(use_true_random=False))
def test_undoing_the_last_result_brings_the_bracket_back(tournament, chance):
    with _forgotten():
        for _ in range(chance.randrange(TEAMS - 1)):
            decide(tournament, chance.choice(ready_matches(tournament)).number, slot=chance.randrange(2))
        before = _rows(tournament)
        number = chance.choice(ready_matches(tournament)).number
        decide(tournament, number)

        undo_result(match=match_of(tournament, number), press=Press(SYSTEM, NOW))

        assert _rows(tournament) == before


@FEW
@given(chance=st.randoms(use_true_random=False))
def test_a_correction_leaves_the_feeders_right_and_its_undoing_brings_the_bracket_back(tournament, chance):
    with _forgotten():
        for _ in range(chance.randrange(1, TEAMS + 1)):
            decide(tournament, chance.choice(ready_matches(tournament)).number, slot=chance.randrange(2))
        number = chance.choice([row.number for row in tournament.matches.filter(outcome=Outcome.PLAYED)])
        before = _rows(tournament)

        _correct(tournament, number)
        _check_feeders(tournament)
        assert _rows(tournament) != before
        undo_correction(match=match_of(tournament, number), press=Press(SYSTEM, after(6)))

        assert _rows(tournament) == before


def _correct(tournament, number: int) -> None:
    match = match_of(tournament, number)
    loser = match.winner
    winner = match.team_a if match.team_b == loser else match.team_b
    correct_result(
        match=match,
        result=NewResult(outcome=Outcome.PLAYED, winner=winner, loser=loser, winner_points=10, loser_points=3),
        version=match.tournament.version,
        press=Press(SYSTEM, after(5), uuid4()),
    )


def _play_on(tournament, chance) -> None:
    while ready := ready_matches(tournament):
        decide(tournament, chance.choice(ready).number, slot=chance.randrange(2), loser_points=chance.randrange(10))


def _try_to_undo(tournament, match: Match) -> None:
    """A match of which a later one was decided stays; the law is that nothing half-done remains."""
    with suppress(Conflict):
        undo_result(match=match, press=Press(SYSTEM, NOW))


def _check_feeders(tournament) -> None:
    """The teams of every match are the winners of its feeders, or the losers for third place; none without a result."""
    rows = {row.number: row for row in tournament.matches.all()}
    for row in rows.values():
        for feeder, team in ((row.feeder_a, row.team_a_id), (row.feeder_b, row.team_b_id)):
            if feeder is None:
                continue
            source = rows[feeder]
            losers = {source.team_a_id, source.team_b_id} - {source.winner_id} if source.winner_id else {None}
            expected = losers if row.is_for_third_place else {source.winner_id}
            assert team in expected


def _rows(tournament) -> list[tuple]:
    fields = ("number", "team_a", "team_b", "state", "outcome", "winner", "points_a", "points_b")
    return list(tournament.matches.values_list(*fields))


class _forgotten(transaction.Atomic):  # noqa: N801  reads as a word of the sentence
    """What an example writes is gone after it: the fixture's bracket serves every example."""

    def __init__(self) -> None:
        super().__init__(using=None, savepoint=True, durable=False)

    def __exit__(self, kind, error, trace) -> None:
        transaction.set_rollback(True)
        super().__exit__(kind, error, trace)
