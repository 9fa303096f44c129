"""A correction taken back: the bracket and its log are as they were before it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.tournament.bracket import Instead
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.factories import NOW, after, make_staff
from tests.tournaments.nights import correct, decide, drawn_bracket, match_of, other_team_wins, played_bracket
from tournaments.models import BracketStatus, BracketTournament, MatchResult, Outcome
from tournaments.services.bracket.consolation import draw_consolation, undo_consolation
from tournaments.services.bracket.opening import withdraw_team
from tournaments.services.bracket.results.corrections import NewResult, undo_correction
from tournaments.services.bracket.results.outcomes import DoubleNoShow
from tournaments.services.bracket.results.result_undo import undo_result
from tournaments.services.bracket.results.results import enter_outcome

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

    undo_correction(match=match_of(evening, number), press=Press(SYSTEM, after(6)))

    assert (board_of(evening), standing(evening)) == before
    assert BracketTournament.objects.get(pk=evening.pk).status == BracketStatus.FINISHED
    assert AuditRecord.objects.filter(event=evening.event, action="match.correction_undone").count() == 1


def test_a_correction_stays_once_a_result_came_of_it(evening):
    correct(evening, 1, other_team_wins(evening, 1), now=after(5))
    decide(evening, 5, now=after(6))

    with pytest.raises(Conflict, match="Match 5 has changed since match 1 was corrected") as late:
        undo_correction(match=match_of(evening, 1), press=Press(SYSTEM, after(7)))

    assert late.value.code == "bracket_moved_on"
    assert match_of(evening, 5).winner.seed == 8


@pytest.mark.parametrize("undone", [6, 1], ids=["later", "the-computers-time-went-back"])
def test_a_correction_stays_once_a_part_of_it_was_undone(evening, undone):
    correct(evening, 1, other_team_wins(evening, 1), choices={5: Instead.WALKOVER}, now=after(5))
    undo_result(match=match_of(evening, 5), press=Press(SYSTEM, after(undone)))

    with pytest.raises(Conflict) as late:
        undo_correction(match=match_of(evening, 1), press=Press(SYSTEM, after(7)))

    assert late.value.code == "bracket_moved_on"


def test_results_of_the_same_moment_are_no_part_of_the_correction(evening):
    before = board_of(evening)
    first = match_of(evening, 1)
    score = NewResult(outcome=Outcome.PLAYED, winner=first.winner, loser=first.team_b, winner_points=10, loser_points=2)
    correct(evening, 1, score, now=NOW)

    undo_correction(match=first, press=Press(SYSTEM, NOW))

    assert board_of(evening) == before


def test_of_two_corrections_of_the_same_moment_one_is_taken_back_and_the_other_stands(evening):
    correct(evening, 1, other_team_wins(evening, 1), now=NOW)
    between = board_of(evening), standing(evening)
    correct(evening, 2, other_team_wins(evening, 2), now=NOW)

    undo_correction(match=match_of(evening, 2), press=Press(SYSTEM, NOW))

    assert (board_of(evening), standing(evening)) == between


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_a_correction_of_before_is_taken_back_after_the_rows_were_linked(migrated):
    tournament = played_bracket(8)
    before = board_of(tournament), standing(tournament)
    correct(tournament, 1, other_team_wins(tournament, 1), choices={5: Instead.WALKOVER}, now=after(5))
    MatchResult.objects.update(voided_by=None, came_of=None)
    migrated("tournaments", "0024_results_linked")

    migrated("tournaments", "0025_link_what_was_written_at_once")
    migrated("tournaments", "0033_order_of_results")
    undo_correction(match=match_of(tournament, 1), press=Press(SYSTEM, after(6)))

    assert (board_of(tournament), standing(tournament)) == before


def test_results_elsewhere_do_not_stand_in_the_way():
    tournament = drawn_bracket(8)
    decide(tournament, 1)
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))
    decide(tournament, 3, now=after(6))

    undo_correction(match=match_of(tournament, 1), press=Press(SYSTEM, after(7)))

    assert (match_of(tournament, 1).winner.seed, match_of(tournament, 3).winner.seed) == (1, 2)
    assert match_of(tournament, 5).team_a.seed == 1


def test_only_a_correction_is_taken_back_as_one(evening):
    with pytest.raises(Conflict) as plain:
        undo_correction(match=match_of(evening, 1), press=Press(SYSTEM, after(5)))
    correct(evening, 1, other_team_wins(evening, 1), now=after(5))
    undo_correction(match=match_of(evening, 1), press=Press(SYSTEM, after(6)))
    with pytest.raises(Conflict) as twice:
        undo_correction(match=match_of(evening, 1), press=Press(SYSTEM, after(7)))
    with pytest.raises(Conflict) as undecided:
        undo_correction(match=match_of(drawn_bracket(4), 3), press=Press(SYSTEM, after(7)))

    assert {each.value.code for each in (plain, twice, undecided)} == {"match_not_corrected"}


@pytest.mark.parametrize("ended", [Outcome.PLAYED, Outcome.DOUBLE_NO_SHOW])
@pytest.mark.parametrize("choice", [Instead.WALKOVER, Instead.FORFEIT])
def test_what_came_of_a_correction_goes_with_that_correction(ended, choice):
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    decide(tournament, 2)
    if ended == Outcome.PLAYED:
        decide(tournament, 3)
    else:
        enter_outcome(match=match_of(tournament, 3), outcome=DoubleNoShow(), press=Press(SYSTEM, NOW, uuid4()))
    before = board_of(tournament), standing(tournament)
    correct(tournament, 2, other_team_wins(tournament, 2), choices={3: choice}, now=after(5))
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    address = f"/api/v1/events/{tournament.event.code}/brackets/{tournament.pk}/matches"
    page = client.get(f"/staff/{tournament.event.code}/matches/{tournament.pk}/3/").content.decode()

    of_the_final = client.post(f"{address}/3/correction/undo/")

    assert (of_the_final.status_code, of_the_final.json()["code"]) == (409, "match_not_corrected")
    assert "came of the correction of match 2. Undo the correction of match 2 instead." in str(of_the_final.json())
    assert "Undo the correction" not in page
    assert client.post(f"{address}/2/correction/undo/").status_code == 200
    assert (board_of(tournament), standing(tournament)) == before


def test_what_nobody_played_after_a_correction_goes_with_that_correction():
    tournament = played_bracket(4)
    correct(tournament, 2, NewResult(outcome=Outcome.DOUBLE_NO_SHOW), now=after(5))

    with pytest.raises(Conflict, match="Undo the correction of match 2 instead") as final:
        undo_correction(match=match_of(tournament, 3), press=Press(SYSTEM, after(6)))

    assert (final.value.code, final.value.facts["corrected_match"]) == ("match_not_corrected", 2)
    assert match_of(tournament, 3).outcome == Outcome.WALKOVER


# The consolation bracket


def seats_of(tournament: BracketTournament) -> list[tuple]:
    """Every team that ever had a place, with its players now."""
    rows = tournament.teams.order_by("number")
    fields = ("number", "seed", "status", "is_on_hold", "entered_late_at")
    seats = list(rows.filter(seed__isnull=False).values_list(*fields))
    players = [sorted(team.team_players.filter(left_at=None).values_list("player", flat=True)) for team in rows]
    return [*seats, *(each for each in players if each)]


def everything(*brackets: BracketTournament) -> list[tuple]:
    """What is true of the brackets; a bye has no line in the log before somebody else has had it."""
    now = [BracketTournament.objects.get(pk=bracket.pk) for bracket in brackets]
    byes = set(MatchResult.objects.filter(outcome=Outcome.BYE).values_list("pk", flat=True))
    return [(each.status, each.entries, board_of(each), standing(each) - byes, seats_of(each)) for each in now]


def ready_in(tournament: BracketTournament) -> list[int]:
    return list(tournament.matches.filter(state="ready").order_by("number").values_list("number", flat=True))


@pytest.mark.rule("WLIA-22")
@given(data=st.data())
@settings(max_examples=10, phases=[Phase.generate])
def test_a_correction_taken_back_leaves_the_consolation_bracket_as_it_was(data):
    with transaction.atomic():
        main = drawn_bracket(data.draw(st.sampled_from([4, 6, 7, 8]), "teams"), consolation=True)
        while firsts := [number for number in ready_in(main) if match_of(main, number).round == 1]:
            decide(main, firsts[0], slot=data.draw(st.integers(0, 1)))
        for number in ready_in(main):
            decide(main, number, slot=data.draw(st.integers(0, 1)))
        consolation = draw_consolation(tournament=main, press=Press(SYSTEM, NOW, uuid4()))
        if data.draw(st.booleans(), "somebody leaves"):
            leaving = consolation.teams.get(number=data.draw(st.integers(1, consolation.entries)))
            withdraw_team(team=leaving, press=Press(SYSTEM, after(1)))
        for _ in range(data.draw(st.integers(0, 3), "played")):
            for number in ready_in(consolation)[:1]:
                decide(consolation, number, slot=data.draw(st.integers(0, 1)), now=after(2))
        played = main.matches.filter(outcome=Outcome.PLAYED).order_by("number").values_list("number", flat=True)
        number = data.draw(st.sampled_from(list(played)), "corrected")
        result = other_team_wins(main, number)
        if data.draw(st.booleans(), "absent"):
            result = NewResult(outcome=Outcome.WALKOVER, winner=result.winner, loser=result.loser)
        before = everything(main, consolation)

        correct(main, number, result, now=after(5))
        undo_correction(match=match_of(main, number), press=Press(SYSTEM, after(6)))

        assert everything(main, consolation) == before
        transaction.set_rollback(True)


def with_consolation(*, played: bool = True) -> tuple[BracketTournament, BracketTournament]:
    """Eight teams after their first matches, and the consolation bracket of the beaten with one match played."""
    main = drawn_bracket(8, consolation=True)
    for number in (1, 2, 3, 4):
        decide(main, number)
    consolation = draw_consolation(tournament=main, press=Press(SYSTEM, NOW, uuid4()))
    if played:
        decide(consolation, 1)
    return main, consolation


def test_a_correction_stays_once_the_other_team_has_played_in_the_consolation_bracket():
    main, consolation = with_consolation()
    correct(main, 1, other_team_wins(main, 1), now=after(5))
    decide(consolation, 1, now=after(6))

    with pytest.raises(Conflict, match="Match 1 of the consolation bracket has changed") as late:
        undo_correction(match=match_of(main, 1), press=Press(SYSTEM, after(7)))

    assert late.value.code == "bracket_moved_on"


def test_a_correction_stays_once_the_other_team_has_played_what_nobody_had():
    main, consolation = with_consolation(played=False)
    correct(main, 1, other_team_wins(main, 1), now=after(5))
    decide(consolation, 1, now=after(6))

    with pytest.raises(Conflict, match="Match 1 of the consolation bracket has changed"):
        undo_correction(match=match_of(main, 1), press=Press(SYSTEM, after(7)))


def test_a_correction_stays_once_its_team_has_left_the_consolation_bracket():
    main, consolation = with_consolation()
    correct(main, 1, other_team_wins(main, 1), now=after(5))
    withdraw_team(team=consolation.teams.get(main_team__seed=1), press=Press(SYSTEM, after(6)))

    with pytest.raises(Conflict, match="of the consolation bracket has changed"):
        undo_correction(match=match_of(main, 1), press=Press(SYSTEM, after(7)))


def test_what_came_of_a_correction_of_the_main_bracket_goes_with_that_one():
    main, consolation = with_consolation()
    correct(main, 1, NewResult(outcome=Outcome.DOUBLE_NO_SHOW), now=after(5))

    with pytest.raises(Conflict, match="match 1 of the main bracket") as there:
        undo_correction(match=match_of(consolation, 1), press=Press(SYSTEM, after(6)))

    assert there.value.code == "match_not_corrected"


def test_what_is_played_elsewhere_in_the_consolation_bracket_stays():
    main, consolation = with_consolation()
    correct(main, 1, other_team_wins(main, 1), now=after(5))
    decide(consolation, 2, slot=1, now=after(6))

    undo_correction(match=match_of(main, 1), press=Press(SYSTEM, after(7)))

    assert (match_of(consolation, 1).winner.seed, match_of(consolation, 2).winner.seed) == (1, 3)


def test_a_consolation_bracket_drawn_after_the_correction_follows_the_main_one():
    main = drawn_bracket(8, consolation=True)
    for number in (1, 2, 3, 4):
        decide(main, number)
    correct(main, 1, other_team_wins(main, 1), now=after(5))
    consolation = draw_consolation(tournament=main, press=Press(SYSTEM, after(6), uuid4()))

    undo_correction(match=match_of(main, 1), press=Press(SYSTEM, after(7)))

    seated = consolation.teams.filter(seed__isnull=False).order_by("seed")
    assert list(seated.values_list("main_team__seed", flat=True)) == [8, 5, 6, 7]


def test_a_consolation_bracket_drawn_once_more_follows_the_main_one_whatever_the_computers_time():
    main, _ = with_consolation(played=False)
    correct(main, 1, other_team_wins(main, 1), now=after(5))
    undo_consolation(tournament=main, press=Press(SYSTEM, after(6)))
    consolation = draw_consolation(tournament=main, press=Press(SYSTEM, after(1), uuid4()))

    undo_correction(match=match_of(main, 1), press=Press(SYSTEM, after(7)))

    seated = consolation.teams.filter(seed__isnull=False).order_by("seed")
    assert list(seated.values_list("main_team__seed", flat=True)) == [8, 5, 6, 7]
