"""A card table of each house as a fresh night opens it: the form as it comes, and a program that names no stakes."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from engine.cards import parse_card
from eventnight.core.errors import UserFacingError
from tables import services
from tables.models import Table
from tables.selectors import table_view, the_play
from tables.stakes import stakes_text
from tests.factories import make_event
from tests.tables.at_the_table import opened, opening
from tests.tables.evening import by_staff, hand_of, make_holder, put_in, seat_people, stacks
from tests.tables.test_game_pages import act, press
from tests.tables.test_pages import address, signed_in

pytestmark = pytest.mark.django_db

HIGHEST_AT_SEAT_1 = {seat: parse_card(card) for seat, card in ((1, "As"), (2, "3h"), (3, "2d"))}
DEFAULTS = [
    pytest.param("canterbury", "10-20 limit, blinds 5/10", 9, marks=pytest.mark.rule("CAN-27")),
    pytest.param("wlia", "5/10 pot limit, 100 a bet", 9, marks=pytest.mark.rule("WLIA-5")),
    pytest.param("angies", "2-4 limit, blinds 1/2", 10, marks=pytest.mark.rule("ANG-31")),
    pytest.param("biska", "5/10 no limit", 6, marks=pytest.mark.rule("BIS-3")),
    pytest.param("washburn", "250/500 no limit", 8, marks=pytest.mark.rule("WAS-5")),
]


@pytest.mark.parametrize(("house", "stakes", "seats"), DEFAULTS)
def test_the_form_of_a_fresh_night_opens_the_table_of_its_house(house: str, stakes: str, seats: int):
    table = opened("page", house)

    assert (stakes_text(table.stakes), table.seats_count, table.house) == (stakes, seats, house)
    assert stakes in signed_in(table.event).get(address(table, "table")).content.decode()


@pytest.mark.parametrize(("house", "stakes", "seats"), DEFAULTS)
def test_a_program_that_names_no_stakes_opens_the_same_table(house: str, stakes: str, seats: int):
    table, by_form = opened("api", house), opened("page", house)

    assert (stakes_text(table.stakes), table.seats_count) == (stakes, seats)
    assert (table.limit, table.fee_schedule) == (by_form.limit, by_form.fee_schedule)


def test_a_program_names_both_blinds_or_neither():
    event = make_event("canterbury")

    answer = signed_in(event).post(
        f"/api/v1/events/{event.code}/tables/poker/",
        {"big_blind": 10},
        "application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )

    assert (answer.status_code, Table.objects.count()) == (400, 0)
    assert "Send both blinds, or neither" in answer.content.decode()


def limit_pot(bet: int, all_in: int, *, keeps: int = 0) -> tuple[Client, Table]:
    """Three at a table of Canterbury: a bet on the flop, or the turn if it is 20, then somebody all-in for so many.

    keeps: chips of theirs that are too small to play.
    """
    table = opened("page", "canterbury")
    seat_people(table, {1: 200, 2: 200, 3: 10 + all_in + keeps})
    client = signed_in(table.event)
    # So seat 2 acts first after the flop, and seat 3 after it.
    services.give_first_button(table=table, cards=HIGHEST_AT_SEAT_1, **by_staff())
    press(client, table, "start", number=1)
    for verb in ("call", "call", "check"):
        act(client, table, verb=verb)
    act(client, table, verb="deal", board="Kh 9c 4d")
    if bet == 20:
        for _ in range(3):
            act(client, table, verb="check")
        act(client, table, verb="deal", board="8s")
    act(client, table, verb="bet", to=str(bet))
    act(client, table, verb="bet", to=str(all_in))
    return client, table


@pytest.mark.rule("CAN-23", "CAN-7")
def test_an_all_in_of_half_a_bet_is_raised_by_a_whole_one_at_the_default_table():
    client, table = limit_pot(10, 15)

    assert "Raise to 25" in client.get(address(table, "play")).content.decode()
    assert (act(client, table, verb="bet", to="25").status_code, the_play(table).hand.turn) == (302, 2)


@pytest.mark.rule("CAN-22")
def test_an_all_in_below_half_a_bet_may_only_be_completed_at_the_default_table():
    client, table = limit_pot(20, 25)

    assert "Raise to 40" in client.get(address(table, "play")).content.decode()


@pytest.mark.rule("CAN-24")
def test_an_all_in_puts_in_what_the_smallest_chip_of_the_blinds_makes_up_at_the_default_table():
    _, table = limit_pot(10, 15, keeps=3)

    play = the_play(table)
    assert (table.smallest_chip, play.hand.bets[3], play.hand.stacks[3]) == (5, 15, 3)


@pytest.mark.rule("CAN-24")
def test_thirteen_chips_play_ten_and_three_stay_where_they_are():
    table = opened("page", "canterbury")
    seat_people(table, {1: 200, 2: 200, 3: 13})

    refused = settled_by_program(table, {1: 13, 2: 13, 3: 13})
    settled = settled_by_program(table, {1: 10, 2: 10, 3: 10})

    assert (refused.status_code, refused.json()["code"], settled.status_code) == (422, "chips_too_small", 201)
    assert stacks(table) == {**dict.fromkeys(range(1, 10), 0), 1: 220, 2: 190, 3: 3}
    assert [seat.number for seat in table_view(table).with_chips] == [1, 2]


@pytest.mark.rule("CAN-24")
def test_who_sits_down_brings_at_least_the_smallest_chip_that_plays():
    table = opened("page", "canterbury")
    player = make_holder(table.event)

    with pytest.raises(UserFacingError) as refused:
        services.seat_player(table=table, seat=1, player=player, chips=4, **by_staff())
    services.seat_player(table=table, seat=1, player=player, chips=5, **by_staff())

    assert (refused.value.code, refused.value.rules, refused.value.facts["smallest_chip"]) == (
        "chips_not_playable",
        ("CAN-24",),
        5,
    )


@pytest.mark.rule("CAN-24", "ANG-37")
def test_a_fee_in_smaller_chips_leaves_a_pot_that_is_split_in_those():
    table = opened("page", "canterbury", fee_schedule="C")
    seat_people(table, {1: 200, 2: 200, 3: 200})

    settled = settled_by_program(table, {1: 10, 2: 10, 3: 10}, board="Ah Kh Qh Jh Th", winners=(1, 2))

    assert settled.status_code == 201, settled.content
    assert {seat: chips for seat, chips in stacks(table).items() if chips} == {1: 203, 2: 204, 3: 190}


def settled_by_program(table: Table, put_in: dict[int, int], *, board: str = "", winners: tuple[int, ...] = (1,)):
    """A hand entered by its end, the others folded."""
    shown = dict(zip(winners, ("2c 3c", "2d 3d"), strict=False)) if board else {}
    seats = [
        {"seat": seat, "contributed": chips, "is_live": seat in winners, "cards": shown.get(seat, "")}
        for seat, chips in put_in.items()
    ]
    return signed_in(table.event).post(
        f"/api/v1/events/{table.event.code}/tables/{table.pk}/hands/",
        {"number": 1, "button": 1, "seats": seats, "board": board},
        "application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )


@pytest.mark.rule("CAN-25")
@pytest.mark.parametrize("has_chosen", [False, True])
def test_a_seat_is_dealt_cards_once_its_blind_is_posted_at_the_default_table(has_chosen: bool):
    table = opened("page", "canterbury")
    seat_people(table, {1: 200, 2: 200, 3: 200})
    client = signed_in(table.event)
    services.give_first_button(table=table, cards=HIGHEST_AT_SEAT_1, **by_staff())
    end = hand_of(put_in(3, 10), put_in(2, 5, folded=True), button=1)
    services.settle_hand(table=table, number=1, end=end, **by_staff())
    seat_people(table, {4: 200})

    if has_chosen:
        press(client, table, "entry", at=4, entry="post_big_blind")
    press(client, table, "start", number=2)

    hand = the_play(table).hand
    assert (4 in hand.seats, hand.stacks.get(4, 200)) == ((True, 190) if has_chosen else (False, 200))


@pytest.mark.rule("CAN-27")
def test_other_blinds_at_canterbury_are_played_at_limit_too():
    table = opened("page", "canterbury", small_blind=2, big_blind=4, limit="")

    assert stakes_text(table.stakes) == "4-8 limit, blinds 2/4"


@pytest.mark.rule("CAN-27")
def test_a_program_that_names_canterbury_at_another_night_gets_what_canterbury_posts():
    event = make_event("wlia")

    assert opening("api", event, house="canterbury").status_code == 201
    assert stakes_text(Table.objects.get(event=event).stakes) == "10-20 limit, blinds 5/10"


@pytest.mark.rule("WLIA-12")
def test_a_fixed_limit_of_the_charity_night_has_one_size_of_bet_in_all_rounds():
    table = opened("page", "wlia", structure="fixed_limit")

    assert stakes_text(table.stakes) == "10-10 limit, blinds 5/10"
