"""The pages and the API of hold'em: what they show, what they refuse, and what they cost."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.factories import NOW, make_event, make_player, make_staff
from tests.tournaments.holdem_nights import (
    bagged_flight,
    codes_of,
    decided_flight,
    enter,
    final_drawn,
    final_of,
    flight_of,
    fresh,
    make_holdem,
    out,
    press,
    running_flight,
    seat_of,
    seated_flight,
)
from tournaments.models import FlightEntry, FlightStatus, HoldemStatus, HoldemTournament
from tournaments.selectors.flight.tournaments import holdem_summary, holdem_view
from tournaments.services.clock.presses import pause_clock, start_clock
from tournaments.services.flight.final import finish_holdem
from tournaments.services.seating.seats import draw_seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(client: Client):
    """A browser of the floor: give it an event and it is signed in there."""

    def signed_in(event) -> Client:
        client.force_login(make_staff(event, Role.FLOOR))
        return client

    return signed_in


def staff_address(flight, rest: str = "") -> str:
    return f"/staff/{flight.tournament.event.code}/floor/{flight.pk}/{rest}"


def api_address(flight, rest: str = "") -> str:
    return f"/api/v1/events/{flight.tournament.event.code}/holdem/flights/{flight.pk}/{rest}"


def send(client: Client, address: str, body: dict | None = None, method: str = "post"):
    """An API call with a key of its own."""
    headers = {"Idempotency-Key": str(uuid4())}
    return getattr(client, method)(address, body or {}, content_type="application/json", headers=headers)


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_the_floor_opens_on_the_flight_under_way(floor):
    tournament = make_holdem()
    running_flight(8, tournament, 1)

    answer = floor(tournament.event).get(f"/staff/{tournament.event.code}/floor/", follow=True)

    assert answer.redirect_chain[0][0].startswith(staff_address(flight_of(tournament, 1)))
    assert "Table 1" in answer.content.decode()


def test_the_floor_without_a_tournament_says_what_to_do_first(floor):
    event = make_event("washburn")

    page = floor(event).get(f"/staff/{event.code}/floor/").content.decode()

    assert "No hold&#x27;em yet" in page or "No hold'em yet" in page


def test_a_tapped_seat_offers_bust_out_count_and_move(floor):
    flight = running_flight()
    code = codes_of(flight)[0]

    page = floor(flight.tournament.event).get(staff_address(flight, f"?player={code}")).content.decode()

    for do in ("bust", "count", "move"):
        assert f"do={do}" in page


def test_before_a_bust_out_is_recorded_the_page_says_what_it_will_do(floor):
    flight = running_flight(3)
    gone = codes_of(flight)[2]

    page = floor(flight.tournament.event).get(staff_address(flight, f"?player={gone}&do=bust")).content.decode()

    assert "finishes 3rd" in page
    assert "Flight 1 is decided" in page


def test_a_bust_out_on_the_floor_offers_its_undo(floor):
    flight = running_flight()
    gone = codes_of(flight)[7]
    client = floor(flight.tournament.event)
    body = {"request_id": str(uuid4()), f"out_{gone}": "on", f"chips_{gone}": "900"}

    page = client.post(staff_address(flight, "bust-outs/"), body, follow=True).content.decode()
    undone = client.post(staff_address(flight, "bust-outs/1/undo/"), follow=True)

    assert "(8)" in page
    assert staff_address(flight, "bust-outs/1/undo/") in page
    assert undone.status_code == 200
    assert not FlightEntry.objects.filter(bust_hand__isnull=False).exists()


def test_a_bust_form_without_a_tick_keeps_what_was_entered(floor):
    flight = running_flight()
    code = codes_of(flight)[0]

    answer = floor(flight.tournament.event).post(
        staff_address(flight, "bust-outs/"), {"request_id": str(uuid4()), f"chips_{code}": "4321"}
    )

    assert answer.status_code == 422
    assert "Tick who went out" in answer.content.decode()
    assert "4321" in answer.content.decode()


@pytest.mark.rule("WAS-1")
def test_the_floor_does_not_enter_who_was_not_checked_in(floor):
    flight = flight_of(make_holdem())
    player = make_player(flight.tournament.event)
    client = floor(flight.tournament.event)

    page = client.post(staff_address(flight, "entries/"), {"request_id": str(uuid4()), "player": player.code})
    api = send(client, api_address(flight, "entries/"), {"player": player.code})

    assert (page.status_code, api.status_code) == (422, 422)
    assert "WAS-1" in page.content.decode()
    assert (api.json()["code"], api.json()["rules"]) == ("not_checked_in", ["WAS-1"])


@pytest.mark.rule("WAS-3")
def test_the_floor_does_not_seat_a_ninth_player_at_a_table(floor):
    flight = seated_flight(8)
    code = codes_of(flight)[0]
    client = floor(flight.tournament.event)

    page = client.post(staff_address(flight, f"entries/{code}/move/?player={code}"), {"table": 1, "seat": 9})
    api = send(client, api_address(flight, f"entries/{code}/seat/"), {"table": 1, "seat": 9}, "put")

    assert (page.status_code, api.status_code) == (422, 422)
    assert "WAS-3" in page.content.decode()
    assert api.json()["rules"] == ["WAS-3"]


def test_a_stale_press_at_the_clock_is_refused_with_who_was_first(floor):
    flight = running_flight()
    client = floor(flight.tournament.event)
    seen = fresh(flight).clock.version
    pause_clock(flight=flight, press=Press(press()["press"].by, NOW))

    page = client.post(staff_address(flight, "clock/skip/"), {"seen_version": seen})
    api = send(client, api_address(flight, "clock/skip/"), {"seen_version": seen})

    assert (page.status_code, api.status_code) == (409, 409)
    assert "EventNight: paused at" in page.content.decode()
    assert api.json()["code"] == "clock_changed"


def test_a_press_by_htmx_answers_with_the_clock_alone(floor):
    flight = running_flight()

    answer = floor(flight.tournament.event).post(staff_address(flight, "clock/pause/"), headers={"HX-Request": "true"})

    assert answer.content.decode().strip().startswith('<section class="clock-line" id="floor-clock"')
    assert 'data-clock-running="false"' in answer.content.decode()


def test_a_whole_tournament_is_played_from_the_floor_pages(floor):
    tournament = make_holdem(flights=1)
    flight = flight_of(tournament)
    event = tournament.event
    client = floor(event)
    players = [make_player(event, checked_in=True) for _ in range(4)]

    for player in players:
        client.post(staff_address(flight, "entries/"), {"request_id": str(uuid4()), "player": player.code})
    client.post(staff_address(flight, "seats/"), {"request_id": str(uuid4())})
    client.post(staff_address(flight, "clock/start/"), {"seen_version": 1})
    counts = {f"count-{player.code}": 10_000 for player in players}
    client.post(staff_address(flight, "counts/"), counts)
    for player in players[2:]:
        body = {"request_id": str(uuid4()), f"out_{player.code}": "on", f"chips_{player.code}": "10000"}
        client.post(staff_address(flight, "bust-outs/"), body)
    bags = {players[0].code: 25_000, players[1].code: 15_000}
    client.post(staff_address(flight, "bags/"), {"request_id": str(uuid4()), **bags})
    client.post(f"/staff/{event.code}/holdem/{tournament.pk}/final/", {"request_id": str(uuid4())})
    final = final_of(tournament)
    client.post(f"/staff/{event.code}/holdem/{tournament.pk}/final/level/", {"position": 2})
    client.post(staff_address(final, "clock/start/"))
    body = {"request_id": str(uuid4()), f"out_{players[1].code}": "on", f"chips_{players[1].code}": "15000"}
    client.post(staff_address(final, "bust-outs/"), body)
    page = client.post(f"/staff/{event.code}/holdem/{tournament.pk}/finish/", {"request_id": str(uuid4())}, follow=True)

    tournament.refresh_from_db()
    assert (tournament.status, tournament.winner) == (HoldemStatus.FINISHED, players[0])
    assert f"{players[0].display_name} won" in page.content.decode()


def test_the_organiser_opens_a_tournament_on_a_page(client):
    event = make_event("washburn")
    client.force_login(make_staff(event, Role.ORGANISER))
    body = {"name": "Hold'em", "flights": 2, "tables_per_flight": 1, "shortfall": "best_busted_advances"}

    answer = client.post(f"/staff/{event.code}/holdem/new/", body)

    tournament = HoldemTournament.objects.get(event=event)
    assert answer.status_code == 302
    assert (tournament.flights.count(), tournament.tables_per_flight) == (3, 1)


@pytest.mark.parametrize("role", [Role.DESK, Role.RAFFLE])
def test_other_roles_do_not_run_the_floor(client, role):
    flight = running_flight()
    client.force_login(make_staff(flight.tournament.event, role))

    assert client.get(staff_address(flight)).status_code == 403
    assert client.post(staff_address(flight, "clock/pause/")).status_code == 403
    assert send(client, api_address(flight, "clock/pause/")).status_code == 403


def test_the_public_page_shows_clock_counts_flights_and_places_without_full_names(client):
    tournament = make_holdem()
    flight = running_flight(8, tournament)
    gone = flight.entries.last()
    out(flight, gone.player.code)

    page = client.get(f"/e/{tournament.event.code}/holdem/{tournament.pk}/").content.decode()

    assert "250 / 500" in page
    assert 'data-clock-running="true"' in page
    assert gone.player.display_name in page
    assert "8th" in page
    assert gone.player.person.full_name not in page


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("versions_stay_known")
def test_the_public_page_costs_nothing_when_nothing_changed(client):
    flight = running_flight()
    address = f"/e/{flight.tournament.event.code}/holdem/{flight.tournament_id}/"
    etag = client.get(address)["ETag"]

    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    assert queries(client, address) == 0


def test_the_projector_shows_the_clock_the_next_level_and_who_is_left(client):
    flight = running_flight()
    address = f"/e/{flight.tournament.event.code}/clock/{flight.pk}/"

    page = client.get(address).content.decode()
    part = client.get(f"{address}live/").content.decode()

    assert "Level 1 of 10" in page
    assert "400 / 800" in page
    assert part.strip().startswith('<section class="columns wall-clock"')


@pytest.mark.parametrize("part", ["clock", "table"])
def test_the_live_panels_of_the_floor_are_whole_elements(floor, part):
    flight = running_flight()

    body = floor(flight.tournament.event).get(staff_address(flight, f"part/{part}/")).content.decode().strip()

    assert body.startswith(("<section", "<div"))
    assert f'id="floor-{part}"' in body


def test_the_floor_asks_as_much_for_24_players_as_for_8(floor):
    small, large = running_flight(8), running_flight(24)
    eight = queries(floor(small.tournament.event), staff_address(small))

    twenty_four = queries(floor(large.tournament.event), staff_address(large))

    assert twenty_four == eight <= 20


def test_a_tournament_is_read_in_two_queries_whatever_its_size(django_assert_num_queries):
    tournament = final_drawn().tournament

    with django_assert_num_queries(2):
        view = holdem_view(tournament, NOW)
    with django_assert_num_queries(3):
        holdem_summary(tournament.event, NOW)

    assert [len(flight.entries) for flight in view.flights] == [8, 8, 8, 6]
    assert view.finalist_chips == 240_000


def test_a_night_without_hold_em_has_an_empty_summary():
    assert holdem_summary(make_event(), NOW) == []


def test_a_player_learns_where_to_sit_and_how_it_stands():
    tournament = make_holdem()
    player = make_player(tournament.event, checked_in=True)
    none = seat_of(player)
    flight = flight_of(tournament)
    enter(flight, [player])
    waiting = seat_of(player)
    enter(flight, 3)
    draw_seats(flight=flight, **press())
    seated = seat_of(player)
    start_clock(flight=flight, press=Press(press()["press"].by, NOW))
    playing = seat_of(player)
    out(flight, player.code)
    gone = seat_of(player)

    assert none is None
    assert [view.state for view in (waiting, seated, playing, gone)] == ["waiting", "seated", "playing", "out"]
    assert (seated.flight, seated.entry.table) == ("Flight 1", 1)
    assert gone.entry.place_text == "4th"


def test_who_advances_is_shown_as_soon_as_the_flight_is_decided():
    flight = decided_flight(make_holdem(), 1)
    first = flight.entries.order_by("id").first().player

    assert seat_of(first).state == "advances"


def test_the_winner_is_shown_as_such():
    final = final_drawn()
    start_clock(flight=final, press=Press(press()["press"].by, NOW))
    for code in codes_of(final)[1:]:
        out(final, code)
    tournament = finish_holdem(tournament=final.tournament, **press()).tournament

    assert seat_of(tournament.winner).state == "won"
    assert holdem_view(tournament, NOW).winner.player_id == tournament.winner_id


def test_the_api_plays_a_flight(client):
    tournament = make_holdem()
    event = tournament.event
    flight = flight_of(tournament)
    client.force_login(make_staff(event, Role.FLOOR))
    players = [make_player(event, checked_in=True).code for _ in range(3)]

    for player in players:
        assert send(client, api_address(flight, "entries/"), {"player": player}).status_code == 201
    assert send(client, api_address(flight, "draw/"), {"seed": "api"}).json()["draw_seed"] == "api"
    assert send(client, api_address(flight, "clock/start/")).json()["state"] == "running"
    check = send(client, api_address(flight, "counts/"), {"counts": {players[0]: 9_000}}, "put").json()
    assert check["difference"] == -1_000
    busted = send(client, api_address(flight, "bust-outs/"), {"busted": {players[2]: 10_000}}).json()
    assert (busted["is_decided"], busted["players_left"]) == (True, 2)
    refused = send(client, api_address(flight, "bags/"), {"counts": {players[0]: 20_000, players[1]: 9_000}})
    assert (refused.status_code, refused.json()["facts"]["difference"]) == (422, -1_000)
    bagged = send(client, api_address(flight, "bags/"), {"counts": {players[0]: 20_000, players[1]: 10_000}})
    assert (bagged.status_code, bagged.json()["status"]) == (201, FlightStatus.BAGGED)


def test_everybody_may_read_the_api_and_nobody_writes_without_a_key(client):
    flight = bagged_flight(make_holdem(), 1, (60_000, 20_000))
    event = flight.tournament.event

    read = client.get(f"/api/v1/events/{event.code}/holdem/").json()
    anonymous = send(client, api_address(flight, "draw/"))
    client.force_login(make_staff(event, Role.FLOOR))
    keyless = client.post(api_address(flight, "draw/"), {}, content_type="application/json")

    assert read[0]["flights"][0]["entries"][0]["advances"] is True
    assert "full_name" not in str(read)
    assert anonymous.status_code in (401, 403)
    assert (keyless.status_code, keyless.json()["code"]) == (400, "idempotency_key_missing")
