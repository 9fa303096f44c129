"""A server does not start on a ledger that has lost its triggers."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from tests.server import ROOT, environment_of, manage


def test_serve_refuses_a_database_without_a_trigger(tmp_path: Path):
    path = tmp_path / "night.sqlite3"
    url = f"sqlite:///{path}"
    manage("migrate", "--verbosity", "0", database_url=url)
    with sqlite3.connect(path) as database:
        database.execute("DROP TRIGGER bank_entry_keeps")

    served = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", "0"],
        cwd=ROOT,
        env=environment_of(url),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert served.returncode == 1
    assert "bank.E001" in served.stderr
    assert "bank_entry_keeps" in served.stderr
    assert "restore_triggers" in served.stderr
