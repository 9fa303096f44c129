"""Every law of the judge tells of a fault that is planted for it, and of nothing on a sound night."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import request_started
from django.http import HttpResponse
from django.template.loader import render_to_string

from engine.tournament.clock import ClockState
from engine.units import Chips
from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import Commodity
from eventnight.bank.services import give_first_stack
from eventnight.bank.services.desk import sales
from eventnight.bank.services.ledger import posting
from eventnight.core import changes, presses
from eventnight.core.actors import SYSTEM
from eventnight.core.models import PressKey
from eventnight.core.press import Press as Pressed
from eventnight.events.models import Event, EventStatus, Player
from eventnight.raffle.models import Ticket
from tests.calls.nights import call
from tests.factories import NOW
from tests.simulator import laws, visits
from tests.simulator.deeds.deed import NO_PASSWORD, PASSWORD, Deed
from tests.simulator.freshness import Kept, uncounted
from tests.simulator.judging import Judge
from tests.simulator.ledger import held_by_lines, ledger_holds
from tests.simulator.presses import Press, sent
from tests.simulator.remembering import Remembered
from tests.simulator.secrecy import Secrets
from tests.simulator.selling import on_sale
from tests.simulator.world import GUEST, OTHER, STRANGER, World
from tournaments.api.clock import clock_moves as clock_api
from tournaments.models import FlightEntry
from tournaments.services.clock import clock_moves as clock_moves
from tournaments.services.clock import tick

pytestmark = pytest.mark.django_db(transaction=True)

REPEATED = "00000000-0000-4000-8000-000000000009"
"""A key whose press is sent again."""
ONCE = "00000000-0000-4000-8000-000000000002"


class Watched:
    """A night with its judge."""

    def __init__(self) -> None:
        self.world = World()
        self.judge = Judge(self.world)

    def told(self, address: str, body: dict[str, Any] | None, key: str = ONCE) -> list[str]:
        """What the judge says of a press by the organiser. address: below the night's."""
        address = f"/api/v1/events/{self.world.event.code}/{address}"
        press = Press("organiser", "POST", address, json.dumps(body).encode(), key=key)
        self.world.pass_time(1)
        self.judge.before(press)
        answer = sent(press, self.world)
        return [f"{answer.status_code}", *self.judge.after(press, answer)]

    def rebuy(self, key: str = ONCE) -> list[str]:
        return self.told("bank/rebuys/", {"player": "P001", "paid": 1000}, key)


@pytest.fixture
def night() -> Iterator[Watched]:
    watched = Watched()
    with watched.world.in_its_time(1), watched.judge.watching():
        watched.world.begin()
        watched.judge.begin()
        yield watched


def held(told: list[str], sentence: str) -> bool:
    return any(sentence in each for each in told)


def test_sound_presses_break_no_law(night: Watched):
    wheel, flight = night.world.night.wheel, night.world.night.flight
    bets = [{"player": "P002", "bet": "red", "chips": 10}]

    assert night.rebuy(REPEATED) == ["201"]
    assert night.told("bank/first-stacks/", {"player": "P003"}, f"{ONCE[:-1]}4") == ["201"]
    assert night.told(f"tables/roulette/{wheel}/bets/", {"bets": bets}, f"{ONCE[:-1]}5") == ["201"]
    assert night.told(f"holdem/flights/{flight}/clock/pause/", {}, f"{ONCE[:-1]}6") == ["200"]
    assert night.judge.moved(ticked=True) == []
    assert list(night.judge.over(1)) == []


def test_chips_of_another_player_are_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sales, "player_chips", lambda code: AccountRef(Commodity.CHIPS, "player", "P002"))

    assert held(night.rebuy(), "was asked for")


def test_money_in_another_till_is_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    real = sales.money_in
    monkeypatch.setattr(sales, "money_in", lambda paid, payment: real(paid, replace(payment, till="T2")))

    assert held(night.rebuy(), "was asked for")


def test_colours_worth_more_than_the_chips_that_moved_are_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    real = sales.chips_back
    monkeypatch.setattr(sales, "chips_back", lambda event, chips, pieces: real(event, Chips(chips + 10), pieces))
    monkeypatch.setattr(posting, "meaning_fault", lambda entry, lines: "")

    on_sale(night.world.night)

    assert held([*night.judge.over(1)], "are worth -210, and -200 left the bank")


def test_a_press_that_claims_no_key_is_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(presses, "_claim", lambda *given: (PressKey(key=ONCE), True))

    assert held(night.rebuy(), "moved without a key of its own")


