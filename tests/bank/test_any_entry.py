"""The law of the books: whatever a door accepts, the verifier accepts and the archive restores."""

from __future__ import annotations

import pytest
from hypothesis import Phase, example, given, settings

from eventnight.bank.models import Books, Entry, EntryKind
from eventnight.bank.selectors import verify_books
from tests.bank.any_night import AMOUNTS, SETTINGS, Evening, Setting, night_with
from tests.bank.ways_to_entries import WAYS
from tests.flows.archives import another_machine, archive_of, restored

pytestmark = pytest.mark.django_db
KINDS = [pytest.param(kind, id=kind.value) for kind in EntryKind]
# A counterexample is short as it is, and to shrink one takes minutes of posting.
LAW = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])
COUNTED = Setting("wlia", "smallest 5", owned=400, bank_chips=True, keeps_small_chips=True, chips_per_ticket=20)
UNEVEN = Setting(
    "wlia", "smallest stays at the tables", owned=400, bank_chips=True, keeps_small_chips=True, chips_per_ticket=20
)


@pytest.mark.parametrize("kind", KINDS)
@settings(LAW, max_examples=8)
@given(setting=SETTINGS, amount=AMOUNTS)
@example(setting=COUNTED, amount=1002)
@example(setting=UNEVEN, amount=50)
def test_whatever_a_door_accepts_the_verifier_accepts(kind: EntryKind, setting: Setting, amount: int):
    evening = Evening(night_with(setting))

    WAYS[kind](evening, amount)

    assert verify_books(evening.night.event.pk).faults == []


@pytest.mark.parametrize("kind", KINDS)
@settings(LAW, max_examples=1)
@given(setting=SETTINGS, amount=AMOUNTS)
@example(setting=COUNTED, amount=1002)
def test_whatever_a_door_accepts_the_archive_restores(kind: EntryKind, setting: Setting, amount: int):
    evening = Evening(night_with(setting))
    WAYS[kind](evening, amount)
    before = Books.objects.get(event=evening.night.event)
    content = archive_of(evening.night.event)

    with another_machine():
        copy = restored(content, code="COPY")

        after = Books.objects.get(event=copy)
        assert (after.last_sequence, after.last_hash) == (before.last_sequence, before.last_hash)


@pytest.mark.parametrize("kind", KINDS)
def test_the_ways_of_a_kind_lead_to_an_entry_of_it(kind: EntryKind):
    evening = Evening(night_with(COUNTED))

    WAYS[kind](evening, 100)

    assert Entry.objects.filter(event=evening.night.event, kind=kind).exists()
