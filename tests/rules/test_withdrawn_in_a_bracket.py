"""Who was withdrawn from the night plays no match: brackets and matches wait for a substitute, by page and program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from eventnight.bank.services import give_first_stack
from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from eventnight.events.services import check_in, readmit_player, withdraw_player
from eventnight.night.selectors.actions.euchre import euchre_actions
from eventnight.night.selectors.tonight import tonight
from tables.services.seats import seat_player
from tests.answers import shown_text
from tests.factories import NOW, after, make_players, make_staff, make_user
from tests.flows.pressing import nothing_changes, press_api, press_page, refusal_in
from tests.tables.evening import open_table
from tests.tournaments.holdem_nights import make_holdem, press, running_flight
from tests.tournaments.nights import decide, draw, drawn_bracket, enter_teams, make_bracket, match_of
from tournaments.models import BracketTournament, MatchState, Outcome
from tournaments.services.bracket.matches import call_match, start_match
from tournaments.services.bracket.opening import withdraw_team
from tournaments.services.bracket.results.result_undo import readmit_team
from tournaments.services.bracket.teams.pairing import draw_pairs, place_reserve
from tournaments.services.bracket.teams.substitutes import substitute_player, undo_substitute
from tournaments.services.bracket.teams.teams import enter_single

pytestmark = pytest.mark.django_db
NO_ID = "Showed no picture ID at the door"
each_door = pytest.mark.parametrize("door", ["page", "api"])


def withdrawn(player: Player) -> Player:
    return withdraw_player(player=player, reason=NO_ID, **press(after(minutes=5)))


def readmitted(player: Player) -> Player:
    return readmit_player(player=player, **press(after(minutes=9)))


def player_in(tournament: BracketTournament, team: int, place: int = 1) -> Player:
    """Whoever plays there now."""
    rows = tournament.team_players.filter(team__number=team, place=place, left_at__isnull=True)
    return rows.select_related("player__person", "player__event").get().player


def asks(door: str, tournament: BracketTournament, what: str, number: int = 1, **sent: Any) -> HttpResponse:
    """What is done with a match: "call" or "start"."""
    staff, code = make_staff(tournament.event, Role.MATCHES), tournament.event.code
    if door == "page":
        return press_page(staff, f"/staff/{code}/matches/{tournament.pk}/{number}/{what}/", {"station": "", **sent})
    return press_api(staff, f"{code}/brackets/{tournament.pk}/matches/{number}/{what}/", sent)


def asks_to_draw(door: str, tournament: BracketTournament) -> HttpResponse:
    staff, code = make_staff(tournament.event, Role.MATCHES), tournament.event.code
    if door == "page":
        return press_page(staff, f"/staff/{code}/matches/{tournament.pk}/setup/draw/", {"order_by": "shuffle"})
    return press_api(staff, f"{code}/brackets/{tournament.pk}/draw/", {})


def shown(event: Event, path: str, door: str = "staff") -> str:
    """A page as the organiser reads it."""
    client = Client()
    client.force_login(make_staff(event, Role.ORGANISER))
    return shown_text(client.get(f"/{door}/{event.code}/{path}"))


def state_of(tournament: BracketTournament, number: int) -> str:
    return match_of(tournament, number).state


def refused_to(press: Callable[[], object]) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(Exception, match=NO_ID) as refused:
        press()
    return refused.value.code, tuple(refused.value.rules)


@pytest.mark.rule("WAS-13", "WAS-14")
@each_door
@pytest.mark.parametrize("station", [pytest.param(None, id="the first that is free"), pytest.param(2, id="table 2")])
def test_a_match_is_called_to_no_table_while_one_of_its_players_is_withdrawn(door: str, station: int | None):
    tournament = drawn_bracket(4, stations=3)
    gone = withdrawn(player_in(tournament, 4))

    with nothing_changes(but=("RoleGrant",)):
        refused = refusal_in(asks(door, tournament, "call", **({"station": station} if station else {})))

    assert (refused.status, refused.code, refused.rules) == (409, "player_withdrawn", ("WAS-13", "WAS-14"))
    assert NO_ID in refused.message
    assert "Match 1 cannot be called with team 4 (" in refused.message
    assert "withdraw the team or name a substitute, on the page of pairs and draw" in refused.message
    readmitted(gone)
    assert asks(door, tournament, "call").status_code in (200, 302)
    assert state_of(tournament, 1) == MatchState.CALLED


@pytest.mark.rule("WAS-14")
@each_door
def test_a_called_match_does_not_start_until_a_substitute_plays(door: str):
    tournament = drawn_bracket(4)
    call_match(match=match_of(tournament, 1), **press())
    gone = withdrawn(player_in(tournament, 1, place=2))

    refused = refusal_in(asks(door, tournament, "start"))

    assert (refused.code, "Match 1 cannot be started with team 1 (" in refused.message) == ("player_withdrawn", True)
    (coming,) = make_players(tournament.event, 1)
    substitute_player(team=tournament.teams.get(number=1), leaving=gone, substitute=coming, **press(after(minutes=6)))
    assert asks(door, tournament, "start").status_code in (200, 302)
    assert state_of(tournament, 1) == MatchState.PLAYING


@pytest.mark.rule("WAS-14")
def test_a_match_under_way_ends_as_staff_say():
    tournament = drawn_bracket(4)
    call_match(match=match_of(tournament, 1), **press())
    start_match(match=match_of(tournament, 1), **press())
    withdrawn(player_in(tournament, 1))

    assert "No match of the team is called or started." in shown(tournament.event, f"matches/{tournament.pk}/1/")
    decide(tournament, 1)

    assert state_of(tournament, 1) == MatchState.DONE


@pytest.mark.rule("WAS-13", "WAS-14")
def test_the_opponents_of_the_team_go_on_once_it_is_withdrawn_and_it_plays_on_once_the_player_is_back():
    tournament = drawn_bracket(4)
    gone = withdrawn(player_in(tournament, 4))

    withdraw_team(team=tournament.teams.get(number=4), **press(after(minutes=6)))

    assert match_of(tournament, 1).outcome == Outcome.WALKOVER
    readmitted(gone)
    readmit_team(team=tournament.teams.get(number=4), **press(after(minutes=10)))
    call_match(match=match_of(tournament, 1), **press(after(minutes=11)))
    assert state_of(tournament, 1) == MatchState.CALLED


@pytest.mark.rule("WAS-13")
def test_who_is_readmitted_has_their_place_again_when_the_substitute_is_taken_back():
    tournament = drawn_bracket(4)
    gone = withdrawn(player_in(tournament, 4))
    (coming,) = make_players(tournament.event, 1)
    team = tournament.teams.get(number=4)
    substitute_player(team=team, leaving=gone, substitute=coming, **press(after(minutes=6)))

    assert refused_to(lambda: undo_substitute(team=team, **press(after(minutes=7))))[0] == "player_withdrawn"
    readmitted(gone)
    undo_substitute(team=team, **press(after(minutes=10)))

    assert player_in(tournament, 4) == gone


@pytest.mark.rule("WAS-13", "WAS-14")
@each_door
def test_a_bracket_is_not_drawn_with_a_team_of_which_somebody_was_withdrawn(door: str):
    tournament = make_bracket()
    enter_teams(tournament, 3)
    gone = withdrawn(player_in(tournament, 2))

    with nothing_changes(but=("RoleGrant",)):
        refused = refusal_in(asks_to_draw(door, tournament))

    assert (refused.status, refused.code, refused.rules) == (409, "player_withdrawn", ("WAS-13", "WAS-14"))
    assert "Euchre cannot be drawn with team 2 (" in refused.message
    assert "withdraw the team or take out only that player" in refused.message
    assert "The bracket is not drawn with the team." in shown(tournament.event, f"matches/{tournament.pk}/setup/")
    readmitted(gone)
    assert asks_to_draw(door, tournament).status_code in (200, 302)


@pytest.mark.rule("WAS-13")
@each_door
def test_partners_are_not_drawn_for_somebody_who_was_withdrawn(door: str):
    tournament = make_bracket()
    people = make_players(tournament.event, 3)
    for minute, player in enumerate(people):
        enter_single(tournament=tournament, player=player, **press(after(minutes=minute)))
    withdrawn(people[2])
    staff, code = make_staff(tournament.event, Role.MATCHES), tournament.event.code

    if door == "page":
        refused = refusal_in(press_page(staff, f"/staff/{code}/matches/{tournament.pk}/setup/draw-pairs/", {}))
    else:
        refused = refusal_in(press_api(staff, f"{code}/brackets/{tournament.pk}/draw-pairs/", {}))

    assert (refused.code, "“Not playing”" in refused.message) == ("player_withdrawn", True)


@pytest.mark.rule("WAS-13")
def test_a_reserve_who_was_withdrawn_takes_nobodys_place():
    tournament = make_bracket()
    players = enter_teams(tournament, 2)
    singles = make_players(tournament.event, 3)
    for minute, player in enumerate(singles):
        enter_single(tournament=tournament, player=player, **press(after(minutes=minute)))
    draw_pairs(tournament=tournament, **press())
    draw(tournament)
    withdrawn(singles[2])

    refused, rules = refused_to(lambda: place_reserve(tournament=tournament, instead_of=players[0], **press()))

    assert (refused, rules) == ("player_withdrawn", ("WAS-13", "WAS-14"))


@pytest.mark.rule("WAS-13")
@each_door
def test_a_consolation_bracket_is_not_drawn_with_a_withdrawn_player(door: str):
    tournament = drawn_bracket(4, consolation=True)
    decide(tournament, 1)
    decide(tournament, 2)
    withdrawn(player_in(tournament, 4))
    staff, code = make_staff(tournament.event, Role.MATCHES), tournament.event.code

    if door == "page":
        answer = press_page(staff, f"/staff/{code}/matches/{tournament.pk}/consolation/", {})
    else:
        answer = press_api(staff, f"{code}/brackets/{tournament.pk}/consolation/", {})

    refused = refusal_in(answer)
    assert (refused.status, refused.code) == (409, "player_withdrawn")
    assert "The consolation bracket of Euchre cannot be drawn with team 4 (" in refused.message


@pytest.mark.rule("WAS-14")
def test_the_queue_holds_the_match_and_says_why():
    tournament = drawn_bracket(4)
    gone = withdrawn(player_in(tournament, 4))
    staff, code = make_staff(tournament.event, Role.MATCHES), tournament.event.code

    queue = press_api(staff, f"{code}/brackets/{tournament.pk}/queue/").json()

    assert [each["match"] for each in queue["proposed"]] == [2]
    (held,) = queue["held"]
    assert (held["match"], held["withdrawn"]) == (1, [gone.code])
    assert held["busy"] == [f"{gone.person} is withdrawn from the night"]
    entries = press_api(staff, f"{code}/brackets/{tournament.pk}/entries/").json()
    assert {team["number"]: team["gone"] for team in entries["teams"]} == {1: [], 2: [], 3: [], 4: [gone.code]}


@pytest.mark.rule("WAS-14")
def test_matches_roll_call_dashboard_and_home_say_that_a_team_waits_for_a_substitute():
    tournament = drawn_bracket(4)
    event, gone = tournament.event, withdrawn(player_in(tournament, 4))
    call_match(match=match_of(tournament, 2), **press())
    other = withdrawn(player_in(tournament, 2))

    for path in ("matches/", f"matches/{tournament.pk}/roll-call/"):
        assert f"{gone.person}, of team 4 (" in shown(event, path)
    assert f"{gone.person} was withdrawn and is in team 4 of Euchre." in shown(event, "dashboard/", "organise")
    actions = list(euchre_actions(tonight(event, after(minutes=8))))
    assert [(each.badge_text, each.text.split(" was ")[0]) for each in actions] == [
        ("Withdrawn", str(other.person)),
        ("Withdrawn", str(gone.person)),
    ]


@pytest.mark.rule("WAS-14")
def test_the_door_says_where_who_was_withdrawn_still_is():
    tournament = drawn_bracket(4)
    event, player = tournament.event, player_in(tournament, 3)
    table = open_table(event)
    check_in(player=player, id_seen=True, press=Press(Actor.of(make_user()), NOW))
    give_first_stack(event=event, player_code=player.code, **press())
    seat_player(table=table, seat=2, player=player, chips=500, **press())
    page = f"players/{player.code}/"
    assert "name a substitute" not in shown(event, page)

    withdrawn(player)

    said = shown(event, page)
    assert "Team 3 of Euchre" in said
    assert ": name a substitute or withdraw the team." in said
    assert f"Seat 2 of {table} : let the player leave the seat with the chips." in said


@pytest.mark.rule("WAS-14")
def test_the_door_and_the_dashboard_say_that_a_flight_still_has_who_was_withdrawn():
    flight = running_flight(4, make_holdem(advancing_count=1))
    entry = flight.entries.select_related("player__person").first()

    withdrawn(entry.player)

    event = flight.tournament.event
    assert ": record the player as out." in shown(event, f"players/{entry.player.code}/")
    assert f"{entry.player.person} was withdrawn and is still in" in shown(event, "dashboard/", "organise")


def test_a_team_that_is_out_holds_nothing_up():
    tournament = drawn_bracket(4)
    decide(tournament, 1)
    withdrawn(player_in(tournament, 4))

    assert "withdrawn from the night" not in shown(tournament.event, "matches/")


def result_of_one(door: str, tournament: BracketTournament, winner: int, loser: int) -> HttpResponse:
    """Match 1, 10 to 7."""
    staff, points = make_staff(tournament.event, Role.MATCHES), {"winner_points": 10, "loser_points": 7}
    path = f"{tournament.event.code}/brackets/{tournament.pk}/matches/1/result/"
    if door == "api":
        return press_api(staff, path, {"winner": winner, "loser": loser, **points})
    teams = {"winner": f"{winner}-{loser}", "outcome": "played", **points}
    return press_page(staff, f"/staff/{tournament.event.code}/matches/{tournament.pk}/1/", teams)


@pytest.mark.rule("WAS-13", "WAS-14")
@each_door
def test_a_match_that_may_not_be_called_is_not_won_by_the_team_of_who_was_withdrawn(door: str):
    tournament = drawn_bracket(4)
    withdrawn(player_in(tournament, 1))

    refused = refusal_in(result_of_one(door, tournament, 1, 4))
    lost = result_of_one(door, tournament, 4, 1)

    assert (refused.code, refused.rules) == ("player_withdrawn", ("WAS-13", "WAS-14"))
    assert "Match 1 was not called, and team 1 (" in refused.message
    assert lost.status_code < 400
    assert match_of(tournament, 1).winner.number == 4


@pytest.mark.rule("WAS-13", "WAS-14")
@each_door
def test_a_match_under_way_at_the_withdrawal_ends_as_it_was_played(door: str):
    tournament = drawn_bracket(4)
    call_match(match=match_of(tournament, 1), **press())
    withdrawn(player_in(tournament, 1))

    assert result_of_one(door, tournament, 1, 4).status_code < 400
    assert match_of(tournament, 1).winner.number == 1


@pytest.mark.rule("WAS-13", "WAS-14")
def test_the_two_teams_do_not_report_it_either():
    tournament = drawn_bracket(4)
    withdrawn(player_in(tournament, 1))
    told = {"winner": "1-4", "winner_points": 10, "loser_points": 7}

    answers = [press_page(None, f"/p/{player_in(tournament, team).token}/match/", told) for team in (1, 4)]

    assert {refusal_in(answer).code for answer in answers} == {"player_withdrawn"}
    assert match_of(tournament, 1).state == MatchState.READY
