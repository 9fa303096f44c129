"""Figures that lists and reports work out for themselves: of counts, of the rack, of the fund, of single players."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.units import Cents, Chips
from eventnight.bank.ledger.refs import issuer, player_chips, player_tickets, source, till
from eventnight.bank.models import SEQUENCES_PER_EVENT
from eventnight.bank.selectors import balance_of, books_totals
from eventnight.bank.selectors.chips.inventory import (
    ChipCount,
    ChipHolder,
    ColourTotal,
    count_sentence,
    inventory,
    last_counts,
    stock_of,
)
from eventnight.bank.selectors.chips.rack import RackColour
from eventnight.bank.selectors.desk.fund import FundState, KeptMoney
from eventnight.bank.selectors.desk.own import last_entries, movements_of
from eventnight.bank.selectors.ledger.balances import balances, money_by_means, player_balances
from eventnight.bank.services import (
    give_first_stack,
    open_till,
    record_donation,
    redeem_chips,
    reverse_entry,
    sell_rebuy,
    sell_tickets,
    settle_hand,
    sit_down,
)
from eventnight.bank.services.chips.inventory import count_chips
from eventnight.events.house_settings import ChipColour
from tests.bank.chip_nights import counted_night
from tests.bank.nights import Night, night_with_stacks
from tests.factories import NOW, after

BLUE = ChipColour(colour="blue", value=50, owned=20)


def a_count(worth: int, books: int) -> ChipCount:
    return ChipCount(7, NOW, "Nora", {10: worth // 10}, Chips(worth), Chips(books))


# ---------- Counts and colours ----------


@pytest.mark.parametrize(
    ("worth", "difference", "sentence"),
    [
        (
            1020,
            20,
            "Bank rack: 1,020 counted, the books say 1,000: 20 too many. Count again, or look for an entry that is "
            "wrong or missing; a new count takes the place of this one.",
        ),
        (
            990,
            -10,
            "Bank rack: 990 counted, the books say 1,000: 10 too few. Count again, or look for an entry that is wrong "
            "or missing; a new count takes the place of this one.",
        ),
        (1000, 0, "Bank rack: 1,000 counted, as the books say."),
    ],
)  # fmt: skip
def test_a_count_says_how_much_it_differs_from_the_books(worth, difference, sentence):
    count = a_count(worth, 1000)

    assert count.difference == difference
    assert count_sentence(ChipHolder("rack", "rack", "Bank rack", Chips(1000)), count) == sentence


def test_a_holder_says_what_has_moved_since_the_count_and_how_old_it_is():
    counted = ChipHolder("rack", "rack", "Bank rack", Chips(1200), a_count(990, 1000))
    uncounted = ChipHolder("rack", "rack", "Bank rack", Chips(1200))

    assert (counted.moved_since, counted.age(after(5))) == (200, timedelta(minutes=5))
    assert (uncounted.moved_since, uncounted.age(after(5))) == (0, timedelta())


@pytest.mark.parametrize(
    ("out", "needed", "rack", "is_short"), [(5, 15, 15, False), (5, 16, 15, True), (0, 0, 20, False), (21, 0, -1, True)]
)
def test_a_colour_is_short_when_the_rack_has_fewer_than_are_wanted(out, needed, rack, is_short):
    colour = RackColour(BLUE, out, needed)

    assert (colour.rack, colour.is_short, colour.is_counted) == (rack, is_short, True)
    assert colour.sentence.startswith(f"{max(rack, 0)} blue 50 left in the rack; {needed} are wanted. ")
    assert ColourTotal(colour, found=4, in_stacks=3).missing == 13


def test_a_colour_of_which_nobody_knows_the_number_is_never_short():
    colour = RackColour(ChipColour(colour="blue", value=50), 5, 100)

    assert (colour.is_counted, colour.is_short) == (False, False)
    assert RackColour(ChipColour(colour="blue", value=50, owned=1), 0, 1).is_counted


@pytest.mark.parametrize(
    ("taken", "over_short", "donated", "to_give"),
    [
        (1000, 0, 0, 1000),
        (1000, 100, 0, 900),
        (1000, -100, 0, 1100),
        (1000, 0, 1000, 0),
        (1000, 100, 1000, 0),
        (9, 2, 3, 4),
    ],
)
def test_what_is_left_to_give_is_what_was_taken_less_what_is_short_and_given(taken, over_short, donated, to_give):
    kept = (KeptMoney("cash", "Cash", Cents(70)), KeptMoney("card", "Card", Cents(5)))
    state = FundState(Cents(taken), Cents(over_short), Cents(donated), kept, ())

    assert (state.to_give, state.left) == (to_give, 75)


# ---------- The chips of a night ----------


@pytest.mark.django_db
def test_holders_with_nothing_and_no_count_are_left_out_but_a_counted_rack_stays():
    bare, counted = Night(players=1), counted_night(1)
    bare.post(give_first_stack, player_code=bare.codes[0])

    assert [holder.code for holder in inventory(bare.event).holders] == []
    shown = inventory(counted.event)
    assert [(holder.code, holder.books) for holder in shown.holders] == [("rack", 36_000 - 1000)]
    assert (shown.owned, shown.uncounted) == (36_000, 2)
    assert [(each.code, each.books) for each in shown.players] == [(counted.codes[0], 1000)]


@pytest.mark.django_db
def test_what_was_counted_stays_on_the_list_when_its_chips_are_gone():
    night = counted_night(1)
    night.post(sit_down, player_code=night.codes[0], seat="T1-1", chips=100)
    hand = night.post(settle_hand, table_code="T1", nets={"T1-1": -5}, fee=5).entry
    assert [(holder.code, holder.books) for holder in inventory(night.event).holders] == [("rack", 35_000), ("fees", 5)]
    night.post(count_chips, holder="fees", pieces={5: 1})

    night.post(reverse_entry, sequence=hand.sequence, reason="other winner", may_reverse_any=True)

    rack, fees = inventory(night.event).holders
    assert (rack.code, fees.code, fees.books, fees.moved_since) == ("rack", "fees", 0, -5)


@pytest.mark.django_db
def test_a_count_takes_its_holder_off_those_that_nobody_counted_and_shows_what_was_found():
    night = counted_night(2)
    night.post(count_chips, holder=night.codes[0], pieces={50: 14, 20: 10})
    night.post(count_chips, holder=night.codes[0], pieces={50: 14, 20: 9}, now=after(1))

    shown = inventory(night.event)

    assert shown.uncounted == 2
    assert {total.rack.chip.value: total.found for total in shown.colours} == {5: 0, 10: 0, 20: 9, 50: 14}
    assert {total.rack.chip.value: total.missing for total in shown.colours} == {5: 400, 10: 300, 20: 291, 50: 486}
    (count,) = last_counts(night.event.pk).values()
    assert (count.sequence, count.worth, count.books, count.difference) == (4, 880, 1000, -120)
    assert last_counts(night.event.pk, [night.codes[1]]) == {}


@pytest.mark.django_db
def test_the_eight_largest_players_are_shown_and_those_who_were_counted():
    night = counted_night(10)
    for code in night.codes[:9]:
        night.post(sell_rebuy, player_code=code, paid=1000)
    night.post(count_chips, holder=night.codes[9], pieces={10: 1})

    shown = [each.code for each in inventory(night.event).players]

    assert len(shown) == 9
    assert night.codes[9] in shown
    assert [each.code for each in inventory(night.event, []).players] == []


@pytest.mark.django_db
def test_the_stock_of_the_rack_lists_the_colours_that_are_counted_the_largest_first():
    night = counted_night(1, owned={10: 300, 50: 500})

    assert [(line.value, line.count) for line in stock_of(night.event, "rack")] == [(50, 486), (10, 290)]
    assert [(line.value, line.count) for line in stock_of(night.event, "T1")] == [(50, 0), (20, 0), (10, 0), (5, 0)]


# ---------- Accounts and players ----------


@pytest.mark.django_db
def test_balances_come_in_the_order_asked_for_the_computed_ones_below_zero():
    night = night_with_stacks(2)
    night.post(sell_tickets, player_code=night.codes[0], paid=1000)
    first, second = night.codes
    refs = [source(), player_tickets(first), issuer("chips"), player_chips(second), till("T9"), issuer("tickets")]

    assert list(balances(night.event.pk, refs).items()) == list(
        zip(refs, (-1000, 10, -2000, 1000, 0, -10), strict=True)
    )
    assert balance_of(night.event.pk, issuer("tournament_chips")) == 0
    assert books_totals(night.event.pk)["tickets"] == {"issuer": -10, "player": 10}
    held = player_balances(night.event.pk)
    assert [(held[code].chips, held[code].tickets) for code in night.codes] == [(1000, 10), (1000, 0)]


@pytest.mark.django_db
def test_money_by_means_leaves_floats_out():
    night = Night()
    night.post(open_till, till="T1", float_paid=5000)
    night.post(record_donation, paid=300)

    assert money_by_means(night.event.pk) == {"cash": 300, "card": 0, "cheque": 0}


@pytest.mark.django_db
def test_a_player_sees_what_each_entry_gave_or_took_the_newest_first():
    night = night_with_stacks(2)
    code = night.codes[0]
    night.post(sit_down, player_code=code, seat="T1-1", chips=300)
    night.post(redeem_chips, player_code=code, chips=200)
    undone = night.post(sell_rebuy, player_code=code, paid=1000).entry
    night.post(reverse_entry, sequence=undone.sequence, reason="typo", may_reverse_any=True)

    found = movements_of(night.event.pk, code, limit=10)

    assert [(each.label, each.chips, each.tickets) for each in found] == [
        ("Corrected: Re-buy", -1000, 0),
        ("Re-buy", 1000, 0),
        ("Chips to tickets", -200, 2),
        ("Sat down", -300, 0),
        ("First stack", 1000, 0),
    ]
    assert movements_of(night.event.pk, code, limit=2) == found[:2]


@pytest.mark.django_db
def test_the_last_entry_of_a_player_is_known_by_its_number_and_nobodys_is_nothing():
    night = night_with_stacks(2)
    first, second = night.codes
    begin = night.event.pk * SEQUENCES_PER_EVENT
    before = last_entries(night.event.pk)
    night.post(sell_tickets, player_code=first, paid=1000)

    after_sale = last_entries(night.event.pk, before)

    assert (before.upto, before.of(first), before.of(second), before.of("P999")) == (begin + 2, begin + 1, begin + 2, 0)
    assert (after_sale.upto, after_sale.of(first), after_sale.of(second)) == (begin + 3, begin + 3, begin + 2)
    assert last_entries(Night().event.pk).by_code == {}
