"""The same sale to the same guest within a minute, from another page: asked about, and sold again if that is meant."""

from __future__ import annotations

import re
from functools import partial
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from engine.units import Cents, Chips
from eventnight.bank.means import Payment
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors import verify_books
from eventnight.bank.services import (
    give_first_stack,
    record_donation,
    redeem_chips,
    reverse_entry,
    sell_rebuy,
    sell_tickets,
)
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.raffle.services import open_raffle
from tests.answers import shown_text
from tests.factories import actor_with, after, make_event, make_player, make_staff
from tests.pressing import pressed, together

pytestmark = pytest.mark.django_db

SALES = {
    EntryKind.REBUY: partial(sell_rebuy, paid=Cents(1000)),
    EntryKind.TICKET_SALE: partial(sell_tickets, paid=Cents(1000)),
    EntryKind.DONATION: partial(record_donation, paid=Cents(500)),
    EntryKind.REDEMPTION: partial(redeem_chips, chips=Chips(100)),
}

MOVED = {
    EntryKind.REBUY: {"money": 1000, "chips": 1000},
    EntryKind.TICKET_SALE: {"money": 1000, "tickets": 10},
    EntryKind.DONATION: {"money": 500},
    EntryKind.REDEMPTION: {"chips": 100, "tickets": 1},
}
SAID = {
    EntryKind.REBUY: "1,000 chips for $10.00",
    EntryKind.TICKET_SALE: "10 tickets for $10.00",
    EntryKind.DONATION: "$5.00",
    EntryKind.REDEMPTION: "100 chips for 1 ticket",
}


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def alma(event: Event) -> str:
    """A guest with a first stack."""
    code = make_player(event).code
    give_first_stack(event=event, player_code=code, press=Press(SYSTEM, after(minutes=-5), uuid4()))
    return code


@pytest.fixture
def dana(event: Event) -> Actor:
    return actor_with(event)


def sold(event: Event, kind: EntryKind) -> int:
    return Entry.objects.filter(event=event, kind=kind).count()


def press(event: Event, seconds: float, **given):
    return together({"event": event, "press": Press(SYSTEM, after(seconds=seconds), uuid4()), **given})


@pytest.mark.parametrize("kind", SALES, ids=str)
def test_a_second_tablet_is_asked_and_sells_once_when_that_is_meant(event, alma, dana, kind):
    first = SALES[kind](**press(event, 0, player_code=alma, by=dana)).entry
    second = press(event, 12, player_code=alma)

    with pytest.raises(Conflict) as asked:
        SALES[kind](**second)

    assert (asked.value.code, sold(event, kind)) == ("sold_just_now", 1)
    assert asked.value.facts == {
        "what": kind.label,
        "player": alma,
        "sequence": first.sequence,
        "seconds": 12,
        "by": dana.code,
        "booked": MOVED[kind],
        "wanted": MOVED[kind],
    }
    assert asked.value.message == (
        f"{kind.label} for {alma}: {SAID[kind]}, booked 12 seconds ago by {dana.label}, entry {first.sequence}. "
        f"Book {SAID[kind]} as well?"
    )
    meant = [SALES[kind](**pressed(second, again=told)) for told in (first.sequence, first.sequence, 0)]
    assert [posting.is_replay for posting in meant] == [False, True, True]
    assert sold(event, kind) == 2
    assert verify_books(event.pk).is_clean


def test_a_press_that_is_sent_again_under_its_key_is_not_asked(event, alma):
    given = press(event, 0, player_code=alma, paid=Cents(1000))

    assert [sell_rebuy(**given).is_replay for _ in range(2)] == [False, True]


def test_of_two_who_both_mean_it_the_second_is_told_of_the_first(event, alma):
    shown = sell_rebuy(**press(event, 0, player_code=alma, paid=Cents(1000))).entry.sequence
    meant = sell_rebuy(**press(event, 9, player_code=alma, paid=Cents(1000), again=shown)).entry

    with pytest.raises(Conflict) as asked:
        sell_rebuy(**press(event, 10, player_code=alma, paid=Cents(1000), again=shown))

    assert (asked.value.facts["sequence"], asked.value.facts["seconds"]) == (meant.sequence, 1)


def test_another_number_of_the_same_is_asked_about_with_both(event, alma):
    sell_rebuy(**press(event, 0, player_code=alma, paid=Cents(1000), payment=Payment(donation=Cents(500))))

    with pytest.raises(Conflict) as asked:
        sell_rebuy(**press(event, 5, player_code=alma, paid=Cents(12000)))

    assert "1,000 chips for $10.00 and a donation of $5.00, booked 5 seconds ago" in asked.value.message
    assert asked.value.message.endswith("Book 12,000 chips for $120.00 as well?")
    assert asked.value.facts["booked"] == {"money": 1000, "chips": 1000, "donation": 500}
    assert asked.value.facts["wanted"] == {"money": 12000, "chips": 12000}


