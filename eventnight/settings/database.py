"""A database from its address: what EventNight needs to be safe, and above it whatever the address itself says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import dj_database_url
import psycopg
from django.core.exceptions import ImproperlyConfigured

SQLITE = "eventnight.core.backends.sqlite3"
SQLITE_SCHEMES = ("sqlite",)
POSTGRESQL_SCHEMES = ("postgres", "postgresql", "pgsql")

SQLITE_OPTIONS = frozenset({"timeout", "transaction_mode", "init_command"})
POOL_OPTIONS = {"pool_min_size": "min_size", "pool_max_size": "max_size", "pool_timeout": "timeout"}
DJANGO_OPTIONS = frozenset({"isolation_level", "assume_role", "server_side_binding", "prepare_threshold"})
PLACES = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
"""What stands in an address outside its options, and what Django calls it."""

SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
ENCRYPTED = ("require", "verify-ca", "verify-full")
CERTIFICATES = ("sslrootcert", "sslcert", "sslkey")


@dataclass(frozen=True)
class TimeLimits:
    """After how many seconds the database gives up: waiting for a lock, in a statement, in a transaction that nobody
    goes on with, and in reaching PostgreSQL. 0: never.
    """

    lock: float = 5
    statement: float = 30
    idle: float = 60
    connect: int = 5


POOL_SECONDS = 5.0
"""How long a request waits for a connection, and how long the pool tries to get a lost one back before it leaves that
to the next request. The time between its tries doubles: with its own five minutes it would still sleep for half a
minute and more when PostgreSQL is back.
"""

PATIENT = TimeLimits(lock=0, statement=0, idle=0)
"""For commands: whoever started one waits for it."""
PATIENT_SQLITE_SECONDS = 30.0
"""SQLite has no waiting without end."""


def database(url: str, limits: TimeLimits, *, threads: int = 0) -> dict[str, Any]:
    """The settings of the database at that address.

    threads: how many connections one process may need at once; 0 for one without a pool. Options of the address win.
    Raises ImproperlyConfigured with one sentence for an address or an option that nothing is known of, and for options
    that contradict each other.
    """
    scheme = url.partition(":")[0].lower()
    if scheme not in SQLITE_SCHEMES + POSTGRESQL_SCHEMES:
        raise ImproperlyConfigured(
            f"DATABASE_URL begins with {scheme[:20]!r}. It must begin with sqlite:/// or postgres://, as in "
            "postgres://eventnight@localhost/eventnight."
        )
    given = _options_in(url)
    try:
        config: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError as error:
        raise ImproperlyConfigured(
            "DATABASE_URL cannot be read. Signs such as @, / and # in a password are written %40, %2F and %23."
        ) from error
    if scheme in SQLITE_SCHEMES:
        _require_known(given, SQLITE_OPTIONS)
        config["ENGINE"], config["OPTIONS"] = SQLITE, _sqlite(given, limits)
    else:
        config["OPTIONS"] = _postgresql(config, given, limits, threads)
    return config


def _options_in(url: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in parse_qsl(urlsplit(url).query if "?" in url else "", keep_blank_values=True):
        if name in found:
            raise ImproperlyConfigured(f"DATABASE_URL gives {name} twice. Keep one of them.")
        found[name] = value
    return found


def _require_known(given: Iterable[str], known: Iterable[str]) -> None:
    for name in given:
        if name not in known:
            near = get_close_matches(name, list(known), n=1)
            way_out = (
                f"Did you mean {near[0]}?" if near else f"Known are, among others: {', '.join(sorted(known)[:8])}."
            )
            raise ImproperlyConfigured(f"DATABASE_URL has an option {name} that this database does not know. {way_out}")


def _sqlite(given: dict[str, str], limits: TimeLimits) -> dict[str, Any]:
    # Deferred transactions fail when two of them turn from reading to writing; FULL, because a sale that was answered
    # must survive a pulled plug. Our own back end lets transactions begin in the order of asking.
    return {
        "transaction_mode": given.get("transaction_mode", "IMMEDIATE"),
        "timeout": _seconds(given, "timeout", limits.lock or PATIENT_SQLITE_SECONDS),
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;" + given.get("init_command", ""),
    }


def _postgresql(config: dict[str, Any], given: dict[str, str], limits: TimeLimits, threads: int) -> dict[str, Any]:
    libpq = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()}
    _require_known(given, libpq | DJANGO_OPTIONS | set(POOL_OPTIONS) | {"pool", "currentSchema"})
    for name, place in PLACES.items():
        if name in given and config.get(place):
            raise ImproperlyConfigured(f"DATABASE_URL gives {name} twice: before the question mark and after it.")
    _require_one_mind_on_ssl(config, given)
    options = {**config.get("OPTIONS", {}), "connect_timeout": int(_seconds(given, "connect_timeout", limits.connect))}
    if settings := [*_time_limits(limits), *filter(None, [options.get("options")])]:
        # Of two settings of one name PostgreSQL takes the later, so those of the address win.
        options["options"] = " ".join(settings)
    pool = _pool(given, threads)
    for name in (*POOL_OPTIONS, "pool"):
        options.pop(name, None)
    return {**options, "pool": pool} if pool else options


def _time_limits(limits: TimeLimits) -> Iterable[str]:
    named = {
        "lock_timeout": limits.lock,
        "statement_timeout": limits.statement,
        "idle_in_transaction_session_timeout": limits.idle,
    }
    return (f"-c {name}={round(seconds * 1000)}" for name, seconds in named.items() if seconds)


def _pool(given: dict[str, str], threads: int) -> dict[str, Any] | None:
    sizes = [name for name in POOL_OPTIONS if name in given]
    wanted = given.get("pool", "true").lower()
    if wanted not in ("true", "false"):
        raise ImproperlyConfigured(f"DATABASE_URL says pool={wanted}. Write pool=true or pool=false.")
    if wanted == "false" and sizes:
        raise ImproperlyConfigured(f"DATABASE_URL says pool=false and {sizes[0]}. Keep one of them.")
    if wanted == "false" or not threads:
        return None
    pool = {
        "min_size": min(2, threads),
        "max_size": threads,
        "timeout": POOL_SECONDS,
        "reconnect_timeout": POOL_SECONDS,
    }
    for name in sizes:
        pool[POOL_OPTIONS[name]] = _seconds(given, name, 0) if name == "pool_timeout" else _count(given, name)
    if pool["min_size"] > pool["max_size"]:
        if "pool_min_size" in given:
            raise ImproperlyConfigured(
                f"DATABASE_URL asks for a pool of at least {pool['min_size']} and at most {pool['max_size']} "
                "connections. Make pool_min_size the smaller one."
            )
        pool["min_size"] = pool["max_size"]
    return pool


def _require_one_mind_on_ssl(config: dict[str, Any], given: dict[str, str]) -> None:
    mode = given.get("sslmode", "prefer")
    if mode not in SSL_MODES:
        raise ImproperlyConfigured(f"DATABASE_URL says sslmode={mode}. It is one of {', '.join(SSL_MODES)}.")
    certificates = [name for name in CERTIFICATES if name in given]
    if mode == "disable" and certificates:
        raise ImproperlyConfigured(f"DATABASE_URL says sslmode=disable and {certificates[0]}. Keep one of them.")
    host = str(config.get("HOST") or given.get("host") or given.get("hostaddr") or given.get("service") or "")
    if mode in ENCRYPTED and (not host or host.startswith(("/", "@"))):
        raise ImproperlyConfigured(
            f"DATABASE_URL says sslmode={mode} but names no host: a Unix socket is never encrypted. Name the host, or "
            "leave sslmode out."
        )


def _seconds(given: dict[str, str], name: str, otherwise: float) -> float:
    try:
        seconds = float(given.get(name, otherwise))
    except ValueError:
        seconds = -1.0
    if seconds < 0:
        raise ImproperlyConfigured(f"DATABASE_URL says {name}={given[name]}. It is a number of seconds.")
    return seconds


def _count(given: dict[str, str], name: str) -> int:
    if not given[name].isdecimal() or given[name].strip("0") == "":
        raise ImproperlyConfigured(f"DATABASE_URL says {name}={given[name]}. It is a number of connections, from 1.")
    return int(given[name])
