"""An entry that the books cannot explain is adjusted once, by two people, with a reason; whoever asks is told."""

from __future__ import annotations

import pytest

from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors import verify_books
from eventnight.bank.selectors.ledger.adjustments import unexplained
from eventnight.bank.services import Posting, adjust_entry
from eventnight.core.actors import Actor
from eventnight.core.errors import UserFacingError
from tests.bank.nights import Night
from tests.bank.older import odd_tray_emptied
from tests.factories import employ

pytestmark = pytest.mark.django_db

SOUND, ODD, NEXT = 1, 2, 3
NORA, SECOND = Actor("staff-1", "Nora"), Actor("staff-2", "Second")


@pytest.fixture
def night() -> Night:
    """A night whose second entry does not follow from what it says."""
    night = Night()
    employ(night.event, NORA)
    odd_tray_emptied(night)
    return night


def adjust(night: Night, **given: object) -> Posting:
    return night.post(
        adjust_entry, **{"sequence": ODD, "reason": "1,002 chips went in", "by": NORA, "second": SECOND, **given}
    )


def test_an_entry_is_open_to_be_adjusted_only_where_the_verifier_finds_it_wrong(night: Night):
    sound, odd = (unexplained(night.event.pk, sequence) for sequence in (SOUND, ODD))

    assert (sound.entry.sequence, sound.fault, sound.explained, sound.is_open) == (SOUND, "", "", False)
    assert (odd.entry.sequence, odd.explained, odd.is_open) == (ODD, "", True)
    assert odd.fault == "does not follow from its rates {'colours': {'floor': {}}}: it moved {'chips': 1002}"


def test_an_adjusted_entry_says_which_adjustment_explains_it_and_who_signed(night: Night):
    adjustment = adjust(night, reason="  1,002 chips went in ").entry

    odd = unexplained(night.event.pk, ODD)

    said = f"Entry {ODD} is explained by adjustment {NEXT}, signed by signer1 and signer2: 1,002 chips went in"
    assert (adjustment.sequence, adjustment.kind, adjustment.lines) == (NEXT, EntryKind.ADJUSTMENT, 0)
    assert (adjustment.reason, adjustment.subject, adjustment.second_code) == ("1,002 chips went in", "R1", "staff-2")
    assert adjustment.rates == {"explains": ODD, "hash": odd.entry.hash}
    assert (odd.explained, odd.is_open) == (said, False)
    assert odd.fault
    report = verify_books(night.event.pk)
    assert (report.faults, report.unexplained, report.explained) == ([], [], [said])


def test_the_adjustment_itself_needs_none_and_explains_no_other_entry(night: Night):
    odd_tray_emptied(night, tray="R2")
    adjust(night)

    other, adjustment = (unexplained(night.event.pk, sequence) for sequence in (4, 5))

    assert (other.explained, other.is_open) == ("", True)
    assert (adjustment.fault, adjustment.explained) == ("", "")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        pytest.param({"sequence": SOUND}, "nothing_to_adjust", id="nothing-wrong"),
        pytest.param({"sequence": 9}, "unknown_entry", id="no-such-entry"),
        pytest.param({"reason": " "}, "reason_missing", id="no-reason"),
        pytest.param({"second": None}, "second_person", id="nobody-else"),
        pytest.param({"second": NORA}, "second_person", id="the-same-person-twice"),
    ],
)
def test_nothing_is_adjusted_without_a_fault_a_reason_and_two_people(night: Night, given, code):
    with pytest.raises(UserFacingError) as refused:
        adjust(night, **given)

    assert refused.value.code == code
    assert not Entry.objects.filter(kind=EntryKind.ADJUSTMENT).exists()


def test_an_entry_is_adjusted_once(night: Night):
    adjust(night)

    with pytest.raises(UserFacingError) as refused:
        adjust(night)

    assert refused.value.code == "already_adjusted"
    assert refused.value.message.endswith("signed by signer1 and signer2: 1,002 chips went in. Nothing more to do.")
    assert verify_books(night.event.pk).entries == NEXT
