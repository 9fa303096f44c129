"""Tills are counted and closed; entries are corrected by turning them round."""

from __future__ import annotations

import pytest

from eventnight.bank.ledger.refs import over_short, player_chips, safe, seat_chips, till
from eventnight.bank.means import Payment
from eventnight.bank.selectors import fund_total, money_by_purpose, till_state, verify_books
from eventnight.bank.services import (
    close_till,
    give_first_stack,
    open_till,
    record_donation,
    redeem_chips,
    reverse_desk_entry,
    reverse_entry,
    sell_rebuy,
    sell_tickets,
    sit_down,
)
from eventnight.core.actors import Actor
from eventnight.core.errors import BadRequest, Conflict, Forbidden, NotFound, UserFacingError
from eventnight.core.models import AuditRecord
from tests.bank.nights import Night, night_with_stacks
from tests.factories import NOW, after
from tests.tills import counted

pytestmark = pytest.mark.django_db

NORA = Actor("staff-901", "Nora")
SAM = Actor("staff-902", "Sam")


def test_a_till_starts_with_a_float_that_is_no_money_of_the_fund():
    night = Night(players=1)

    night.post(open_till, till="T1", float_paid=10_000)
    night.post(sell_rebuy, player_code=night.codes[0], paid=2000)

    state = till_state(night.event.pk, "T1")
    assert (state.is_closed, state.opened_at, state.expected.cash) == (False, NOW, 12_000)
    assert [(line.label, line.count, line.cents) for line in state.lines] == [
        ("Float", 1, 10_000),
        ("Re-buys", 1, 2000),
    ]
    assert fund_total(night.event.pk) == 2000


@pytest.mark.parametrize(("cash", "gap"), [(3000, 0), (2950, 50), (3020, -20)])
def test_a_closed_till_puts_what_was_counted_into_the_safe_and_the_difference_to_over_and_short(cash: int, gap: int):
    night = Night(players=1)
    night.post(sell_rebuy, player_code=night.codes[0], paid=3000)

    night.post(close_till, till="T1", count=counted(cash), reason="change given wrong", second=SAM, by=NORA)

    assert (night.holds(till("T1")), night.holds(safe()), night.holds(over_short())) == (0, cash, gap)
    assert till_state(night.event.pk, "T1").is_closed


def test_a_difference_needs_a_reason_and_somebody_else():
    night = Night(players=1)
    night.post(sell_rebuy, player_code=night.codes[0], paid=3000)

    with pytest.raises(
        UserFacingError, match=r"should hold \$30\.00 in cash and \$29\.50 was counted: \$0\.50 too little"
    ) as why:
        night.post(close_till, till="T1", count=counted(2950), by=NORA)
    with pytest.raises(UserFacingError) as alone:
        night.post(close_till, till="T1", count=counted(2950), reason="change", second=NORA, by=NORA)

    assert (why.value.code, alone.value.code) == ("till_difference", "second_person")
    assert night.holds(till("T1")) == 3000


def test_a_closed_till_takes_no_money_until_it_is_opened_again():
    night = Night(players=1)
    player = night.codes[0]
    night.post(close_till, till="T1", count=counted(0))

    with pytest.raises(Conflict, match="T1 was counted and closed at 7:00 PM") as refusal:
        night.post(sell_rebuy, player_code=player, paid=1000)
    with pytest.raises(Conflict):
        night.post(close_till, till="T1", count=counted(0))
    night.post(sell_rebuy, player_code=player, paid=1000, payment=Payment(till="T2"))
    night.post(open_till, till="T1", float_paid=0)
    night.post(sell_rebuy, player_code=player, paid=1000)

    assert refusal.value.code == "till_closed"
    with pytest.raises(Conflict, match="open since"):
        night.post(open_till, till="T1", float_paid=0)


def test_a_correction_turns_the_lines_round_and_takes_the_money_off_its_purpose():
    night = night_with_stacks(1)
    player = night.codes[0]
    sale = night.post(sell_rebuy, player_code=player, paid=2000, by=NORA).entry

    undone = night.post(
        reverse_entry, sequence=sale.sequence, reason="wrong player", may_reverse_any=False, by=NORA, now=after(9)
    ).entry

    assert undone.reverses == sale
    assert (undone.reason, undone.subject) == ("wrong player", player)
    assert night.holds(player_chips(player)) == 1000
    assert money_by_purpose(night.event.pk)["rebuy"] == 0
    assert till_state(night.event.pk, "T1").lines[0].count == 0
    assert verify_books(night.event.pk).is_clean


