"""A migrated SQLite database to copy: to migrate takes as long as hundreds of tests."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_KEPT = _ROOT / "var" / "migrated"
_APPS = ("eventnight", "tables", "tournaments")
_SAY_WHAT_IS_THERE = ("**/migrations/*.py", "**/models.py", "**/models/*.py", "bank/triggers/*.py")
"""Sources of an app by which its tables come out as they do; a migration imports nothing else that changes them."""


def copy_migrated(to: Path) -> Path:
    """Puts a database with all tables and no rows there, in the place of any that nobody has open. It is made once for
    these migrations and kept in var/.
    """
    with _one_at_a_time():
        kept = _KEPT / f"{_fingerprint()}.sqlite3"
        if not kept.exists():
            _make(kept)
        for ending in ("-wal", "-shm"):
            to.with_name(to.name + ending).unlink(missing_ok=True)
        shutil.copy(kept, to)
    return to


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    _KEPT.mkdir(parents=True, exist_ok=True)
    with (_KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fingerprint() -> str:
    """Another one for other migrations, models or triggers, and for another Django."""
    found = {path for app in _APPS for pattern in _SAY_WHAT_IS_THERE for path in (_ROOT / app).glob(pattern)}
    digest = sha256((_ROOT / "requirements.txt").read_bytes())
    for path in sorted(found):
        digest.update(f"{path.relative_to(_ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:20]


def _make(kept: Path) -> None:
    for older in _KEPT.glob("*.sqlite3*"):
        older.unlink()
    begun = kept.with_suffix(".begun")
    begun.unlink(missing_ok=True)
    settings = {"DJANGO_SETTINGS_MODULE": "eventnight.settings.base", "DATABASE_URL": f"sqlite:///{begun}"}
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=_ROOT,
        env={**os.environ, **settings, "REDIS_URL": "", "CELERY_BROKER_URL": ""},
        check=True,
    )
    begun.replace(kept)
