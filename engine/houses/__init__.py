"""The clubs, a folder each, found by looking: whoever adds a folder adds a club.

poker.py and euchre.py say what a club plays by, as ``HOUSE``; rules.toml is its document; night.toml is what an evening
of its brings. A club leaves out what it does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

from engine.doors import door

House = TypeVar("House")


@cache
def clubs() -> tuple[str, ...]:
    """The key of every club, which is the name of its folder."""
    found = (each.name for each in _folder().iterdir() if each.joinpath("__init__.py").is_file())
    return tuple(sorted(found))


@door
def has(club: str, file: str) -> bool:
    """Whether a club has that file, such as "euchre.py"."""
    return _folder().joinpath(club, file).is_file()


@door
def text_of(club: str, file: str) -> str:
    """What that file of a club holds."""
    return _folder().joinpath(club, file).read_text(encoding="utf-8")


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


def _folder() -> Traversable:
    return files(__name__)
