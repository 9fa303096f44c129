"""Results by those who played: both teams report, staff confirm or decide, and who has to agree is a setting."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from engine.errors import RuleError
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from tests.factories import NOW, after
from tests.pressing import together
from tests.tournaments.nights import correct, decide, drawn_bracket, match_of, other_team_wins, standing_results
from tournaments.models import BracketTournament, Confirmation, MatchResult, MatchState, Outcome, ResultClaim
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.claims import claims_of
from tournaments.services.bracket.results.claims import take_back_claims
from tournaments.services.bracket.results.outcomes import DoubleNoShow, PlayedResult
from tournaments.services.bracket.results.reports import report_result
from tournaments.services.bracket.results.result_undo import undo_result
from tournaments.services.bracket.results.results import enter_outcome

pytestmark = pytest.mark.django_db

NORA, PIET = Actor(code="staff-1", label="Nora T"), Actor(code="staff-2", label="Piet S")


def report(tournament: BracketTournament, by_seed: int, *, won: int = 1, loser_points: int = 7, **facts: object):
    """The team of that seed says that seed `won` beat the other of match 1."""
    match = match_of(tournament, 1)
    winner, loser = (match.team_a, match.team_b) if match.team_a.seed == won else (match.team_b, match.team_a)
    played = PlayedResult(winner=winner, loser=loser, winner_points=10, loser_points=loser_points)
    given = {"match": match, "played": played, "press": Press(Actor.player("P001"), NOW, uuid4())}
    return report_result(team=tournament.teams.get(seed=by_seed), **together({**given, **facts}))


def said(tournament: BracketTournament):
    return claims_of(bracket_view(tournament)).get(1)


def test_two_reports_that_agree_decide_the_match():
    tournament = drawn_bracket(4)

    first, second = report(tournament, 1), report(tournament, 4)

    assert (first.is_decided, second.is_decided) == (False, True)
    assert (match_of(tournament, 1).winner.seed, match_of(tournament, 1).points_b) == (1, 7)
    assert not ResultClaim.objects.filter(closed_at__isnull=True).exists()


def test_where_staff_confirm_two_reports_that_agree_wait():
    tournament = drawn_bracket(4, reports_settle=False)

    report(tournament, 1)
    report(tournament, 4)

    assert match_of(tournament, 1).state == MatchState.READY
    assert not said(tournament).is_dispute
    decide(tournament, 1, by=NORA)
    assert match_of(tournament, 1).is_decided


def test_two_reports_that_differ_are_a_dispute_with_both_claims():
    tournament = drawn_bracket(4)

    report(tournament, 1)
    report(tournament, 4, won=4)

    dispute = said(tournament)
    upper, lower = bracket_view(tournament).match(1).teams
    assert dispute.is_dispute
    assert [(claim.team, claim.says) for claim in dispute.claims] == [
        (upper, f"{upper.name} won 10–7"),
        (lower, f"{lower.name} won 10–7"),
    ]
    decide(tournament, 1, slot=1, by=NORA)
    assert match_of(tournament, 1).winner.seed == 4
    assert said(tournament) is None


def test_a_team_changes_its_report_and_takes_it_back():
    tournament = drawn_bracket(4)
    report(tournament, 1)
    report(tournament, 1, won=4)
    assert [claim.winner.seed for claim in said(tournament).claims] == [4]

    team = tournament.teams.get(seed=1)
    take_back_claims(match=match_of(tournament, 1), team=team, press=Press(Actor.player("P001"), NOW))

    assert said(tournament) is None
    with pytest.raises(Conflict) as refusal:
        take_back_claims(match=match_of(tournament, 1), team=team, press=Press(Actor.player("P001"), NOW))
    assert refusal.value.code == "no_claim"


def test_the_same_report_twice_is_one():
    tournament = drawn_bracket(4)
    key = uuid4()

    report(tournament, 1, request_id=key)
    report(tournament, 1, request_id=key)
    report(tournament, 1)

    assert ResultClaim.objects.count() == 1
    with pytest.raises(UserFacingError) as refusal:
        report(tournament, 1, request_id=key, loser_points=3)
    assert refusal.value.code == "key_reused"


def test_a_report_of_what_stands_changes_nothing_and_another_is_told_who_was_first():
    tournament = drawn_bracket(4)
    decide(tournament, 1, by=NORA, now=after(42))

    assert report(tournament, 4).is_decided
    with pytest.raises(Conflict) as refusal:
        report(tournament, 4, won=4)

    assert refusal.value.code == "match_already_decided"
    assert "Nora T at 7:42 PM" in refusal.value.message


def test_a_team_reports_its_own_open_match_with_a_score_that_can_be():
    tournament = drawn_bracket(4)

    with pytest.raises(Conflict) as other:
        report(tournament, 2)
    with pytest.raises(RuleError) as score:
        report(tournament, 1, loser_points=10)
    with pytest.raises(Conflict) as waits:
        report(tournament, 1, match=match_of(tournament, 3))

    assert (other.value.code, score.value.code, waits.value.code) == (
        "team_not_in_match",
        "loser_out_of_range",
        "match_not_ready",
    )


def test_undoing_a_result_opens_it_for_new_reports():
    tournament = drawn_bracket(4)
    report(tournament, 1)
    report(tournament, 4)
    undo_result(match=match_of(tournament, 1), press=Press(NORA, NOW))

    assert not report(tournament, 1).is_decided
    assert report(tournament, 4).is_decided


def test_a_report_of_another_pair_does_not_outlive_a_correction():
    tournament = drawn_bracket(8)
    decide(tournament, 1)
    decide(tournament, 2)
    semi = match_of(tournament, 5)
    played = PlayedResult(winner=semi.team_a, loser=semi.team_b, winner_points=10, loser_points=3)
    report_result(match=semi, team=semi.team_a, played=played, press=Press(Actor.player("P001"), NOW, uuid4()))

    correct(tournament, 1, other_team_wins(tournament, 1))

    assert claims_of(bracket_view(tournament)) == {}


# Who has to agree


def test_the_same_result_entered_by_two_staff_is_fine():
    tournament = drawn_bracket(4)

    first, second = decide(tournament, 1, by=NORA), decide(tournament, 1, by=PIET)

    assert first == second
    assert standing_results(tournament) == 1


def test_with_two_staff_the_second_who_enters_the_same_decides():
    tournament = drawn_bracket(4, confirmation="two_staff")

    first = decide(tournament, 1, by=NORA)
    again = decide(tournament, 1, by=NORA)
    second = decide(tournament, 1, by=PIET)

    assert isinstance(first, ResultClaim)
    assert again == first
    assert isinstance(second, MatchResult)
    assert match_of(tournament, 1).is_decided


def test_with_two_staff_another_result_is_refused_and_names_who_and_when():
    tournament = drawn_bracket(4, confirmation="two_staff")
    decide(tournament, 1, by=NORA, now=after(42))

    with pytest.raises(Conflict) as refusal:
        decide(tournament, 1, slot=1, by=PIET)

    assert refusal.value.code == "claim_differs"
    assert "Nora T entered something else for match 1 at 7:42 PM" in refusal.value.message
    take_back_claims(match=match_of(tournament, 1), press=Press(PIET, NOW))
    assert isinstance(decide(tournament, 1, slot=1, by=PIET), ResultClaim)


def test_with_two_staff_reports_of_both_teams_do_not_decide():
    tournament = drawn_bracket(4, confirmation="two_staff")

    report(tournament, 1)

    assert not report(tournament, 4).is_decided
    assert isinstance(decide(tournament, 1, by=NORA), ResultClaim)


def test_whoever_corrects_the_own_entry_has_one_that_waits():
    tournament = drawn_bracket(4, confirmation="two_staff")
    decide(tournament, 1, by=NORA)

    decide(tournament, 1, by=NORA, loser_points=3)

    assert [claim.loser_points for claim in said(tournament).claims] == [3]


def test_an_own_entry_said_twice_is_answered_again_under_both_keys():
    tournament = drawn_bracket(4, confirmation="two_staff")
    first, again = uuid4(), uuid4()

    claim = decide(tournament, 1, by=NORA, request_id=first)

    assert {decide(tournament, 1, by=NORA, request_id=key) for key in (again, again, first)} == {claim}
    assert ResultClaim.objects.count() == 1


def test_where_both_teams_agree_staff_alone_do_not_decide():
    tournament = drawn_bracket(4, confirmation="both_teams", reports_settle=False)

    assert isinstance(decide(tournament, 1, by=NORA), ResultClaim)
    assert report(tournament, 4).is_decided


def test_where_both_teams_agree_one_of_staff_stands_for_a_team():
    tournament = drawn_bracket(4, confirmation="both_teams")
    report(tournament, 4)

    assert isinstance(decide(tournament, 1, by=NORA), MatchResult)


def test_where_both_teams_differ_staff_decide():
    tournament = drawn_bracket(4, confirmation="both_teams")
    report(tournament, 1)
    report(tournament, 4, won=4)

    assert isinstance(decide(tournament, 1, by=NORA, loser_points=2), MatchResult)


def test_that_nobody_came_waits_for_a_second_person_too():
    tournament = drawn_bracket(4, confirmation="two_staff")
    match = match_of(tournament, 1)

    enter_outcome(match=match, outcome=DoubleNoShow(), press=Press(NORA, NOW, uuid4()))
    assert said(tournament).claims[0].says == "nobody came"
    enter_outcome(match=match, outcome=DoubleNoShow(), press=Press(PIET, NOW, uuid4()))

    assert match_of(tournament, 1).outcome == Outcome.DOUBLE_NO_SHOW


# The database


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("resultclaim_by_one_of_the_two", {"team": 2}),
        ("resultclaim_teams_differ", {"team_b": 1, "team": None}),
        ("resultclaim_known_outcome", {"outcome": "bye"}),
        ("resultclaim_winner_is_a_team", {"winner": 2}),
        ("resultclaim_points_when_played", {"points_a": None}),
    ],
)
def test_a_claim_that_cannot_be_is_refused(constraint, changes):
    tournament = drawn_bracket(4)
    report(tournament, 1)
    names = ("team", "team_b", "winner")
    values = {
        name: tournament.teams.get(seed=value) if name in names and value else value for name, value in changes.items()
    }

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        ResultClaim.objects.update(**values)


@pytest.mark.parametrize(
    ("constraint", "team"), [("resultclaim_one_of_a_team", 1), ("resultclaim_one_of_a_person", None)]
)
def test_one_side_has_one_open_claim(constraint, team):
    tournament = drawn_bracket(4, confirmation="two_staff")
    report(tournament, 1)
    claim = ResultClaim.objects.get()
    claim.team = tournament.teams.get(seed=team) if team else None
    claim.save()

    with pytest.raises(IntegrityError), transaction.atomic():
        ResultClaim.objects.bulk_create([_copy(claim)])


def test_a_bracket_knows_its_way_of_confirming():
    with pytest.raises(IntegrityError, match="bracket_known_confirmation"), transaction.atomic():
        BracketTournament.objects.filter(pk=drawn_bracket(4).pk).update(confirmation="nobody")
    assert Confirmation("two_staff").label == "Two members of staff enter the same"


def _copy(claim: ResultClaim) -> ResultClaim:
    fields = [field.attname for field in ResultClaim._meta.fields if field.attname != "id"]
    return ResultClaim(**{name: getattr(claim, name) for name in fields})
