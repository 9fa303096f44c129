"""Flights of Washburn and the bracket of the charity night, from a fresh night on, by their pages and by a program."""

from __future__ import annotations

from typing import Any

import pytest

from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from tests.answers import shown_text
from tests.factories import make_event, make_players, make_staff
from tests.flows.pressing import press_api, press_page, refusal_in
from tests.tables.at_the_table import Played, each_door
from tests.tables.test_pages import signed_in
from tests.tournaments.hands import chips_at, followed, seat_of, won
from tests.tournaments.holdem_nights import bagged_flight, codes_of, make_holdem, places, running_flight
from tests.tournaments.nights import enter_teams
from tournaments.models import BracketTournament, Flight, FlightKind, HoldemTournament, Outcome

pytestmark = pytest.mark.django_db

BAGS = ((52_000, 28_000), (61_500, 18_500), (40_000, 40_000))


def pressed(door: str, event: Event, role: Role, page: tuple[str, dict[str, Any]], api: tuple[str, dict[str, Any]]):
    """A press by staff of that role: a form of a page, or what a program sends instead."""
    staff = make_staff(event, role)
    if door == "page":
        return press_page(staff, f"/staff/{event.code}/{page[0]}", page[1])
    return press_api(staff, f"{event.code}/{api[0]}", api[1])


def opened(door: str, event: Event) -> HoldemTournament:
    """The night's tournament, opened as its form comes, or by a program that names nothing."""
    if door == "page":
        staff = make_staff(event, Role.ORGANISER)
        form = press_page(staff, f"/staff/{event.code}/holdem/new/").context["form"]
        shown = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
        answer = press_page(staff, f"/staff/{event.code}/holdem/new/", shown)
    else:
        answer = press_api(make_staff(event, Role.ORGANISER), f"{event.code}/holdem/", {})
    assert answer.status_code in (201, 302), shown_text(answer)[:400]
    return HoldemTournament.objects.get(event=event)


@pytest.mark.rule("WAS-2", "WAS-3")
@each_door
def test_three_flights_send_their_top_two_to_the_final_with_the_chips_that_they_had(door: str):
    event = make_event("washburn")
    tournament = opened(door, event)
    for number, bags in enumerate(BAGS, start=1):
        bagged_flight(tournament, number, bags)

    drawn = pressed(
        door, event, Role.ORGANISER, (f"holdem/{tournament.pk}/final/", {}), (f"holdem/{tournament.pk}/final/", {})
    )

    assert drawn.status_code in (200, 201, 302), shown_text(drawn)[:400]
    firsts = Flight.objects.filter(tournament=tournament).exclude(kind=FlightKind.FINAL).order_by("number")
    assert [(flight.advancing_of(8), flight.entries.count()) for flight in firsts] == [(2, 8)] * 3
    finalists = Flight.objects.get(tournament=tournament, kind=FlightKind.FINAL).entries
    assert dict(finalists.values_list("player__code", "chips")) == {
        code: chips
        for flight, bags in zip(firsts, BAGS, strict=True)
        for code, chips in zip(codes_of(flight), bags, strict=False)
    }


@pytest.mark.rule("STD-10")
@pytest.mark.parametrize(
    ("began", "ends"),
    [((400, 900), [(10, 10), (9, 9)]), ((900, 900), [(9, 10), (9, 10)])],
)
@each_door
def test_of_two_out_on_one_hand_the_larger_stack_finishes_better_and_equal_ones_share(
    door: str, began: tuple[int, int], ends: list[tuple[int, int]]
):
    flight = running_flight(10, make_holdem(advancing_count=1))
    out = codes_of(flight)[:2]
    chips = dict(zip(out, began, strict=True))
    form = {f"out_{code}": "on" for code in out} | {f"chips_{code}": str(each) for code, each in chips.items()}

    gone = pressed(
        door,
        flight.tournament.event,
        Role.ORGANISER,
        (f"floor/{flight.pk}/bust-outs/", form),
        (f"holdem/flights/{flight.pk}/bust-outs/", {"busted": chips}),
    )

    assert gone.status_code in (200, 201, 302), shown_text(gone)[:400]
    assert [places(flight)[code] for code in out] == ends


