"""Settings of the suite: fast password hashes, no throttles, a database of its own."""

from __future__ import annotations

from eventnight.settings.base import *  # noqa: F403
from eventnight.settings.base import DATABASES, REST_FRAMEWORK, VAR_DIR

SECRET_KEY = "only-for-tests"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file rather than memory, so that threads meet the locks that a real night has.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
else:
    DATABASES["default"]["OPTIONS"] = {}
