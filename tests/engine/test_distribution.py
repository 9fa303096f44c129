"""The engine as a distribution: its README tells the truth, and `make engine` tries the engine that it compiled."""

from __future__ import annotations

import doctest
import os
import re
import tomllib

from engine.poker import betting
from tests.server import ROOT


def test_the_examples_of_the_readme_hold():
    failed, tried = doctest.testfile(str(ROOT / "engine/README.md"), module_relative=False)

    assert (failed, tried > 5) == (0, True)


def test_the_engine_that_is_tried_is_the_one_that_was_asked_for():
    is_compiled = not str(betting.__file__).endswith(".py")

    assert is_compiled == (os.environ.get("EVENTNIGHT_ENGINE") == "compiled")


def test_the_distribution_has_the_newest_version_of_the_changelog():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    newest = re.search(r"^## ([\d.]+) ·", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert newest
    assert project["version"] == newest[1]
