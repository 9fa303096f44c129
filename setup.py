"""The engine's distributions (``make engine``): compiled where EVENTNIGHT_ENGINE=compiled, else pure."""

import os
import sys

from setuptools import setup

# What hands are played by the hundred thousand with. The doors around them stay plain Python: they read their own
# annotations, and refuse what is not of their type in the engine's words.
COMPILED = [
    "engine/poker/awards.py",
    "engine/poker/betting.py",
    "engine/poker/dealing/rulings.py",
    "engine/poker/dealing/streets.py",
    "engine/poker/dealing/told.py",
    "engine/poker/hand/course.py",
    "engine/poker/hand/ending.py",
    "engine/poker/hand/entries.py",
    "engine/poker/hand/log.py",
    "engine/poker/hand/showdown.py",
    "engine/poker/hand/telling.py",
    "engine/poker/high.py",
    "engine/poker/legal.py",
    "engine/poker/low.py",
    "engine/poker/pots.py",
    "engine/poker/showdown.py",
    "engine/poker/showing.py",
    "engine/poker/stacks.py",
]

if os.environ.get("EVENTNIGHT_ENGINE") == "compiled":
    from mypyc.build import mypycify

    # The project's own configuration asks for Django, which the engine is built without.
    options = ["--config-file=", "--strict", "--always-true=IS_COMPILED"]
    version = ".".join(map(str, sys.version_info[:2]))
    setup(ext_modules=mypycify([*options, f"--python-version={version}", *COMPILED], opt_level="3"))
else:
    setup()
