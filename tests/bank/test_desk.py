"""The desk and the till as pages: what they show, what a press does, what is refused and kept."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from eventnight.bank.ledger.refs import player_chips, safe
from eventnight.bank.models import Entry
from eventnight.bank.selectors import fund_total
from eventnight.bank.services import record_donation, sell_rebuy, sell_tickets, sit_down
from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from tests.answers import text_of
from tests.bank.nights import Night, night_with_stacks
from tests.factories import make_player, make_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return night_with_stacks(2)


@pytest.fixture
def desk(night: Night) -> Client:
    client = Client()
    client.staff = make_staff(night.event, Role.DESK)
    client.force_login(client.staff)
    return client


def address(night: Night, *parts: object) -> str:
    return "/".join(["/staff", night.event.code, *map(str, parts), ""])


def test_the_desk_finds_a_player_and_opens_the_only_one_found(night: Night, desk: Client):
    make_player(night.event, "Priya Singh")
    make_player(night.event, "Prudence West")

    both = desk.get(address(night, "desk"), {"q": "pr"})
    one = desk.get(address(night, "desk"), {"q": "priya"})

    assert "Priya Singh" in text_of(both)
    assert "Prudence West" in text_of(both)
    assert one.status_code == 302
    assert one.url == address(night, "desk", "P003")
    assert "Nobody matches zebra" in text_of(desk.get(address(night, "desk"), {"q": "zebra"}))


def test_a_player_without_a_first_stack_is_offered_it_and_others_a_rebuy(night: Night, desk: Client):
    newcomer = make_player(night.event)

    assert "Give 1,000" in text_of(desk.get(address(night, "desk", newcomer.code)))
    assert "Take $10, give 1,000" in text_of(desk.get(address(night, "desk", night.codes[0])))


def test_a_sale_says_what_it_will_do_before_it_is_done(night: Night, desk: Client):
    page = text_of(desk.get(address(night, "desk", night.codes[0], "rebuy"), {"quantity": 2}))

    for shown in ("$20.00", "2,000", "× 28", "× 20", "holds 3,000 afterwards", "Take $20, give 2,000"):
        assert shown in page


def test_while_the_number_is_chosen_only_the_action_is_sent(night: Night, desk: Client):
    answer = desk.get(address(night, "desk", night.codes[0], "rebuy"), {"quantity": 3}, headers={"HX-Request": "true"})

    assert answer.content.decode().strip().splitlines()[-1] == "</div>"
    assert "<html" not in text_of(answer)
    assert "Take $30, give 3,000" in text_of(answer)


def test_a_rebuy_is_sold_once_however_often_it_is_pressed(night: Night, desk: Client):
    url = address(night, "desk", night.codes[0], "rebuy")
    form = {"quantity": 2, "shown": 2, "request_id": uuid4()}

    answers = [desk.post(url, form) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert night.holds(player_chips(night.codes[0])) == 3000
    page = text_of(desk.get(answers[0].url))
    assert "Re-buy for" in page
    assert address(night, "desk", "entries", 3, "undo") in page


def test_a_number_whose_amounts_were_not_shown_is_not_sold(night: Night, desk: Client):
    answer = desk.post(
        address(night, "desk", night.codes[0], "rebuy"), {"quantity": 5, "shown": 2, "request_id": uuid4()}
    )

    assert answer.status_code == 422
    assert "Take $50, give 5,000" in text_of(answer)
    assert night.holds(player_chips(night.codes[0])) == 1000


BAD_NUMBERS = ["5.00", "5,00", "٣", "", "1e3", "-5", "0", "100", "9" * 20]


@pytest.mark.parametrize("typed", BAD_NUMBERS)
@pytest.mark.parametrize("by_script", [True, False], ids=["by script", "plain form"])
def test_a_number_of_rebuys_that_is_none_is_refused_and_stays_as_typed(
    night: Night, desk: Client, typed: str, by_script: bool
):
    url = address(night, "desk", night.codes[0], "rebuy")
    if by_script:
        answer = desk.get(url, {"quantity": typed}, headers={"HX-Request": "true"})
    else:
        answer = desk.post(url, {"quantity": typed, "shown": "1", "request_id": uuid4()})

    page = text_of(answer)
    assert answer.status_code == (200 if by_script else 422)
    assert f'name="quantity" value="{typed}"' in page
    assert 'aria-invalid="true" aria-describedby="id_quantity_error"' in page
    assert re.search(r"(plain digits|1 to 99)", page)
    assert "Take $" not in page
    assert "Show the amounts" in page
    assert night.holds(player_chips(night.codes[0])) == 1000


def test_a_donation_on_top_that_is_none_is_refused_and_stays_as_typed(night: Night, desk: Client):
    url = address(night, "desk", night.codes[0], "rebuy")

    page = text_of(desk.get(url, {"quantity": "2", "donation": "5,00"}, headers={"HX-Request": "true"}))

    assert 'value="5,00"' in page
    assert "Enter the amount in plain digits" in page
    assert "Take $" not in page


def test_a_number_put_right_without_script_is_shown_before_it_is_sold(night: Night, desk: Client):
    url = address(night, "desk", night.codes[0], "rebuy")

    shown = desk.post(url, {"quantity": "5", "shown": "", "request_id": uuid4()})
    sold = desk.post(url, {"quantity": "5", "shown": "5", "request_id": uuid4()})

    assert (shown.status_code, sold.status_code) == (422, 302)
    assert "Take $50, give 5,000" in text_of(shown)


def test_a_donation_is_confirmed_with_its_amount(night: Night, desk: Client):
    url = address(night, "desk", night.codes[0], "donation")

    told = text_of(desk.post(url, {"paid": "5.00", "request_id": uuid4()}, follow=True))

    assert re.search(r"Donation of \$5\.00 for .+ booked, receipt \d+", told)


def test_a_second_first_stack_is_refused_on_the_page_with_its_rule(night: Night, desk: Client):
    answer = desk.post(address(night, "desk", night.codes[0], "first-stack"), {"request_id": uuid4()})

    assert answer.status_code == 409
    assert "had the first stack at" in text_of(answer)
    assert "WLIA-2" in text_of(answer)


def test_a_donation_is_typed_in_units_and_kept_in_cents(night: Night, desk: Client):
    url = address(night, "desk", night.codes[0], "donation")

    assert desk.post(url, {"paid": "12.50", "request_id": uuid4()}).status_code == 302
    refused = desk.post(url, {"paid": "0", "request_id": uuid4()})

    assert fund_total(night.event.pk) == 1250
    assert refused.status_code == 400


@pytest.mark.parametrize("do", ["tickets", "chips-in"])
def test_tickets_are_sent_to_the_desk_as_everything_else(night: Night, desk: Client, do: str):
    here = address(night, "desk", night.codes[0], do)

    page = text_of(desk.get(here))
    incomplete = desk.post(here, {"request_id": uuid4()})

    assert f'action="{here}"' in page
    assert 'name="request_id"' in page
    assert incomplete.status_code == 422
    assert f'action="{here}"' in text_of(incomplete)


def test_own_recent_entries_are_undone_by_one_press(night: Night, desk: Client):
    me = Actor.of(desk.staff)
    url = address(night, "desk", night.codes[0], "rebuy")
    desk.post(url, {"quantity": 1, "shown": 1, "request_id": uuid4()})
    entry = Entry.objects.get(event=night.event, actor_code=me.code)

    page = text_of(desk.get(address(night, "desk")))
    undone = desk.post(address(night, "desk", "entries", entry.sequence, "undo"), {"request_id": uuid4()})

    assert page.count(f'action="{address(night, "desk", "entries", entry.sequence, "undo")}"') == 2
    assert undone.status_code == 302
    assert night.holds(player_chips(night.codes[0])) == 1000


@pytest.mark.parametrize(
    "page", ["staff/{}/desk/entries", "staff/{}/chips/entries", "staff/{}/raffle/entries", "organise/{}/fund"]
)
def test_a_page_that_undoes_an_entry_shows_it_and_is_not_there_without_one(night: Night, page: str):
    client, base = Client(), f"/{page.format(night.event.code)}"
    client.force_login(make_staff(night.event, Role.ORGANISER))
    entry = night.post(sell_rebuy, player_code=night.codes[0], paid=1000).entry

    shown, absent = client.get(f"{base}/{entry.sequence}/undo/"), client.get(f"{base}/99999/undo/")

    name = night.event.players.get(code=night.codes[0]).person.full_name
    assert f"<b>Re-buy 1,000, {name}</b>" in text_of(shown)
    assert (absent.status_code, "The books have no entry 99999" in text_of(absent)) == (404, True)


def test_others_entries_offer_no_undo_and_refuse_it(night: Night, desk: Client):
    assert "Undo First stack" not in text_of(desk.get(address(night, "desk")))

    refused = desk.post(address(night, "desk", "entries", 1, "undo"), {"request_id": uuid4()})

    assert refused.status_code == 403
    assert "made by somebody else" in text_of(refused)


def test_the_correct_key_lists_the_players_entries(night: Night, desk: Client):
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000)
    night.post(sell_rebuy, player_code=night.codes[1], paid=3000)

    page = desk.get(address(night, "desk", night.codes[0], "correct"), headers={"HX-Request": "true"})

    assert "Re-buy 1,000" in text_of(page)
    assert "3,000" not in text_of(page)


def test_a_large_correction_is_signed_by_a_second_person_with_their_password(night: Night, desk: Client):
    large = night.post(record_donation, paid=50_000, by=Actor.of(desk.staff)).entry
    organiser = make_staff(night.event, Role.ORGANISER)
    boss = Client()
    boss.force_login(organiser)
    url = address(night, "desk", "entries", large.sequence, "undo")
    form = {"reason": "typed a nought too many", "second": desk.staff.username, "request_id": uuid4()}

    alone = boss.post(url, {"request_id": uuid4()})
    wrong = boss.post(url, {**form, "password": "guess"})
    right = boss.post(url, {**form, "password": "card-night"})

    assert (alone.status_code, wrong.status_code, right.status_code) == (422, 422, 302)
    assert "second person" in text_of(alone)
    for answer in (alone, wrong):
        assert "Second person</label>" in text_of(answer)
        assert "Their password</label>" in text_of(answer)
    correction = Entry.objects.get(reverses=large)
    assert (correction.second_code, correction.reason) == (Actor.of(desk.staff).code, "typed a nought too many")


def test_the_till_is_opened_counted_and_closed(night: Night, desk: Client):
    desk.post(address(night, "till", "open"), {"float_paid": "50.00", "request_id": uuid4()})
    night.post(sell_rebuy, player_code=night.codes[0], paid=2000)

    counted = text_of(desk.post(address(night, "till", "count"), {"counted": "70.00", "request_id": uuid4()}))
    short = desk.post(address(night, "till", "close"), {"counted": "69.00", "request_id": uuid4()})
    closed = desk.post(address(night, "till", "close"), {"counted": "70.00", "request_id": uuid4()})

    assert "The count agrees with the books" in counted
    assert short.status_code == 422
    assert "$1.00 too little" in text_of(short)
    assert 'Second person <span class="muted">optional</span>' in counted
    for label in ("Reason for a difference", "Second person", "Their password"):
        assert f"{label}</label>" in text_of(short)
    assert closed.status_code == 302
    assert night.holds(safe()) == 7000
    assert "Open again" in text_of(desk.get(address(night, "till")))


def test_a_desk_may_work_at_another_till(night: Night, desk: Client):
    assert desk.post(address(night, "till", "choose"), {"till": "T2"}).status_code == 302
    desk.post(address(night, "desk", night.codes[0], "rebuy"), {"quantity": 1, "shown": 1, "request_id": uuid4()})

    assert Entry.objects.get(event=night.event, kind="rebuy").till == "T2"
    assert desk.post(address(night, "till", "choose"), {"till": "purse"}).status_code == 422


def test_the_floor_may_look_and_check_in_but_not_sell(night: Night):
    floor = Client()
    floor.force_login(make_staff(night.event, Role.FLOOR))

    page = floor.get(address(night, "desk", night.codes[0]))

    assert page.status_code == 200
    assert "Check in" in text_of(page)
    assert "What the desk can do" not in text_of(page)
    assert "give 1,000" not in text_of(page)
    assert floor.get(address(night, "desk", night.codes[0], "rebuy")).status_code == 403


def test_a_stranger_signs_in_first(night: Night):
    assert Client().get(address(night, "desk")).status_code == 302


@pytest.mark.parametrize("entries", [1, 3])
def test_the_desk_costs_the_same_with_one_entry_and_with_three(
    entries: int, django_assert_num_queries: DjangoAssertNumQueries
):
    night = Night(players=3)
    client = Client()
    client.force_login(make_staff(night.event, Role.DESK))
    for code in night.codes[:entries]:
        night.post(sell_rebuy, player_code=code, paid=1000)
        night.post(sell_tickets, player_code=code, paid=1000)
        night.post(sit_down, player_code=code, seat=f"T1-{code}", chips=100)
    client.get(address(night, "desk", night.codes[0]))

    with django_assert_num_queries(18):
        client.get(address(night, "desk", night.codes[0]))
