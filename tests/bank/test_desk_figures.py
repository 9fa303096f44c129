"""What the desk shows before it is pressed, and for how long it offers to undo."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest

from engine.units import Cents, Chips
from eventnight.bank.ledger.refs import card_settlement, house_chips, player_chips, seat_chips, till
from eventnight.bank.models import EntryKind
from eventnight.bank.selectors.desk.players import (
    DeskPlayer,
    chips_in_plan,
    desk_player,
    first_stack_plan,
    found_players,
    may_undo,
    rebuy_plan,
    ticket_lots,
)
from eventnight.bank.services import give_first_stack, open_till, record_donation, sell_rebuy, sell_tickets
from eventnight.bank.services.chips.tables import matched_lines
from eventnight.bank.services.ledger.refusals import amount_text, holder_text, rebuy_amount
from eventnight.core.errors import UserFacingError
from eventnight.events.models import Player
from tests.bank.nights import Night
from tests.factories import NOW, make_player

pytestmark = pytest.mark.django_db


def at_the_desk(night: Night, code: str) -> DeskPlayer:
    return desk_player(night.event, Player.objects.get(event=night.event, code=code))


def set_bank(night: Night, **changes: object) -> None:
    house = night.event.house_settings
    night.event.settings = replace(house, bank=replace(house.bank, **changes)).as_json()
    night.event.save()


# ---------- Plans ----------


@pytest.mark.rule("WLIA-3")
@pytest.mark.parametrize(("quantity", "donation"), [(1, 0), (3, 250)])
def test_a_rebuy_says_what_is_paid_with_the_donation_and_what_the_player_has_then(quantity, donation):
    night = Night(players=1)
    night.post(give_first_stack, player_code=night.codes[0])

    plan = rebuy_plan(night.event, at_the_desk(night, night.codes[0]), quantity, Cents(donation))

    assert (plan.quantity, plan.paid, plan.donation) == (quantity, 1000 * quantity + donation, donation)
    assert (plan.chips, plan.chips_after) == (1000 * quantity, 1000 + 1000 * quantity)
    assert sum(line.value * line.count for line in plan.colours) == 1000 * quantity


@pytest.mark.rule("WLIA-2")
def test_a_first_stack_costs_its_price_and_nothing_is_given_on_top():
    night = Night(players=1)
    set_bank(night, first_stack_price=500)

    plan = first_stack_plan(night.event, at_the_desk(night, night.codes[0]))

    assert (plan.quantity, plan.paid, plan.donation, plan.chips, plan.chips_after) == (1, 500, 0, 1000, 1000)


@pytest.mark.rule("WLIA-14")
@pytest.mark.parametrize(
    ("chips", "plan"), [(0, (0, 0, 0)), (99, (0, 0, 99)), (100, (100, 1, 0)), (1050, (1000, 10, 50))]
)
def test_chips_are_turned_in_for_as_many_tickets_as_they_buy(chips, plan):
    night = Night(players=1)
    player = replace(at_the_desk(night, night.codes[0]), chips=Chips(chips))

    offered = chips_in_plan(night.event, player)

    assert (offered.chips, offered.tickets, offered.kept) == plan


@pytest.mark.rule("WLIA-15")
def test_tickets_are_offered_in_whole_lots():
    assert [(lot.tickets, lot.paid) for lot in ticket_lots(Night().event)] == [
        (10, 1000),
        (20, 2000),
        (30, 3000),
        (50, 5000),
        (100, 10_000),
    ]


def test_a_player_at_the_desk_has_chips_tickets_and_rebuys_of_their_own():
    night = Night(players=2)
    first, second = night.codes
    night.post(give_first_stack, player_code=first)
    for _ in range(2):
        night.post(sell_rebuy, player_code=first, paid=1000)
    night.post(sell_tickets, player_code=first, paid=1000)

    shown, other = at_the_desk(night, first), at_the_desk(night, second)

    assert (shown.chips, shown.tickets, shown.rebuys, shown.first_stack.sequence) == (3000, 10, 2, 1)
    assert (other.chips, other.tickets, other.rebuys, other.first_stack) == (0, 0, 0, None)


def test_a_search_shows_the_first_eight_players_with_their_chips():
    night = Night()
    codes = [make_player(night.event, f"Alma Number{number}").code for number in range(9)]
    night.post(give_first_stack, player_code=codes[0])

    found = found_players(night.event, "Alma")

    assert [(each.player.code, each.chips) for each in found] == [(codes[0], 1000), *((code, 0) for code in codes[1:8])]


# ---------- Undoing ----------


@pytest.mark.parametrize(
    ("line", "minutes", "may"),
    [
        ({}, 10, True),
        ({}, 10.02, False),
        ({"by_code": "staff-2"}, 1, False),
        ({"is_reversed": True}, 1, False),
        ({"kind": EntryKind.TICKET_SALE}, 1, True),
        ({"kind": EntryKind.SIT_DOWN}, 1, False),
    ],
)
def test_own_entries_of_the_desk_may_be_undone_for_ten_minutes(line, minutes, may):
    facts = {"kind": EntryKind.REBUY, "by_code": "staff-1", "is_reversed": False, "at": NOW} | line
    asked = {"by_code": "staff-1", "now": NOW + timedelta(minutes=minutes)}

    assert may_undo(Night().event, SimpleNamespace(**facts), may_reverse_any=False, **asked) is may


@pytest.mark.parametrize(
    ("line", "may"), [({}, True), ({"is_reversed": True}, False), ({"kind": EntryKind.HAND}, False)]
)
def test_who_may_undo_any_entry_may_undo_others_and_old_ones_of_the_desk(line, may):
    facts = {"kind": EntryKind.REBUY, "by_code": "staff-2", "is_reversed": False, "at": NOW} | line
    asked = {"by_code": "staff-1", "now": NOW + timedelta(days=1)}

    assert may_undo(Night().event, SimpleNamespace(**facts), may_reverse_any=True, **asked) is may


# ---------- Refusals ----------


@pytest.mark.parametrize(
    ("commodity", "amount", "text"),
    [
        ("money", 5, "0.05 in money"),
        ("money", 123_456, "1,234.56 in money"),
        ("chips", 1, "1 chip"),
        ("chips", 0, "0 chips"),
        ("chips", 1000, "1,000 chips"),
        ("tickets", 1, "1 ticket"),
        ("tournament_chips", 2, "2 tournament chips"),
    ],
)
def test_an_amount_is_said_with_its_unit(commodity, amount, text):
    assert amount_text(commodity, amount) == text


def test_a_holder_is_said_by_kind_and_code():
    refs = (player_chips("P012"), seat_chips("T1-3"), house_chips(), card_settlement())

    assert [holder_text(ref) for ref in refs] == [
        "Player P012",
        "Seat T1-3",
        "The house's fees",
        "The card-settlement",
    ]


@pytest.mark.parametrize(
    ("paid", "nearest", "words"),
    [(500, [1000], "$10.00"), (1550, [1000, 2000], "$10.00 or $20.00"), (999, [1000], "$10.00"), (-1, [], "")],
)
def test_money_that_buys_no_whole_number_is_refused_with_the_nearest_that_does(paid, nearest, words):
    refused = rebuy_amount(Night().event, Cents(paid))

    assert refused.facts["nearest"] == nearest
    assert refused.message.endswith(f"does not buy a whole number of re-buys. Take a multiple of $10.00: {words}.")


@pytest.mark.parametrize("paid", [0, 500, 999, 1001, 1500, -1000])
def test_a_rebuy_is_paid_in_whole_rebuys(paid):
    night = Night(players=1)

    with pytest.raises(UserFacingError) as refused:
        night.post(sell_rebuy, player_code=night.codes[0], paid=paid)

    assert refused.value.code == "rebuy_amount"


@pytest.mark.parametrize("price", [1, 700])
def test_a_rebuy_costs_what_the_event_asks_down_to_a_cent(price):
    night = Night(players=1)
    set_bank(night, rebuy_price=price)

    night.post(sell_rebuy, player_code=night.codes[0], paid=2 * price)

    assert night.holds(player_chips(night.codes[0])) == 2000
    assert night.holds(till("T1")) == 2 * price


@pytest.mark.rule("WLIA-2")
@pytest.mark.parametrize(("paid", "is_taken"), [(None, True), (500, True), (0, False), (499, False), (501, False)])
def test_a_first_stack_costs_the_events_price_and_no_other(paid, is_taken):
    night = Night(players=1)
    set_bank(night, first_stack_price=500)

    if is_taken:
        entry = night.post(give_first_stack, player_code=night.codes[0], paid=paid).entry
        assert (entry.purpose, entry.till, night.holds(till("T1"))) == ("entry_fee", "T1", 500)
    else:
        with pytest.raises(UserFacingError, match=r"The first stack costs \$5\.00, not "):
            night.post(give_first_stack, player_code=night.codes[0], paid=paid)


@pytest.mark.parametrize(("paid", "is_taken"), [(-1, False), (0, False), (1, True)])
def test_a_donation_is_a_cent_at_least(paid, is_taken):
    night = Night()

    if is_taken:
        assert night.post(record_donation, paid=paid).entry.purpose == "donation"
    else:
        with pytest.raises(Exception, match="A donation is above zero"):
            night.post(record_donation, paid=paid)


@pytest.mark.parametrize(("paid", "lines"), [(0, 0), (1, 1)])
def test_a_float_may_be_nothing(paid, lines):
    night = Night()

    entry = night.post(open_till, till="T1", float_paid=paid).entry

    assert (entry.lines, entry.purpose) == (lines, "float" if paid else "")
    with pytest.raises(Exception, match="A float cannot be below zero"):
        night.post(open_till, till="T2", float_paid=-1)


# ---------- Losses to gains ----------


def test_losses_go_to_gains_in_the_order_of_the_accounts():
    seats = [seat_chips(f"T1-{number}") for number in range(1, 6)]

    lines = matched_lines(dict(zip(seats, (30, -50, 0, 40, -20), strict=True)))

    assert [(giver.code, taker.code, chips) for giver, taker, chips in lines] == [
        ("T1-2", "T1-1", 30),
        ("T1-2", "T1-4", 20),
        ("T1-5", "T1-4", 20),
    ]
    assert matched_lines({}) == matched_lines(dict.fromkeys(seats, 0)) == ()
