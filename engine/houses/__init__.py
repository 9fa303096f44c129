"""The clubs, a folder each, found by looking: whoever adds a folder adds a club.

poker.py and euchre.py say what a club plays by, as ``HOUSE``; rules.toml is its document; night.toml is what an evening
of its brings. A club leaves out what it does not have.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import TypeVar

from engine.doors import door

House = TypeVar("House")

# As text: pathlib and importlib.resources would take a sixth of the engine's start.
_FOLDER = os.path.dirname(__file__)


@cache
def clubs() -> tuple[str, ...]:
    """The key of every club, which is the name of its folder."""
    return tuple(sorted(each for each in os.listdir(_FOLDER) if has(each, "__init__.py")))


@door
def has(club: str, file: str) -> bool:
    """Whether a club has that file, such as "euchre.py"."""
    return os.path.isfile(os.path.join(_FOLDER, club, file))


@door
def text_of(club: str, file: str) -> str:
    """What that file of a club holds."""
    with open(os.path.join(_FOLDER, club, file), encoding="utf-8") as text:
        return text.read()


def houses(subject: str, kind: type[House]) -> Iterator[House]:
    """What every club says about "poker" or "euchre". Raises ValueError where a file has no ``HOUSE`` of that kind, or
    one of another club.
    """
    for club in clubs():
        if has(club, f"{subject}.py"):
            house = getattr(import_module(f"{__name__}.{club}.{subject}"), "HOUSE", None)
            if not isinstance(house, kind) or getattr(house, "key", None) != club:
                raise ValueError(
                    f"houses/{club}/{subject}.py has no HOUSE of the kind {kind.__name__} and the key {club}"
                )
            yield house
