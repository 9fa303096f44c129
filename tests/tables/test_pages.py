"""The pages of the tables, with and without scripts."""

from __future__ import annotations

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.house_settings import ChipColour
from eventnight.events.services import update_settings
from tables import services
from tables.models import Bet, Hand, Spin, Table
from tables.services import NewBet
from tests.answers import text_of
from tests.factories import NOW, SYSTEM, make_event, make_staff
from tests.tables.evening import (
    BOARD,
    by_staff,
    chips_of,
    hand_of,
    make_holder,
    open_table,
    open_wheel,
    put_in,
    seat_people,
    stacks,
)

pytestmark = pytest.mark.django_db


def signed_in(event, role: Role = Role.TABLES) -> Client:
    client = Client()
    client.force_login(make_staff(event, role))
    return client


def address(table: Table, name: str, **more: int) -> str:
    return reverse(f"tables:{name}", kwargs={"code": table.event.code, "table_id": table.pk, **more})


def hand_fields(**more: object) -> dict[str, object]:
    """Two players at the showdown on a board, as the form sends them."""
    return {
        "request_id": str(uuid4()),
        "number": 1,
        "button": 1,
        "board": BOARD,
        "paid_1": "205",
        "end_1": "live",
        "cards_1": "Ks 9d",
        "paid_2": "205",
        "end_2": "live",
        "cards_2": "AsAd",
        **more,
    }


def two_at_a_table() -> Table:
    table = open_table(make_event())
    seat_people(table, {1: 500, 2: 500})
    return table


def shown_on(page) -> str:
    """The digest that the button of a preview sends."""
    return page.context["plan"].digest


def test_an_empty_night_says_what_to_do_first_and_opens_both_kinds_of_table():
    event = make_event()
    client = signed_in(event)

    assert b"No table is open" in client.get(reverse("tables:list", args=[event.code])).content

    card = {
        "request_id": uuid4(),
        "game": "holdem",
        "house": "wlia",
        "small_blind": 5,
        "big_blind": 10,
        "seats_count": 9,
    }
    wheel = {"request_id": uuid4(), "wheel": "american", "catalogue": "house", "lowest_bet": 5, "tray": "20,000"}
    opened = client.post(
        reverse("tables:open_poker", args=[event.code]), {f"poker-{name}": value for name, value in card.items()}
    )
    client.post(
        reverse("tables:open_roulette", args=[event.code]), {f"roulette-{name}": value for name, value in wheel.items()}
    )

    assert opened.url == address(Table.objects.get(kind="poker"), "table")
    page = client.get(reverse("tables:list", args=[event.code])).content.decode()
    assert "Texas hold&#x27;em, 5/10" in page
    assert "American wheel, 5 and more a bet" in page


def test_the_form_of_a_new_table_starts_with_the_stakes_of_the_night():
    event = make_event(house="angies")

    page = signed_in(event).get(reverse("tables:open_poker", args=[event.code])).content.decode()

    assert '<option value="limit-2-4" selected>' in page
    assert '<option value="A" selected>' in page


def test_a_player_sits_down_by_name_buys_in_again_and_leaves():
    table = open_table(make_event())
    player, client = make_holder(table.event, "Owen Dee"), signed_in(table.event)

    assert b"Owen Dee" in client.get(address(table, "table") + "?seat=3").content
    client.post(
        address(table, "sit", seat=3), {"request_id": uuid4(), "player": f"{player.code} Owen Dee", "chips": "400"}
    )
    client.post(address(table, "top_up", seat=3), {"request_id": uuid4(), "chips": "100"})
    page = client.get(address(table, "table") + "?seat=3").content.decode()

    assert "Leave with 500" in page
    client.post(address(table, "leave", seat=3), {"request_id": uuid4()})
    assert chips_of(player) == 1000


def test_a_refused_seat_keeps_what_was_entered():
    table = open_table(make_event())
    player = make_holder(table.event, "Owen Dee")

    answer = signed_in(table.event).post(
        address(table, "sit", seat=3), {"request_id": uuid4(), "player": "Owen", "chips": "1,200"}
    )

    assert answer.status_code == 422
    assert 'value="1,200"' in answer.content.decode()
    assert "200 chips short" in answer.content.decode()
    assert chips_of(player) == 1000


def test_a_name_that_several_players_bear_asks_for_the_code():
    table = open_table(make_event())
    for name in ("Owen Dee", "Owen Eff"):
        make_holder(table.event, name)

    answer = signed_in(table.event).post(
        address(table, "sit", seat=3), {"request_id": uuid4(), "player": "owen", "chips": "100"}
    )

    assert "Enter the code" in answer.content.decode()


def test_a_hand_is_looked_at_first_and_then_paid_out():
    table = two_at_a_table()
    client, fields = signed_in(table.event), hand_fields()

    preview = client.post(address(table, "hand"), fields)
    text = preview.content.decode()

    assert "Seat 1 wins with two pair, kings and nines, eight kicker." in text
    assert "Pay out 410" in text
    assert stacks(table)[1] == 500

    paid = client.post(address(table, "hand"), {**fields, "shown": shown_on(preview)})
    again = client.post(address(table, "hand"), {**fields, "shown": shown_on(preview)})

    assert paid.status_code == again.status_code == 302
    assert (stacks(table)[1], stacks(table)[2], Hand.objects.count()) == (705, 295, 1)


