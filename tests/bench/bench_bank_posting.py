"""Re-buys written to the books on PostgreSQL by eight desks of one night, beside hand-written SQL and django-hordak.

All three on one server of their own, with its settings as they come. The hand-written side is pgbench on a copy of our
tables without the triggers: no client could write these rows with less work. django-hordak books the same two lines,
each with its `transfer_to`, without a chain, a key, a log or a stored balance.
"""

from __future__ import annotations

import re
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests.bench.apart import scratch_cluster
from tests.bench.desks import CLIENTS, open_desks
from tests.bench.nights import make_night
from tests.bench.timing import Row
from tests.faults.databases import Postgres

SCRIPT = Path(__file__).with_name("rebuy.pgbench.sql")
SECONDS = 2
ROUNDS = 5
PLAYERS = 300


def rows() -> Iterator[Row]:
    with scratch_cluster() as cluster:
        yield from _beside_each_other(cluster)


def _beside_each_other(cluster: Postgres) -> Iterator[Row]:
    ours, hordak = cluster.create("ours"), cluster.create("hordak")
    event = make_night("full_hall", ours)["event"]
    by_hand = cluster.create("by_hand", like="ours")
    _drop_triggers(by_hand)
    make_night("hordak_accounts", hordak, DJANGO_SETTINGS_MODULE="tests.bench.hordak_settings")
    with (
        open_desks("desk_ours", "tests.faults.settings", ours) as desks,
        open_desks("desk_hordak", "tests.bench.hordak_settings", hordak) as peers,
    ):
        runs = [(desks.sell(SECONDS), _pgbench(by_hand, event), peers.sell(SECONDS)) for _ in range(ROUNDS + 1)][1:]
    name = f"re-buys of {CLIENTS} desks, PostgreSQL"
    yield _row(name, "pgbench by hand (floor 0.3)", [(mine, hand) for mine, hand, _ in runs])
    yield _row(name, "django-hordak (floor 3)", [(mine, theirs) for mine, _, theirs in runs])


def _drop_triggers(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        for table in ("bank_account", "bank_transfer", "bank_entry"):
            connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")


def _pgbench(database_url: str, event: int) -> float:
    """Transactions a second of the script."""
    options = ["-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "2", "-T", str(SECONDS), "-f", str(SCRIPT)]
    variables = ["-D", f"event={event}", "-D", f"players={PLAYERS}"]
    done = subprocess.run(
        ["pgbench", *options, *variables, database_url], check=True, stdout=subprocess.PIPE, text=True
    )
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    if found is None:
        raise ValueError(f"pgbench said no rate: {done.stdout}")
    return float(found[1])


def _row(name: str, peer_name: str, pairs: list[tuple[float, float]]) -> Row:
    return Row(
        name=name,
        peer_name=peer_name,
        unit="entries/s",
        ours=statistics.median(mine for mine, _ in pairs),
        peer=statistics.median(theirs for _, theirs in pairs),
        ratio=statistics.median(mine / theirs for mine, theirs in pairs),
    )
