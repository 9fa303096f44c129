"""A correction taken back: the bracket and its log are as they were before it."""

from __future__ import annotations

import pytest

from engine.tournament.bracket import Instead
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.models import AuditRecord
from tests.factories import NOW, after
from tests.tournaments.nights import correct, decide, drawn_bracket, match_of, other_team_wins, played_bracket
from tournaments.models import BracketStatus, BracketTournament, MatchResult, Outcome
from tournaments.services.corrections import NewResult, undo_correction
from tournaments.services.results import undo_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> BracketTournament:
    return played_bracket(8)


def board_of(tournament: BracketTournament) -> list[tuple]:
    fields = ("number", "team_a", "team_b", "state", "outcome", "winner", "points_a", "points_b")
    return list(tournament.matches.values_list(*fields))


def standing(tournament: BracketTournament) -> set[int]:
    rows = MatchResult.objects.filter(match__tournament=tournament, undone_at__isnull=True)
    return set(rows.values_list("pk", flat=True))


@pytest.mark.parametrize(
    "choices", [{}, {5: Instead.WALKOVER}, {5: Instead.FORFEIT}], ids=["replay", "stays", "gives-up"]
)
@pytest.mark.parametrize("number", [1, 4, 5, 7])
def test_a_correction_taken_back_leaves_the_bracket_and_its_log_as_they_were(evening, number, choices):
    before = board_of(evening), standing(evening)
    correct(evening, number, other_team_wins(evening, number), choices=choices if number == 1 else {}, now=after(5))
    assert board_of(evening) != before[0]

    undo_correction(match=match_of(evening, number), by=SYSTEM, now=after(6))

    assert (board_of(evening), standing(evening)) == before
    assert BracketTournament.objects.get(pk=evening.pk).status == BracketStatus.FINISHED
    assert AuditRecord.objects.filter(event=evening.event, action="match.correction_undone").count() == 1


def test_a_correction_stays_once_a_result_came_of_it(evening):
    correct(evening, 1, other_team_wins(evening, 1), now=after(5))
    decide(evening, 5, now=after(6))

    with pytest.raises(Conflict, match="Match 5 has changed since match 1 was corrected") as late:
        undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(7))

    assert late.value.code == "bracket_moved_on"
    assert match_of(evening, 5).winner.seed == 8


def test_a_correction_stays_once_a_part_of_it_was_undone(evening):
    correct(evening, 1, other_team_wins(evening, 1), choices={5: Instead.WALKOVER}, now=after(5))
    undo_result(match=match_of(evening, 5), by=SYSTEM, now=after(6))

    with pytest.raises(Conflict) as late:
        undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(7))

    assert late.value.code == "bracket_moved_on"


def test_results_of_the_same_moment_are_no_part_of_the_correction(evening):
    before = board_of(evening)
    first = match_of(evening, 1)
    score = NewResult(outcome=Outcome.PLAYED, winner=first.winner, loser=first.team_b, winner_points=10, loser_points=2)
    correct(evening, 1, score, now=NOW)

    undo_correction(match=first, by=SYSTEM, now=NOW)

    assert board_of(evening) == before


def test_results_elsewhere_do_not_stand_in_the_way():
    tournament = drawn_bracket(8)
    decide(tournament, 1)
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))
    decide(tournament, 3, now=after(6))

    undo_correction(match=match_of(tournament, 1), by=SYSTEM, now=after(7))

    assert (match_of(tournament, 1).winner.seed, match_of(tournament, 3).winner.seed) == (1, 2)
    assert match_of(tournament, 5).team_a.seed == 1


def test_only_a_correction_is_taken_back_as_one(evening):
    with pytest.raises(Conflict) as plain:
        undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(5))
    correct(evening, 1, other_team_wins(evening, 1), now=after(5))
    undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(6))
    with pytest.raises(Conflict) as twice:
        undo_correction(match=match_of(evening, 1), by=SYSTEM, now=after(7))
    with pytest.raises(Conflict) as undecided:
        undo_correction(match=match_of(drawn_bracket(4), 3), by=SYSTEM, now=after(7))

    assert {each.value.code for each in (plain, twice, undecided)} == {"match_not_corrected"}
