"""What an entry may say: lines that move something, texts that are kept, and amounts that follow from its rates."""

from __future__ import annotations

from typing import Any

import pytest

from eventnight.bank.chips.colours import FLOOR, STACKS, add_colours, colours_fit, moved, worth_of
from eventnight.bank.ledger.meaning import explains, line_fault, meaning_fault, text_fault
from eventnight.bank.ledger.rates import follows_rates
from eventnight.bank.ledger.refs import (
    card_settlement,
    issuer,
    over_short,
    player_chips,
    source,
    till,
    till_card,
    till_cheques,
    tills_among,
)
from eventnight.bank.models import Entry, EntryKind
from eventnight.core.errors import UserFacingError

CHIPS, MONEY, TICKETS, STACK_CHIPS = "chips", "money", "tickets", "tournament_chips"


def an_entry(kind: str = EntryKind.DONATION, **facts: Any) -> Entry:
    return Entry(**{"sequence": 7, "kind": kind, "actor_code": "staff-1", "rates": {}, "hash": "ab" * 32} | facts)


# ---------- Lines and texts ----------


@pytest.mark.parametrize(
    ("giver", "taker", "amount", "fault"),
    [
        (source(), till("T1"), 1, ""),
        (source(), till("T1"), 0, "moves 0 from money/source/cash to money/till/T1"),
        (source(), till("T1"), -5, "moves -5 from money/source/cash to money/till/T1"),
        (till("T1"), till("T1"), 5, "moves 5 from money/till/T1 to money/till/T1"),
        (source(), player_chips("P1"), 5, "mixes money and chips"),
    ],
)
def test_a_line_moves_something_of_one_commodity_to_somebody_else(giver, taker, amount, fault):
    assert line_fault(giver, taker, amount) == fault


@pytest.mark.parametrize("field", ["subject", "reason", "purpose", "till"])
def test_a_text_is_at_most_as_long_as_its_column(field):
    longest = Entry._meta.get_field(field).max_length

    assert text_fault(an_entry(**{field: "x" * longest})) == ""
    assert text_fault(an_entry(**{field: "x" * (longest + 1)})) == (
        f"has a {field} of {longest + 1} characters, and at most {longest} are kept"
    )


@pytest.mark.parametrize("rates", [{1: 5}, {"pieces": (1, 2)}, {"a": {2: 3}}])
def test_rates_read_back_as_they_were_written(rates):
    assert text_fault(an_entry(rates={"a": [1, {"b": None}]})) == ""
    assert text_fault(an_entry(rates=rates)) == f"has rates that read back as others: {rates}"


def test_a_reversal_says_nothing_of_its_own():
    assert meaning_fault(an_entry(EntryKind.REVERSAL, rates={"price": 1}), [(source(), till("T1"), 5)]) == ""


def test_amounts_of_several_lines_are_added_up_before_they_are_held_against_the_rates():
    rates = {"price": 1000, "chips": 1000}
    paid = (source(), till("T1"), 2000)
    halves = [(issuer(CHIPS), player_chips(code), 1000) for code in ("P1", "P2")]

    assert meaning_fault(an_entry(EntryKind.REBUY, rates=rates), [paid, *halves]) == ""
    assert meaning_fault(an_entry(EntryKind.REBUY, rates=rates), [paid, halves[0]]) == (
        f"does not follow from its rates {rates}: it moved {{'money': 2000, 'chips': 1000}}"
    )


# ---------- Adjustments ----------

SIGNED = {"reason": "wrong price", "second_code": "staff-2", "sequence": 7}


@pytest.mark.parametrize("explained", [1, 6])
def test_an_adjustment_names_an_earlier_entry_with_a_reason_and_two_people(explained):
    entry = an_entry(EntryKind.ADJUSTMENT, rates={"explains": explained}, **SIGNED)

    assert meaning_fault(entry, []) == ""


@pytest.mark.parametrize("explained", [0, -1, 7, 8, True, "6", None, 6.0])
def test_an_adjustment_of_no_earlier_entry_is_a_fault(explained):
    rates = {"explains": explained}

    assert meaning_fault(an_entry(EntryKind.ADJUSTMENT, rates=rates, **SIGNED), []) == (
        f"adjusts no earlier entry: {rates}"
    )


def test_an_adjustment_moves_nothing():
    entry = an_entry(EntryKind.ADJUSTMENT, rates={"explains": 6}, **SIGNED)

    assert meaning_fault(entry, [(source(), till("T1"), 1)]) == "adjusts no earlier entry: {'explains': 6}"


@pytest.mark.parametrize("without", [{"reason": ""}, {"second_code": ""}, {"second_code": "staff-1"}])
def test_an_adjustment_without_a_reason_or_a_second_person_is_a_fault(without):
    entry = an_entry(EntryKind.ADJUSTMENT, rates={"explains": 6}, **SIGNED | without)

    assert meaning_fault(entry, []) == "adjusts entry 6 without a reason or a second person"


