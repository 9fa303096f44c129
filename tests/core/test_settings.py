"""What the settings promise: a production that Django's own checks pass, and safe databases."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from eventnight.celery import app
from eventnight.settings.base import _database
from tests.factories import make_user

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "eventnight.settings.production",
    "SECRET_KEY": "a-key-of-this-test-long-enough-and-with-enough-different-signs-0123456789",
    "ALLOWED_HOSTS": "night.example.org",
    "DATABASE_URL": "sqlite://:memory:",
}


def run_python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter in the project's folder with these variables and none of the suite's."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env={**kept, **variables}, capture_output=True, text=True, check=False)


def test_production_passes_the_deployment_checks() -> None:
    checked = run_python("manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)

    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_production_does_not_start_without(missing: str) -> None:
    variables = {name: value for name, value in PRODUCTION.items() if name != missing}
    checked = run_python("manage.py", "check", **variables)

    assert checked.returncode != 0
    assert missing in checked.stderr


def test_the_server_can_be_imported_by_name_and_starts_no_thread_by_that() -> None:
    code = "import threading, eventnight.asgi; print(threading.active_count())"
    imported = run_python("-c", code, DJANGO_SETTINGS_MODULE="eventnight.settings.base")

    assert imported.stdout.strip() == "1", imported.stderr


def test_sqlite_takes_the_write_lock_first_and_postgresql_has_a_pool() -> None:
    assert _database("sqlite:///night.sqlite3")["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert _database("postgres://desk@db/night")["OPTIONS"]["pool"]["max_size"] > 12


@pytest.mark.django_db
def test_the_database_refuses_rows_that_point_nowhere() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL always does")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys")
        assert cursor.fetchone() == (1,)


def test_beat_names_only_tasks_that_exist() -> None:
    app.loader.import_default_modules()

    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


@pytest.mark.django_db
def test_pages_load_nothing_from_elsewhere(client: Client) -> None:
    policy = client.get(reverse("sign_in"))["Content-Security-Policy"]

    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert "unsafe" not in policy


def test_the_api_reference_needs_nothing_inline(client: Client) -> None:
    page = client.get(reverse("api_docs")).content.decode()

    assert "swagger-ui" in page
    assert "<style" not in page
    assert "<script>" not in page
    assert "//cdn" not in page


@pytest.mark.django_db
def test_wrong_passwords_lock_one_name_and_leave_the_rest_of_the_hall_alone(client: Client, settings: Any) -> None:
    settings.AXES_ENABLED = True
    make_user("dana")
    make_user("lee")
    address = reverse("sign_in")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        refused = client.post(address, {"username": "dana", "password": "wrong"})

    locked = client.post(address, {"username": "dana", "password": "card-night"})
    neighbour = client.post(address, {"username": "lee", "password": "card-night"})

    assert refused.status_code == locked.status_code == 429
    assert neighbour.status_code == 302
