"""Public pages under a flood: nothing but what a page reads makes it render, and one address cannot use up the desk."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from eventnight.core.fresh import reads
from eventnight.core.fresh.reads import READS, Allowances, is_public_read
from eventnight.core.fresh.snapshots import SNAPSHOTS
from tests.core.test_access import addresses
from tests.factories import make_event, make_staff
from tests.raffle.nights import RaffleNight

HALL = 300
RATE = 500.0


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the snapshots that had to be made, in order."""
    made: list[str] = []
    get = SNAPSHOTS.get

    def counted(known: Any, name: str, make: Callable[[Any], Any], **options: Any) -> Any:
        def noted(before: Any) -> Any:
            made.append(name)
            return make(before)

        return get(known, name, noted, **options)

    monkeypatch.setattr(SNAPSHOTS, "get", counted)
    return made


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("versions_stay_known")
class TestWhatAPageDoesNotRead:
    @pytest.mark.parametrize(
        "query", ["?x=1", "?x=2&x=3", "?team=1", "?a[]=1", "?=", "?&&", "?turn=1", "?" + "y" * 2000]
    )
    def test_makes_nothing_render_again(self, client: Client, rendered: list[str], query: str):
        address = reverse("night:event", kwargs={"code": make_event().code})
        first = client.get(address)

        again = client.get(address + query)

        assert (again.content, again["ETag"]) == (first.content, first["ETag"])
        assert len(rendered) == 1

    def test_neither_do_another_spelling_of_the_code_host_encoding_or_head(self, client: Client, rendered: list[str]):
        code = make_event().code
        first = client.get(f"/e/{code}/")

        client.get(f"/e/{code.lower()}/")
        client.get(f"/e/{code}/", headers={"host": "night.example.org", "accept-encoding": "br, gzip;q=0.1"})
        head = client.head(f"/e/{code}/")

        assert len(rendered) == 1
        assert (head.status_code, head["ETag"], head.content) == (200, first["ETag"], b"")

    def test_a_parameter_that_is_read_counts_once_however_it_is_written(self, client: Client, rendered: list[str]):
        code = make_event().code
        address = reverse("night:wall_view", kwargs={"code": code, "view": "welcome"})
        client.get(address)

        for query in ("?turn=1", "?turn=", "?turn=no&x=1", "?x=1&turn=1&turn=2"):
            assert "?turn=1" in client.get(address + query).content.decode()

        assert len(rendered) == 2

    def test_a_press_on_a_public_page_is_refused_and_renders_nothing(self, client: Client, rendered: list[str]):
        answer = client.post(f"/e/{make_event().code}/")

        assert (answer.status_code, answer["Allow"], rendered) == (405, "GET, HEAD", [])


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("versions_stay_known")
class TestAFloodOfAddresses:
    def test_that_exist_pushes_out_none_but_its_own(
        self, client: Client, rendered: list[str], monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(SNAPSHOTS, "_most", 12)
        night = RaffleNight(players=1)
        night.give_chips(0)
        night.sell(0, lots=3)
        public = f"/e/{night.event.code}/"
        client.get(public)
        rendered.clear()

        tickets = list(night.event.raffle.tickets.order_by("number"))
        for ticket in tickets:
            place = {"code": night.event.code, "number": ticket.number, "check": ticket.check_code}
            assert client.get(reverse("raffle:ticket", kwargs=place)).status_code == 200
        client.get(public)

        assert len(tickets) > 12
        assert len(rendered) == len(tickets)
        assert len(SNAPSHOTS) == 12

    def test_that_do_not_exist_takes_no_place(self, client: Client):
        code = make_event().code

        for number in range(5):
            assert client.get(f"/e/{code}/wall/no-{number}/").status_code == 404
            assert client.get(f"/e/{code}/bracket/{10**9 + number}/").status_code == 404

        assert len(SNAPSHOTS) == 0


def test_three_hundred_phones_behind_one_address_are_never_refused():
    """Everybody opens the page with its two fragments in one second, and asks once a second for the next minutes."""
    allowances = Allowances(lambda: RATE)

    opening = [allowances.take("192.0.2.1", 0.0) for _ in range(HALL * 3)]
    refreshing = [allowances.take("192.0.2.1", second + phone / HALL) for second in range(180) for phone in range(HALL)]

    assert not any(opening)
    assert not any(refreshing)


def test_a_flood_is_refused_and_leaves_others_alone():
    allowances = Allowances(lambda: RATE)

    flood = [allowances.take("192.0.2.1", number / 5000) for number in range(50_000)]

    served = flood.count(0)
    assert served == pytest.approx(RATE * (10 + reads.SECONDS_SAVED), rel=0.01)
    assert allowances.take("192.0.2.2", 10.0) == 0


def test_rendering_is_counted_by_its_time_and_owed_where_it_was_too_much():
    allowances = Allowances(lambda: RATE)

    allowances.spend("192.0.2.1", rendered=6.0, now=0.0)

    assert allowances.take("192.0.2.1", 0.0) == 3
    assert allowances.take("192.0.2.1", 3.0) == 0


def test_a_flood_of_addresses_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reads, "MOST_ADDRESSES", 100)
    allowances = Allowances(lambda: RATE)

    for number in range(1000):
        allowances.take(str(number), 0.0)

    assert len(allowances) == 100


@pytest.mark.django_db
def test_who_reads_too_much_is_told_when_to_come_again_and_a_press_passes(client: Client, settings: Any):
    settings.PUBLIC_READS_A_SECOND = RATE
    event = make_event()
    public, api = f"/e/{event.code}/", f"/api/v1/events/{event.code}/raffle/"
    signed_in = Client()
    signed_in.force_login(make_staff(event))
    READS.spend("127.0.0.1", rendered=60.0, now=time.monotonic())

    page, problem, elsewhere = client.get(public), client.get(api), client.get(public, REMOTE_ADDR="192.0.2.7")
    pressed = client.post("/accounts/sign-in/", {"username": "dana", "password": "wrong"})

    assert page.status_code == 429
    assert int(page["Retry-After"]) > 1
    assert (problem.status_code, problem["Content-Type"]) == (429, "application/problem+json")
    assert problem.json()["code"] == "too_many_reads"
    assert problem.json()["facts"] == {"seconds": int(problem["Retry-After"])}
    assert elsewhere.status_code == pressed.status_code == 200
    assert signed_in.get(f"/staff/{event.code}/").status_code == 200
    assert signed_in.get(api).status_code != 429


@pytest.mark.django_db
def test_a_flood_writes_no_line_of_the_log_for_each_request(client: Client, caplog: pytest.LogCaptureFixture):
    READS.spend("127.0.0.1", rendered=60.0, now=time.monotonic())

    refused = [client.get("/").status_code for _ in range(5)]

    assert refused == [429] * 5
    assert not caplog.records


def _is_open(pattern: URLPattern) -> bool:
    return getattr(pattern.callback, "access", "") in ("public", "open")


def test_every_open_page_is_counted_and_no_page_of_staff():
    pages = [
        (f"/{route}", _is_open(pattern)) for route, pattern in addresses(get_resolver()) if not route.startswith("api/")
    ]
    counted = {route for route, _ in pages if is_public_read("GET", route, shows_sign_in=True)}

    assert {route for route, is_open in pages if is_open} <= counted
    assert not [route for route in counted if route.startswith(("/staff/", "/organise/"))]
    assert not any(is_public_read("POST", route, shows_sign_in=False) for route, _ in pages)
