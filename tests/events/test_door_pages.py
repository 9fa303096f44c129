"""The door's and the players' pages, through HTTP."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.rulebook import load_rulebook
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from tests.answers import text_of
from tests.factories import make_event, make_player, make_players, make_staff
from tests.papers import paper_of

pytestmark = pytest.mark.django_db


def test_the_desk_adds_somebody_and_checks_them_in(desk: Client, event: Event):
    added = desk.post(f"/staff/{event.code}/players/add/", {"full_name": "Ann Bee", "request_id": uuid4()})
    checked = desk.post(f"/staff/{event.code}/players/P001/check-in/")
    twice = desk.post(f"/staff/{event.code}/players/P001/check-in/")
    listed = text_of(desk.get(f"/staff/{event.code}/players/"))

    assert added["Location"] == f"/staff/{event.code}/desk/P001/"
    assert (checked.status_code, twice.status_code) == (302, 409)
    assert "1 of 1 people are checked in" in listed
    desk.post(f"/staff/{event.code}/players/P001/check-in/undo/")
    assert not Player.objects.get().is_checked_in


def test_a_player_whose_form_is_sent_twice_is_added_once(desk: Client, event: Event):
    address, form = f"/staff/{event.code}/players/add/", {"full_name": "Ann Bee", "request_id": uuid4()}

    first, again = desk.post(address, form), desk.post(address, form)
    other = desk.post(address, form | {"full_name": "Bob Cee"})

    assert first["Location"] == again["Location"] == f"/staff/{event.code}/desk/P001/"
    assert (other.status_code, event.players.count()) == (422, 1)


def test_who_sells_nothing_is_led_to_the_page_of_somebody_new(client: Client, event: Event):
    client.force_login(make_staff(event, Role.FLOOR))

    added = client.post(f"/staff/{event.code}/players/add/", {"full_name": "Ann Bee", "request_id": uuid4()})

    assert added["Location"] == f"/staff/{event.code}/players/P001/"


def test_a_program_may_send_a_key_with_a_new_player(desk: Client, event: Event):
    address, sent = f"/api/v1/events/{event.code}/players/", {"full_name": "Ann Bee"}
    key = {"Idempotency-Key": str(uuid4())}

    first, again = (desk.post(address, sent, "application/json", headers=key) for _ in range(2))
    without = desk.post(address, sent, "application/json")

    assert (first.status_code, first.json()) == (201, again.json())
    assert again["Idempotency-Replayed"] == "true"
    assert (without.status_code, event.players.count()) == (201, 2)


def test_a_player_without_a_name_is_refused(desk: Client, event: Event):
    answer = desk.post(f"/staff/{event.code}/players/add/", {"full_name": " "})

    assert (answer.status_code, event.players.count()) == (422, 0)


def test_a_player_is_renamed_and_signed_up_with_a_partner(desk: Client, event: Event):
    ann, bob = make_player(event, "Ann Bee"), make_player(event, "Bob Cee")
    address = f"/staff/{event.code}/players/{ann.code}/"

    desk.post(address, {"full_name": "Anna Bee", "email": "", "code_name": "Fox", "is_minor": "on"})
    refused = desk.post(f"{address}sign-up/", {"kind": "euchre", "partner": "P999"})
    desk.post(f"{address}sign-up/", {"kind": "euchre", "partner": bob.code})
    page = text_of(desk.get(address))

    assert refused.status_code == 404
    assert "No player of" in text_of(refused)
    assert "Anna Bee" in page
    assert "Shown in public as Fox" in page
    assert "Euchre with Bob Cee" in page
    desk.post(f"{address}sign-off/euchre/")
    assert not ann.sign_ups.exists()


@pytest.mark.parametrize("kind", ["chess", "euchre"])
def test_signing_off_from_what_was_never_signed_up_is_not_found(desk: Client, event: Event, kind: str):
    player = make_player(event)

    assert desk.post(f"/staff/{event.code}/players/{player.code}/sign-off/{kind}/").status_code == 404


def test_a_card_has_the_link_as_qr_code_and_the_four_figures(desk: Client, event: Event):
    ann, bob = make_players(event, 2)

    everybody = paper_of(desk.get(f"/staff/{event.code}/print/cards.pdf"))
    one = paper_of(desk.get(f"/staff/{event.code}/print/cards.pdf?player={ann.code}"))

    assert len(everybody.codes()) == 2
    assert f"PIN {ann.pin}" in one.text
    assert f"PIN {bob.pin}" not in one.text
    assert ann.token not in one.text


def test_the_rulebook_has_every_rule_once_with_its_id_as_anchor(client: Client, event: Event):
    anchors = re.findall(r'id="([A-Z]+-\d+)"', text_of(client.get(f"/e/{event.code}/rules/")))

    assert len(anchors) == len(set(anchors))
    assert set(anchors) == set(load_rulebook())


def test_the_rulebook_begins_with_the_documents_of_the_house(client: Client, event: Event):
    page = client.get(f"/e/{event.code}/rules/")
    own, others = text_of(page).split("Rules of other houses")

    assert all(f'id="{rule}"' in own for rule in ("WLIA-3", "EUC-7", "STD-1"))
    assert 'id="WAS-1"' in others
    assert "Our reading." in own


@pytest.mark.parametrize(
    "address", ["/staff/{code}/players/", "/staff/{code}/print/cards.pdf", "/staff/{code}/print/", "/organise/"]
)
def test_a_list_costs_as_many_queries_for_three_as_for_one(
    client: Client, event: Event, address: str, django_assert_num_queries
):
    staff = make_staff(event)
    client.force_login(staff)
    address = address.format(code=event.code)
    make_player(event, checked_in=True)
    with CaptureQueriesContext(connection) as for_one:
        client.get(address)

    make_players(event, 2, checked_in=True)
    for _ in range(2):
        make_event().role_grants.create(user=staff, role=Role.DESK)

    with django_assert_num_queries(len(for_one)):
        client.get(address)


def test_the_players_page_costs_nine_queries(desk: Client, event: Event, django_assert_num_queries):
    make_players(event, 3)

    with django_assert_num_queries(9):  # session, user, event, roles; counts, number, players, sign-ups
        desk.get(f"/staff/{event.code}/players/")