def test_the_preview_follows_what_is_entered_without_booking():
    table = two_at_a_table()
    client = signed_in(table.event)

    unfinished = client.post(address(table, "preview_hand"), hand_fields(cards_2="", board="Kh 9c"))
    finished = client.post(address(table, "preview_hand"), hand_fields())

    assert unfinished.status_code == finished.status_code == 200
    assert b"The board has 2 cards" in unfinished.content
    assert b"data-form-errors" not in unfinished.content
    assert b"Pay out 410" in finished.content
    assert not Hand.objects.exists()


def test_a_hand_changed_after_the_preview_shows_the_new_plan_instead_of_paying():
    table = two_at_a_table()
    client = signed_in(table.event)
    preview = client.post(address(table, "hand"), hand_fields())

    answer = client.post(address(table, "hand"), hand_fields(paid_1="100", paid_2="100", shown=shown_on(preview)))

    assert answer.status_code == 409
    assert b"Look at the new plan" in answer.content
    assert b"Pay out 200" in answer.content
    assert stacks(table)[1] == 500


@pytest.mark.parametrize(
    ("entered", "status", "words"),
    [
        ({"paid_1": "505", "paid_2": "505"}, 422, "Seat 1, Pat Seat1, has 500 and 505 are entered"),
        ({"cards_1": "Zz"}, 422, "“Zz” is not a card"),
        ({"cards_1": "As Kd"}, 422, "As appears in seat 1 and in seat 2"),
        ({"paid_1": "-5"}, 422, "Enter 0 at least"),
        ({"end_1": "away"}, 422, "is not on the list"),
        ({"end_2": "folded"}, 422, "Cards are entered for a folded hand"),
        ({"end_2": "out", "cards_2": ""}, 422, "entered for a seat that was not dealt in"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_on_its_form(entered, status, words):
    table = two_at_a_table()

    answer = signed_in(table.event).post(address(table, "hand"), hand_fields(**entered))

    assert answer.status_code == status
    assert words in answer.content.decode()
    assert 'value="Kh 9c 4d 8s 2h"' in answer.content.decode()


def test_a_stale_form_says_who_settled_the_hand():
    table = two_at_a_table()
    client = signed_in(table.event)
    preview = client.post(address(table, "hand"), hand_fields())
    services.settle_hand(table=table, number=1, end=hand_of(put_in(1, 10), put_in(2, 5, folded=True)), **by_staff())

    answer = client.post(address(table, "hand"), hand_fields(shown=shown_on(preview)))

    assert answer.status_code == 409
    assert "by Nora" in answer.content.decode()


def test_the_last_hand_is_taken_back_from_the_page_by_who_settled_it():
    table = two_at_a_table()
    client, fields = signed_in(table.event), hand_fields()
    preview = client.post(address(table, "hand"), fields)
    client.post(address(table, "hand"), {**fields, "shown": shown_on(preview)})

    client.post(address(table, "undo_hand", number=1), {"request_id": uuid4(), "reason": ""})

    assert stacks(table)[1] == 500
    assert b"Undone" in client.get(address(table, "table")).content


def test_the_posted_schedule_hangs_at_the_table():
    table = open_table(make_event(house="angies"), small_blind=1, big_blind=2, limit="limit-2-4", fee_schedule="A")

    page = text_of(signed_in(table.event).get(address(table, "table")))

    assert "Schedule A, $2-$4" in page
    assert "7–10" in page


def test_bets_are_tapped_shown_and_paid():
    table = open_wheel(make_event())
    player, client = make_holder(table.event, "Hana Kay"), signed_in(table.event)

    found = client.get(address(table, "roulette") + "?find=hana", follow=True)
    assert f'value="{player.code}" data-name="Hana Kay" checked' in text_of(found)
    tapped = f'[{{"who": "{player.code}", "bet": "split 8-11", "chips": 20}}]'
    client.post(address(table, "place_bets"), {"request_id": uuid4(), "bets": tapped})
    client.post(address(table, "place_bets"), {"request_id": uuid4(), "who": player.code, "chip": "50", "bet": "black"})
    plan = client.get(address(table, "roulette") + "?pocket=8").content.decode()

    assert "+390" in plan
    assert "The tray goes from 20,000 to 19,610." in plan
    assert "Pay 390" in plan
    assert "Take 70" in client.get(address(table, "roulette") + "?pocket=9").content.decode()
    client.post(address(table, "spin"), {"request_id": uuid4(), "number": 1, "pocket": "8"})
    assert chips_of(player) == 1390
    assert "Undo spin 1, 8" in client.get(address(table, "roulette")).content.decode()

    client.post(address(table, "undo_spin", number=1), {"request_id": uuid4()})
    bet = Bet.objects.order_by("id").first()
    client.post(address(table, "withdraw_bet", bet_id=bet.pk))
    assert (chips_of(player), Spin.objects.filter(undone_at=None).count()) == (1000, 0)


def test_chips_at_the_mat_have_the_colours_of_the_night():
    event = make_event()
    chips = (ChipColour(colour="pink", value=5), ChipColour(colour="teal", value=25))
    bank = replace(event.house_settings.bank, chip_set=chips)
    update_settings(event=event, settings=replace(event.house_settings, bank=bank), press=Press(SYSTEM, NOW))
    table = open_wheel(event)
    player = make_holder(event, "Hana Kay")
    services.place_bets(table=table, bets=[NewBet(player, "straight 8", 5), NewBet(player, "odd", 30)], **by_staff())

    page = signed_in(event).get(address(table, "roulette") + "?find=hana", follow=True).content.decode()

    assert re.findall(r'class="chip chip-(\w+)"[^>]*aria-label="\w+ (\d+)"', page) == [
        *(("pink", "5"), ("teal", "30")),
        *(("pink", "5"), ("teal", "25")),
    ]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"bets": '[{"who": 1}]'}, "These bets cannot be read"),
        ({"bets": "not json"}, "Enter a valid JSON"),
        ({"bet": "red"}, "Choose whose bet it is"),
        ({}, "No bet was entered"),
        ({"who": "P001", "chip": "5", "bet": "split 3-4"}, "is not a bet on the mat"),
    ],
)
def test_bets_that_cannot_be_are_refused_on_the_mat(fields, words):
    table = open_wheel(make_event())
    player = make_holder(table.event)
    services.place_bets(table=table, bets=[NewBet(player, "odd", 10)], **by_staff())

    answer = signed_in(table.event).post(address(table, "place_bets"), {"request_id": uuid4(), **fields})

    assert answer.status_code in (400, 422)
    assert words in answer.content.decode()
    assert Bet.objects.count() == 1


