"""Late entry, re-entry, re-buys and the add-on: up to when, how often, and what the books say."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import balances_by_code, fund_total, verify_books
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.roles import Role
from eventnight.events.house_settings import LevelSettings
from tests.factories import NOW, make_player, make_staff
from tests.pressing import pressed, together
from tests.tournaments.holdem_nights import (
    codes_of,
    enter,
    flight_of,
    fresh,
    make_holdem,
    out,
    places,
    press,
    running_flight,
    seat_of,
)
from tournaments.models import FlightEntry, HoldemTournament, PurchaseKind, StackPurchase
from tournaments.selectors.flight.offers import may_enter
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.bust_outs import undo_bust_out
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.flight.purchases import sell_stack, undo_purchase

pytestmark = pytest.mark.django_db

LEVELS = (
    LevelSettings(small_blind=100, big_blind=200, minutes=20),
    LevelSettings(small_blind=200, big_blind=400, minutes=20),
    LevelSettings(small_blind=0, big_blind=0, minutes=10, is_break=True),
    LevelSettings(small_blind=300, big_blind=600, minutes=20),
)
IN_LEVEL_TWO, IN_THE_BREAK, IN_LEVEL_THREE = (NOW + timedelta(minutes=minutes) for minutes in (30, 45, 55))


def sale(**settings) -> HoldemTournament:
    return make_holdem(**{"levels": LEVELS, "advancing_count": 2, "flights": 1, **settings})


def sell(flight, code, kind=PurchaseKind.REBUY, now=NOW, **facts) -> StackPurchase:
    return sell_stack(flight=flight, player_code=code, kind=kind, **together({**press(now), **facts}))


def stacks(flight) -> dict[str, int]:
    return balances_by_code(flight.tournament.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK)


@pytest.mark.parametrize("now", [IN_LEVEL_TWO, IN_THE_BREAK])
def test_late_entry_is_open_up_to_its_last_level_and_the_break_after_it(now):
    flight = running_flight(6, sale(late_until_level=2))
    player = make_player(flight.tournament.event, checked_in=True)

    entry = enter_flight(player=player, flight=flight, **press(now))

    assert entry.table_number == 1


@pytest.mark.rule("WAS-6")
def test_after_its_last_level_late_entry_is_refused_with_both_levels():
    flight = running_flight(6, sale(late_until_level=2))
    player = make_player(flight.tournament.event, checked_in=True)

    with pytest.raises(Conflict, match="Late entry ended with level 2; Flight 1 is at level 3") as refused:
        enter_flight(player=player, flight=flight, **press(IN_LEVEL_THREE))

    assert refused.value.code == "entries_closed"


def test_who_is_out_enters_again_with_a_new_stack_and_keeps_the_old_place_in_the_list():
    flight = running_flight(6, sale(re_entries=1))
    code = codes_of(flight)[0]
    out(flight, code)
    player = FlightEntry.objects.get(flight=flight, player__code=code).player

    again = enter_flight(player=player, flight=flight, **press())

    assert (again.number, again.stack_code, again.is_out) == (2, f"F1-{code}-2", False)
    assert again.table_number == 1
    assert FlightEntry.objects.get(flight=flight, player=player, number=1).place_first == 7
    assert stacks(flight)[f"F1-{code}-2"] == 10_000
    view = flight_view(fresh(flight), NOW)
    assert (len(view.entries), view.players_left, view.in_play) == (7, 6, 70_000)
    assert view.entry(code).id == again.pk
    assert seat_of(player).state == "playing"


def test_a_player_enters_again_only_as_often_as_the_tournament_allows():
    flight = running_flight(6, sale(re_entries=1))
    code = codes_of(flight)[0]
    player = FlightEntry.objects.get(flight=flight, player__code=code).player
    out(flight, code)
    enter_flight(player=player, flight=flight, **press())
    out(flight, code)

    with pytest.raises(Conflict, match="once at most") as refused:
        enter_flight(player=player, flight=flight, **press())

    assert refused.value.code == "no_re_entry"
    assert player not in may_enter(fresh(flight))


def test_without_re_entries_who_is_out_is_out():
    flight = running_flight(6, sale())
    code = codes_of(flight)[0]
    out(flight, code)

    with pytest.raises(Conflict, match="by nobody"):
        enter_flight(player=FlightEntry.objects.get(player__code=code).player, flight=flight, **press())


def test_the_list_offers_who_may_enter_again_and_nobody_who_plays():
    flight = running_flight(6, sale(re_entries=1))
    gone, *_ = codes_of(flight)
    out(flight, gone)

    assert [player.code for player in may_enter(fresh(flight))] == [gone]


def test_two_bust_outs_of_one_player_have_a_place_each():
    flight = running_flight(6, sale(re_entries=1))
    code = codes_of(flight)[0]
    out(flight, code)
    enter_flight(player=FlightEntry.objects.get(player__code=code).player, flight=flight, **press())
    out(flight, code)

    found = FlightEntry.objects.filter(player__code=code).order_by("number")
    assert [entry.place_first for entry in found] == [7, 6]


def test_the_first_bust_out_stands_while_the_player_is_in_again():
    flight = running_flight(6, sale(re_entries=1))
    code = codes_of(flight)[0]
    out(flight, code)
    enter_flight(player=FlightEntry.objects.get(player__code=code).player, flight=flight, **press())

    with pytest.raises(Conflict) as refused:
        undo_bust_out(flight=flight, **{name: value for name, value in press().items() if name != "request_id"})

    assert refused.value.code == "entered_again"


def test_bags_of_a_flight_with_re_entries_hold_every_stack():
    flight = running_flight(4, sale(re_entries=1, advancing_count=2))
    first, second, third, _ = codes_of(flight)
    out(flight, first)
    enter_flight(player=FlightEntry.objects.get(player__code=first).player, flight=flight, **press())
    out(flight, codes_of(flight)[3])
    out(flight, third)

    bagged = bag_flight(flight=flight, counts={first: 30_000, second: 20_000}, **press())

    assert bagged.drift == 0
    assert verify_books(flight.tournament.event_id).is_clean
    assert set(places(flight)) == {first, codes_of(flight)[3], third}


def test_a_re_buy_takes_money_and_gives_chips():
    flight = running_flight(4, sale(rebuy_price=1_000, rebuy_chips=5_000))
    code = codes_of(flight)[0]

    sold = sell(flight, code)

    entry = FlightEntry.objects.get(player__code=code)
    assert (sold.chips, sold.paid, entry.started_with, entry.chips) == (5_000, 1_000, 15_000, 15_000)
    assert stacks(flight)[f"F1-{code}"] == 15_000
    assert fund_total(flight.tournament.event_id) == 1_000
    assert flight_view(fresh(flight), NOW).average_stack == 11_250
    assert verify_books(flight.tournament.event_id).is_clean


def test_the_same_press_sells_once():
    flight = running_flight(4, sale(rebuy_price=1_000, rebuy_chips=5_000))
    code, key = codes_of(flight)[0], uuid4()

    sell(flight, code, request_id=key)
    sell(flight, code, request_id=key)

    assert StackPurchase.objects.count() == 1
    assert stacks(flight)[f"F1-{code}"] == 15_000


@pytest.mark.rule("WAS-6")
def test_re_buys_end_with_their_level():
    flight = running_flight(4, sale(rebuy_price=1_000, rebuy_chips=5_000, rebuy_until_level=1))
    code = codes_of(flight)[0]

    with pytest.raises(Conflict, match="Re-buys ended with level 1") as refused:
        sell(flight, code, now=IN_LEVEL_TWO)

    assert refused.value.code == "rebuys_over"


def test_who_is_out_buys_no_chips():
    flight = running_flight(4, sale(rebuy_price=1_000, rebuy_chips=5_000))
    code = codes_of(flight)[0]
    out(flight, code)

    with pytest.raises(Conflict, match="Enter them again"):
        sell(flight, code)


def test_what_is_not_offered_is_not_sold():
    flight = running_flight(4, sale())
    code = codes_of(flight)[0]

    with pytest.raises(UserFacingError) as refused:
        sell(flight, code)
    with pytest.raises(NotFound):
        sell(flight, code, kind="gift")

    assert refused.value.code == "not_sold"


def test_the_add_on_is_sold_once_in_its_break():
    flight = running_flight(4, sale(add_on_price=500, add_on_chips=8_000))
    code = codes_of(flight)[0]

    with pytest.raises(Conflict, match="in break 1 only") as early:
        sell(flight, code, PurchaseKind.ADD_ON, IN_LEVEL_TWO)
    sell(flight, code, PurchaseKind.ADD_ON, IN_THE_BREAK)
    with pytest.raises(Conflict) as twice:
        sell(flight, code, PurchaseKind.ADD_ON, IN_THE_BREAK)

    assert (early.value.code, twice.value.code) == ("no_add_on_now", "add_on_taken")
    assert stacks(flight)[f"F1-{code}"] == 18_000


def test_a_purchase_is_taken_back_with_its_money():
    tournament = sale(rebuy_price=1_000, rebuy_chips=5_000)
    flight = running_flight(4, tournament)
    code = codes_of(flight)[0]
    nora = Actor.of(make_staff(tournament.event, Role.FLOOR))
    sold = sell(flight, code, by=nora)

    for _ in range(2):
        undo_purchase(flight=flight, purchase_id=sold.pk, **pressed(press(), by=nora))

    entry = FlightEntry.objects.get(player__code=code)
    assert (entry.started_with, entry.chips, fund_total(tournament.event_id)) == (10_000, 10_000, 0)
    assert verify_books(tournament.event_id).is_clean


def test_a_purchase_of_somebody_who_went_out_stays():
    flight = running_flight(4, sale(rebuy_chips=5_000))
    code = codes_of(flight)[0]
    sold = sell(flight, code)
    out(flight, code)

    with pytest.raises(Conflict) as refused:
        undo_purchase(flight=flight, purchase_id=sold.pk, **press())
    with pytest.raises(NotFound):
        undo_purchase(flight=flight, purchase_id=0, **press())

    assert refused.value.code == "player_is_out"


def test_a_price_without_chips_is_refused_in_the_set_up():
    with pytest.raises(UserFacingError, match="rebuy_chips"):
        sale(rebuy_price=1_000)


PURCHASE_BREAKS = [
    pytest.param({"kind": "gift"}, "stackpurchase_known_kind", id="kind"),
    pytest.param({"chips": 0}, "stackpurchase_of_chips", id="no-chips"),
    pytest.param({"undone_at": NOW}, "stackpurchase_undone_by_somebody", id="undone-by-nobody"),
]


@pytest.mark.parametrize(("broken", "constraint"), PURCHASE_BREAKS)
def test_the_database_refuses_purchases_that_cannot_be(broken, constraint):
    flight = running_flight(4, sale(rebuy_chips=5_000))
    sell(flight, codes_of(flight)[0])

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        StackPurchase.objects.update(**broken)


def test_the_database_refuses_a_second_add_on():
    flight = running_flight(4, sale(rebuy_chips=5_000, add_on_chips=5_000))
    for minutes in (0, 2):
        sell(flight, codes_of(flight)[0], now=NOW + timedelta(minutes=minutes))

    with pytest.raises(IntegrityError), transaction.atomic():
        StackPurchase.objects.update(kind=PurchaseKind.ADD_ON)


def test_a_second_rebuy_within_a_minute_is_asked_about_and_sold_once_when_it_is_meant():
    flight = running_flight(4, sale(rebuy_chips=5_000, rebuy_price=2_000))
    code, other = codes_of(flight)[:2]
    first = sell(flight, code)
    sell(flight, other)
    second = {"now": NOW + timedelta(seconds=12), "request_id": uuid4()}

    with pytest.raises(Conflict) as asked:
        sell(flight, code, **second)

    assert asked.value.code == "sold_just_now"
    assert (asked.value.facts["sequence"], asked.value.facts["seconds"]) == (first.bank_entry, 12)
    assert f"Re-buy for {code}: 5,000 chips for $20.00, booked 12 seconds ago" in asked.value.message
    assert sell(flight, code, **second, again=first.bank_entry) == sell(flight, code, **second)
    assert stacks(flight)[f"F1-{code}"] == stacks(flight)[f"F1-{other}"] + 5_000


def test_a_rebuy_that_costs_nothing_is_asked_about_and_the_entry_before_it_is_not():
    flight = running_flight(4, sale(rebuy_chips=5_000, rebuy_price=0))
    code = codes_of(flight)[0]

    first = sell(flight, code)

    with pytest.raises(Conflict) as asked:
        sell(flight, code)
    assert asked.value.facts["sequence"] == first.bank_entry


def test_the_database_refuses_a_player_who_is_in_twice():
    flight = flight_of(sale())
    (player,) = enter(flight, 1)

    with pytest.raises(IntegrityError), transaction.atomic():
        FlightEntry.objects.create(
            flight=flight, player=player, number=2, stack_code="X", entered_at=NOW, started_with=1, chips=1
        )


def test_the_database_refuses_a_price_for_no_chips():
    tournament = sale()

    with pytest.raises(IntegrityError, match="holdem_sells_chips_for_money"), transaction.atomic():
        HoldemTournament.objects.filter(pk=tournament.pk).update(add_on_price=5)