@pytest.mark.rule("WAS-11", "WAS-12")
@each_door
def test_at_a_flight_the_side_pot_is_settled_first_and_who_loses_all_is_out_with_a_place(door: str):
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    short, rich, other, idle = chips_at(table)
    won(table, rich, {short: 7_000})
    hand = Played(table=table, door=door, client=signed_in(table.event))
    ends = {short: (3_000, "Qs Qd"), rich: (8_000, "Ks Kd"), other: (8_000, "As Ad"), idle: (0, "folded")}

    settled = hand.end(ends, button=hand.button_to_come, board="2c 3d 4h 9s Jc")

    assert settled.status_code in (201, 302), settled.content.decode()[:600]
    pots = [(pot["name"], pot["chips"]) for pot in hand.last_result["pots"]]
    assert pots == [("side pot 1", 10_000), ("main pot", 9_000)]
    gone = seat_of(flight, short, out=True)
    assert (gone.is_out, gone.place_first, gone.began_hand_with) == (True, 4, 3_000)
    assert hand.stacks == {rich: 9_000, other: 21_000, idle: 10_000}


def bracket_of(door: str, event: Event) -> BracketTournament:
    """The night's bracket, opened as its form comes, or by a program that names nothing."""
    staff = make_staff(event, Role.ORGANISER)
    if door == "page":
        form = press_page(staff, f"/staff/{event.code}/matches/new/").context["form"]
        shown = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
        answer = press_page(staff, f"/staff/{event.code}/matches/new/", shown)
    else:
        answer = press_api(staff, f"{event.code}/brackets/", {})
    assert answer.status_code in (201, 302), shown_text(answer)[:400]
    return BracketTournament.objects.get(event=event)


def draw(door: str, tournament: BracketTournament):
    return pressed(
        door,
        tournament.event,
        Role.ORGANISER,
        (f"matches/{tournament.pk}/setup/draw/", {"order_by": "shuffle"}),
        (f"brackets/{tournament.pk}/draw/", {}),
    )


@pytest.mark.rule("WLIA-22")
@pytest.mark.parametrize(("teams", "matches", "byes"), [(2, 1, 0), (5, 7, 3), (8, 7, 0)])
@each_door
def test_the_bracket_is_as_large_as_the_entries_byes_fill_it_and_one_defeat_ends_it(
    door: str, teams: int, matches: int, byes: int
):
    tournament = bracket_of(door, make_event())
    enter_teams(tournament, teams)

    drawn = draw(door, tournament)

    assert drawn.status_code in (200, 201, 302), shown_text(drawn)[:400]
    assert (tournament.matches.count(), tournament.matches.filter(outcome=Outcome.BYE).count()) == (matches, byes)


@pytest.mark.rule("WLIA-22")
@each_door
def test_a_bracket_of_one_team_is_not_drawn(door: str):
    tournament = bracket_of(door, make_event())
    enter_teams(tournament, 1)

    refused = refusal_in(draw(door, tournament))

    assert (refused.rules, tournament.matches.exists()) == (("WLIA-22",), False)


@pytest.mark.rule("WLIA-23")
@each_door
def test_singles_are_drawn_into_teams_of_two_and_an_odd_one_waits_as_reserve_for_the_first_no_show(door: str):
    event = make_event()
    tournament = bracket_of(door, event)
    singles = make_players(event, 5, checked_in=True)
    for player in singles:
        entered = single_entered(door, tournament, player)
        assert entered.status_code in (200, 201, 302), shown_text(entered)[:400]

    pressed(
        door,
        event,
        Role.ORGANISER,
        (f"matches/{tournament.pk}/setup/draw-pairs/", {}),
        (f"brackets/{tournament.pk}/draw-pairs/", {}),
    )

    teams = [{place.player.code for place in team.team_players.all()} for team in tournament.teams.all()]
    waiting = {single.player.code for single in tournament.singles.filter(status="reserve")}
    assert ([len(team) for team in teams], len(waiting)) == ([2, 2], 1)
    assert set.union(*teams, waiting) == {player.code for player in singles}
    draw(door, tournament)
    absent = sorted(teams[0])[0]
    placed = pressed(
        door,
        event,
        Role.ORGANISER,
        (f"matches/{tournament.pk}/setup/reserve/", {"absent-player": absent}),
        (f"brackets/{tournament.pk}/reserve/", {"instead_of": absent}),
    )
    assert placed.status_code in (200, 201, 302), shown_text(placed)[:400]
    now = {place.player.code for place in tournament.teams.first().team_players.filter(left_at=None)}
    assert now == (teams[0] - {absent}) | waiting


def single_entered(door: str, tournament: BracketTournament, player: Player):
    return pressed(
        door,
        tournament.event,
        Role.ORGANISER,
        (f"matches/{tournament.pk}/setup/singles/", {"single-player": player.code}),
        (f"brackets/{tournament.pk}/singles/", {"player": player.code}),
    )