def test_a_short_tray_is_refused_on_the_page_and_filled_there():
    table = open_wheel(make_event(), tray=100)
    player, client = make_holder(table.event), signed_in(table.event)
    services.place_bets(table=table, bets=[NewBet(player, "straight 8", 10)], **by_staff())

    refused = client.post(address(table, "spin"), {"request_id": uuid4(), "number": 1, "pocket": "8"})
    assert refused.status_code == 422
    assert "Fill the tray R1" in refused.content.decode()

    client.post(address(table, "fill_tray"), {"request_id": uuid4(), "chips": "250"})
    client.post(address(table, "spin"), {"request_id": uuid4(), "number": 1, "pocket": "8"})
    assert chips_of(player) == 1350


@pytest.mark.parametrize("name", ["list", "open_poker", "open_roulette"])
def test_pages_of_the_tables_are_for_the_roles_of_the_tables(name):
    event = make_event()
    url = reverse(f"tables:{name}", args=[event.code])

    assert Client().get(url).status_code == 302
    assert signed_in(event, Role.RAFFLE).get(url).status_code == 403
    assert [signed_in(event, role).get(url).status_code for role in (Role.TABLES, Role.FLOOR)] == [200, 200]


def test_a_table_of_another_night_or_kind_is_not_found():
    event = make_event()
    client = signed_in(event)
    strange, wheel = open_table(make_event()), open_wheel(event)

    assert client.get(reverse("tables:table", args=[event.code, strange.pk])).status_code == 404
    assert client.get(reverse("tables:table", args=[event.code, wheel.pk])).status_code == 404


@pytest.mark.parametrize("name", ["list", "table", "hand", "roulette"])
def test_pages_cost_the_same_queries_for_more_rows(name, django_assert_max_num_queries):
    event = make_event()
    table, wheel, client = open_table(event), open_wheel(event), signed_in(event)
    costs = []

    for seats in ((1, 2), (3, 4, 5)):
        people = seat_people(table, dict.fromkeys(seats, 100))
        for player in (make_holder(event), make_holder(event)):
            services.place_bets(table=wheel, bets=[NewBet(player, "red", 10)], **by_staff())
        number = len(costs) + 1
        end = hand_of(put_in(1, 10), put_in(2, 5, folded=True))
        services.settle_hand(table=table, number=number, end=end, **by_staff())
        url = {
            "list": reverse("tables:list", args=[event.code]),
            "table": address(table, "table") + "?seat=6",
            "hand": address(table, "hand"),
            "roulette": address(wheel, "roulette") + "?pocket=1",
        }[name]
        with django_assert_max_num_queries(20) as counted:
            assert client.get(url).status_code == 200
        costs.append(len(counted))
        assert people

    assert costs[0] == costs[1]


def test_chips_for_a_seat_that_has_become_free_are_refused_with_the_reason(client: Client):
    table = open_table(make_event("wlia"))
    client.force_login(make_staff(table.event, Role.TABLES))

    for chips in ("100", "x"):
        answer = client.post(
            reverse("tables:top_up", args=(table.event.code, table.pk, 3)), {"request_id": uuid4(), "chips": chips}
        )

        assert (answer.status_code, "Nobody sits on" in answer.content.decode()) == (422, True)
