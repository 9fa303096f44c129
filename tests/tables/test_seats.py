"""Opening and closing card tables, sitting down, buying in again and leaving."""

from __future__ import annotations

from uuid import uuid4

import pytest

from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from eventnight.core.models import AuditRecord
from tables import services
from tables.models import Seat, Table
from tables.selectors import open_tables, table_view, tables_summary, taken_seats
from tests.factories import make_event, make_player
from tests.tables.evening import (
    by_staff,
    chips_in_the_room,
    chips_of,
    hand_of,
    make_holder,
    open_table,
    put_in,
    seat_people,
    stacks,
)

pytestmark = pytest.mark.django_db


def test_a_table_opens_with_its_seats_and_the_stakes_of_the_night():
    event = make_event()

    table = open_table(event)

    assert (table.code, table.name, table.house, table.game) == ("T1", "Table 1", "wlia", "holdem")
    assert table.smallest_chip == 5
    assert [seat.code for seat in table.seats.all()] == [f"T1-{number}" for number in range(1, 7)]
    assert open_table(event).code == "T2"


def test_a_second_press_opens_no_second_table():
    event, press = make_event(), uuid4()

    first = open_table(event, request_id=press)

    assert open_table(event, request_id=press) == first
    assert open_tables(event).count() == 1


@pytest.mark.rule("WLIA-6")
def test_the_first_button_is_the_seat_left_of_the_dealer():
    table = open_table(make_event())

    seat_people(table, {3: 100, 5: 100})

    assert table.between.first_button == 1
    assert table_view(table).button == 3


@pytest.mark.rule("BIS-3")
@pytest.mark.parametrize("seats", [1, 11])
def test_a_table_has_two_to_ten_seats(seats):
    with pytest.raises(UserFacingError) as refused:
        open_table(make_event(), seats_count=seats)

    assert (refused.value.code, refused.value.rules) == ("table_seats", ("BIS-3",))


@pytest.mark.rule("BIS-3")
def test_ten_people_fill_a_table_and_an_eleventh_finds_no_seat():
    table = open_table(make_event(), seats_count=10)
    seat_people(table, dict.fromkeys(range(1, 11), 100))

    with pytest.raises(NotFound) as refused:
        services.seat_player(table=table, seat=11, player=make_holder(table.event), chips=100, **by_staff())

    assert (refused.value.code, refused.value.rules) == ("unknown_seat", ("BIS-3",))
    assert len(table_view(table).taken) == 10


def test_blinds_are_paid_in_the_chips_of_the_table():
    with pytest.raises(UserFacingError) as refused:
        open_table(make_event(), small_blind=3, big_blind=6)

    assert refused.value.code == "table_stakes"
    assert open_table(make_event(house="angies"), small_blind=3, big_blind=6).smallest_chip == 1


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"house": "nowhere"}, "unknown_house"),
        ({"game": "old_maid"}, "unknown_game"),
        ({"limit": "limit-7"}, "unknown_limit"),
        ({"fee_schedule": "D"}, "unknown_schedule"),
    ],
)
def test_unknown_keys_are_refused_with_the_known_ones(facts, code):
    with pytest.raises(BadRequest) as refused:
        open_table(make_event(), **facts)

    assert refused.value.code == code


def test_a_player_sits_down_with_chips_and_takes_them_back():
    event = make_event()
    table, player = open_table(event), make_holder(event)

    services.seat_player(table=table, seat=3, player=player, chips=400, **by_staff())
    services.top_up(table=table, seat=3, chips=100, **by_staff())

    assert (chips_of(player), stacks(table)[3]) == (500, 500)
    assert taken_seats(event)[player.pk].code == "T1-3"

    services.leave_seat(table=table, seat=3, **by_staff())

    assert (chips_of(player), stacks(table)[3]) == (1000, 0)
    assert taken_seats(event) == {}
    assert chips_in_the_room(event) == 1000


def test_a_second_press_sits_tops_up_and_leaves_only_once():
    event = make_event()
    table, player = open_table(event), make_holder(event)
    sit, more, leave = by_staff(), by_staff(), by_staff()

    for _ in range(2):
        services.seat_player(table=table, seat=3, player=player, chips=400, **sit)
    for _ in range(2):
        services.top_up(table=table, seat=3, chips=100, **more)
    assert (chips_of(player), stacks(table)[3]) == (500, 500)

    for _ in range(2):
        services.leave_seat(table=table, seat=3, **leave)
    services.top_up(table=table, seat=3, chips=100, **more)
    assert (chips_of(player), stacks(table)[3]) == (1000, 0)


