"""What the settings promise: a production that Django's own checks pass, and safe databases."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse

from eventnight.celery import app
from tests.server import new_night

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


def test_a_proxy_named_wrongly_stops_every_process_at_its_start() -> None:
    checked = run_python("manage.py", "check", **PRODUCTION, TRUSTED_PROXIES="127.0.0.1,proxy.example.org")

    assert checked.returncode != 0
    assert "TRUSTED_PROXIES names 'proxy.example.org'" in checked.stderr


@pytest.mark.parametrize(
    "named", ["--settings=eventnight.settings.production", "--settings eventnight.settings.production"]
)
def test_a_command_takes_the_settings_that_it_is_given(named: str) -> None:
    others = {name: value for name, value in PRODUCTION.items() if name != "DJANGO_SETTINGS_MODULE"}
    shown = run_python("manage.py", "diffsettings", *named.split(), **others)

    assert shown.returncode == 0, shown.stderr
    assert "'eventnight.settings.production'" in shown.stdout


@pytest.mark.parametrize(("level", "is_told"), [("ERROR", False), ("WARNING", True)])
def test_the_level_of_the_log_holds_for_the_framework_too(level: str, is_told: bool) -> None:
    code = (
        "import django, logging; django.setup();"
        "[logging.getLogger(name).warning('Not Found') for name in ('django.request', 'eventnight.core')]"
    )
    told = run_python("-c", code, **PRODUCTION, LOG_LEVEL=level)

    assert (told.returncode, told.stderr.count("Not Found")) == (0, 2 if is_told else 0)


def test_the_server_can_be_imported_by_name_and_starts_no_thread_by_that(tmp_path: Path) -> None:
    code = "import threading, eventnight.asgi; print(threading.active_count())"
    base = {"DJANGO_SETTINGS_MODULE": "eventnight.settings.base", "DATABASE_URL": new_night(tmp_path)}
    imported = run_python("-c", code, **base)

    assert imported.stdout.strip() == "1", imported.stderr


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


def test_a_script_of_production_imports_modules_under_their_hashed_names(tmp_path: Path) -> None:
    storages = {"staticfiles": {"BACKEND": "eventnight.core.web.static_files.HashedStaticFiles"}}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=settings.STORAGES | storages):
        call_command("collectstatic", "--no-input", verbosity=0, ignore=["admin", "rest_framework", "drf_spectacular*"])

    manifest = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    script = (tmp_path / manifest["js/verify.js"]).read_text()
    beacon = (tmp_path / manifest["js/check/beacon.js"]).read_text()
    assert f'"./check/{Path(manifest["js/check/second.js"]).name}"' in script
    assert f'"../../vendor/{Path(manifest["vendor/bls12-381.js"]).name}"' in beacon
