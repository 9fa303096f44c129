"""The call queue: the match that has waited longest goes to the free table, unless a player is needed elsewhere."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.bank.services import give_first_stack
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Player
from eventnight.events.services import check_in
from eventnight.night.selectors.actions.euchre import euchre_actions
from eventnight.night.selectors.tonight import tonight
from tables.models import Table
from tables.services import NewBet, place_bets
from tests.factories import NOW, after, make_staff, make_user
from tests.tables.evening import by_staff, open_table, open_wheel, seat_people
from tests.tables.playing import start
from tests.tournaments.holdem_nights import BY, enter, flight_of, fresh, make_holdem, press
from tests.tournaments.nights import decide, draw, drawn_bracket, make_bracket, match_of
from tournaments.models import BracketTournament
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.busy import busy_players
from tournaments.selectors.bracket.call_queue import CallQueue, call_queue
from tournaments.services.bracket.matches import call_match
from tournaments.services.bracket.teams.teams import enter_pair
from tournaments.services.clock.presses import start_clock
from tournaments.services.seating.seats import draw_seats

pytestmark = pytest.mark.django_db


def queue_of(tournament: BracketTournament) -> CallQueue:
    tournament = BracketTournament.objects.select_related("event").get(pk=tournament.pk)
    return call_queue(bracket_view(tournament), busy_players(tournament.event))


def numbers(queued) -> list[int]:
    return [each.match.number for each in queued]


def players_of(tournament: BracketTournament, seed: int) -> list[Player]:
    places = tournament.teams.get(seed=seed).team_players.select_related("player__event")
    return [check_in(player=place.player, id_seen=True, press=Press(Actor.of(make_user()), NOW)) for place in places]


def bet_as(wheel: Table, player: Player) -> None:
    """The player lays a bet that the wheel has not settled."""
    give_first_stack(event=wheel.event, player_code=player.code, press=Press(SYSTEM, NOW, uuid4()))
    place_bets(table=wheel, bets=[NewBet(player, "red", 10)], **by_staff())


def test_each_free_table_gets_a_match_and_the_rest_comes_next():
    tournament = drawn_bracket(8, stations=3)
    call_match(match=match_of(tournament, 1), station=2, press=Press(SYSTEM, NOW))

    queue = queue_of(tournament)

    assert [(each.match.number, each.station) for each in queue.proposed] == [(2, 1), (3, 3)]
    assert numbers(queue.next) == [4]


def test_whoever_has_waited_longest_is_called_first():
    tournament = drawn_bracket(8, stations=1)
    for number, minutes in ((3, 10), (4, 20), (1, 25), (2, 30)):
        decide(tournament, number, now=after(minutes))

    queue = queue_of(tournament)

    assert [(each.match.number, each.ready_since) for each in (*queue.proposed, *queue.next)] == [
        (6, after(20)),
        (5, after(30)),
    ]


def test_a_match_of_somebody_in_a_hand_is_held_and_says_where():
    table = open_table(drawn_bracket(4).event)
    tournament = table.event.brackets.get()
    people = seat_people(table, {1: 500, 2: 500})
    extra = make_bracket(table.event, name="Late cup")
    others = players_of(tournament, 1)
    enter_pair(tournament=extra, players=(people[1], others[0]), press=Press(SYSTEM, NOW))
    enter_pair(tournament=extra, players=(others[1], people[2]), press=Press(SYSTEM, NOW))
    draw(extra)
    assert numbers(queue_of(extra).proposed) == [1]

    start(table)

    (held,) = queue_of(extra).held
    assert held.reasons == tuple(f"Pat S is in a hand at {table.code}, seat {seat}" for seat in (1, 2))
    assert not queue_of(extra).proposed


def test_a_match_of_somebody_with_a_bet_on_the_mat_is_held():
    tournament = drawn_bracket(4)
    wheel = open_wheel(tournament.event)
    bettor = players_of(tournament, 2)[0]
    bet_as(wheel, bettor)

    queue = queue_of(tournament)

    assert (numbers(queue.proposed), numbers(queue.held)) == ([1], [2])
    assert queue.held[0].reasons == (f"{bettor.display_name} is betting at {wheel.code}",)


def test_a_match_of_somebody_in_a_running_flight_is_held():
    tournament = drawn_bracket(4)
    flight = flight_of(make_holdem(tournament.event))
    enter(flight, players_of(tournament, 3))
    assert not queue_of(tournament).held

    draw_seats(flight=fresh(flight), **press())
    start_clock(flight=fresh(flight), **BY)

    assert numbers(queue_of(tournament).held) == [2]
    assert "playing in Flight 1, table 1" in queue_of(tournament).held[0].reasons[0]


def test_a_match_of_somebody_in_another_match_is_held():
    tournament = drawn_bracket(4)
    other = make_bracket(tournament.event, name="Cup")
    one, two = players_of(tournament, 1), players_of(tournament, 2)
    for pair in zip(one, two, strict=True):
        enter_pair(tournament=other, players=pair, press=Press(SYSTEM, NOW))
    draw(other)
    call_match(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    (held,) = queue_of(other).held

    assert held.reasons[0].endswith("at table 1 for match 1 of Euchre")
    assert not queue_of(tournament).held


def test_staff_call_with_one_tap_and_read_who_is_needed_where():
    tournament = drawn_bracket(4, stations=1)
    bet_as(open_wheel(tournament.event), players_of(tournament, 1)[0])
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    address = f"/staff/{tournament.event.code}/matches/"

    listed = client.get(address).content.decode()
    queue = client.get(f"/api/v1/events/{tournament.event.code}/brackets/{tournament.pk}/queue/").json()
    client.post(f"{address}{tournament.pk}/2/call/", {"station": 1})

    assert "is betting at" in listed
    assert f"{address}{tournament.pk}/2/call/" in listed
    assert f"{address}{tournament.pk}/1/call/" not in listed
    assert [(each["match"], each["station"]) for each in queue["proposed"]] == [(2, 1)]
    assert queue["held"][0]["busy"][0].endswith("is betting at R1")
    assert match_of(tournament, 2).station == 1


@pytest.mark.parametrize("typed", ["٣", "1e0", "nowhere", "0"])
def test_a_match_is_called_to_no_table_that_is_no_number(typed: str):
    tournament = drawn_bracket(4)
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))

    answer = client.post(f"/staff/{tournament.event.code}/matches/{tournament.pk}/2/call/", {"station": typed})

    assert (answer.status_code, match_of(tournament, 2).station) == (400, None)


def test_what_now_proposes_the_same_and_says_why_a_table_waits():
    tournament = drawn_bracket(4)
    wheel = open_wheel(tournament.event)
    bet_as(wheel, players_of(tournament, 1)[0])

    first = [action.button for action in euchre_actions(tonight(tournament.event, NOW))]
    bet_as(wheel, players_of(tournament, 2)[0])
    second = [(action.button, action.text) for action in euchre_actions(tonight(tournament.event, NOW))]

    assert first == ["Call to table 1"]
    assert [button for button, _ in second] == ["See the queue"]
    assert "is betting at R1. A table waits." in second[0][1]


def test_the_queue_costs_the_same_however_many_are_busy(django_assert_num_queries):
    for players in (1, 3):
        tournament = drawn_bracket(8)
        wheel = open_wheel(tournament.event)
        for seed in range(1, players + 1):
            bet_as(wheel, players_of(tournament, seed)[0])
        with django_assert_num_queries(4):
            assert len(busy_players(tournament.event)) == players
