"""Settings of the attacks: as a night has them, without the brakes that would only slow a guess down."""

from __future__ import annotations

from eventnight.settings.base import *  # noqa: F403
from eventnight.settings.base import DATABASES, REST_FRAMEWORK

ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}

DATABASES["default"]["OPTIONS"].pop("pool", None)
