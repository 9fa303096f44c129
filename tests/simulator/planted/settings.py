"""Settings of the simulator, with the fault that PLANTED names planted before anything of the product is imported."""

from __future__ import annotations

import os

from tests.simulator.planted.catalogue import fault_named
from tests.simulator.planted.planting import plant

plant(fault_named(os.environ["PLANTED"]))

from tests.simulator.settings import *  # noqa: E402, F403  the fault comes first
