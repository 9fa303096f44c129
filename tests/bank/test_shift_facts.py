"""Whose a shift was, from which entry to which, and what it began with: every fact of every kind of shift."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eventnight.bank.means import Means, Payment
from eventnight.bank.selectors import actor_labels, shift_ends, shift_of, verify_books
from eventnight.bank.selectors.tills.tills import tills_of
from eventnight.bank.services import (
    close_till,
    hand_over_till,
    open_till,
    record_donation,
    reverse_entry,
    sell_rebuy,
)
from eventnight.bank.tills.count import TillSums
from eventnight.core.actors import Actor
from eventnight.core.errors import NotFound
from tests.bank.nights import Night
from tests.bank.test_shifts import NORA, SAM
from tests.factories import after
from tests.tills import counted

pytestmark = pytest.mark.django_db

TIM = Actor("staff-903", "Tim")


def facts_of(night: Night, number: int) -> tuple[object, ...]:
    shift = shift_of(night.event.pk, "T1", number)
    return (
        shift.by,
        shift.second,
        shift.began_at,
        shift.ended_at,
        shift.first_sequence,
        shift.last_sequence,
        shift.entries,
        shift.is_handed_over,
        shift.reason,
    )


def test_a_shift_is_whose_who_opened_the_till_or_took_it_over_whoever_counts_it():
    night = Night(players=1)
    night.post(open_till, till="T1", float_paid=5000, by=NORA, now=after(1))
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000, by=SAM, now=after(2))
    night.post(hand_over_till, till="T1", count=counted(5900), by=TIM, second=SAM, reason="a note", now=after(3))
    night.post(record_donation, paid=100, by=TIM, now=after(4))
    night.post(close_till, till="T1", count=counted(6100), by=TIM, second=NORA, reason="found it", now=after(5))
    names = actor_labels({actor.code for actor in (NORA, SAM, TIM)}, night.event.pk)
    nora, sam = names[NORA.code], names[SAM.code]

    assert facts_of(night, 1) == (nora, sam, after(1), after(3), 1, 3, 3, True, "a note")
    assert facts_of(night, 2) == (sam, nora, after(3), after(5), 4, 5, 2, False, "found it")
    assert facts_of(night, 3) == ("", "", None, None, None, None, 0, False, "")
    first, second, third = (shift_of(night.event.pk, "T1", number) for number in (1, 2, 3))
    assert (first.opening, second.opening, third.opening) == (TillSums(), TillSums(cash=5900), TillSums())
    assert (first.difference, second.difference, third.difference) == (TillSums(cash=-100), TillSums(cash=100), None)


def test_a_till_that_nobody_opened_is_whose_who_counted_it_since_its_first_entry():
    night = Night(players=1)
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000, by=NORA, now=after(2))
    running = facts_of(night, 1)
    night.post(close_till, till="T1", count=counted(1000), by=SAM, now=after(5))

    assert running == ("", "", after(2), None, 1, 1, 1, False, "")
    label = actor_labels({SAM.code}, night.event.pk)[SAM.code]
    assert facts_of(night, 1) == (label, "", after(2), after(5), 1, 2, 2, False, "")


def test_a_till_opened_again_begins_a_shift_of_its_own_and_an_undone_closing_none():
    night = Night(players=1)
    for minutes, actor in ((1, NORA), (3, SAM)):
        night.post(open_till, till="T1", float_paid=100, by=actor, now=after(minutes))
        closing = night.post(close_till, till="T1", count=counted(100), by=TIM, now=after(minutes + 1)).entry
    names = actor_labels({NORA.code, SAM.code}, night.event.pk)

    assert [facts_of(night, number)[0] for number in (1, 2)] == [names[NORA.code], names[SAM.code]]
    assert [end.sequence for end in shift_ends(night.event.pk, "T1")] == [2, 4]
    undone = {"sequence": closing.sequence, "reason": "too early", "may_reverse_any": True}
    night.post(reverse_entry, **undone, by=NORA, now=after(6))
    assert [end.sequence for end in shift_ends(night.event.pk, "T1")] == [2]
    assert facts_of(night, 2)[:4] == (names[SAM.code], "", after(3), None)
    with pytest.raises(NotFound, match="Till T1 has had 1 shifts; there is no shift 3"):
        shift_of(night.event.pk, "T1", 3)
    for number in (0, -1):
        with pytest.raises(NotFound):
            shift_of(night.event.pk, "T1", number)


def test_money_of_another_till_is_in_no_shift_of_this_one():
    night = Night(players=1)
    night.post(record_donation, paid=100, payment=Payment(till="T2"))
    night.post(record_donation, paid=200, now=after(1))

    shift = shift_of(night.event.pk, "T1", 1)

    assert (shift.expected, shift.entries, shift.first_sequence) == (TillSums(cash=200), 1, 2)


def test_what_each_means_took_is_handed_over_and_counted_for_itself():
    night = Night(players=1)
    cheque, card = Payment(means=Means.CHEQUE, reference="0042"), Payment(means=Means.CARD)
    night.post(record_donation, paid=100)
    night.post(record_donation, paid=3000, payment=cheque)
    paid_by_card = night.post(record_donation, paid=500, payment=card).entry
    night.post(hand_over_till, till="T1", count=counted(100, cheques=(1, 3000), card=500), by=NORA, second=SAM)
    night.post(record_donation, paid=700, payment=cheque)
    night.post(reverse_entry, sequence=paid_by_card.sequence, reason="declined", may_reverse_any=True)

    first, second = (shift_of(night.event.pk, "T1", number) for number in (1, 2))

    held = TillSums(cash=100, cheques=3000, cheque_number=1, card=500)
    assert (first.expected, first.counted, first.difference) == (held, held, TillSums())
    assert second.opening == held
    assert second.expected == replace(held, cheques=3700, cheque_number=2, card=0)
    assert [(line.label, line.cents) for line in first.means] == [("Cash", 100), ("Card", 500), ("Cheque", 3000)]
    assert [(line.label, line.cents) for line in second.means] == [("Card", -500), ("Cheque", 700)]
    assert [(line.label, line.count, line.cents) for line in first.lines] == [("Donations", 3, 3600)]
    assert [(line.label, line.count, line.cents) for line in second.lines] == [("Donations", 0, 200)]
    night.post(close_till, till="T1", count=counted(100, cheques=(2, 3700), card=0), by=SAM)
    assert shift_of(night.event.pk, "T1", 3).opening == TillSums()
    assert verify_books(night.event.pk).is_clean


def test_a_till_opened_later_has_no_part_in_the_shifts_before():
    night = Night(players=1)
    night.post(open_till, till="T1", float_paid=5000, by=NORA, now=after(1))
    night.post(hand_over_till, till="T1", count=counted(5000), by=NORA, second=SAM, now=after(2))
    night.post(close_till, till="T1", count=counted(5000), by=SAM, now=after(3))
    before = [facts_of(night, number) for number in (1, 2)]

    night.post(open_till, till="T1", float_paid=700, by=TIM, now=after(4))

    assert [facts_of(night, number) for number in (1, 2)] == before
    assert (before[1][2], shift_of(night.event.pk, "T1", 3).began_at) == (after(2), after(4))
    assert tills_of(night.event.pk) == ["T1"]


@pytest.mark.parametrize(
    ("count", "difference"),
    [
        (counted(150, cheques=(2, 3000), card=500), TillSums(cash=50)),
        (counted(100, cheques=(1, 1000), card=500), TillSums(cheques=-2000, cheque_number=-1)),
        (counted(100, cheques=(2, 3000), card=499), TillSums(card=-1)),
        (counted(100, cheques=(3, 3000), card=500), TillSums(cheque_number=1)),
    ],
)
def test_a_difference_is_kept_with_the_means_it_is_of(count, difference):
    night = Night()
    for paid, payment in (
        (100, Payment()),
        (1000, Payment(means="cheque")),
        (2000, Payment(means="cheque")),
        (500, Payment(means="card")),
    ):
        night.post(record_donation, paid=paid, payment=payment)

    night.post(close_till, till="T1", count=count, reason="counted twice", by=NORA, second=SAM)

    shift = shift_of(night.event.pk, "T1", 1)
    assert shift.expected == TillSums(cash=100, cheques=3000, cheque_number=2, card=500)
    assert (shift.difference, shift.counted) == (difference, shift.expected.plus(difference))
