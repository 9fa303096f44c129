"""Books are opened once, and those of a closed night take no sale and no correction of one."""

from __future__ import annotations

import pytest

from eventnight.bank.models import Entry
from eventnight.bank.services import open_books, reverse_entry, sell_rebuy
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.events.models import Event, EventStatus
from tests.bank.nights import Night
from tests.factories import NOW

pytestmark = pytest.mark.django_db


def test_the_audit_log_says_once_that_the_books_were_opened():
    night = Night()
    opened = AuditRecord.objects.filter(event=night.event, action="bank.books_opened")

    for _ in range(2):
        open_books(event=night.event, press=Press(SYSTEM, NOW))
        assert opened.count() == 1


def test_a_closed_night_sells_nothing_and_undoes_no_sale():
    night = Night(players=1)
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=1000).entry
    Event.objects.filter(pk=night.event.pk).update(status=EventStatus.CLOSED)

    with pytest.raises(Conflict) as sold:
        night.post(sell_rebuy, player_code=night.codes[0], paid=2000)
    with pytest.raises(Conflict) as undone:
        night.post(reverse_entry, sequence=sale.sequence, reason="wrong sum", may_reverse_any=True)

    assert (sold.value.code, undone.value.code) == ("night_closed", "night_closed")
    assert Entry.objects.filter(event=night.event).count() == 1
