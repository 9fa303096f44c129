"""The consolation bracket: who plays in it, at which tables, and what a correction of the main bracket does to it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from engine.errors import RuleError
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.night.selectors.actions.euchre import euchre_actions
from eventnight.night.selectors.tonight import tonight
from tests.factories import NOW, after, make_staff
from tests.tournaments.nights import correct, decide, drawn_bracket, match_of, other_team_wins
from tournaments.models import BracketStatus, BracketTournament, MatchState, Outcome, Team
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.busy import busy_players
from tournaments.selectors.bracket.call_queue import call_queue
from tournaments.selectors.bracket.night import Standing, player_state
from tournaments.selectors.bracket.result_plan import result_plan
from tournaments.services.bracket.consolation import draw_consolation, undo_consolation
from tournaments.services.bracket.matches import call_match, start_match
from tournaments.services.bracket.opening import withdraw_team
from tournaments.services.bracket.results.corrections import plan_correction, undo_correction
from tournaments.services.bracket.results.outcomes import Walkover
from tournaments.services.bracket.results.result_undo import readmit_team, undo_result
from tournaments.services.bracket.results.results import enter_outcome

pytestmark = pytest.mark.django_db


def first_round(teams: int = 8, **settings: object) -> BracketTournament:
    """A bracket in which the better seed has won every first match."""
    tournament = drawn_bracket(teams, consolation=True, **settings)
    view = bracket_view(tournament)
    for match in view.rounds[0].matches:
        if not match.is_bye:
            decide(tournament, match.number)
    return tournament


def drawn(tournament: BracketTournament) -> BracketTournament:
    return draw_consolation(tournament=tournament, press=Press(SYSTEM, NOW, uuid4()))


def seeds_of(consolation: BracketTournament) -> list[int]:
    """The main seeds of its teams, best first."""
    return list(consolation.teams.filter(seed__isnull=False).order_by("seed").values_list("main_team__seed", flat=True))


@pytest.mark.rule("WLIA-22")
def test_those_beaten_in_their_first_match_play_on_in_their_order():
    consolation = drawn(first_round())

    assert seeds_of(consolation) == [5, 6, 7, 8]
    assert [(match_of(consolation, 1).team_a.seed, match_of(consolation, 1).team_b.seed)] == [(1, 4)]
    assert consolation.name == "Euchre, consolation"


@pytest.mark.rule("EUC-10")
def test_it_plays_by_the_rules_of_the_main_bracket_whatever_the_event_has_by_then():
    tournament = first_round()
    BracketTournament.objects.filter(pk=tournament.pk).update(overrides={"dealer_must_choose": True})

    consolation = drawn(tournament)

    assert BracketTournament.objects.get(pk=consolation.pk).house_rules.dealer_must_choose


def test_it_is_played_to_a_winner_as_any_bracket():
    consolation = drawn(first_round())

    for number in (1, 2, 3):
        decide(consolation, number)

    view = bracket_view(BracketTournament.objects.get(pk=consolation.pk))
    assert (view.status, view.champion.seed) == (BracketStatus.FINISHED, 1)


def test_a_bye_is_no_match_and_an_absent_team_does_not_play_on():
    tournament = drawn_bracket(6, consolation=True)
    match = match_of(tournament, 2)
    press = {"press": Press(SYSTEM, NOW, uuid4())}
    enter_outcome(match=match, outcome=Walkover(winner=match.team_a, loser=match.team_b), **press)
    decide(tournament, 4)
    with pytest.raises(RuleError) as refusal:
        drawn(tournament)
    decide(tournament, 5, slot=1)
    decide(tournament, 6)

    assert refusal.value.code == "first_matches_open"
    assert seeds_of(drawn(tournament)) == [1, 6]


def test_it_is_drawn_once_and_only_where_it_is_set():
    tournament = first_round()

    assert drawn(tournament) == drawn(tournament)
    with pytest.raises(Conflict) as refusal:
        drawn(drawn_bracket(4))
    assert refusal.value.code == "no_consolation"


def test_its_draw_is_taken_back_until_it_has_begun():
    tournament = first_round()
    drawn(tournament)
    undo_consolation(tournament=tournament, press=Press(SYSTEM, NOW))
    assert not BracketTournament.objects.filter(consolation_of=tournament).exists()

    again = drawn(tournament)
    call_match(match=match_of(again, 1), press=Press(SYSTEM, NOW))

    with pytest.raises(Conflict) as refusal:
        undo_consolation(tournament=tournament, press=Press(SYSTEM, NOW))
    assert refusal.value.code == "consolation_begun"


def test_both_brackets_share_the_tables():
    tournament = first_round(stations=2)
    consolation = drawn(tournament)
    call_match(match=match_of(tournament, 5), press=Press(SYSTEM, NOW))

    with pytest.raises(Conflict) as refusal:
        call_match(match=match_of(consolation, 1), station=1, press=Press(SYSTEM, NOW))

    assert refusal.value.code == "station_busy"
    assert call_match(match=match_of(consolation, 1), press=Press(SYSTEM, NOW)).station == 2
    assert bracket_view(tournament).free_stations == ()


def test_a_result_undone_does_not_take_a_table_of_the_other_bracket():
    tournament = first_round(stations=1)
    consolation = drawn(tournament)
    call_match(match=match_of(tournament, 5), press=Press(SYSTEM, NOW))
    start_match(match=match_of(tournament, 5), press=Press(SYSTEM, NOW))
    decide(tournament, 5)
    call_match(match=match_of(consolation, 1), press=Press(SYSTEM, NOW))

    undo_result(match=match_of(tournament, 5), press=Press(SYSTEM, after(1)))

    assert match_of(tournament, 5).state == MatchState.READY


def test_a_beaten_team_sees_its_next_match_there():
    tournament = first_round()
    player = tournament.teams.get(seed=8).team_players.first().player
    assert player_state(tournament.event, player).standing == Standing.FREE

    drawn(tournament)

    assert player_state(tournament.event, player).standing == Standing.READY


def test_the_plan_of_a_first_match_says_where_the_beaten_play_on():
    tournament = drawn_bracket(4, consolation=True)
    view = bracket_view(tournament)

    (_, beaten, *_) = result_plan(view, view.match(1), view.match(1).upper.team)

    assert beaten.text == "Plays on in the consolation bracket."


# Corrections of the main bracket


def test_the_team_that_should_have_won_gives_its_place_to_the_one_it_should_have_beaten():
    tournament = first_round()
    consolation = drawn(tournament)
    decide(consolation, 1)

    plan = plan_correction(match=match_of(tournament, 1), result=other_team_wins(tournament, 1)).consolation
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))

    assert [(swap.leaves.seed, swap.comes.seed) for swap in plan.swaps] == [(8, 1)]
    assert plan.void == (1,)
    assert seeds_of(consolation) == [5, 6, 7, 1]
    match = match_of(consolation, 1)
    assert (match.state, match.team_b.main_team.seed) == (MatchState.READY, 1)
    assert {place.player for place in match.team_b.team_players.filter(left_at=None)} == {
        place.player for place in tournament.teams.get(seed=1).team_players.all()
    }


def test_a_correction_taken_back_brings_the_teams_back():
    tournament = first_round()
    consolation = drawn(tournament)
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))

    undo_correction(match=match_of(tournament, 1), press=Press(SYSTEM, after(6)))

    assert seeds_of(consolation) == [5, 6, 7, 8]
    player = tournament.teams.get(seed=8).team_players.first().player
    assert player_state(tournament.event, player).standing == Standing.READY


def test_a_first_match_to_be_played_again_holds_its_team():
    tournament = first_round()
    consolation = drawn(tournament)

    undo_result(match=match_of(tournament, 1), press=Press(SYSTEM, after(2)))

    with pytest.raises(Conflict) as refusal:
        call_match(match=match_of(consolation, 1), press=Press(SYSTEM, NOW))
    assert refusal.value.code == "team_on_hold"
    queue = call_queue(bracket_view(consolation), busy_players(tournament.event))
    assert [each.match.number for each in queue.held] == [1]
    assert queue.held[0].reasons[0].endswith("is back in the main bracket")
    player = tournament.teams.get(seed=8).team_players.first().player
    assert player_state(tournament.event, player).bracket.id == tournament.pk

    decide(tournament, 1)
    assert call_match(match=match_of(consolation, 1), press=Press(SYSTEM, NOW)).station


def test_a_correction_that_nobody_replaces_withdraws_the_team_there():
    _, consolation = withdrawn_by_a_correction()

    assert consolation.teams.get(main_team__seed=8).is_withdrawn
    assert match_of(consolation, 1).outcome == Outcome.WALKOVER


@pytest.mark.rule("WLIA-22")
def test_a_team_that_won_after_all_is_not_let_back_into_it():
    _, consolation = withdrawn_by_a_correction()
    absent = consolation.teams.get(main_team__seed=8)

    refusals = (
        _refusal(readmit_team, team=absent),
        _refusal(undo_result, match=match_of(consolation, 1)),
    )

    assert [refusal.code for refusal in refusals] == ["no_second_chance"] * 2
    assert "team 8 of Euchre was not beaten in its first match" in refusals[0].message
    assert consolation.teams.get(pk=absent.pk).is_withdrawn


def test_a_team_that_left_the_main_bracket_is_let_back_in_there_first():
    tournament = first_round()
    consolation = drawn(tournament)
    both = tournament.teams.get(seed=8), consolation.teams.get(main_team__seed=8)
    withdraw_team(team=both[0], press=Press(SYSTEM, NOW))

    refusal = _refusal(readmit_team, team=both[1])
    for team in both:
        readmit_team(team=team, press=Press(SYSTEM, NOW))

    assert (refusal.code, "Let it play on there first" in refusal.message) == ("no_second_chance", True)
    assert match_of(consolation, 1).state == MatchState.READY


def test_a_team_that_left_it_on_its_own_is_let_back_in():
    consolation = drawn(first_round())
    team = withdraw_team(team=consolation.teams.get(seed=4), press=Press(SYSTEM, NOW))

    readmit_team(team=team, press=Press(SYSTEM, NOW))

    assert match_of(consolation, 1).state == MatchState.READY


def test_a_team_whose_first_match_is_open_again_is_let_back_in_and_waits():
    tournament = first_round()
    consolation = drawn(tournament)
    withdraw_team(team=consolation.teams.get(seed=4), press=Press(SYSTEM, NOW))
    undo_result(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    team = readmit_team(team=consolation.teams.get(seed=4), press=Press(SYSTEM, NOW))

    assert (team.is_withdrawn, team.is_on_hold) == (False, True)
    decide(tournament, 1)
    assert call_match(match=match_of(consolation, 1), press=Press(SYSTEM, NOW)).station


def withdrawn_by_a_correction() -> tuple[BracketTournament, BracketTournament]:
    """A bracket whose first match was won by the other team, which leaves nobody for the place in the consolation."""
    tournament = first_round()
    consolation = drawn(tournament)
    match = match_of(tournament, 1)
    result = other_team_wins(tournament, 1)
    correct(tournament, 1, type(result)(outcome=Outcome.WALKOVER, winner=match.team_b, loser=match.team_a))
    return tournament, consolation


def _refusal(service, **about) -> Conflict:
    with pytest.raises(Conflict) as refusal:
        service(**about, press=Press(SYSTEM, NOW))
    return refusal.value


def test_a_correction_elsewhere_leaves_it_alone():
    tournament = first_round()
    decide(tournament, 5)
    consolation = drawn(tournament)
    version = consolation.version

    correct(tournament, 5, other_team_wins(tournament, 5))

    assert plan_correction(match=match_of(tournament, 5), result=other_team_wins(tournament, 5)).consolation is None
    assert BracketTournament.objects.get(pk=consolation.pk).version == version


# The database, the pages and the API


def test_a_team_stands_there_once_and_only_there_on_hold():
    consolation = drawn(first_round())
    main_team = consolation.teams.get(seed=1).main_team

    with pytest.raises(IntegrityError), transaction.atomic():
        Team.objects.create(tournament=consolation, number=99, main_team=main_team)
    with pytest.raises(IntegrityError, match="team_held_from_consolation"), transaction.atomic():
        Team.objects.filter(pk=main_team.pk).update(is_on_hold=True)
    with pytest.raises(IntegrityError, match="bracket_consolation_has_none"), transaction.atomic():
        BracketTournament.objects.filter(pk=consolation.pk).update(has_consolation=True)


@pytest.fixture
def tournament() -> BracketTournament:
    return first_round()


@pytest.fixture
def staff(tournament) -> Client:
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    return client


def test_staff_draw_it_from_the_list_and_everybody_sees_it(tournament, staff):
    matches = f"/staff/{tournament.event.code}/matches/"
    offered = staff.get(matches).content.decode()
    assert "Draw it" in [each.button for each in euchre_actions(tonight(tournament.event, NOW))]
    done = staff.post(f"{matches}{tournament.pk}/consolation/", {"request_id": uuid4()}, follow=True).content.decode()
    public = Client().get(f"/e/{tournament.event.code}/bracket/{tournament.pk}/").content.decode()

    assert "Draw the consolation bracket" in offered
    assert "Draw the consolation bracket" not in done
    assert "Euchre, consolation is drawn with 4 teams." in done
    plain = Client().get(f"/e/{tournament.event.code}/rules/").content.decode()
    assert public.count("<svg") > plain.count("<svg") + 1
    assert "Euchre, consolation" in public
    undone = staff.post(f"{matches}{tournament.pk}/consolation/undo/", follow=True).content.decode()
    assert "The consolation bracket is undone." in undone


def test_the_correction_page_lists_what_happens_there(tournament, staff):
    drawn(tournament)
    address = f"/staff/{tournament.event.code}/matches/{tournament.pk}/1/correct/"
    body = {"winner": "8-1", "winner_points": 10, "loser_points": 6, "outcome": "played", "request_id": uuid4()}

    page = staff.post(address, {**body, "do": "plan"}).content.decode()

    assert "In the consolation bracket" in page
    assert "take the place of" in page


def test_programs_draw_it_plan_over_it_and_take_it_back(tournament, staff):
    api = f"/api/v1/events/{tournament.event.code}/brackets/{tournament.pk}/"
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}
    body = {"outcome": "played", "winner": 8, "loser": 1, "winner_points": 10, "loser_points": 3}

    made = staff.post(f"{api}consolation/", **key)
    plan = staff.post(f"{api}matches/1/correction/plan/", body, content_type="application/json").json()
    back = staff.delete(f"{api}consolation/")

    assert (made.status_code, back.status_code) == (201, 200)
    assert plan["consolation"]["swaps"] == [{"leaves": 8, "comes": 1}]
    assert len(made.json()["teams"]) == 4


def test_a_result_costs_the_same_for_more_teams_there(django_assert_max_num_queries):
    for teams in (4, 16):
        tournament = first_round(teams)
        drawn(tournament)
        number = teams // 2 + 1
        with django_assert_max_num_queries(28):
            decide(tournament, number)