def test_a_key_used_for_another_request_is_refused():
    event, press = make_event(), by_staff()
    table = open_table(event)
    services.seat_player(table=table, seat=3, player=make_holder(event), chips=400, **press)

    with pytest.raises(UserFacingError) as refused:
        services.seat_player(table=table, seat=4, player=make_holder(event), chips=400, **press)

    assert refused.value.code == "key_reused"
    assert not table.seats.get(number=4).is_taken


def test_a_taken_seat_and_a_second_seat_are_refused_by_name():
    event = make_event()
    table, other = open_table(event), open_table(event)
    people = seat_people(table, {3: 100})

    with pytest.raises(Conflict) as taken:
        services.seat_player(table=table, seat=3, player=make_holder(event), chips=100, **by_staff())
    with pytest.raises(Conflict) as elsewhere:
        services.seat_player(table=other, seat=1, player=people[3], chips=100, **by_staff())

    assert taken.value.code == "seat_taken"
    assert "Pat Seat3" in taken.value.message
    assert (elsewhere.value.code, elsewhere.value.facts["seat"]) == ("seated_elsewhere", "T1-3")


@pytest.mark.rule("WAS-1")
def test_nobody_sits_down_without_check_in():
    table = open_table(make_event(house="washburn"), small_blind=50, big_blind=100)

    with pytest.raises(UserFacingError) as refused:
        services.seat_player(table=table, seat=1, player=make_player(table.event), chips=100, **by_staff())

    assert (refused.value.code, refused.value.rules) == ("not_checked_in", ("WAS-1",))


@pytest.mark.parametrize(("chips", "code"), [(1005, "overdraft"), (402, "chips_not_playable"), (0, "chips_above_zero")])
def test_only_chips_that_are_there_and_can_be_laid_down_are_taken_to_the_table(chips, code):
    table = open_table(make_event())
    player = make_holder(table.event)

    with pytest.raises(UserFacingError) as refused:
        services.seat_player(table=table, seat=1, player=player, chips=chips, **by_staff())

    assert refused.value.code == code
    assert (chips_of(player), Seat.objects.filter(player=player).count()) == (1000, 0)


def test_an_empty_seat_neither_tops_up_nor_leaves():
    table = open_table(make_event())

    with pytest.raises(UserFacingError, match="Nobody sits on seat 2 of Table 1"):
        services.top_up(table=table, seat=2, chips=100, **by_staff())
    with pytest.raises(UserFacingError, match="Nobody sits on seat 2 of Table 1"):
        services.leave_seat(table=table, seat=2, **by_staff())


def test_a_table_closes_only_without_chips_and_names_the_seats_that_hold_them():
    table = open_table(make_event())
    seat_people(table, {2: 100, 4: 100})
    hand = hand_of(put_in(2, 100), put_in(4, 100, folded=True), button=2)
    services.settle_hand(table=table, number=1, end=hand, **by_staff())

    with pytest.raises(UserFacingError) as refused:
        services.close_table(table=table, **by_staff())
    assert (refused.value.code, refused.value.facts["seats"]) == ("seats_hold_chips", [2])
    assert "seat 2 (Pat Seat2) 200" in refused.value.message

    services.leave_seat(table=table, seat=2, **by_staff())
    services.close_table(table=table, **by_staff())

    assert not Table.objects.get().is_open
    assert not Seat.objects.filter(player__isnull=False).exists()
    assert services.close_table(table=table, **by_staff()).closed_at is not None


def test_a_closed_table_seats_nobody():
    table = open_table(make_event())
    services.close_table(table=table, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.seat_player(table=table, seat=1, player=make_holder(table.event), chips=100, **by_staff())

    assert refused.value.code == "table_closed"


def test_the_list_of_tables_counts_players_chips_and_hands():
    event = make_event()
    table = open_table(event)
    seat_people(table, {2: 100, 4: 100})
    hand = hand_of(put_in(2, 10), put_in(4, 5, folded=True), button=2)
    services.settle_hand(table=table, number=1, end=hand, **by_staff())

    line = tables_summary(event)[0]

    assert (line.code, line.stakes) == ("T1", "Texas hold'em, 5/10 pot limit, 100 a bet")
    assert (line.seats, line.players, line.free_seats, line.rounds, line.chips) == (6, 2, 4, 1, 200)


def test_what_was_done_is_in_the_log_without_names():
    table = open_table(make_event())
    seat_people(table, {2: 100})

    records = AuditRecord.objects.filter(event=table.event, action__in=("table.opened", "seat.taken"))

    assert [(row.action, row.subject) for row in records.order_by("id")] == [
        ("table.opened", "T1"),
        ("seat.taken", "T1-2"),
    ]
    assert "Pat" not in str([row.facts for row in records])
