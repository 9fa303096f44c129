"""A table where the system deals, through its pages: the form, the phones, the host, and the packs for everybody."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.shuffle import verify_deck
from eventnight.core.errors import Conflict
from eventnight.core.fresh.phones import note_phone, phone_name
from eventnight.core.roles import Role
from tables import services
from tables.models import Hand, Shuffle, Table
from tables.services import OwnMove
from tests.factories import make_event, make_staff
from tests.tables.dealt_night import DealtTable, number_of

pytestmark = pytest.mark.django_db


def phone_of(player: Any, name: str = "my_seat") -> str:
    return reverse(f"tables:{name}", kwargs={"token": player.token})


def text_of(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def says_ready(client: Client, night: DealtTable, seat: int, **more: Any) -> Any:
    facts = {
        "request_id": str(uuid4()),
        "table": night.table.pk,
        "serial": night.shuffle.serial,
        "number": number_of(seat),
    }
    return client.post(phone_of(night.people[seat], "my_ready"), facts | more)


def acts(client: Client, night: DealtTable, verb: str, **more: Any) -> Any:
    facts = {"request_id": str(uuid4()), "table": night.table.pk, "version": night.play.version, "verb": verb}
    return client.post(phone_of(night.people[night.play.hand.turn], "my_move"), facts | more)


@pytest.mark.rule("BIS-16")
def test_a_table_is_opened_for_the_system_to_deal_from_the_form(client):
    event = make_event(house="biska")
    client.force_login(make_staff(event, Role.TABLES))
    page = client.get(reverse("tables:open_poker", kwargs={"code": event.code}))
    fields = {name: value for name, value in page.context["form"].initial.items() if value is not None}
    sent = {f"poker-{name}": value for name, value in fields.items()}
    sent |= {"poker-request_id": str(uuid4()), "poker-turn_seconds": "30"}
    assert client.post(page.wsgi_request.path, sent).status_code == 302
    table = Table.objects.get()
    assert (table.is_dealt, table.turn_seconds, table.bank_seconds) == (True, 30, 60)
    assert Shuffle.objects.get().table == table


def test_a_hand_goes_from_ready_to_paid_on_the_phones_alone(client):
    night = DealtTable(seats=3)
    for seat in night.people:
        assert says_ready(client, night, seat).status_code == 302
    while night.is_playing:
        shown = text_of(client.get(phone_of(night.people[night.play.hand.turn])))
        assert "Your turn" in shown
        assert acts(client, night, "fold" if night.play.legal.to_call else "check").status_code == 302
    assert Hand.objects.get().number == 1
    assert "Last result: hand 1" in text_of(client.get(phone_of(night.people[1])))


def test_a_phone_shows_its_own_cards_and_nobody_elses(client):
    night = DealtTable(seats=4)
    night.ready()
    cards = {seat: client.get(phone_of(player)).context["page"].cards for seat, player in night.people.items()}
    assert len({card for held in cards.values() for card in held}) == 8
    for seat, player in night.people.items():
        page = client.get(phone_of(player)).content.decode()
        drawn = re.findall(r'class="card (?:spades|hearts|diamonds|clubs) card-xl"', page)
        assert len(drawn) == len(cards[seat]) == 2


@pytest.mark.parametrize(
    ("field", "value", "code", "words"),
    [
        ("verb", "call", 409, "has gone on since this page was shown"),
        ("verb", "dance", 400, "is nothing that is done in a hand"),
    ],
)
def test_what_a_phone_cannot_do_is_said_on_its_page(client, field, value, code, words):
    night = DealtTable(seats=3)
    night.ready()
    version = night.play.version - 1 if code == 409 else night.play.version
    answer = acts(client, night, value, version=version)
    assert answer.status_code == code
    assert words in text_of(answer)


def test_an_illegal_raise_is_refused_with_its_rule(client):
    night = DealtTable(seats=3)
    night.ready()
    before = night.play.row.log
    answer = acts(client, night, "bet", to="12")
    assert answer.status_code == 422
    assert "STD-4" in text_of(answer)
    assert night.play.row.log == before


def test_the_host_sees_which_phones_are_there_and_which_share_an_address(client):
    night = DealtTable(seats=3)
    client.force_login(make_staff(night.table.event, Role.TABLES))
    place = {"code": night.table.event.code, "table_id": night.table.pk}
    assert text_of(client.get(reverse("tables:host", kwargs=place))).count("Phone not connected") == 3
    for seat in (1, 3):
        note_phone(phone_name(night.people[seat].token), "10.0.0.7")
    answer = client.get(reverse("tables:host_part", kwargs=place))
    assert text_of(answer).count("Phone not connected") == 1
    assert "Same address as seat 1" in text_of(answer)
    assert 0 < int(answer["Changes-In"]) <= 10_000


def test_the_host_sees_who_is_ready_pauses_gives_time_and_calls_off(client):
    night = DealtTable(seats=3)
    client.force_login(make_staff(night.table.event, Role.TABLES))
    place = {"code": night.table.event.code, "table_id": night.table.pk}
    host = reverse("tables:host", kwargs=place)
    says_ready(Client(), night, 2)
    assert text_of(client.get(host)).count("Not ready yet") == 2
    for seat in (1, 3):
        says_ready(Client(), night, seat)
    assert "is to act" in text_of(client.get(host))
    for name in ("pause", "resume"):
        assert client.post(reverse(f"tables:{name}", kwargs=place), {"request_id": str(uuid4())}).status_code == 302
    before = night.shuffle.turn_ends_at
    client.post(reverse("tables:give_time", kwargs=place), {"request_id": str(uuid4()), "number": 1})
    assert night.shuffle.turn_ends_at > before
    void = reverse("tables:void", kwargs=place)
    assert "Say why" in text_of(client.post(void, {"request_id": str(uuid4()), "number": 1}))
    client.post(void, {"request_id": str(uuid4()), "number": 1, "reason": "Fire alarm"})
    assert not night.is_playing
    assert "Called off" in text_of(client.get(reverse("tables:packs", kwargs=place)))


def test_the_pages_of_a_hand_that_people_deal_lead_to_the_host(client):
    night = DealtTable(seats=2)
    client.force_login(make_staff(night.table.event, Role.TABLES))
    place = {"code": night.table.event.code, "table_id": night.table.pk}
    for name in ("play", "hand"):
        answer = client.get(reverse(f"tables:{name}", kwargs=place))
        assert (answer.status_code, answer.headers["Location"]) == (302, reverse("tables:host", kwargs=place))
    assert "Host" in text_of(client.get(reverse("tables:table", kwargs=place)))


def test_anybody_saves_the_promise_before_the_hand_and_checks_the_pack_after_it(client):
    night = DealtTable(seats=2)
    place = {"code": night.table.event.code, "table_id": night.table.pk, "serial": 1}
    address = reverse("tables:pack_file", kwargs=place)
    promise = json.loads(client.get(address).content)
    night.ready()
    assert json.loads(client.get(address).content) == promise
    while night.is_playing:
        night.act("show" if night.play.phase == "showdown" else "check" if night.play.legal.may_check else "call")
    pack = json.loads(client.get(address).content)
    assert verify_deck(pack, promised=promise) == []
    assert client.get(reverse("tables:pack_file", kwargs=place | {"serial": 99})).status_code == 404


def test_somebody_who_sits_nowhere_is_told_so(client):
    night = DealtTable(seats=2)
    other = DealtTable(seats=2, event=night.table.event)
    stranger = other.people[1]
    assert client.get(phone_of(stranger)).status_code == 200
    services.leave_seat(table=other.table, seat=1, press=other.by_host())
    answer = client.get(phone_of(stranger))
    assert answer.status_code == 200
    assert "You sit at no table where the system deals" in text_of(answer)
    night.ready()
    facts = {"version": night.play.version, "move": OwnMove(verb="call"), "press": night.press_of(stranger)}
    with pytest.raises(Conflict, match="does not sit"):
        services.act(table=night.table, player=stranger, **facts)


def test_the_page_of_the_night_leads_to_ones_seat(client):
    night = DealtTable(seats=2)
    page = client.get(reverse("night:my_night", kwargs={"token": night.people[1].token}))
    assert phone_of(night.people[1]) in page.content.decode()
