"""Angie's table fee on the night: fixed by the players dealt in, taken from the pot, posted at the table."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine.errors import RuleError
from eventnight.bank.ledger.refs import house_chips
from eventnight.bank.selectors import balance_of
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.services import open_event
from tables import services
from tables.models import Hand
from tables.selectors import plan_hand, posted_schedule
from tests.factories import NOW, make_event
from tests.tables.evening import (
    STAFF,
    by_staff,
    chips_in_the_room,
    hand_of,
    open_table,
    put_in,
    seat_people,
    stacks,
)
from tests.tables.test_pages import signed_in

pytestmark = pytest.mark.django_db


def club_table(players: int, *, schedule: str = "A"):
    """A table at the club's 2-4 limit with that many people and 30 in chips each."""
    event = make_event(house="angies")
    table = open_table(event, small_blind=1, big_blind=2, seats_count=10, limit="limit-2-4", fee_schedule=schedule)
    seat_people(table, dict.fromkeys(range(1, players + 1), 30))
    return table


def one_pot(players: int, **more):
    """Seat 1 wins 10 from seat 2; everybody else is dealt in and folds without a bet."""
    others = (put_in(seat, 0, folded=True) for seat in range(3, players + 1))
    return hand_of(put_in(1, 10), put_in(2, 10, folded=True), *others, button=2, **more)


@pytest.mark.rule("ANG-36", "ANG-37")
@pytest.mark.parametrize(
    ("schedule", "players", "fee"),
    [("A", 4, 1), ("A", 5, 2), ("A", 6, 2), ("A", 7, 3), ("A", 10, 3), ("B", 4, 2), ("C", 10, 5)],
)
def test_the_fee_of_the_players_dealt_in_leaves_the_pot_for_the_house(schedule, players, fee):
    table = club_table(players, schedule=schedule)

    services.settle_hand(table=table, number=1, end=one_pot(players), **by_staff())

    assert (stacks(table)[1], stacks(table)[2]) == (40 - fee, 20)
    assert balance_of(table.event_id, house_chips()) == fee
    assert chips_in_the_room(table.event) == 40 * players


@pytest.mark.rule("ANG-37")
def test_those_who_sit_out_do_not_count_for_the_fee():
    table = club_table(7)
    end = one_pot(4)

    assert plan_hand(table, end).fee == 1


@pytest.mark.rule("ANG-37")
def test_the_posted_schedule_of_a_table_can_be_read_in_money_and_in_chips():
    table = club_table(2, schedule="B")

    posted = [(line.players_from, line.players_to, line.fee, line.chips) for line in posted_schedule(table)]

    assert posted == [(1, 4, 200, 2), (5, 6, 300, 3), (7, 10, 400, 4)]


@pytest.mark.rule("ANG-37")
def test_a_table_without_a_schedule_takes_nothing():
    table = open_table(make_event(house="angies"), small_blind=1, big_blind=2)
    seat_people(table, {1: 30, 2: 30})

    services.settle_hand(table=table, number=1, end=one_pot(2), **by_staff())

    assert posted_schedule(table) == ()
    assert stacks(table)[1] == 40


@pytest.mark.rule("ANG-37")
def test_a_fee_above_the_pot_is_refused_with_its_way_out():
    table = club_table(7)
    nobody_called = hand_of(*(put_in(seat, 1 if seat < 3 else 0, folded=seat != 1) for seat in range(1, 8)), button=7)

    with pytest.raises(UserFacingError) as refused:
        services.settle_hand(table=table, number=1, end=nobody_called, **by_staff())

    assert (refused.value.code, refused.value.facts) == ("fee_above_pot", {"fee": 3, "pot": 2})
    assert "“No fee”" in refused.value.message


@pytest.mark.rule("ANG-37")
def test_no_fee_is_taken_when_staff_say_why():
    table = club_table(7)
    nobody_called = hand_of(
        *(put_in(seat, 1 if seat < 3 else 0, folded=seat != 1) for seat in range(1, 8)),
        button=7,
        no_fee_because="only the blinds",
    )

    services.settle_hand(table=table, number=1, end=nobody_called, **by_staff())

    assert stacks(table)[1] == 31
    assert Hand.objects.get().no_fee_because == "only the blinds"
    assert balance_of(table.event_id, house_chips()) == 0


@pytest.mark.rule("ANG-36")
def test_at_the_charity_night_a_dollar_of_fee_is_a_hundred_in_chips():
    table = open_table(make_event(), fee_schedule="A")

    assert [line.chips for line in posted_schedule(table)] == [100, 200, 300]


