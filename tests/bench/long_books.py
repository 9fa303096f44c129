"""Books as long as a comparison needs, copied into PostgreSQL as our service would write them, chain included."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from eventnight.bank.ledger.chain import ChainLine, entry_hash
from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import SEQUENCES_PER_EVENT, Account, Books, Entry, EntryKind, Purpose, Transfer
from tests.factories import NOW
from tests.raffle.nights import RaffleNight

PLAYERS = 300
PRICE, CHIPS = 1000, 1000
AT_ONCE = 20_000


def books_of(entries: int) -> RaffleNight:
    """A night with that many entries: a first stack for each player, and re-buys."""
    from eventnight.bank import services as bank

    night = RaffleNight(players=PLAYERS)
    for number in range(PLAYERS):
        night.give_chips(number)
    night.post(bank.sell_rebuy, player_code=night.codes[0], paid=PRICE)
    with transaction.atomic(), connection.cursor() as cursor:
        # Every trigger would look at every line; verify_books is asked about the result instead.
        cursor.execute("SET LOCAL session_replication_role = replica")
        _Copyist(night).write(entries - Books.objects.get(event=night.event).last_sequence)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE bank_entry, bank_transfer, bank_account")
    return night


class _Copyist:
    """Adds re-buys, one for each player in turn, to the end of a night's books."""

    def __init__(self, night: RaffleNight) -> None:
        self._event = night.event
        self._books = Books.objects.get(event=night.event)
        rows = Account.objects.filter(event=night.event)
        self._accounts = {AccountRef(row.commodity, row.owner_kind, row.code): row for row in rows}
        self._source, self._till, self._issuer = (
            next(ref for ref in self._accounts if ref.kind == kind and ref.commodity == commodity)
            for kind, commodity in (("source", "money"), ("till", "money"), ("issuer", "chips"))
        )
        self._players = [ref for ref in self._accounts if ref.kind == "player" and ref.commodity == "chips"]

    def write(self, count: int) -> None:
        """Copy the rows, then the balances and the end of the chain that come of them."""
        for done in range(0, count, AT_ONCE):
            pairs = [self._next() for _ in range(min(AT_ONCE, count - done))]
            _copy(Transfer, (row for _, rows in pairs for row in rows))
            _copy(Entry, (row for row, _ in pairs))
        Account.objects.bulk_update(self._accounts.values(), ["balance"])
        figures = self._books.takings["T1"][Purpose.REBUY]
        figures["count"] += count
        figures["cents"] += count * PRICE
        self._books.save()

    def _next(self) -> tuple[list[Any], list[list[Any]]]:
        books, sequence = self._books, self._books.last_sequence + 1
        player = self._players[sequence % len(self._players)]
        entry = Entry(
            id=self._event.pk * SEQUENCES_PER_EVENT + sequence,
            event_id=self._event.pk,
            sequence=sequence,
            kind=EntryKind.REBUY,
            at=NOW + timedelta(milliseconds=sequence),
            actor_code="system",
            subject=player.code,
            purpose=Purpose.REBUY,
            till="T1",
            rates={"price": PRICE, "chips": CHIPS},
            key=UUID(int=sequence),
            fingerprint="0" * 64,
            lines=2,
            previous_hash=books.last_hash,
        )
        lines = [self._line(self._source, self._till, PRICE), self._line(self._issuer, player, CHIPS)]
        entry.hash = entry_hash(entry, None, lines)
        books.last_sequence, books.last_hash = sequence, entry.hash
        return _row(entry), [self._transfer(entry, number, line) for number, line in enumerate(lines, 1)]

    def _line(self, giver: AccountRef, taker: AccountRef, amount: int) -> ChainLine:
        account = self._accounts[taker]
        account.balance += amount
        return giver, taker, amount, None, account.balance

    def _transfer(self, entry: Entry, number: int, line: ChainLine) -> list[Any]:
        giver, taker, amount, _, after = line
        ids = self._accounts[giver].pk, self._accounts[taker].pk
        return [entry.pk, entry.event_id, number, giver.commodity, *ids, amount, None, after]


def _row(entry: Entry) -> list[Any]:
    values = [getattr(entry, field.attname) for field in Entry._meta.local_concrete_fields]
    return [json.dumps(value) if isinstance(value, dict) else value for value in values]


def _copy(model: type[Entry | Transfer], rows: Iterator[list[Any]]) -> None:
    fields = [field for field in model._meta.local_concrete_fields if model is Entry or not field.primary_key]
    columns = ", ".join(field.column for field in fields)
    with connection.cursor() as cursor, cursor.copy(f"COPY {model._meta.db_table} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