def test_a_key_that_is_gone_is_noticed(night: Watched):
    assert night.rebuy() == ["201"]
    PressKey.objects.filter(key=ONCE).delete()

    assert held(night.told("bank/donations/", {"paid": 500}, f"{ONCE[:-1]}4"), "is gone or another")


def test_a_replay_that_does_not_say_so_is_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(presses, "_note_replay", lambda key: None)

    assert held(night.rebuy(REPEATED), "does not say that the press was replayed")


def test_another_amount_under_a_key_is_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(presses, "_is_same", lambda known, press: True)
    monkeypatch.setattr(posting, "fingerprint_of", lambda kind, content: "")

    assert held(night.rebuy(REPEATED), "the key with something else was answered 200")


def test_chips_that_nobody_asked_for_are_noticed(night: Watched):
    give_first_stack(event=night.world.event, player_code="P003", press=Pressed(SYSTEM, NOW, ONCE))

    assert held(night.judge.moved(ticked=True), "nobody pressed anything")


def test_tickets_of_another_player_are_noticed(night: Watched):
    other = Player.objects.get(event=night.world.event, code="P002")
    Ticket.objects.filter(number=1, raffle__event=night.world.event).update(holder=other)

    faults = list(ledger_holds(night.world.event, held_by_lines(night.world.event)))

    assert faults == [
        "tickets/player/P001: -1 tickets beside the books",
        "tickets/player/P002: +1 tickets beside the books",
    ]


def test_a_stack_beside_the_books_is_noticed(night: Watched):
    entry = FlightEntry.objects.filter(flight__tournament__event=night.world.event).first()
    FlightEntry.objects.filter(pk=entry.pk).update(started_with=7)

    (fault,) = ledger_holds(night.world.event, held_by_lines(night.world.event))

    assert f"in the books of flight {entry.flight_id}, not 7" in fault


def test_a_clock_that_moves_too_far_is_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    real = clock_moves.make_move

    def too_far(*given: Any) -> ClockState:
        return ClockState(real(*given).elapsed_ms + 1000)

    monkeypatch.setattr(clock_moves, "make_move", too_far)

    assert held(night.told(f"holdem/flights/{night.world.night.flight}/clock/pause/", {}), "its moves come to")


def test_a_clock_that_tells_another_time_is_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    real = clock_api.clock_view
    monkeypatch.setattr(clock_api, "clock_view", lambda flight, now: real(flight, now + timedelta(seconds=9)))

    assert held(night.judge.moved(ticked=True), "the API tells of a clock")


def test_a_clock_that_follows_the_computers_time_is_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tick, "let_time_be_set", lambda *given: None)
    for seconds in (1, 10):
        night.world.pass_time(seconds)
        night.world.tick()
        assert night.judge.moved(ticked=True) == []
    night.world.set_time(600)
    night.world.tick()

    assert held(night.judge.moved(ticked=True), "ms in 0.0 s")


def test_what_a_stranger_must_not_read_is_noticed(night: Watched):
    world = night.world
    guest = Player.objects.select_related("person").get(event=world.event, code="P002")
    from_nobody = [
        settings.SECRET_KEY,
        world.users["desk"].password,
        world.client("desk").session.session_key,
        world.tokens["desk"],
        PASSWORD,
        NO_PASSWORD,
        world.other.event.name,
    ]
    for_cards = [f"/p/{guest.token}/", guest.person.email]

    for who in (STRANGER, GUEST, "organiser"):
        assert all([*_read(world, who, word)] for word in from_nobody)
    for who in (STRANGER, GUEST, "matches"):
        assert all([*_read(world, who, word)] for word in for_cards)
    assert [*_read(world, GUEST, guest.person.full_name)] == ["the answer holds the whole name of P002"]
    assert not any([*_read(world, "desk", word)] for word in [*for_cards, guest.person.full_name])
    assert [*_read(world, GUEST, f"{guest.person.full_name}x")] == []


def test_whoever_comes_by_a_guests_link_is_that_guest(night: Watched):
    guest = Player.objects.select_related("person").get(event=night.world.event, code="P001")
    secrets, name = Secrets(night.world), guest.person.full_name
    card, page = HttpResponse(name), HttpResponse(name)
    card.request, page.request = {"PATH_INFO": night.world.link}, {"PATH_INFO": f"/e/{night.world.event.code}/"}

    assert list(secrets.are_kept(OTHER, card, card.content)) == []
    assert list(secrets.are_kept(OTHER, page, page.content)) == []
    assert list(secrets.are_kept(STRANGER, page, page.content)) == ["the answer holds the whole name of P001"]


