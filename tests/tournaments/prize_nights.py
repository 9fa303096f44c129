"""Nights with prizes to win: what the tests of the pool and of the payments have in common."""

from __future__ import annotations

from engine.units import Cents
from eventnight.bank.means import Means, Payment
from tests.built import built_once
from tests.factories import NOW
from tests.meaning import meaning_it
from tests.pressing import together
from tests.tournaments.holdem_nights import (
    BY,
    codes_of,
    final_drawn,
    fresh,
    make_holdem,
    out,
    press,
    running_flight,
)
from tournaments.models import PurchaseKind
from tournaments.selectors.flight.tournaments import holdem_view
from tournaments.selectors.prizes.payments import prize_dues
from tournaments.selectors.prizes.prize_list import prizes_view
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.purchases import sell_stack
from tournaments.services.prizes.payments import pay_prize, take_prize_back
from tournaments.services.prizes.prize_list import PrizeTerms, fix_prizes, set_prizes

CARD = Payment(means=Means.CARD, reference="4711")


def prizes(tournament):
    return prizes_view(tournament, holdem_view(tournament, NOW))


def dues(tournament):
    holdem = holdem_view(tournament, NOW)
    return prize_dues(tournament.event, holdem, prizes_view(tournament, holdem))


def sale(**settings):
    """A flight of four under way: $10 to enter, $5 a re-buy; all of the first and half of the second into the pool."""
    tournament = make_holdem(entry_price=1000, rebuy_price=500, rebuy_chips=5000, re_entries=1, **settings)
    set_prizes(tournament=tournament, terms=PrizeTerms(entry_share=100, rebuy_share=50, paid=2), **BY)
    return running_flight(4, tournament)


def pool(flight) -> int:
    return prizes(flight.tournament).total


def rebuy(flight, **given):
    """Another re-buy for the first of the flight, who means each."""
    given = {"player_code": codes_of(flight)[0], "kind": PurchaseKind.REBUY, **press(), **given}
    return meaning_it(sell_stack, flight=flight, **given)


@built_once
def final_with_prizes():
    """A final of six, down to three: places 4 to 6 are out, the fourth has won $24. T1 holds what was taken, $240."""
    final = final_drawn(make_holdem(entry_price=1000))
    start_clock(flight=final, **BY)
    set_prizes(tournament=final.tournament, terms=PrizeTerms(entry_share=100, paid=4), **BY)
    for code in reversed(codes_of(final)[3:]):
        out(final, code)
    fix_prizes(tournament=final.tournament, **BY)
    return fresh(final)


def fourth(final) -> str:
    return codes_of(final)[3]


def pay(final, code: str = "", **given):
    facts = {"player_code": code or fourth(final), "cents": Cents(2400), "till": "T1", **press(), **given}
    return pay_prize(tournament=final.tournament, **together(facts))


def back(final, **given):
    facts = {"player_code": fourth(final), "reason": "wrong one", "may_reverse_any": True, **press(), **given}
    return take_prize_back(tournament=final.tournament, **together(facts))


def limit(event, cents: int) -> None:
    event.settings = {**event.settings, "bank": {**event.settings.get("bank", {}), "second_person_from": cents}}
    event.save()
