"""Settings of the simulator: those of the attacks, with its command and a database of its own."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

# A night is full of refusals, and each would be a line.
os.environ.setdefault("LOG_LEVEL", "CRITICAL")

from tests.attacks.settings import *  # noqa: F403
from tests.attacks.settings import DATABASES, INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.simulator"]

# A file that takes longer on a busy machine would be read on beside the night, at no moment of it, or called too heavy.
UPLOAD_SECONDS_AT_THE_FORM = UPLOAD_SECONDS_IN_ALL = 60.0

IS_SCHEMA_SOUND = True
"""Whether the database may be a copy of one that was migrated without a fault."""

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    _folder = TemporaryDirectory(prefix="eventnight-simulator-")
    DATABASES["default"]["TEST"] = {"NAME": Path(_folder.name) / "night.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    # Two runs, and the suite, never meet.
    DATABASES["default"]["TEST"] = {"NAME": f"simulated_{os.getpid()}"}
