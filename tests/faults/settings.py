"""Settings of the process that compares: the night's own database, without a pool, so that it can fork."""

from __future__ import annotations

from eventnight.settings.base import *  # noqa: F403
from eventnight.settings.base import DATABASES

DATABASES["default"]["OPTIONS"].pop("pool", None)
