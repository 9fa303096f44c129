"""The bank's reads after a thousand entries and after a million, and `verify_books` at two lengths, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.bench.apart import rows_apart, scratch_cluster
from tests.bench.timing import Row, compare

FEW, MANY = 1_000, 1_000_000
SHORT, LONG = 10_000, 100_000
READS = 200


def rows() -> Iterator[Row]:
    with scratch_cluster() as cluster:
        yield from rows_apart("large_bank_reading", cluster.url)


def measured() -> Iterator[Row]:
    """Needs Django on PostgreSQL."""
    from eventnight.bank.ledger.refs import player_chips
    from eventnight.bank.selectors import verify_books
    from eventnight.bank.selectors.ledger.balances import balance_of, books_totals, money_by_purpose
    from tests.bench.long_books import books_of

    few, many = (books_of(length).event.pk for length in (FEW, MANY))
    reads: dict[str, Callable[[int], object]] = {
        "balance": lambda event: balance_of(event, player_chips("P001")),
        "totals": books_totals,
        "money by purpose": money_by_purpose,
    }
    for name, read in reads.items():
        yield compare(
            f"{name} read after {MANY:,} entries",
            "reads/s",
            READS,
            lambda read=read: [read(many) for _ in range(READS)],
            f"after {FEW:,} (floor 0.67)",
            lambda read=read: [read(few) for _ in range(READS)],
        )
    short, long = (books_of(length).event.pk for length in (SHORT, LONG))
    found = compare(
        f"verify_books of {LONG:,} entries",
        "entries/s",
        1,
        lambda: _clean(verify_books(long)),
        f"of {SHORT:,} (linear 1)",
        lambda: _clean(verify_books(short)),
    )
    yield Row(
        found.name, found.peer_name, found.unit, found.ours * LONG, found.peer * SHORT, found.ratio * LONG / SHORT
    )


def _clean(report: object) -> None:
    if not report.is_clean:
        raise ValueError(f"the books that were made are not clean: {report.faults[:3]}")