def test_a_guest_reads_their_own(night: Watched):
    guest = Player.objects.select_related("person").get(event=night.world.event, code="P001")

    assert list(_read(night.world, GUEST, f"{guest.token} {guest.person.email} {guest.person.full_name}")) == []


def test_a_page_that_changes_something_is_noticed(night: Watched):
    def write(**given: object) -> None:
        Event.objects.filter(pk=night.world.event.pk).update(fund_goal=1)

    request_started.connect(write)
    try:
        assert held(list(night.judge.over(1)), "looking changed something")
    finally:
        request_started.disconnect(write)


def test_pages_that_ask_more_often_are_noticed():
    assert list(visits.ask_no_more({"/a/": 3, "/b/": 3}, {"/a/": 3 + visits.MORE, "/b/": 4 + visits.MORE})) == [
        f"/b/ asks {4 + visits.MORE} times, and asked 3 times"
    ]


def _read(world: World, who: str, text: str) -> Iterator[str]:
    answer = HttpResponse(text)
    answer.request = {"PATH_INFO": f"/e/{world.event.code}/"}
    return Secrets(world).are_kept(who, answer, answer.content)


def test_a_link_is_no_secret_before_whoever_has_opened_it_this_night(night: Watched):
    secrets, link = Secrets(night.world), night.world.link
    opened, later = HttpResponse("Saved."), HttpResponse(f"Saved. Undo: {link}")
    opened.request, later.request = {"PATH_INFO": link}, {"PATH_INFO": f"/e/{night.world.event.code}/"}

    assert list(secrets.are_kept("raffle", opened, opened.content)) == []
    assert list(secrets.are_kept("raffle", later, later.content)) == []
    assert list(secrets.are_kept(STRANGER, later, later.content)) == ["the answer holds the link of P001"]


def test_screens_that_are_told_before_the_commit_are_noticed(night: Watched, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(changes.transaction, "on_commit", lambda told, **given: told())

    assert held(night.rebuy(), "are told before the commit")


def test_a_page_that_is_kept_beyond_a_change_is_noticed(night: Watched):
    kept = Kept(night.world)
    assert [told for seed in range(60) for told in kept.look(Random(seed))] == []

    Event.objects.filter(pk=night.world.event.pk).update(name="Another night")

    assert held([told for seed in range(60) for told in kept.look(Random(seed))], "is kept as it was before")


def test_the_time_left_of_a_running_clock_may_be_kept_its_end_may_not_nor_what_a_clock_that_stands_shows():
    def shown(*, left: int, ends: int = 99, is_running: bool = True) -> bytes:
        clock = SimpleNamespace(ends_at_ms=ends, seconds_left=left, is_running=is_running, elapsed_ms=0)
        return render_to_string("tournaments/clock/_clock.html", {"clock": clock}).encode()

    assert uncounted(shown(left=9)) == uncounted(shown(left=8))
    assert uncounted(shown(left=9)) != uncounted(shown(left=9, ends=100))
    assert uncounted(shown(left=9, is_running=False)) != uncounted(shown(left=8, is_running=False))


def test_a_deed_tells_what_counted_and_must_not_what_was_refused_and_must_count_and_what_did_not_come_of_it():
    press = Press("organiser", "POST", "/api/v1/events/NIGHT/bank/rebuys/", b"{}")
    taken, refused = HttpResponse(b"", status=201), HttpResponse(b"", status=422)

    assert held([*Deed(press, refused="nobody has so much").told(taken)], "it counted, though nobody has so much")
    assert held([*Deed(press, must_count=True).told(refused)], "nothing forbids it")
    assert held([*Deed(press, promise=lambda: ["a chip is gone"]).told(taken)], "a chip is gone")
    assert [*Deed(press, must_count=True).told(taken), *Deed(press, refused="no").told(refused)] == []


def test_a_law_of_closed_nights_is_asked_again_when_the_night_closes(night: Watched):
    event, remembered = night.world.event, Remembered()
    call(night.world.night.table_row.seats.filter(player__isnull=False).first().player)

    assert [*laws.night_holds(event, laws.tables(), remembered)] == []
    Event.objects.filter(pk=event.pk).update(status=EventStatus.CLOSED)

    assert held([*laws.night_holds(event, laws.tables(), remembered)], "a call waits in a night that is closed")
