"""Angie's posted limits: one choice says structure, blinds, bets and buy-in, through the pages and by programs."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from engine.houses.angies.poker import HOUSE
from engine.poker.house.catalogue import HOUSES
from engine.poker.posted import POSTED, limits_of
from engine.poker.stakes import Structure
from engine.units import Cents
from eventnight.bank.services import sell_rebuy
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from tables import services
from tables.models import Table
from tables.stakes import stakes_text
from tests.answers import text_of
from tests.factories import make_event
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import at_table, each_door, opened, opening
from tests.tables.evening import by_staff, chips_of, hand_of, make_holder, put_in, stacks
from tests.tables.test_game_pages import press
from tests.tables.test_pages import address, signed_in

pytestmark = pytest.mark.django_db


def asked(event: Event, path: str, sent: dict[str, Any], *, method: str = "post", role: Role = Role.TABLES):
    """A request of a program under a key of its own."""
    send = getattr(signed_in(event, role), method)
    key = {"Idempotency-Key": str(uuid4())}
    return send(f"/api/v1/events/{event.code}/{path}", sent, "application/json", headers=key)


def opened_by_program(event: Event, **sent: Any):
    return asked(event, "tables/poker/", sent)


def form_sent(event: Event, **fields: object):
    """The page that opens a table, sent with these fields alone."""
    sent = {"request_id": uuid4(), "game": "holdem", "house": event.house, "seats_count": 9, **fields}
    return signed_in(event).post(
        reverse("tables:open_poker", args=[event.code]), {f"poker-{name}": value for name, value in sent.items()}
    )


@pytest.mark.rule("ANG-31", "ANG-39")
@pytest.mark.parametrize(
    ("limit", "stakes"),
    [
        ("limit-1-3-1-6", "1-3/1-6 spread limit, blinds 1/2"),
        ("limit-2-4", "2-4 limit, blinds 1/2"),
        ("limit-2-4-2-8", "2-4/2-8 spread limit, blinds 1/2"),
        ("limit-5-10", "5-10 limit, blinds 2/5"),
        ("limit-6-12", "6-12 limit, blinds 3/6"),
        ("limit-10-20", "10-20 limit, blinds 5/10"),
        ("limit-50-100", "50-100 limit, blinds 25/50"),
        ("buy-in-20-100", "1/2 no limit"),
        ("pot-buy-in-200-no-max", "10/20 pot limit"),
    ],
)
def test_one_choice_says_structure_blinds_and_bets(limit: str, stakes: str):
    by_page, event = form_sent(made := make_event("angies"), limit=limit), make_event("angies")
    by_program = opened_by_program(event, limit=limit)

    assert (by_page.status_code, by_program.status_code) == (302, 201)
    for table in (Table.objects.get(event=made), Table.objects.get(event=event)):
        assert (stakes_text(table.stakes), table.limit) == (stakes, limit)


@pytest.mark.rule("ANG-31", "ANG-39")
def test_every_posted_limit_opens_a_table_that_plays_it():
    event = make_event("angies")

    for key, posted in POSTED.items():
        answer = opened_by_program(event, limit=key)

        assert answer.status_code == 201, answer.content
        table = Table.objects.get(pk=answer.json()["id"])
        assert (table.stakes, table.posted) == (posted.stakes, posted)


@pytest.mark.rule("ANG-31")
def test_the_posted_limits_are_played_as_the_house_declares_them():
    for name, stakes in HOUSE.limits.items():
        if stakes.has_limits:
            assert POSTED[f"limit-{name.replace('/', '-')}"].stakes == stakes
        else:
            assert POSTED["buy-in-20-100" if name == "no limit" else "pot-buy-in-20-100"].stakes == stakes


CONTRADICTED = [
    pytest.param("limit-2-4", {"small_blind": 5, "big_blind": 10}, ("small blind of 1, not 5",), id="blinds"),
    pytest.param("limit-10-20", {"big_bet": 15}, ("big bet of 20, not 15",), id="bets"),
    pytest.param("limit-1-3-1-6", {"early_most": 4}, ("highest early bet of 3, not 4",), id="spread"),
    pytest.param("limit-2-4", {"structure": "no_limit"}, ("betting at fixed limit, not no limit",), id="structure"),
    pytest.param("buy-in-20-100", {"highest_buy_in": 300}, ("highest buy-in of 100, not 300",), id="buy-in"),
    pytest.param("buy-in-20-100", {"ceiling": 50}, ("ceiling of 0, not 50",), id="ceiling"),
]


@pytest.mark.rule("ANG-39")
@pytest.mark.parametrize(("limit", "typed", "told"), CONTRADICTED)
def test_stakes_that_differ_from_the_posted_limit_are_refused_with_both(limit: str, typed: dict, told: tuple[str, ...]):
    event = make_event("angies")

    by_page, by_program = form_sent(event, limit=limit, **typed), opened_by_program(event, limit=limit, **typed)

    assert (by_page.status_code, by_program.status_code, Table.objects.count()) == (422, 422, 0)
    assert (by_program.json()["code"], by_program.json()["rules"]) == ("limit_contradicted", ["ANG-39"])
    for answer in (by_page.content.decode(), by_program.json()["detail"]):
        assert all(each in answer for each in told)


@pytest.mark.rule("ANG-39")
def test_the_same_stakes_typed_besides_contradict_nothing():
    answer = opened_by_program(make_event("angies"), limit="limit-2-4", small_blind=1, big_blind=2, big_bet=4)

    assert answer.status_code == 201


@pytest.mark.rule("ANG-39", "ANG-36")
def test_a_pot_limit_of_a_line_by_its_buy_in_is_charged_by_that_line():
    answer = opened_by_program(make_event("angies"), limit="buy-in-50-500", structure="pot_limit")

    table = Table.objects.get(pk=answer.json()["id"])
    assert (table.limit, table.stakes.structure) == ("pot-buy-in-50-500", Structure.POT_LIMIT)
    assert table.posted
    assert table.posted.fee_line == "buy-in-50-500"


@pytest.mark.rule("ANG-38")
def test_whoever_seats_somebody_reads_what_may_be_bought_in_for():
    table = opened("page", "angies", limit="buy-in-20-100")

    page = text_of(signed_in(table.event).get(address(table, "table") + "?seat=1"))

    assert "Chips, 20 to 100" in page


def test_a_table_without_a_posted_limit_says_its_blinds():
    event = make_event("angies")

    by_page, by_program = form_sent(event), opened_by_program(event, limit="")

    assert (by_page.status_code, by_program.status_code) == (422, 400)
    assert "Enter both blinds, or choose a posted limit" in by_page.content.decode()
    assert by_program.json()["code"] == "blinds_missing"


@pytest.mark.rule("WLIA-12")
def test_the_charity_night_plays_no_limit_that_rises_late():
    event = make_event("wlia")

    answer = opened_by_program(event, limit="limit-10-20")

    assert (answer.status_code, answer.json()["code"]) == (422, "limit_changes_late")
    assert answer.json()["rules"] == ["WLIA-12"]
    for posted in limits_of(HOUSES["wlia"]).values():
        assert not posted.stakes.has_limits


RISING = [
    {"structure": "fixed_limit", "small_blind": 5, "big_blind": 10, "big_bet": 20},
    {
        "structure": "spread_limit",
        "small_blind": 5,
        "big_blind": 10,
        "small_bet": 10,
        "early_most": 20,
        "late_most": 50,
    },
]


@pytest.mark.rule("WLIA-12")
@pytest.mark.parametrize("typed", RISING)
@each_door
def test_no_table_of_the_charity_night_is_opened_with_bets_that_rise(door, typed):
    refused = refusal_in(opening(door, make_event("wlia"), limit="", **typed))

    assert (refused.code, refused.rules) == ("limit_changes_late", ("WLIA-12",))
    assert not Table.objects.exists()


@pytest.mark.rule("WLIA-12")
@each_door
def test_where_only_the_pot_limits_a_bet_numbers_of_other_limits_say_nothing(door):
    event = make_event("wlia")
    settings_sent(event, late_most=40)

    assert opening(door, event).status_code in (201, 302)
    assert stakes_text(Table.objects.get(event=event).stakes) == "5/10 pot limit, 100 a bet"


@pytest.mark.rule("WLIA-12")
@pytest.mark.parametrize(
    "tables", [*RISING, {"limit": "limit-10-20", "structure": "", "small_blind": 0, "big_blind": 0}]
)
def test_no_charity_night_is_set_to_bets_that_rise(tables):
    event = make_event("wlia")
    before = event.house_settings

    answer = settings_sent(event, **tables)

    assert (answer.status_code, answer.json()["code"], event.house_settings) == (422, "house_settings", before)
    assert "the limit is the same in every round" in answer.json()["detail"]


def settings_sent(event: Event, role: Role = Role.ORGANISER, **tables: Any):
    answer = asked(event, "settings/", {"tables": tables}, method="patch", role=role)
    event.refresh_from_db()
    return answer


@pytest.mark.rule("ANG-39", "ANG-31")
def test_the_limit_of_the_night_is_one_field_and_new_tables_play_it():
    event = make_event("angies")
    assert settings_sent(event, small_blind=5, big_blind=10, limit="").status_code == 200

    answer = settings_sent(event, limit="buy-in-20-200")

    assert answer.status_code == 200, answer.content
    assert (event.house_settings.tables.small_blind, event.house_settings.tables.limit) == (0, "buy-in-20-200")
    assert opened_by_program(event).json()["highest_buy_in"] == 200


@pytest.mark.rule("ANG-39")
def test_the_night_cannot_post_one_limit_and_set_other_stakes():
    event = make_event("angies")

    by_program = settings_sent(event, small_blind=5, big_blind=10)
    by_page = signed_in(event, Role.ORGANISER).post(
        reverse("events:setup_step", args=[event.code, "tables"]),
        {"limit": "limit-2-4", "small_blind": 5, "big_blind": 10, "seats": 9, "game": "holdem", "ante_by": "each"},
    )

    assert (by_program.status_code, by_page.status_code) == (422, 422)
    assert by_program.json()["rules"] == ["ANG-39"]
    for told in (by_program.json()["detail"], by_page.content.decode()):
        assert "small_blind is 5, and the posted limit $2-$4 has 1" in told


@pytest.mark.rule("ANG-39")
def test_a_night_that_posts_a_limit_drops_the_stakes_that_its_page_does_not_send():
    event = make_event("wlia")
    client = signed_in(event, Role.ORGANISER)

    answer = client.post(
        reverse("events:setup_step", args=[event.code, "tables"]),
        {"limit": "buy-in-100-500", "seats": 9, "game": "omaha"},
    )

    event.refresh_from_db()
    assert answer.status_code == 302
    tables = event.house_settings.tables
    assert (tables.limit, tables.small_blind, tables.structure, tables.game) == ("buy-in-100-500", 0, "", "omaha")


def make_holder_of(table: Table, chips: int) -> Player:
    """Somebody with so many chips in hand."""
    player = make_holder(table.event)
    prices = table.event.house_settings.bank
    times = (chips - prices.first_stack) // prices.rebuy_chips
    sell_rebuy(event=table.event, player_code=player.code, paid=Cents(times * prices.rebuy_price), **by_staff())
    return player


def no_limit_table(limit: str = "buy-in-20-100") -> Table:
    return opened("page", "angies", limit=limit)


@pytest.mark.rule("ANG-38")
@pytest.mark.parametrize(("chips", "code"), [(19, "buy_in_too_low"), (20, ""), (100, ""), (101, "buy_in_too_high")])
def test_who_sits_down_brings_no_less_than_the_lowest_and_no_more_than_the_highest(chips: int, code: str):
    table = no_limit_table()
    player, by_page = make_holder_of(table, 200), make_holder_of(table, 200)

    answer = asked(table.event, f"tables/{table.pk}/seats/1/", {"player": player.code, "chips": chips})
    page = press(signed_in(table.event), table, "sit", at=2, player=by_page.code, chips=chips)

    assert (answer.status_code, page.status_code) == ((422, 422) if code else (201, 302))
    assert [stacks(table)[seat] for seat in (1, 2)] == ([0, 0] if code else [chips, chips])
    if code:
        assert (answer.json()["code"], answer.json()["rules"]) == (code, ["ANG-38"])
        assert "20 to 100" in answer.json()["detail"]
        assert "20 to 100" in page.content.decode()


@pytest.mark.rule("ANG-38")
@pytest.mark.parametrize("chips", [40, 100])
@each_door
def test_who_has_too_few_chips_for_the_table_is_sent_to_the_desk_for_what_is_missing(door: str, chips: int):
    hand = at_table(door, "angies", (), limit="buy-in-100-500")
    player = make_holder(hand.table.event)

    refused = refusal_in(hand.send_to_seat("sit", 1, player=player.code, chips=chips))

    assert (refused.code, refused.rules) == ("buy_in_too_low", ("ANG-38",))
    assert f"{player} has 40 chips, 60 short of the lowest buy-in" in refused.message
    assert "Sell them 60 or more at the desk first." in refused.message


@pytest.mark.rule("ANG-38")
@pytest.mark.parametrize(("more", "is_refused"), [(1, False), (40, False), (41, True)])
def test_buying_in_again_takes_a_stack_to_the_highest_and_not_beyond(more: int, is_refused: bool):
    table = no_limit_table()
    player = make_holder_of(table, 200)
    asked(table.event, f"tables/{table.pk}/seats/1/", {"player": player.code, "chips": 60})

    page = press(signed_in(table.event), table, "top_up", at=1, chips=more) if is_refused else None
    answer = asked(table.event, f"tables/{table.pk}/seats/1/top-up/", {"chips": more})

    assert stacks(table)[1] == (60 if is_refused else 60 + more)
    if page:
        assert (answer.status_code, answer.json()["code"], page.status_code) == (422, "buy_in_too_high", 422)
        assert "41 more on top of 60 make 101" in page.content.decode()
        assert answer.json()["facts"] == {"chips": 41, "held": 60, "highest": 100}


@pytest.mark.rule("ANG-38")
def test_a_line_without_a_highest_buy_in_takes_any_stack():
    table = no_limit_table("buy-in-20-no-max")
    player = make_holder_of(table, 5000)

    answer = asked(table.event, f"tables/{table.pk}/seats/1/", {"player": player.code, "chips": 5000})

    assert (answer.status_code, chips_of(player)) == (201, 0)


@pytest.mark.rule("ANG-38")
def test_a_table_with_stakes_of_its_own_may_have_a_range_too():
    event = make_event("angies")

    table = Table.objects.get(
        pk=opened_by_program(event, small_blind=2, big_blind=5, structure="no_limit", lowest_buy_in=100).json()["id"]
    )
    refused = opened_by_program(event, small_blind=2, big_blind=5, lowest_buy_in=100, highest_buy_in=50)

    assert (table.lowest_buy_in, table.highest_buy_in) == (100, None)
    assert (refused.status_code, refused.json()["code"]) == (422, "buy_in_range")


@pytest.mark.rule("ANG-38")
@pytest.mark.parametrize(("left", "winner"), [(2, 1), (1, 1)])
def test_whoever_left_after_a_hand_comes_back_with_what_they_left_with_so_that_it_is_undone(left: int, winner: int):
    """Below the lowest buy-in after a loss, above the highest after a win."""
    table = no_limit_table()
    people = {seat: make_holder_of(table, 100) for seat in (1, 2)}
    for seat, player in people.items():
        services.seat_player(table=table, seat=seat, player=player, chips=100, **by_staff())
    end = hand_of(put_in(1, 90, "As Ad"), put_in(2, 90, "Kc Qc"), board="Kh 9c 4d 8s 2h")
    services.settle_hand(table=table, number=1, end=end, **by_staff())
    took = stacks(table)[left]
    services.leave_seat(table=table, seat=left, **by_staff())
    boss, undo = Role.ORGANISER, f"tables/{table.pk}/hands/1/undo/"

    refused = asked(table.event, undo, {"reason": "Wrong winner"}, role=boss)
    other = asked(table.event, f"tables/{table.pk}/seats/{left}/", {"player": people[left].code, "chips": took - 1})
    back = asked(table.event, f"tables/{table.pk}/seats/{left}/", {"player": people[left].code, "chips": took})
    undone = asked(table.event, undo, {"reason": "Wrong winner"}, role=boss)

    assert refused.json()["code"] == "seats_changed"
    assert "Seat them there again with the chips they left with" in refused.json()["detail"]
    assert (other.status_code, other.json()["rules"]) == (422, ["ANG-38"])
    assert (back.status_code, undone.status_code) == (201, 200)
    assert stacks(table)[1] == stacks(table)[2] == 100


@pytest.mark.rule("CAN-24", "ANG-38")
def test_who_lost_everything_buys_in_again_with_chips_that_play():
    table = opened("page", "angies", limit="limit-10-20")
    for seat in (1, 2):
        services.seat_player(table=table, seat=seat, player=make_holder_of(table, 102), chips=100, **by_staff())
    end = hand_of(put_in(1, 100, "As Ad"), put_in(2, 100, "Kc Qc"), board="Kh 9c 4d 8s 2h")
    services.settle_hand(table=table, number=1, end=end, **by_staff())

    answer = asked(table.event, f"tables/{table.pk}/seats/2/top-up/", {"chips": 1})
    page = press(signed_in(table.event), table, "top_up", at=2, chips=1)

    assert (answer.status_code, answer.json()["code"], answer.json()["rules"]) == (
        422,
        "chips_not_playable",
        ["CAN-24"],
    )
    assert answer.json()["detail"].endswith("its smallest chip in play is 5. Put down 5 or more.")
    assert (page.status_code, stacks(table)[2]) == (422, 0)