@pytest.mark.parametrize(
    ("sequence", "changes", "is_explained"),
    [
        (6, {}, True),
        (6, {"rates": {"explains": 6, "hash": "cd" * 32}}, False),
        (6, {"rates": {"explains": 5, "hash": "ab" * 32}}, False),
        (6, {"second_code": ""}, False),
        (7, {"rates": {"explains": 7, "hash": "ab" * 32}}, False),
        (8, {"rates": {"explains": 8, "hash": "ab" * 32}}, False),
    ],
)
def test_an_entry_is_explained_by_a_later_signed_adjustment_that_has_its_seal(sequence, changes, is_explained):
    facts = {"rates": {"explains": 6, "hash": "ab" * 32}} | SIGNED | changes

    assert explains(an_entry(EntryKind.ADJUSTMENT, **facts), an_entry(sequence=sequence)) == is_explained


# ---------- Rates ----------

COLOR_UP = {"small": 25, "given": 6, "large": 100, "received": 2, "drift": 50, "saved": 0}


@pytest.mark.parametrize(
    ("kind", "rates", "amounts"),
    [
        (EntryKind.FIRST_STACK, {"chips": 1000, "price": 0}, {CHIPS: 1000}),
        (EntryKind.FIRST_STACK, {"chips": 1000, "price": 500}, {CHIPS: 1000, MONEY: 500}),
        (EntryKind.STACK_ISSUED, {"chips": 10, "price": 5}, {STACK_CHIPS: 10, MONEY: 5}),
        (EntryKind.REBUY, {"chips": 1000, "price": 1000}, {CHIPS: 3000, MONEY: 3000}),
        (EntryKind.TICKET_SALE, {"tickets": 10, "price": 1000}, {TICKETS: 20, MONEY: 2000}),
        (EntryKind.REDEMPTION, {"chips_per_ticket": 100, "keeps_small_chips": True}, {CHIPS: 900, TICKETS: 9}),
        (EntryKind.POT_PAID, {"money": 901, "percent": 50}, {MONEY: 450}),
        (EntryKind.POT_PAID, {"money": 0, "percent": 50}, {}),
        (EntryKind.PRIZE_PAID, {"money": 700}, {MONEY: 700}),
        (EntryKind.TILL_OPENED, {"2000": 2, "500": 2}, {MONEY: 5000}),
        (EntryKind.TILL_OPENED, {"2000": 0}, {}),
        (EntryKind.TILL_OPENED, {}, {MONEY: 5000}),
        (EntryKind.COLOR_UP, COLOR_UP, {CHIPS: 350}),
        (EntryKind.DONATION, {}, {MONEY: 5}),
    ],
)
def test_amounts_follow_from_the_rates_of_their_kind_and_no_others_do(kind, rates, amounts):
    assert follows_rates(kind, rates, amounts)
    if not rates:
        return
    for commodity, amount in amounts.items():
        for other in (amount - 1, amount + 1):
            assert not follows_rates(kind, rates, amounts | {commodity: other}), other


@pytest.mark.parametrize(
    ("kind", "rates", "amounts"),
    [
        (EntryKind.FIRST_STACK, {"chips": 1000}, {CHIPS: 1000}),
        (EntryKind.FIRST_STACK, {"chips": 1000, "price": 500}, {CHIPS: 1000}),
        (EntryKind.REBUY, {"chips": 1000, "price": 0}, {CHIPS: 1000, MONEY: 1000}),
        (EntryKind.REBUY, {"chips": 1000, "price": 1000}, {CHIPS: 1000}),
        (EntryKind.REBUY, {"chips": 1000, "price": 1000}, {CHIPS: 1000, MONEY: 1500}),
        (EntryKind.REDEMPTION, {"chips_per_ticket": 100, "keeps_small_chips": True}, {CHIPS: 950, TICKETS: 9}),
        (EntryKind.POT_PAID, {"money": 900, "percent": "50"}, {MONEY: 450}),
        (EntryKind.POT_PAID, {"money": 900, "percent": 0}, {}),
        (EntryKind.POT_PAID, {"money": -900, "percent": 50}, {MONEY: -450}),
        (EntryKind.TILL_OPENED, {"two": 2}, {MONEY: 2}),
        (EntryKind.TILL_OPENED, {"2000": 2}, {}),
        (EntryKind.TILL_OPENED, None, {}),
    ],
)
def test_rates_that_are_absent_or_no_numbers_do_not_fit(kind, rates, amounts):
    assert not follows_rates(kind, rates, amounts)


@pytest.mark.parametrize(("chips", "fits"), [(899, False), (900, True), (999, True), (1000, False)])
def test_where_small_chips_are_given_up_a_ticket_may_cost_more_than_its_chips_but_less_than_two(chips, fits):
    rates = {"chips_per_ticket": 100, "keeps_small_chips": False}

    assert follows_rates(EntryKind.REDEMPTION, rates, {CHIPS: chips, TICKETS: 9}) is fits


