"""From the floor to the hands of a table and back, in the browser's requests and by the API."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from eventnight.core.roles import Role
from tables.models import Hand, Table
from tables.selectors import table_view, tables_summary
from tests.answers import text_of
from tests.factories import make_event
from tests.tournaments.hands import all_in, at, chips_at, followed, won
from tests.tournaments.holdem_nights import fresh, make_holdem, places, running_flight
from tournaments.models import PlayedTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def flight():
    return running_flight(4, make_holdem(advancing_count=1))


def floor_address(flight) -> str:
    return reverse("tournaments:floor_flight", args=[flight.tournament.event.code, flight.pk])


def address(table: Table, name: str, *more: object) -> str:
    return reverse(f"tables:{name}", args=[table.event.code, table.pk, *more])


def follow(browser, flight):
    event = flight.tournament.event
    follow = reverse("tournaments:floor_follow_hands", args=[event.code, flight.pk, 1])
    return browser.post(follow, {"request_id": uuid4()})


def test_the_floor_leads_to_the_first_hand_and_the_page_deals_for_the_button(floor, flight):
    browser = floor(flight.tournament.event)
    assert "Play a hand" in text_of(browser.get(floor_address(flight)))

    answer = follow(browser, flight)

    table = PlayedTable.objects.get().table
    assert answer.url == address(table, "play")
    page = text_of(browser.get(answer.url))
    assert "Nobody has the button yet." in page
    assert "Deal a card to each for the button" in page
    told = text_of(browser.post(address(table, "first_button"), {"request_id": uuid4()}, follow=True))
    assert "Cards dealt: seat" in told
    assert f"The button is with seat {Table.objects.get().between.first_button}." in told


def test_the_floor_shows_the_hand_in_play_and_every_page_of_it_leads_back(floor, flight):
    browser, table = floor(flight.tournament.event), followed(flight)
    browser.post(address(table, "start"), {"request_id": uuid4(), "number": 1})

    page = browser.get(floor_address(flight))

    assert "Hand 1 in play" in text_of(page)
    assert address(table, "play") in page.content.decode()
    back = f"{floor_address(flight)}?table=1"
    for name in ("play", "table"):
        assert back in browser.get(address(table, name)).content.decode()
    waiting = browser.get(f"{floor_address(flight)}?do=bust&player={flight.entries.first().player.code}")
    assert waiting.status_code == 200


def test_a_hand_entered_from_its_end_says_who_is_out(floor, flight):
    browser, table = floor(flight.tournament.event), followed(flight)
    first, second, *others = chips_at(table)
    ends = dict.fromkeys(others, ("0", "folded")) | {first: ("10000", "live"), second: ("10000", "live")}
    form = {f"paid_{seat}": paid for seat, (paid, _) in ends.items()}
    form |= {f"end_{seat}": end for seat, (_, end) in ends.items()}
    form |= {f"cards_{first}": "As Ad", f"cards_{second}": "Ks Kd", "board": "2c 3d 4h 9s Jc"}
    form |= {"number": 1, "button": first, "game": "holdem", "request_id": uuid4()}
    plan = browser.post(address(table, "hand"), form)

    said = text_of(browser.post(address(table, "hand"), form | {"shown": plan.context["plan"].digest}, follow=True))

    assert "Hand 1 is paid out. Out: " in said
    assert "(4th)." in said
    assert list(places(flight).values()) == [(4, 4)]
    undo = browser.post(address(table, "undo_hand", 1), {"request_id": uuid4(), "reason": "Misread"}, follow=True)
    assert "Hand 1 was undone" in text_of(undo)
    assert places(flight) == {}


def test_a_flights_table_is_in_no_list_of_cash_tables(floor, flight):
    event = flight.tournament.event
    browser, table = floor(event), followed(flight)

    assert tables_summary(event) == []
    assert table.name not in text_of(browser.get(reverse("tables:list", args=[event.code])))
    assert table.code not in text_of(browser.get(reverse("bank:chips", args=[event.code])))
    page = text_of(browser.get(address(table, "table")))
    assert "Tap a seat to sit somebody down" not in page
    assert "Close Flight 1" not in page


def test_the_page_says_why_no_hand_is_played_any_more(floor, flight):
    browser, table = floor(flight.tournament.event), followed(flight)
    first, *others = chips_at(table)
    all_in(table, winner=first, losers=others)

    page = text_of(browser.get(address(table, "table")))

    assert "nobody has to play on in it" in page
    assert "Play it" not in page


def test_staff_of_the_tables_play_the_hands_and_only_the_floor_opens_them(floor, flight):
    browser = floor(flight.tournament.event, Role.TABLES)

    assert follow(browser, flight).status_code == 403
    table = followed(flight)
    assert browser.get(address(table, "play")).status_code == 200


def test_the_guests_watch_the_hand_with_the_names_they_may_read(client, floor, flight):
    table = followed(flight)
    floor(flight.tournament.event).post(address(table, "start"), {"request_id": uuid4(), "number": 1})

    page = text_of(client.get(reverse("tables:watch", args=[table.event.code, table.pk])))

    assert "Flight 1, table 1" in page


# The API


def api(flight, path: str) -> str:
    return f"/api/v1/events/{flight.tournament.event.code}/{path}"


def keyed() -> dict[str, str]:
    return {"HTTP_IDEMPOTENCY_KEY": str(uuid4()), "content_type": "application/json"}


def test_a_program_follows_a_table_and_plays_a_hand_there(floor, flight):
    browser = floor(flight.tournament.event)

    opened = browser.post(api(flight, f"holdem/flights/{flight.pk}/tables/1/hands/"), **keyed())

    assert opened.status_code == 201, opened.content
    table_id = opened.json()["table_id"]
    assert opened.json() == {"number": 1, "table_id": table_id, "in_play": None}
    assert browser.post(api(flight, f"tables/{table_id}/button/"), {}, **keyed()).status_code == 200
    started = browser.post(api(flight, f"tables/{table_id}/play/"), {"number": 1}, **keyed())
    assert started.status_code == 201
    listed = browser.get(api(flight, f"holdem/flights/{flight.pk}/hands/")).json()
    assert listed == [{"number": 1, "table_id": table_id, "in_play": 1}]
    detail = browser.get(api(flight, f"tables/{table_id}/")).json()
    assert sorted(seat["chips"] for seat in detail["seats"]) == [0, 0, 0, 0, 10_000, 10_000, 10_000, 10_000]
    version = started.json()["version"]
    for _ in "abc":
        moved = browser.post(
            api(flight, f"tables/{table_id}/play/moves/"), {"verb": "fold", "version": version}, **keyed()
        )
        version = moved.json()["version"]
    paid = browser.post(api(flight, f"tables/{table_id}/play/pay-out/"), {"version": version}, **keyed())
    assert paid.status_code == 201, paid.content
    assert sorted(flight.entries.values_list("chips", flat=True)) == [9_750, 10_000, 10_000, 10_250]


def test_a_program_that_seats_somebody_at_a_flights_table_is_sent_to_the_floor(floor, flight):
    table = followed(flight)
    browser = floor(flight.tournament.event)
    body = {"player": flight.entries.first().player.code, "chips": 50}

    answer = browser.post(api(flight, f"tables/{table.pk}/seats/1/"), body, **keyed())

    assert (answer.status_code, answer.json()["code"]) == (409, "kept_by_the_floor")


def test_a_table_that_is_followed_is_public_knowledge(client, flight):
    table = followed(flight)
    first, second, *_ = chips_at(table)
    won(table, first, {second: 500})

    answer = client.get(api(flight, f"holdem/flights/{flight.pk}/hands/"))

    assert answer.json() == [{"number": 1, "table_id": table.pk, "in_play": None}]
    assert Hand.objects.count() == 1
    assert fresh(flight).played_hands.count() == 1


def test_the_floor_offers_the_button_of_a_followed_table_to_players_alone(floor, flight):
    browser = floor(flight.tournament.event)
    asked = f"{floor_address(flight)}?table=1&do=button"
    before = browser.get(asked).content.decode()

    table = followed(flight)
    page = browser.get(asked).content.decode()

    offered = set(re.findall(r'name="button" value="(\d+)"', page))
    assert offered == {str(seat) for seat in chips_at(table)}
    assert len(re.findall(r'name="button" value="', before)) == flight.seats_per_table
    assert ("A blind is dead" in before, "A blind is dead" in page) == (True, False)


@pytest.mark.rule("WAS-5", "WAS-15")
def test_the_floor_names_the_two_who_post_after_a_knock_out(floor, flight):
    browser, table = floor(flight.tournament.event), followed(flight, button=1)
    small_blind, big_blind, winner, button = table_view(table).to_come.dealt_in

    all_in(table, winner=winner, losers=(big_blind,))

    page = " ".join(text_of(browser.get(floor_address(flight))).split())
    assert f"Next hand: button {small_blind}, blinds {winner} and {button}." in page


def test_the_floor_of_a_dead_button_names_no_small_blind_whose_player_has_gone_out(floor):
    flight = running_flight(4, make_holdem(make_event("card_night"), advancing_count=1))
    browser, table = floor(flight.tournament.event), followed(flight, button=1)
    small_blind, big_blind, winner = table_view(table).to_come.dealt_in[:3]

    all_in(table, winner=winner, losers=(big_blind,))

    page = " ".join(text_of(browser.get(floor_address(flight))).split())
    assert table_view(at(table)).to_come.small_blind is None
    assert f"Next hand: button {small_blind}, big blind {winner}, no small blind." in page
