"""The prize pool: what is taken makes it by its shares, and fixing the prizes holds them."""

from __future__ import annotations

import pytest

from engine.units import Cents
from eventnight.bank.ledger.refs import till_cheques
from eventnight.bank.means import Means, Payment
from eventnight.bank.models import Purpose
from eventnight.bank.selectors import balance_of, fund_total, money_by_purpose, shift_of
from eventnight.bank.services import sell_rebuy
from eventnight.core.errors import Conflict, UserFacingError
from tests.factories import make_player
from tests.tournaments.holdem_nights import (
    BY,
    codes_of,
    enter,
    flight_of,
    make_holdem,
    out,
    press,
    running_flight,
)
from tests.tournaments.prize_nights import CARD, pool, prizes, rebuy, sale
from tournaments.models import FlightEntry
from tournaments.services.flight.flight_entries import enter_flight, withdraw_entry
from tournaments.services.flight.purchases import undo_purchase
from tournaments.services.prizes.prize_list import PrizeTerms, fix_prizes, open_prizes, set_prizes

pytestmark = pytest.mark.django_db


# The pool


def test_what_is_taken_raises_the_pool_by_its_share():
    flight = sale()

    rebuy(flight)
    rebuy(flight, payment=CARD)

    view = prizes(flight.tournament)
    assert [(line.purpose, line.count, line.taken, line.share) for line in view.pool.lines] == [
        (Purpose.ENTRY_FEE, 4, 4000, 100),
        (Purpose.STACK_REBUY, 2, 1000, 50),
        (Purpose.ADD_ON, 0, 0, 0),
    ]
    assert (view.total, view.prizes) == (4500, (2900, 1600))


def test_what_goes_back_leaves_the_pool():
    flight = sale()
    sold = rebuy(flight)
    undo_purchase(flight=flight, purchase_id=sold.pk, may_reverse_any=True, **press())
    other = flight_of(flight.tournament, 2)
    (player,) = enter(other, 1)
    withdraw_entry(flight=other, player_code=player.code, may_reverse_any=True, **press())

    assert (pool(flight), prizes(flight.tournament).pool.entries) == (4000, 4)


def test_a_re_entry_counts_as_an_entry():
    flight = sale()
    out(flight, codes_of(flight)[0])

    enter_flight(player=FlightEntry.objects.get(player__code=codes_of(flight)[0]).player, flight=flight, **press())

    assert (pool(flight), prizes(flight.tournament).pool.entries) == (5000, 5)


def test_money_of_the_desk_and_of_another_tournament_is_not_in_the_pool():
    flight = sale()
    event = flight.tournament.event
    sell_rebuy(event=event, player_code=codes_of(flight)[0], paid=event.house_settings.bank.rebuy_price, **press())
    enter(flight_of(make_holdem(event, name="Late", entry_price=700)), 3)

    assert pool(flight) == 4000


@pytest.mark.parametrize(
    ("given", "total", "raised"),
    [
        pytest.param({"entry_share": 60}, 2400, 0, id="a-share"),
        pytest.param({"entry_share": 60, "added": Cents(1000)}, 3400, 0, id="and-house-money"),
        pytest.param({"entry_share": 60, "guaranteed": Cents(5000)}, 5000, 2600, id="guaranteed"),
        pytest.param({"entry_share": 100, "guaranteed": Cents(3000)}, 4000, 0, id="more-than-guaranteed"),
        pytest.param({"guaranteed": Cents(2000)}, 2000, 2000, id="fixed"),
        pytest.param({}, 0, 0, id="nothing"),
    ],
)
def test_the_organiser_says_what_makes_the_pool(given, total, raised):
    flight = sale()

    set_prizes(tournament=flight.tournament, terms=PrizeTerms(**given), **BY)

    view = prizes(flight.tournament)
    assert (view.total, view.pool.raised) == (total, raised)


def test_parts_of_a_cent_stay_with_the_house():
    flight = sale()
    rebuy(flight)
    set_prizes(tournament=flight.tournament, terms=PrizeTerms(rebuy_share=33), **BY)

    assert pool(flight) == 165


def test_re_buys_and_add_ons_are_taken_for_purposes_of_their_own_by_any_means():
    flight = running_flight(4, make_holdem(rebuy_price=500, rebuy_chips=5000))
    rebuy(flight, payment=Payment(means=Means.CHEQUE, reference="0042", till="T3"))

    event = flight.tournament.event
    assert balance_of(event.pk, till_cheques("T3")) == 500
    taken = money_by_purpose(event.pk)
    assert (taken[Purpose.STACK_REBUY], taken[Purpose.ENTRY_FEE], fund_total(event.pk)) == (500, 0, 500)
    assert [line.label for line in shift_of(event.pk, "T3", 1).lines] == ["Tournament re-buys"]


# Fixing


def test_fixed_prizes_stay_whatever_is_sold_or_given_back():
    flight = sale()
    sold = rebuy(flight)
    fix_prizes(tournament=flight.tournament, **BY)
    before = prizes(flight.tournament).prizes

    rebuy(flight)
    undo_purchase(flight=flight, purchase_id=sold.pk, may_reverse_any=True, **press())
    enter_flight(player=make_player(flight.tournament.event, checked_in=True), flight=flight, **press())

    view = prizes(flight.tournament)
    assert (view.prizes, view.total, view.pool.entries, view.pool.later) == (before, 4250, 4, 1000)
    open_prizes(tournament=flight.tournament, **BY)
    assert pool(flight) == 5250


def test_fixed_prizes_are_not_set_anew_and_fixing_twice_changes_nothing():
    flight = sale()
    first = fix_prizes(tournament=flight.tournament, **BY)

    assert fix_prizes(tournament=flight.tournament, **press_without_key()).fixed_at == first.fixed_at
    with pytest.raises(Conflict, match="Open them again first") as refused:
        set_prizes(tournament=flight.tournament, terms=PrizeTerms(entry_share=10), **BY)
    assert refused.value.code == "prizes_fixed"
    open_prizes(tournament=flight.tournament, **BY)
    assert open_prizes(tournament=flight.tournament, **BY).fixed_at is None


def press_without_key():
    return {name: value for name, value in press().items() if name != "request_id"}


def test_prizes_are_not_fixed_before_play_nor_without_a_pool():
    flight = sale()
    enter(flight_of(flight.tournament, 2), 1)

    with pytest.raises(Conflict, match="Flight 2 has entries and has not begun") as early:
        fix_prizes(tournament=flight.tournament, **BY)
    with pytest.raises(UserFacingError) as empty:
        fix_prizes(tournament=make_holdem(), **BY)

    assert (early.value.code, empty.value.code) == ("prizes_too_early", "no_prizes")
