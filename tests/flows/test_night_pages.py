"""What everybody opens: the list of nights, a night, its wall, and the same for programs."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.core.fresh.snapshots import SNAPSHOTS
from eventnight.core.fresh.versions import VERSIONS
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import close_event
from eventnight.night.selectors.programme import Progress, programme
from eventnight.night.selectors.tonight import tonight
from eventnight.raffle.services import BroughtChance, DrawnNumber, enter_entropy, freeze, hand_over
from eventnight.raffle.services import draw_prize as draw_from
from tables.services import spin
from tests.answers import shown_text
from tests.factories import NOW, make_event, make_player, make_staff
from tests.flows.full_night import PLACES_OF_HOLDEM, full_night, open_night
from tests.raffle.nights import DICE
from tests.tables.evening import by_staff, open_table, open_wheel
from tests.tournaments.holdem_nights import enter, final_drawn, flight_of, make_holdem, running_flight, seated_flight
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.models import Flight
from tournaments.services.bracket.matches import call_match, start_match
from tournaments.services.clock.presses import start_clock

pytestmark = pytest.mark.django_db


def fresh(client: Client, address: str):
    """A page as it is now: a test is one transaction, in which the version rises only once."""
    SNAPSHOTS.forget()
    return client.get(address)


def queries_of(client: Client, address: str) -> int:
    """What a page costs that nobody has opened before."""
    with CaptureQueriesContext(connection) as captured:
        assert fresh(client, address).status_code == 200
    return len(captured)


def progress_of(event: Event) -> dict[str, str]:
    """How far every line of the programme has come."""
    event.refresh_from_db()
    return {line.title: line.progress for line in programme(tonight(event, timezone.now()))}


# The list of nights


def test_the_first_page_names_nights_under_way_before_those_to_come_and_the_past(client: Client):
    now, later = timezone.now(), timezone.now() + timedelta(days=1)
    past = open_night(make_event(name="Past night", starts_at=now))
    present = open_night(make_event(name="Present night", starts_at=now))
    make_event(name="Coming night", starts_at=later)
    close_event(event=past, press=Press(SYSTEM, NOW))

    shown = shown_text(client.get("/")).partition("Skip to content")[2]

    assert shown.index("On now") < shown.index("Present night") < shown.index("Coming night")
    assert shown.index("Coming night") < shown.index("Past night")
    assert f"/e/{present.code}/" in client.get("/").content.decode()


def test_a_server_without_nights_says_what_to_do_first(client: Client):
    shown = shown_text(client.get("/"))

    assert "No night is planned" in shown
    assert "Sign in as an organiser to plan the first one" in shown


# A night


def test_before_anything_has_begun_the_page_says_so_and_shows_the_programme(client: Client):
    event = make_event("wlia")

    shown = shown_text(client.get(f"/e/{event.code}/"))

    assert "Nothing has begun yet" in shown
    assert "Euchre tournament" in shown
    assert "Now" not in shown.split("Programme")[1]


def test_a_night_shows_every_activity_that_is_open(client: Client):
    event = full_night()

    shown = shown_text(client.get(f"/e/{event.code}/"))

    for words in ("Chip counts, 3 of 3 left", "0 of 1 matches are decided", "Table 1", "Roulette 1", "1 in 4"):
        assert words in shown
    assert "$10 of $3,000" in shown


def test_the_clock_is_sent_as_the_moment_at_which_the_level_ends(client: Client):
    event = open_night()
    flight = seated_flight(4, make_holdem(event, **PLACES_OF_HOLDEM))
    now = timezone.now()
    start_clock(flight=flight, press=Press(SYSTEM, now))
    minutes = event.house_settings.holdem.levels[0].minutes

    body = client.get(f"/e/{event.code}/").content.decode()

    ends = int(re.search(r'data-clock-ends="(\d+)"', body)[1])
    assert abs(ends - int(now.timestamp() * 1000) - minutes * 60_000) < 1000
    assert 'data-clock-running="true"' in body


def test_matches_stand_with_where_they_are_until_a_champion_is_known(client: Client):
    event = open_night()
    bracket = drawn_bracket(2, event)
    call_match(match=match_of(bracket, 1), station=3, press=Press(SYSTEM, NOW))

    called = shown_text(client.get(f"/e/{event.code}/board/"))
    start_match(match=match_of(bracket, 1), press=Press(SYSTEM, NOW))
    decide(bracket, 1)
    decided = shown_text(fresh(client, f"/e/{event.code}/board/"))

    assert "Table 3" in called
    assert "won" in decided.split("Euchre")[1]
    assert "Finished" in decided


def test_the_last_numbers_of_a_wheel_are_shown_newest_first(client: Client):
    event = open_night()
    wheel = open_wheel(event)
    for number, pocket in enumerate(("17", "00", "8"), start=1):
        spin(table=wheel, number=number, pocket=pocket, **by_staff())

    shown = shown_text(client.get(f"/e/{event.code}/board/"))

    assert "8 00 17" in shown
    assert "3 spins" in shown


def test_names_are_shown_under_the_policy_of_the_event(client: Client):
    event = open_night()
    flight = flight_of(make_holdem(event, **PLACES_OF_HOLDEM))
    enter(flight, [make_player(event, name, checked_in=True) for name in ("Marta Lindt", "Jonas Ellis")])
    running = running_flight(2, flight.tournament)

    shown = shown_text(client.get(f"/e/{event.code}/"))

    assert running.entries.count() == 4
    assert "Marta L" in shown
    assert "Lindt" not in shown


# The programme follows the activities, never the time


def test_the_programme_follows_the_bracket_the_tables_and_the_raffle():
    event = open_night()
    assert progress_of(event)["Euchre tournament"] == Progress.TO_COME
    bracket = drawn_bracket(2, event)
    open_table(event)
    assert progress_of(event)["Euchre tournament"] == Progress.NOW
    assert progress_of(event)["Texas hold'em tables"] == Progress.NOW
    assert progress_of(event)["Roulette"] == Progress.TO_COME

    decide(bracket, 1)

    assert progress_of(event)["Euchre tournament"] == Progress.DONE


def test_the_raffle_draw_is_on_from_the_moment_sales_close():
    event = full_night()
    assert progress_of(event)["Raffle draw"] == Progress.TO_COME

    freeze(event=event, press=Press(SYSTEM, NOW))

    assert progress_of(event)["Raffle draw"] == Progress.NOW


def test_hold_em_is_on_while_a_flight_is_and_over_with_its_winner():
    event = open_night(make_event("washburn"))
    title = "Hold'em flights"
    holdem = make_holdem(event)
    assert progress_of(event)[title] == Progress.TO_COME

    final_drawn(holdem)

    assert progress_of(event)[title] == Progress.NOW


def test_when_the_night_is_closed_all_of_it_is_over():
    event = open_night()
    close_event(event=event, press=Press(SYSTEM, NOW))

    assert set(progress_of(event).values()) == {Progress.DONE}


# Cheap and fresh


@pytest.mark.usefixtures("versions_stay_known")
@pytest.mark.django_db(transaction=True)
def test_a_night_that_did_not_change_is_answered_with_304_and_without_a_session(
    client: Client, django_assert_num_queries
):
    event = full_night()
    client.force_login(make_staff(event))
    for address in (f"/e/{event.code}/", f"/e/{event.code}/board/", f"/e/{event.code}/wall/"):
        first = client.get(address)

        VERSIONS.newest(event.code)
        with django_assert_num_queries(0):
            again = client.get(address, headers={"If-None-Match": first["ETag"]})

        assert (again.status_code, again.content) == (304, b"")
        assert "Cookie" not in first["Vary"]


@pytest.mark.parametrize(
    "address", ["", "board/", "wall/", "wall/chips/", "wall/seats/", "wall/raffle/", "wall/calls/"]
)
def test_a_night_three_times_as_large_costs_no_more_queries(client: Client, address: str):
    one, three = full_night(1), full_night(3)

    assert queries_of(client, f"/e/{three.code}/{address}") == queries_of(client, f"/e/{one.code}/{address}")
    assert queries_of(client, f"/e/{three.code}/{address}") <= 25


@pytest.mark.parametrize("address", ["/e/NOWHERE/", "/e/NOWHERE/board/", "/e/NOWHERE/wall/", "/p/nobody/"])
def test_an_unknown_night_or_link_is_named_and_leads_on(client: Client, address: str):
    answer = client.get(address)

    assert answer.status_code == 404
    assert "Check the address" in shown_text(answer) or "Scan your newest card" in shown_text(answer)


# The wall


def next_of(answer) -> str:
    """The address that the wall turns to."""
    return re.search(r'<link rel="next" href="([^"]+)"', answer.content.decode())[1]


def test_the_wall_turns_through_all_that_has_something_to_show_and_back_to_the_first(client: Client):
    event = full_night()
    flight = Flight.objects.get(tournament__event=event, status="running")
    start = f"/e/{event.code}/wall/"

    turned, address = [], start
    for _ in range(7):
        answer = client.get(address)
        assert answer.status_code == 200
        address = next_of(answer)
        turned.append(address.split("/")[4])

    bracket = f"bracket-{event.brackets.get().pk}-1"
    clock, chips, seats = (f"{kind}-{flight.pk}" for kind in ("clock", "chips", "seats"))
    assert turned == [chips, seats, bracket, "fund", "raffle", clock, chips]


def test_a_view_asked_for_by_its_address_stays(client: Client):
    event = full_night()

    turning, staying = (client.get(f"/e/{event.code}/wall/{part}").content.decode() for part in ("", "fund/"))

    assert "js/wall.js" in turning
    assert "js/wall.js" not in staying


def test_a_night_that_has_not_begun_is_welcomed_on_the_wall(client: Client):
    event = make_event(fund_goal=0)

    assert "Welcome" in shown_text(client.get(f"/e/{event.code}/wall/"))


def test_a_view_with_nothing_to_show_is_refused_with_those_there_are(client: Client):
    event = open_night()

    answer = client.get(f"/e/{event.code}/wall/clock/")

    assert answer.status_code == 404
    assert "The wall has no view clock now. It shows fund." in shown_text(answer)


def test_calls_stand_below_every_view(client: Client):
    event = full_night()
    bracket = event.brackets.get()
    call_match(match=match_of(bracket, 1), station=1, press=Press(SYSTEM, NOW))

    strip = shown_text(client.get(f"/e/{event.code}/wall/calls/"))
    fund = shown_text(client.get(f"/e/{event.code}/wall/fund/"))

    assert "Called" in strip
    assert "Table 1" in strip
    assert strip in fund


def test_the_wall_names_the_winners_of_the_draw(client: Client):
    event = full_night()
    common = {"event": event, "press": Press(SYSTEM, NOW)}
    freeze(**common)
    people = event.players.values_list("code", flat=True)
    enter_entropy(**common, chance=BroughtChance(entropy=DICE, thrown_by=people[:1], watched_by=people[1:2]))
    draw = draw_from(event=event, press=Press(SYSTEM, NOW - timedelta(minutes=1)), prize_code="B1")

    calling = shown_text(client.get(f"/e/{event.code}/wall/raffle/"))
    hand_over(**common, drawn=DrawnNumber(prize_code="B1", attempt=draw.attempt))
    handed_over = shown_text(fresh(client, f"/e/{event.code}/wall/raffle/"))

    name = draw.ticket.holder.display_name
    assert f"Ticket {draw.ticket.number} {name} Come up" in calling
    assert "Come up" not in handed_over
    assert name in handed_over


# For programs


def test_programs_read_the_night_in_one_answer(client: Client):
    event = full_night()

    night = client.get(f"/api/v1/events/{event.code}/tonight/").json()

    assert (night["status"], night["fund"], night["fund_goal"]) == ("open", 1000, 300_000)
    assert night["euchre"][0]["to_play"] == 1
    assert night["calls"][0] | {"upper": "", "lower": ""} == {
        "bracket": event.brackets.get().pk,
        "match": 1,
        "state": "ready",
        "station": None,
        "upper": "",
        "lower": "",
    }
    assert [flight["players_left"] for flight in night["flights"]] == [3, 0]
    assert night["buckets"] == [{"code": "B1", "item": "Prize 1", "tickets": 4, "prizes": 1}]