@pytest.mark.rule("ANG-37")
def test_a_schedule_is_not_posted_where_its_fees_cannot_be_paid_in_chips():
    event = make_event(house="angies")

    with pytest.raises(UserFacingError) as refused:
        open_table(event, small_blind=25, big_blind=50, smallest_chip=25, fee_schedule="A")

    assert (refused.value.code, refused.value.facts["fee"]) == ("fee_not_payable", 1)


@pytest.mark.rule("ANG-37")
def test_a_chip_worth_more_than_the_fee_is_refused_by_the_engine():
    event = make_event(house="angies")
    event.settings["bank"] |= {"rebuy_price": 20000, "rebuy_chips": 20}
    event.save()

    with pytest.raises(RuleError) as refused:
        open_table(event, small_blind=1, big_blind=2, fee_schedule="A")

    assert refused.value.code == "fee_not_in_chips"


def own_price(*fees: int, limit: str = "limit-2-4", schedule: str = "A") -> dict[str, object]:
    return dict(zip(("few", "middle", "full"), fees, strict=True)) | {"limit": limit, "schedule": schedule}


@pytest.mark.rule("ANG-36")
def test_a_club_prices_one_limit_otherwise_in_its_set_up_and_the_others_stay():
    event = make_event(house="angies")
    client = signed_in(event, Role.ORGANISER)
    rows = {"limit": "limit-2-4", "schedule": "A", "few": "2", "middle": "4", "full": "6"}
    sent = {"limit": "limit-2-4", "fee_schedule": "A", "seats": 10, "game": "holdem", "ante_by": "each"}
    sent |= {
        "form-TOTAL_FORMS": 1,
        "form-INITIAL_FORMS": 0,
        **{f"form-0-{name}": value for name, value in rows.items()},
    }

    saved = client.post(reverse("events:setup_step", args=[event.code, "tables"]), sent)

    assert saved.status_code == 302
    event.refresh_from_db()
    tables = [
        open_table(event, limit=limit, fee_schedule=schedule, small_blind=None, big_blind=None)
        for limit, schedule in (("limit-2-4", "A"), ("limit-2-4", "B"), ("limit-4-8", "A"))
    ]
    assert [[line.fee for line in posted_schedule(table)] for table in tables] == [
        [200, 400, 600],
        [200, 300, 400],
        [100, 200, 300],
    ]
    seat_people(tables[0], {1: 30, 2: 30, 3: 30})
    assert services.settle_hand(table=tables[0], number=1, end=one_pot(3), **by_staff()).hand.fee == 2


@pytest.mark.rule("ANG-36")
def test_a_program_prices_one_limit_otherwise_and_a_table_that_is_open_keeps_its_fees():
    event = make_event(house="angies")
    before = open_table(event, limit="limit-2-4", fee_schedule="A", small_blind=None, big_blind=None)

    changed = signed_in(event, Role.ORGANISER).patch(
        f"/api/v1/events/{event.code}/settings/",
        {"tables": {"own_fees": [own_price(50, 100, 200)]}},
        "application/json",
    )

    assert changed.status_code == 200, changed.content
    event.refresh_from_db()
    with pytest.raises(RuleError, match="not a whole number of chips"):
        open_table(event, limit="limit-2-4", fee_schedule="A", small_blind=None, big_blind=None)
    before.refresh_from_db()
    assert [line.fee for line in posted_schedule(before)] == [100, 200, 300]


@pytest.mark.rule("ANG-36")
@pytest.mark.parametrize(
    ("fees", "told"),
    [
        ([(300, 200, 400)], "fees never fall"),
        ([(100, 200, 300), (200, 200, 200)], "twice on one schedule"),
    ],
)
def test_fees_that_fall_or_are_named_twice_are_refused(fees, told):
    event = make_event(house="angies")

    refused = signed_in(event, Role.ORGANISER).patch(
        f"/api/v1/events/{event.code}/settings/",
        {"tables": {"own_fees": [own_price(*each) for each in fees]}},
        "application/json",
    )

    assert (refused.status_code, refused.json()["rules"]) == (422, ["ANG-36"])
    assert told in refused.json()["detail"]


@pytest.mark.rule("ANG-37")
def test_everybody_reads_the_schedule_on_the_night_s_page_and_on_the_table_s():
    event = make_event(house="angies")
    open_event(event=event, press=Press(STAFF, NOW))
    table = open_table(event, limit="limit-2-4", fee_schedule="B", small_blind=None, big_blind=None)

    night = Client().get(reverse("night:event", args=[event.code])).content.decode()
    own = Client().get(reverse("tables:watch", args=[event.code, table.pk])).content.decode()

    assert "Table fee: $2" in night
    assert "Schedule B" in own
    assert "7–10" in own
