"""A tournament's prizes paid out of the books and taken back, and what the night shows of them."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from engine.units import Cents
from eventnight.bank.ledger.refs import safe, till
from eventnight.bank.models import Entry, EntryKind, Purpose
from eventnight.bank.selectors import balance_of, fund_total, sale_receipt, shift_of, verify_books
from eventnight.bank.services import close_till, open_till
from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.night.selectors.closing.checks import check_of, closing_checks
from eventnight.night.selectors.closing.report import night_report
from eventnight.night.selectors.figures import figures
from eventnight.night.selectors.tonight import tonight
from eventnight.night.services.closing import approve_line
from tests.factories import NOW, actor_with
from tests.tills import counted
from tests.tournaments.holdem_nights import (
    BY,
    codes_of,
    fresh,
    press,
)
from tests.tournaments.prize_nights import back, dues, fourth, limit, pay
from tournaments.models import DealMethod, FlightEntry, Prizes
from tournaments.services.flight.bust_outs import enter_chip_counts, undo_bust_out
from tournaments.services.prizes.prize_list import agree_to_deal, open_prizes, propose_deal, withdraw_deal

pytestmark = pytest.mark.django_db


# Paying


def test_a_prize_is_paid_out_of_the_till_and_the_fund(final):
    event = final.tournament.event

    entry = pay(final).entry

    assert (entry.kind, entry.purpose, entry.subject, entry.till) == (
        EntryKind.PRIZE_PAID,
        Purpose.PRIZE,
        fourth(final),
        "T1",
    )
    assert entry.reason == f"{final.tournament.name}, 4th"
    assert (balance_of(event.pk, till("T1")), fund_total(event.pk)) == (21_600, 21_600)
    (due,) = dues(final.tournament)
    assert (due.payment.sequence, due.left, due.is_open) == (entry.sequence, 0, False)
    assert verify_books(event.pk).is_clean


def test_the_same_press_pays_once_and_another_is_refused(final):
    key = uuid4()

    first = pay(final, request_id=key)
    again = pay(final, request_id=key)

    assert (again.entry, again.is_replay) == (first.entry, True)
    with pytest.raises(Conflict, match="Nothing more to do") as refused:
        pay(final)
    assert refused.value.code == "prize_paid"
    with pytest.raises(UserFacingError, match="This key was used"):
        pay(final, request_id=key, till="")
    assert Entry.objects.filter(kind=EntryKind.PRIZE_PAID).count() == 1


def test_a_prize_is_paid_as_it_was_shown_once_the_prizes_are_fixed(final):
    with pytest.raises(Conflict, match=r"now gets \$24\.00") as changed:
        pay(final, cents=Cents(2500))
    open_prizes(tournament=final.tournament, **BY)
    with pytest.raises(Conflict, match="Fix them, then pay") as unfixed:
        pay(final)
    with pytest.raises(NotFound) as unplaced:
        pay(final, codes_of(final)[0])
    with pytest.raises(NotFound) as stranger:
        pay(final, "P999")

    codes = [refused.value.code for refused in (changed, unfixed, unplaced, stranger)]
    assert codes == ["prize_changed", "prizes_not_fixed", "no_prize", "no_prize"]


def test_the_safe_pays_what_a_closed_till_left_in_it(final):
    event = final.tournament.event
    with pytest.raises(UserFacingError, match=r"The safe does not hold the \$24\.00 of this prize"):
        pay(final, till="")
    close_till(event=event, till="T1", count=counted(24_000), **press())

    pay(final, till="")

    assert balance_of(event.pk, safe()) == 21_600


def test_from_the_limit_on_somebody_else_signs_for_paying_and_for_taking_back(final):
    event = final.tournament.event
    limit(event, 2400)
    sam = actor_with(event, Role.DESK)

    with pytest.raises(UserFacingError, match=r"this one pays \$24\.00") as alone:
        pay(final)
    pay(final, second=sam)
    with pytest.raises(UserFacingError, match=r"reverses \$24\.00") as alone_again:
        back(final)
    back(final, second=sam)

    assert (alone.value.code, alone_again.value.code) == ("second_person", "second_person")
    assert [line.second for line in night_report(event).signed] == [sam.label, sam.label]


def test_a_prize_taken_back_is_due_again(final):
    key = uuid4()
    pay(final)

    back(final, request_id=key)
    back(final, request_id=key)

    event = final.tournament.event
    assert (balance_of(event.pk, till("T1")), fund_total(event.pk)) == (24_000, 24_000)
    assert dues(final.tournament)[0].is_open
    with pytest.raises(BadRequest) as nothing:
        back(final)
    assert nothing.value.code == "prize_not_paid"
    pay(final)
    assert verify_books(event.pk).is_clean


def test_money_does_not_come_back_into_a_closed_till(final):
    event = final.tournament.event
    pay(final)
    close_till(event=event, till="T1", count=counted(21_600), **press())

    with pytest.raises(Conflict, match="Open it again") as refused:
        back(final)
    open_till(event=event, till="T1", float_paid=0, **press())
    back(final)

    assert refused.value.code == "till_closed"


def test_nothing_under_a_prize_that_was_paid_is_pulled_away(final):
    pay(final)

    with pytest.raises(Conflict, match="Take the money back first") as refused:
        open_prizes(tournament=final.tournament, **BY)

    assert refused.value.code == "prize_paid"


def test_a_place_that_changes_after_it_was_paid_stands_out(final):
    pay(final)

    undo_bust_out(flight=fresh(final), hand=3, **BY)

    (due,) = dues(final.tournament)
    assert (due.cents, due.left, due.is_other, due.is_open) == (0, -2400, True, True)
    back(final)
    assert dues(final.tournament) == ()


def test_the_shares_of_a_deal_are_paid(final):
    left = codes_of(final)[:3]
    enter_chip_counts(flight=fresh(final), counts=dict.fromkeys(left, 80_000), **BY)
    deal = propose_deal(tournament=final.tournament, method=DealMethod.CHIP_CHOP, **press())
    for code in left:
        agree_to_deal(tournament=final.tournament, deal_id=deal.pk, player_code=code, **BY)

    posting = pay(final, left[0], cents=Cents(7200))

    assert posting.entry.reason == f"{final.tournament.name}, deal"
    with pytest.raises(Conflict, match="Take the money back first"):
        withdraw_deal(tournament=final.tournament, deal_id=deal.pk, **BY)
    with pytest.raises(Conflict, match="Withdraw it before the prizes are opened"):
        open_prizes(tournament=final.tournament, **BY)


# What the night shows


def closing_line(final):
    key = f"prizes-{final.tournament.pk}"
    return check_of(closing_checks(tonight(final.tournament.event, NOW), None), key)


def test_an_unpaid_prize_is_red_until_it_is_paid(final):
    line = closing_line(final)
    assert (line.is_red, line.label) == (True, f"{final.tournament.name}: 1 prize of 1 not paid")

    pay(final)

    assert (closing_line(final).is_red, closing_line(final).done) == (False, True)


def test_a_prize_that_is_no_money_is_left_with_a_reason_of_two(final):
    event = final.tournament.event
    line = closing_line(final)
    shown = {each.subject: each.amount for each in line.left}
    by, second = actor_with(event), actor_with(event, Role.DESK)

    signed = {"press": Press(by, NOW, uuid4(), second)}
    approve_line(event=event, key=line.key, shown=shown, reason="took a basket", **signed)

    assert closing_line(final).note == "approved: took a basket"
    assert dues(final.tournament)[0].waived == "took a basket"
    assert tonight(event, NOW).fund == 24_000 - 21_600


def test_the_fund_leaves_out_what_is_still_to_be_won_and_the_dashboard_says_so(final):
    event = final.tournament.event
    night = tonight(event, NOW)
    assert night.fund == 0
    assert [line.cents for line in figures(night).money if line.label == "Prizes promised"] == [-24_000]

    pay(final)

    night = tonight(event, NOW)
    lines = {line.label: line.cents for line in figures(night).money}
    assert (night.fund, lines["Prizes promised"], lines["Prizes paid out"]) == (0, -21_600, -2400)
    assert sum(lines.values()) == 0


def test_the_reports_of_till_and_night_show_what_was_paid_out(final):
    event = final.tournament.event
    pay(final)

    report = night_report(event)

    (line,) = [line for line in shift_of(event.pk, "T1", 1).lines if line.label == "Prizes paid out"]
    assert (line.count, line.cents) == (1, -2400)
    assert [(each.label, each.amount) for each in report.summary if each.label == "Prizes paid out"] == [
        ("Prizes paid out", 2400)
    ]
    assert report.adds_up


def test_the_winners_receipt_says_what_for(final):
    shown = sale_receipt(final.tournament.event.pk, pay(final).entry.sequence)

    assert (shown.what, shown.what_for, shown.won, shown.is_won) == (
        "Prize paid",
        f"{final.tournament.name}, 4th",
        2400,
        True,
    )
    correction = sale_receipt(final.tournament.event.pk, back(final).entry.sequence)
    assert (correction.what, correction.is_won, correction.paid) == ("Prize given back", False, 2400)


@pytest.mark.parametrize("change", [{"prize_entry": None}, {"prize_entry": 1}])
def test_the_check_of_the_books_finds_a_prize_that_nobody_says_was_paid(final, change):
    entry = pay(final).entry

    FlightEntry.objects.filter(prize_entry=entry.sequence).update(**change)

    faults = [str(fault) for fault in verify_books(final.tournament.event_id).faults]
    assert any(f"Entry {entry.sequence} paid a prize" in fault for fault in faults)


def test_the_check_of_the_books_finds_a_prize_of_somebody_else(final):
    pay(final)
    own = FlightEntry.objects.get(prize_entry__isnull=False)
    sequence = own.prize_entry
    FlightEntry.objects.filter(pk=own.pk).update(prize_entry=None)
    FlightEntry.objects.filter(flight=final, player__code=codes_of(final)[0]).update(prize_entry=sequence)

    faults = [str(fault) for fault in verify_books(final.tournament.event_id).faults]
    assert any(f"FT-{codes_of(final)[0]} won it" in fault for fault in faults)


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ({"entry_share": 101}, "prizes_share_what_was_taken"),
        ({"fixed_upto": None}, "prizes_fixed_by_somebody"),
        ({"fixed_by_label": ""}, "prizes_fixed_by_somebody"),
    ],
)
def test_the_database_refuses_prizes_that_cannot_be(final, change, claim):
    with pytest.raises(IntegrityError, match=claim), transaction.atomic():
        Prizes.objects.update(**change)