def test_a_first_stack_that_was_undone_may_be_given_again():
    night = night_with_stacks(1)
    night.post(reverse_entry, sequence=1, reason="wrong player", may_reverse_any=True)

    night.post(give_first_stack, player_code=night.codes[0])

    assert night.holds(player_chips(night.codes[0])) == 1000


def test_a_cashier_undoes_own_entries_for_ten_minutes_and_the_organiser_any():
    night = night_with_stacks(1)
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=1000, by=NORA).entry
    undo = {"sequence": sale.sequence, "reason": "typo"}

    with pytest.raises(Forbidden) as others:
        night.post(reverse_entry, **undo, may_reverse_any=False, by=SAM)
    with pytest.raises(Forbidden, match="10 minutes") as late:
        night.post(reverse_entry, **undo, may_reverse_any=False, by=NORA, now=after(minutes=10, seconds=1))
    night.post(reverse_entry, **undo, may_reverse_any=True, by=SAM, now=after(120))

    assert (others.value.code, late.value.code) == ("not_your_entry", "entry_too_old")


def test_nothing_is_undone_twice_nor_a_correction_at_all():
    night = night_with_stacks(1)
    undone = night.post(reverse_entry, sequence=1, reason="typo", may_reverse_any=True).entry

    with pytest.raises(Conflict, match=f"entry {undone.sequence}") as twice:
        night.post(reverse_entry, sequence=1, reason="typo", may_reverse_any=True)
    with pytest.raises(UserFacingError) as back:
        night.post(reverse_entry, sequence=undone.sequence, reason="typo", may_reverse_any=True)
    with pytest.raises(NotFound):
        night.post(reverse_entry, sequence=99, reason="typo", may_reverse_any=True)
    with pytest.raises(BadRequest):
        night.post(reverse_entry, sequence=1, reason=" ", may_reverse_any=True)

    assert (twice.value.code, back.value.code) == ("already_reversed", "reversal_of_reversal")


def test_a_correction_that_would_overdraw_says_which_account_and_by_how_much():
    night = night_with_stacks(1)
    player = night.codes[0]
    night.post(sit_down, player_code=player, seat="T1-1", chips=880)

    with pytest.raises(UserFacingError, match=rf"{player} has 120 chips .* 880 chips short.* Entry 1 cannot be undone"):
        night.post(reverse_entry, sequence=1, reason="typo", may_reverse_any=True)

    assert night.holds(seat_chips("T1-1")) == 880


def test_a_correction_of_100_dollars_or_more_needs_a_second_person():
    night = Night(players=1)
    small = night.post(record_donation, paid=9_999).entry
    large = night.post(record_donation, paid=10_000).entry

    night.post(reverse_entry, sequence=small.sequence, reason="typo", may_reverse_any=True)
    with pytest.raises(UserFacingError) as alone:
        night.post(reverse_entry, sequence=large.sequence, reason="typo", may_reverse_any=True)
    night.post(reverse_entry, sequence=large.sequence, reason="typo", may_reverse_any=True, second=SAM)

    assert alone.value.code == "second_person"
    assert fund_total(night.event.pk) == 0


def test_the_desk_leaves_entries_alone_that_have_tickets_or_seats_beside_them():
    night = night_with_stacks(1)
    player = night.codes[0]
    kept = [
        night.post(sell_tickets, player_code=player, paid=1000),
        night.post(redeem_chips, player_code=player, chips=100),
        night.post(sit_down, player_code=player, seat="T1-1", chips=100),
    ]

    for posting in kept:
        with pytest.raises(UserFacingError) as refusal:
            night.post(reverse_desk_entry, sequence=posting.entry.sequence, reason="typo", may_reverse_any=True)
        assert refusal.value.code == "kept_elsewhere"


def test_every_entry_leaves_a_line_in_the_audit_log_without_a_name():
    night = night_with_stacks(1)

    record = AuditRecord.objects.filter(event=night.event, action="bank.first_stack").get()

    assert (record.subject, record.facts["sequence"]) == (night.codes[0], 1)
