"""What DATABASE_URL may say: its options are kept, and what makes no sense is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg_pool.base import AttemptWithBackoff

from eventnight.core.database.patience import unhurried
from eventnight.settings.database import PATIENT, TimeLimits, database

ADDRESS = "postgres://desk@db.example.org/night"
LIMITS = TimeLimits(lock=5, statement=30, idle=60, connect=5)


def options(query: str = "", address: str = ADDRESS, limits: TimeLimits = LIMITS, threads: int = 16) -> dict[str, Any]:
    found: dict[str, Any] = database(f"{address}{query}", limits, threads=threads)["OPTIONS"]
    return found


def test_sqlite_takes_the_write_lock_first_and_postgresql_has_a_pool():
    assert options(address="sqlite:///night.sqlite3")["transaction_mode"] == "IMMEDIATE"
    assert options()["pool"] == {"min_size": 2, "max_size": 16, "timeout": 5.0, "reconnect_timeout": 5.0}


def test_between_two_tries_to_reach_postgresql_the_pool_waits_a_few_seconds_however_long_it_was_away():
    """By the pool's own arithmetic; `make faults` does it with a database that is really away."""
    attempt, now, waits = AttemptWithBackoff(timeout=options()["pool"]["reconnect_timeout"]), 0.0, []

    while not attempt.time_to_give_up(now):
        attempt.update_delay(now)
        waits.append(attempt.delay)
        now += attempt.delay

    assert max(waits) < 3
    assert now == pytest.approx(5.0)


def test_options_of_the_address_are_kept():
    found = options("?sslmode=verify-full&sslrootcert=/etc/ssl/ours.pem&application_name=desk")

    assert found["sslmode"] == "verify-full"
    assert found["sslrootcert"] == "/etc/ssl/ours.pem"
    assert found["application_name"] == "desk"


def test_options_of_the_address_win_over_ours():
    found = options("?connect_timeout=2&pool_max_size=4&pool_timeout=1.5&options=-c%20lock_timeout%3D100")

    assert found["connect_timeout"] == 2
    assert found["pool"] == {"min_size": 2, "max_size": 4, "timeout": 1.5, "reconnect_timeout": 5.0}
    assert found["options"].endswith("-c lock_timeout=100")
    assert options("?timeout=1", "sqlite:///night.sqlite3")["timeout"] == 1


def test_a_pooler_of_its_own_goes_without_ours():
    assert "pool" not in options("?pool=false")


def test_a_pool_smaller_than_ours_begins_smaller():
    assert options("?pool_max_size=1")["pool"]["min_size"] == 1


def test_statements_locks_and_idle_transactions_have_limits_and_commands_have_none():
    named = ("statement_timeout=30000", "lock_timeout=5000", "idle_in_transaction_session_timeout=60000")

    assert all(f"-c {each}" in options()["options"] for each in named)
    assert "options" not in options(limits=PATIENT)
    assert options(limits=PATIENT, threads=0).keys() == {"connect_timeout"}
    assert options(address="sqlite:///night.sqlite3", limits=PATIENT)["timeout"] > LIMITS.lock


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://desk@db/night", "begins with 'mysql'"),
        ("night.sqlite3", "must begin with sqlite:/// or postgres://"),
        ("postgres://desk:pass/word@db:what/night", "%2F"),
        (ADDRESS + "?sslmod=require", "Did you mean sslmode?"),
        (ADDRESS + "?sslmode=always", "It is one of disable, allow"),
        (ADDRESS + "?sslmode=require&sslmode=disable", "gives sslmode twice"),
        (ADDRESS + "?sslmode=disable&sslrootcert=ours.pem", "sslmode=disable and sslrootcert"),
        (ADDRESS + "?host=elsewhere", "gives host twice"),
        (ADDRESS + "?pool=false&pool_max_size=3", "pool=false and pool_max_size"),
        (ADDRESS + "?pool=some", "pool=true or pool=false"),
        (ADDRESS + "?pool_min_size=9&pool_max_size=3", "at least 9 and at most 3"),
        (ADDRESS + "?pool_max_size=0", "from 1"),
        (ADDRESS + "?connect_timeout=soon", "number of seconds"),
        ("postgres:///night?sslmode=require", "a Unix socket is never encrypted"),
        ("postgres:///night?host=/run/postgresql&sslmode=require", "a Unix socket is never encrypted"),
        ("sqlite:///night.sqlite3?sslmode=require", "option sslmode"),
    ],
)
def test_an_address_that_makes_no_sense_is_refused(url: str, said: str):
    with pytest.raises(ImproperlyConfigured) as refused:
        database(url, LIMITS, threads=16)

    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def connected(query: str) -> DatabaseWrapper:
    """A connection to the suite's own server, with these options of an address."""
    own = connection.settings_dict
    config = {**own, "OPTIONS": database(f"postgres://db/night?{query}", LIMITS)["OPTIONS"]}
    return DatabaseWrapper(config, alias="elsewhere")


@pytest.mark.postgres
@pytest.mark.django_db
class TestOnTheServer:
    def test_the_limits_hold(self):
        other = connected("")
        with other.cursor() as cursor:
            cursor.execute("SELECT current_setting('statement_timeout'), current_setting('lock_timeout')")
            found = cursor.fetchone()
        other.close()

        assert found == ("30s", "5s")

    def test_those_of_the_address_win(self):
        other = connected("options=-c%20statement_timeout%3D7000")
        with other.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            found = cursor.fetchone()
        other.close()

        assert found == ("7s",)

    def test_a_long_job_is_not_held_to_them_and_the_next_statement_is(self):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 20")
            with unhurried():
                cursor.execute("SELECT pg_sleep(0.05)")
            with pytest.raises(OperationalError, match="statement timeout"):
                cursor.execute("SELECT pg_sleep(5)")

    def test_a_connection_that_must_be_encrypted_never_runs_in_clear(self):
        own = connection.settings_dict
        port = own["PORT"] or connection.connection.info.port
        address = f"postgres://{own['USER']}:{own['PASSWORD']}@{own['HOST'] or '127.0.0.1'}:{port}/{own['NAME']}"
        if "/" in own["HOST"] or not own["HOST"]:
            address = f"postgres://127.0.0.1:{port}/{own['NAME']}"
        other = DatabaseWrapper(
            {**own, **database(f"{address}?sslmode=require", LIMITS), "TIME_ZONE": None}, alias="encrypted"
        )
        with connection.cursor() as cursor:
            cursor.execute("SHOW ssl")
            (has_ssl,) = cursor.fetchone()

        if has_ssl == "off":
            with pytest.raises(OperationalError, match="SSL was required"):
                other.ensure_connection()
            return
        with other.cursor() as cursor:
            cursor.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
            assert cursor.fetchone() == (True,)
        other.close()
