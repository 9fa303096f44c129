"""Settings of the suite: fast password hashes, no throttles, no haste, a database of its own."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from eventnight.settings.base import *  # noqa: F403
from eventnight.settings.base import DATABASES, REST_FRAMEWORK

SECRET_KEY = "only-for-tests"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
# How fast the machine is decides nothing here.
UPLOAD_SECONDS_AT_THE_FORM = 60.0
UPLOAD_SECONDS_IN_ALL = 60.0
# Each browser of a test would look for all static files when it opens its first page.
WHITENOISE_AUTOREFRESH = True

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file rather than memory, so that threads meet the locks that a real night has; a folder of this process alone,
    # so that two runs never share it.
    _folder = TemporaryDirectory(prefix="eventnight-test-")
    DATABASES["default"]["TEST"] = {"NAME": Path(_folder.name) / "night.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    # The threads of a test close their connections; a pool would keep them open and the database undroppable.
    DATABASES["default"]["OPTIONS"].pop("pool", None)
