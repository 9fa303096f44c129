"""Runs the whole suite on SQLite, and again on PostgreSQL with Redis where both answer.

`sqlite` or `postgresql` as first argument runs it there alone; what follows goes to pytest.
EVENTNIGHT_TEST_DATABASE_URL and EVENTNIGHT_TEST_REDIS_URL name other servers than the local ones.
"""

from __future__ import annotations

import os
import subprocess
import sys

import psycopg
import redis

POSTGRES = os.environ.get("EVENTNIGHT_TEST_DATABASE_URL", "postgres:///postgres")
REDIS = os.environ.get("EVENTNIGHT_TEST_REDIS_URL", "redis://127.0.0.1:6379/15")


def postgres_answers() -> bool:
    try:
        psycopg.connect(POSTGRES, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def redis_answers() -> bool:
    try:
        return bool(redis.Redis.from_url(REDIS, socket_connect_timeout=1).ping())
    except redis.RedisError:
        return False


def run(title: str, arguments: list[str], **extra: str) -> int:
    """One run of the suite with these variables; returns pytest's exit code."""
    print(f"\n=== The suite on {title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", *arguments]
    # Empty rather than absent: a .env file could fill in what is absent.
    local = {"DATABASE_URL": "", "REDIS_URL": "", "CELERY_BROKER_URL": ""}
    return subprocess.run(command, env={**os.environ, **local, **extra}, check=False).returncode


def main(arguments: list[str]) -> int:
    places = {"sqlite", "postgresql"}
    if arguments and arguments[0] in places:
        places, arguments = {arguments[0]}, arguments[1:]
    code = run("SQLite", arguments) if "sqlite" in places else 0
    if "postgresql" not in places:
        return code
    if not postgres_answers():
        print("PostgreSQL does not answer: the suite did not run there.")
        return code if "sqlite" in places else 1
    extra = {"DATABASE_URL": POSTGRES}
    title = "PostgreSQL"
    if redis_answers():
        extra["REDIS_URL"] = REDIS
        title += " with Redis"
    else:
        print("Redis does not answer: tests that need it are skipped.")
    return run(title, arguments, **extra) or code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
