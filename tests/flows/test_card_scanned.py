"""A card that is scanned opens the guest at the desk for whoever checks people in, and the guest's own page else."""

from __future__ import annotations

import pytest
from django.test import Client

from eventnight.core.roles import Role
from tests.factories import make_event, make_player, make_staff
from tests.papers import paper_of

pytestmark = pytest.mark.django_db

AT_THE_DOOR = (Role.ORGANISER, Role.DESK, Role.FLOOR)


@pytest.fixture
def player():
    return make_player(make_event())


def scanned(client: Client, player) -> str:
    """Where the code on the card leads."""
    answer = client.get(f"/p/{player.token}/card/")
    assert answer.status_code == 302
    assert "private" in answer["Cache-Control"]
    return answer["Location"]


def test_a_guest_s_phone_opens_the_guest_s_own_page(client, player):
    assert scanned(client, player) == f"/p/{player.token}/"


@pytest.mark.parametrize("role", AT_THE_DOOR)
def test_a_phone_of_staff_at_the_door_opens_the_guest_at_the_desk(client, player, role):
    client.force_login(make_staff(player.event, role))

    at_the_desk = scanned(client, player)

    assert at_the_desk == f"/staff/{player.event.code}/desk/{player.code}/"
    assert player.person.full_name in client.get(at_the_desk).content.decode()


@pytest.mark.parametrize("role", [role for role in Role if role not in AT_THE_DOOR])
def test_other_staff_open_the_page_that_the_guest_has(client, player, role):
    client.force_login(make_staff(player.event, role))

    assert scanned(client, player) == f"/p/{player.token}/"


def test_staff_of_another_night_are_nobody_here(client, player):
    client.force_login(make_staff(make_event(), Role.DESK))

    assert scanned(client, player) == f"/p/{player.token}/"


def test_a_card_that_was_replaced_opens_nothing_even_for_staff(client, player):
    client.force_login(make_staff(player.event, Role.DESK))

    assert client.get("/p/no-such-card/card/").status_code == 404


def test_the_printed_code_and_the_one_on_the_guest_s_page_are_the_card_s(client, player):
    client.force_login(make_staff(player.event, Role.DESK))

    printed = paper_of(client.get(f"/staff/{player.event.code}/print/cards.pdf"))
    shown = client.get(f"/p/{player.token}/")

    assert printed.codes() == [shown.context["address"]] == [f"http://testserver/p/{player.token}/card/"]