@pytest.mark.parametrize(
    ("changes", "amount", "fits"),
    [
        ({"received": 1, "drift": -50}, 250, True),
        ({"received": 3, "drift": 150, "saved": 1}, 450, True),
        ({"received": 3, "drift": 150}, 450, False),
        ({"given": 7, "drift": 25}, 375, True),
        ({"given": 5, "drift": 75}, 325, False),
        ({"given": 8, "received": 1, "drift": -100}, 300, False),
        ({"drift": 51}, 350, False),
        ({"received": 1, "drift": -49}, 250, False),
        ({"drift": -50}, 350, False),
    ],
)
def test_a_colour_up_drifts_by_half_a_large_chip_at_most_besides_those_given_to_stay(changes, amount, fits):
    assert follows_rates(EntryKind.COLOR_UP, COLOR_UP | changes, {CHIPS: amount}) is fits


# ---------- Colours ----------


def test_chips_leave_the_rack_for_a_holder_and_come_back_from_it():
    assert moved(FLOOR, {50: 2, 10: 3, 20: 0}) == {"floor": {"10": 3, "50": 2}}
    assert moved("R1", {50: 2}, back=True) == {"R1": {"50": -2}}
    assert worth_of({"floor": {"10": 3, "50": 2}, "R1": {"50": -2}}) == 30


@pytest.mark.parametrize(
    ("kind", "colours", "amounts", "fits"),
    [
        (EntryKind.REBUY, None, {CHIPS: 30}, True),
        (EntryKind.REBUY, 5, {CHIPS: 5}, False),
        (EntryKind.REBUY, {"floor": {"10": 3}}, {CHIPS: 30}, True),
        (EntryKind.REBUY, {"floor": {"10": -3}}, {CHIPS: 30}, True),
        (EntryKind.REBUY, {"floor": {"10": 3}}, {CHIPS: 31}, False),
        (EntryKind.REBUY, {"stacks": {"10": 3}}, {CHIPS: 10, STACK_CHIPS: 20}, True),
        (EntryKind.CHANGE_MADE, {"floor": {"10": 5, "50": -1}}, {}, True),
        (EntryKind.CHANGE_MADE, {"floor": {"10": 5, "50": -1}}, {CHIPS: 1}, False),
        (EntryKind.CHANGE_MADE, {"floor": {"10": 1}}, {}, False),
    ],
)
def test_colours_are_worth_what_left_the_bank_or_came_into_it(kind, colours, amounts, fits):
    assert colours_fit(kind, {} if colours is None else {"colours": colours}, amounts) is fits


@pytest.mark.parametrize(("colours", "fits"), [({"floor": {"25": -6, "100": 2}}, True), ({"floor": {"25": 1}}, False)])
def test_colours_of_a_colour_up_are_worth_its_drift(colours, fits):
    assert colours_fit(EntryKind.COLOR_UP, COLOR_UP | {"colours": colours}, {CHIPS: 350}) is fits


def test_the_chips_that_are_out_are_added_up_by_holder_and_those_at_nothing_go():
    out = {"R1": {"50": 3}}

    add_colours(out, an_entry(EntryKind.TRAY_FLOAT, rates={"colours": {"R1": {"50": 2, "10": 1}}}))
    assert out == {"R1": {"50": 5, "10": 1}}
    add_colours(out, an_entry(EntryKind.REVERSAL, rates={"colours": {"R1": {"50": 5}}}))
    assert out == {"R1": {"10": 1}}
    add_colours(out, an_entry(EntryKind.TRAY_RETURN, rates={"colours": {"R1": {"10": -1}}}))
    assert out == {}
    add_colours(out, an_entry())
    assert out == {}


def test_a_tray_never_has_fewer_than_none_of_a_colour_but_the_floor_and_stacks_may():
    out = {"R1": {"50": 1}}
    for holder in (FLOOR, STACKS):
        add_colours(out, an_entry(EntryKind.REDEMPTION, rates={"colours": {holder: {"50": -1}}}))

    assert out == {"R1": {"50": 1}, "floor": {"50": -1}, "stacks": {"50": -1}}
    with pytest.raises(UserFacingError) as refused:
        add_colours(out, an_entry(EntryKind.TRAY_RETURN, rates={"colours": {"R1": {"50": -2}}}))
    assert refused.value.facts == {"holder": "R1", "value": 50, "has": 1, "needs": 2}
    assert refused.value.message == (
        "The tray of R1 has 1 chips of 50 but needs 2. Give other colours, or bring more to the tray first."
    )


# ---------- Accounts ----------


def test_guests_and_issuers_have_no_floor_and_counts_and_cards_may_fall_below_zero():
    assert [ref.floor for ref in (source(), issuer(CHIPS), over_short(), till_card("T1"))] == [None] * 4
    assert [ref.floor for ref in (till("T1"), till_cheques("T1"), player_chips("P1"), card_settlement())] == [0] * 4
    assert [ref.is_computed for ref in (source(), issuer(CHIPS), over_short())] == [True, True, False]


def test_the_tills_among_accounts_are_told_once_and_in_order():
    refs = [till_card("T2"), source(), till("T2"), player_chips("P1"), till_cheques("T1")]

    assert tills_among(refs) == ["T1", "T2"]