def test_nobody_is_asked_after_a_minute_for_another_guest_or_for_something_else(event, alma):
    other = make_player(event).code
    for seconds, code in ((0, alma), (1, other), (60, alma)):
        sell_rebuy(**press(event, seconds, player_code=code, paid=Cents(1000)))

    sell_tickets(**press(event, 61, player_code=alma, paid=Cents(1000)))

    assert (sold(event, EntryKind.REBUY), sold(event, EntryKind.TICKET_SALE)) == (3, 1)


def test_nobody_is_asked_about_a_sale_that_was_undone(event, alma):
    wrong = sell_rebuy(**press(event, 0, player_code=alma, paid=Cents(2000))).entry
    reverse_entry(**press(event, 5, sequence=wrong.sequence, reason="one only", may_reverse_any=True))

    sell_rebuy(**press(event, 10, player_code=alma, paid=Cents(1000)))

    assert sold(event, EntryKind.REBUY) == 2


def test_two_guests_who_give_no_name_give_one_after_the_other(event):
    for seconds in (0, 1):
        record_donation(**press(event, seconds, paid=Cents(500)))

    assert sold(event, EntryKind.DONATION) == 2


def test_what_is_given_on_top_of_a_sale_is_part_of_it(event, alma):
    record_donation(**press(event, 0, player_code=alma, paid=Cents(500)))

    sell_rebuy(**press(event, 5, player_code=alma, paid=Cents(1000), payment=Payment(donation=Cents(500))))

    assert sold(event, EntryKind.DONATION) == 2


# Pages and programs


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(make_staff(event, Role.ORGANISER))
    return client


def hidden(answer: HttpResponse) -> dict[str, str]:
    """What the question sends when it is answered with yes."""
    form = answer.content.decode().split('<form class="panel panel-narrow"', 1)[1].split("</form>", 1)[0]
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


@pytest.mark.parametrize(
    ("address", "sent", "more", "kind", "booked", "now", "button"),
    [
        pytest.param(
            "desk/{}/rebuy/",
            {"quantity": 1, "shown": 1},
            {"quantity": 12, "shown": 12},
            EntryKind.REBUY,
            "1,000 chips for $10.00",
            "12,000 chips for $120.00",
            "Sell 12,000 chips for $120.00",
            id="rebuy",
        ),
        pytest.param(
            "desk/{}/donation/",
            {"paid": "5.00"},
            {"paid": "7"},
            EntryKind.DONATION,
            "$5.00",
            "$7.00",
            "Take a donation of $7.00",
            id="donation",
        ),
        pytest.param(
            "players/{}/tickets/",
            {"paid": 1000},
            {"paid": 2000, "donation": "5"},
            EntryKind.TICKET_SALE,
            "10 tickets for $10.00",
            "20 tickets for $20.00 and a donation of $5.00",
            "Sell 20 tickets for $20.00 and a donation of $5.00",
            id="tickets",
        ),
        pytest.param(
            "players/{}/chips-in/",
            {"chips": 100, "pieces_50": 2},
            {"chips": 200, "pieces_50": 4},
            EntryKind.REDEMPTION,
            "100 chips for 1 ticket",
            "200 chips for 2 tickets",
            "Take 200 chips, give 2 tickets",
            id="chips-in",
        ),
    ],
)
def test_the_page_shows_what_was_sold_beside_what_would_be_now(
    desk, event, alma, dana, address, sent, more, kind, booked, now, button
):
    open_raffle(event=event, press=Press(SYSTEM, after(minutes=-5)), seed=bytes(32))
    address = f"/staff/{event.code}/{address.format(alma)}"
    assert desk.post(address, {**sent, "request_id": uuid4()}).status_code == 302
    first = Entry.objects.get(event=event, kind=kind)

    asked = desk.post(address, {**sent, **more, "request_id": uuid4()})

    assert (asked.status_code, sold(event, kind)) == (409, 1)
    page = shown_text(asked)
    name = event.players.get(code=alma).person.full_name
    for said in (
        "Sell again?",
        f"{kind.label}, {name}",
        "By you",
        f"Entry {first.sequence}",
        f"Booked {booked} At",
        f"Now {now} Not booked yet",
        f"{button} ",
        "Nothing was booked this time",
    ):
        assert said in page
    assert "The same" not in page
    again = hidden(asked)
    assert again["again"] == str(first.sequence)
    for _ in range(2):
        assert desk.post(address, again).status_code == 302
    assert sold(event, kind) == 2
    assert verify_books(event.pk).is_clean


def test_a_program_gets_the_facts_and_a_field_to_confirm(desk, event, alma):
    given = {"player": alma, "paid": 1000}

    def post(**more):
        headers = {"Idempotency-Key": str(uuid4())}
        address = f"/api/v1/events/{event.code}/bank/rebuys/"
        return desk.post(address, {**given, **more}, content_type="application/json", headers=headers)

    first = post().json()
    asked = post()

    assert (asked.status_code, asked.json()["code"]) == (409, "sold_just_now")
    facts = asked.json()["facts"]
    assert (facts["sequence"], facts["by"], facts["seconds"] <= 1) == (first["sequence"], first["actor_code"], True)
    assert post(again=facts["sequence"]).status_code == 201
    assert post(again=facts["sequence"]).json()["facts"]["sequence"] == facts["sequence"] + 1
