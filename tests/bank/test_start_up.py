"""No server starts on a ledger that has lost its triggers or has others, and the way out is open."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import ROOT, environment_of, free_port, manage, new_night

BIN = Path(sys.executable).parent

SERVERS = {
    "serve": [sys.executable, "manage.py", "serve", "--port"],
    "granian-wsgi": [str(BIN / "granian"), "--interface", "wsgi", "eventnight.wsgi:application", "--port"],
    "uvicorn-asgi": [str(BIN / "uvicorn"), "eventnight.asgi:application", "--port"],
}


NOTHING = "CREATE TRIGGER bank_entry_keeps BEFORE UPDATE ON bank_entry BEGIN SELECT 1; END"
"""Of the same name, and guards nothing."""


@pytest.fixture
def robbed(tmp_path: Path) -> str:
    """The address of a database in which somebody replaced one trigger."""
    url = new_night(tmp_path)
    with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
        database.execute("DROP TRIGGER bank_entry_keeps")
        database.execute(NOTHING)
    return url


@pytest.mark.parametrize("command", SERVERS.values(), ids=SERVERS)
def test_no_server_starts_with_a_trigger_that_is_another(command: list[str], robbed: str):
    served = subprocess.run(
        [*command, str(free_port())],
        cwd=ROOT,
        env=environment_of(robbed),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )

    assert served.returncode != 0
    for said in ("bank.E001", "bank_entry_keeps is not the one that EventNight made", "restore_triggers"):
        assert said in served.stdout


def test_commands_that_mend_the_database_run_on_it(robbed: str):
    assert "Mended: bank_entry_keeps is not the one" in manage("restore_triggers", database_url=robbed)
    manage("migrate", "--verbosity", "0", database_url=robbed)
    assert "All there" in manage("restore_triggers", database_url=robbed)
