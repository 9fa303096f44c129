"""Settings of the simulator, with the fault that PLANTED names planted before anything of the product is imported.

MIGRATED: a database of PostgreSQL that the sound product has migrated, so that a run need not.
"""

from __future__ import annotations

import os

from django.core.exceptions import ImproperlyConfigured

from tests.simulator.planted.catalogue import fault_named
from tests.simulator.planted.planting import plant

try:
    fault = fault_named(os.environ.get("PLANTED", ""))
except LookupError as unknown:
    raise ImproperlyConfigured(str(unknown)) from unknown
plant(fault)

from tests.simulator.settings import *  # noqa: E402, F403  the fault comes first
from tests.simulator.settings import DATABASES  # noqa: E402

IS_SCHEMA_SOUND = not fault.is_in_the_schema
if (migrated := os.environ.get("MIGRATED")) and IS_SCHEMA_SOUND:
    DATABASES["default"]["TEST"]["TEMPLATE"] = migrated
