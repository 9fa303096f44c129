"""Tickets at the desk: sold, redeemed and refused on the desk's own page, as everything else is there."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.views.desk.action import desk_actions
from eventnight.core.roles import Role
from eventnight.raffle.models import Ticket
from tests.answers import text_of
from tests.raffle.nights import RaffleNight
from tests.raffle.pages import new_key, staff_client

pytestmark = pytest.mark.django_db


def test_the_desk_has_the_actions_of_every_app_in_the_order_of_their_buttons():
    assert [action.key for action in desk_actions()] == [
        "rebuy",
        "tickets",
        "chips-in",
        "first-stack",
        "donation",
        "correct",
    ]


def test_tickets_are_sold_at_the_desk_into_its_till():
    night, desk = _night()

    answer = desk.post(_address(night, "tickets"), {"paid": "1000", "till": "T2", "donation": "2.50", **new_key()})

    sale = Entry.objects.get(event=night.event, kind=EntryKind.TICKET_SALE, till="T2")
    guest = reverse("bank:player", args=(night.event.code, night.codes[0]))
    assert answer["Location"] == f"{guest}?sold={sale.sequence}"
    page = text_of(desk.get(answer["Location"]))
    assert (
        f"Tickets 11 to 20 for {night.players[0].person.full_name}, receipt {sale.sequence}; donation of $2.50" in page
    )
    assert reverse("raffle:undo", args=(night.event.code, sale.sequence)) in page


def test_chips_are_turned_in_at_the_desk():
    night, desk = _night()
    night.give_chips()
    page = text_of(desk.get(_address(night, "chips-in")))
    assert 'name="chips" value="1000"' in page

    desk.post(_address(night, "chips-in"), {"chips": "200", **new_key()})

    assert Ticket.objects.filter(holder=night.players[0]).count() == 2


@pytest.mark.parametrize(
    ("do", "sent", "said"),
    [
        ("tickets", {"paid": "1500"}, "Take a multiple of $10.00: $10.00 or $20.00."),
        ("chips-in", {"chips": "100"}, "has 0 chips but needs 100"),
    ],
)
def test_what_the_raffle_refuses_is_said_on_the_desks_page(do: str, sent: dict[str, str], said: str):
    night, desk = _night()

    answer = desk.post(_address(night, do), {**sent, **new_key()})

    assert answer.status_code == 422
    assert said in text_of(answer)
    assert f'action="{_address(night, do)}"' in text_of(answer)


def test_chips_that_are_refused_stand_in_their_field_though_the_player_has_none():
    night, desk = _night()

    answer = desk.post(_address(night, "chips-in"), {"chips": "100", **new_key()})

    assert 'name="chips" value="100"' in text_of(answer)
    assert "Take the chips, give the tickets" in text_of(answer)


@pytest.mark.parametrize("do", ["tickets", "chips-in"])
def test_a_sale_that_comes_after_the_sales_closed_is_refused_there(do: str):
    night, desk = _night()
    night.freeze()

    answer = desk.post(_address(night, do), {"paid": "1000", "chips": "100", **new_key()})

    assert answer.status_code == 409
    assert "Tickets can no longer be sold, placed, moved or taken back." in text_of(answer)
    assert Ticket.objects.count() == 10


@pytest.mark.parametrize("do", ["correct", "lunch"])
def test_what_has_no_form_cannot_be_sent(do: str):
    night, desk = _night()

    answer = desk.post(_address(night, do), new_key())

    assert answer.status_code == 404
    assert f"Nothing called {do} can be sent here." in text_of(answer)


def test_an_action_that_there_is_not_cannot_be_opened():
    night, desk = _night()

    answer = desk.get(_address(night, "lunch"))

    assert answer.status_code == 404
    assert "The desk does nothing called lunch." in text_of(answer)


def _night() -> tuple[RaffleNight, Client]:
    """The first player has no tickets yet, the second has ten in a bucket."""
    night = RaffleNight()
    night.sell(1)
    night.place(1, B1=10)
    return night, staff_client(night, Role.DESK)


def _address(night: RaffleNight, do: str) -> str:
    return reverse("bank:action", kwargs={"code": night.event.code, "player": night.codes[0], "do": do})
