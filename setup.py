"""The engine's distributions (``make engine``): compiled where EVENTNIGHT_ENGINE=compiled, else pure."""

import os
import sys
from pathlib import Path

from setuptools import setup

# What hands are played, read and settled with by the hundred thousand, and the clock that every screen reads. Compiled
# code lets no odd value in: modules stay plain Python that refuse one in the engine's own words. Values of a class that
# it compiles with a decorator beside ``@dataclass`` it compares by identity.
FOLDERS = ("engine/euchre", "engine/poker")
SINGLE = ("engine/tournament/clock.py", "engine/units.py")
PLAIN = {
    "engine/euchre/hand/bidding.py": "refuses what is no action in its own words",
    "engine/euchre/hand/discarding.py": "refuses what is no action in its own words",
    "engine/euchre/hand/finished.py": "refuses what is no action in its own words",
    "engine/euchre/hand/going_alone.py": "refuses what is no action in its own words",
    "engine/euchre/hand/hand.py": "declares within a class what only readers of types see",
    "engine/euchre/hand/playing.py": "refuses what is no action in its own words",
    "engine/euchre/hand/revoke.py": "refuses what is no action in its own words",
    "engine/euchre/hand/stored.py": "reads JSON of any kind",
    "engine/euchre/hand/views.py": "refuses what is no seat in its own words",
    "engine/euchre/house.py": "a value that checks itself and is compared",
    "engine/poker/between/stored.py": "reads JSON of any kind",
    "engine/poker/deck.py": "a value that checks itself",
    "engine/poker/games/spec.py": "values that check themselves",
    "engine/poker/hand/stored.py": "reads JSON of any kind",
    "engine/poker/house/rules.py": "a value that checks itself",
    "engine/poker/redealt.py": "reads JSON of any kind",
    "engine/poker/stakes.py": "a value that checks itself",
}


def compiled() -> list[str]:
    """In the same order on every machine."""
    found = [each for folder in FOLDERS for each in Path(folder).rglob("*.py") if each.name != "__init__.py"]
    return sorted({*SINGLE, *map(Path.as_posix, found)} - PLAIN.keys())


if os.environ.get("EVENTNIGHT_ENGINE") == "compiled":
    from mypyc.build import mypycify

    # The project's own configuration asks for Django, which the engine is built without.
    options = ["--config-file=", "--strict", "--always-true=IS_COMPILED"]
    version = ".".join(map(str, sys.version_info[:2]))
    setup(ext_modules=mypycify([*options, f"--python-version={version}", *compiled()], opt_level="2"))
else:
    setup()
