"""A night played again, as a test does it."""

from __future__ import annotations

import os
import subprocess
import sys

SETTINGS = "tests.simulator.settings"


def simulate(*asked: str, planted: str = "", database: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a person calls it, or with a fault planted before it; on SQLite, which is
    put back in no time, unless a database is named.
    """
    command = [sys.executable, "manage.py", "simulate", f"--settings={SETTINGS}", *asked]
    if planted:
        code = f"import django; django.setup()\n{planted}\nfrom django.core.management import call_command\n"
        command = [sys.executable, "-c", f"{code}call_command('simulate', *{asked!r})"]
    given = {"DJANGO_SETTINGS_MODULE": SETTINGS, "DATABASE_URL": database, "REDIS_URL": ""}
    environment = {**os.environ, **given}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
