"""The statements of a sale that are written as SQL do what the models' own would."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from eventnight.bank import services as bank
from eventnight.bank.models import Entry
from eventnight.core.actors import SYSTEM
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from tests.factories import NOW, after, make_event, make_player

pytestmark = pytest.mark.django_db


def _sell(player, key=None, now=NOW):
    return bank.sell_rebuy(
        event=player.event, player_code=player.code, paid=1000, press=Press(SYSTEM, now, key or uuid4())
    )


def test_an_entry_reads_back_as_it_was_written():
    written = _sell(make_player(make_event())).entry

    read = Entry.objects.get(pk=written.pk)

    names = [field.attname for field in Entry._meta.concrete_fields]
    assert [getattr(read, name) for name in names] == [getattr(written, name) for name in names]


def test_the_log_has_the_line_of_the_entry():
    entry = _sell(make_player(make_event())).entry

    line = AuditRecord.objects.get(event=entry.event_id, action="bank.rebuy")

    assert (line.subject, line.at, line.facts) == (entry.subject, NOW, {"sequence": 1, "reason": ""})


def test_a_rebuy_keeps_the_others_waiting_for_few_statements():
    player = make_player(make_event())
    _sell(player)

    with CaptureQueriesContext(connection) as captured:
        _sell(player, now=after(minutes=2))

    round_trips = 3 if connection.vendor == "postgresql" else 13
    assert len([query for query in captured if "SAVEPOINT" not in query["sql"]]) == round_trips
