"""The houses an event can start from, one TOML file each, read once and checked like an event's own settings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from eventnight.core.errors import NotFound
from eventnight.events.house_settings import HouseSettings

HOUSE_KEYS = ("wlia", "washburn", "canterbury", "angies", "biska")
"""In the order in which the organiser is offered them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseTemplate:
    """A house and what an event that starts from it copies. blurb: what it brings, in one or two sentences."""

    key: str
    name: str
    blurb: str
    settings: HouseSettings


@cache
def house_templates() -> Mapping[str, HouseTemplate]:
    """Every house by its key. Raises UserFacingError("house_settings") if a file has a wrong setting."""
    return MappingProxyType({key: _read(key) for key in HOUSE_KEYS})


def house_template(key: str) -> HouseTemplate:
    """The house of that key. Raises NotFound("unknown_house")."""
    try:
        return house_templates()[key]
    except KeyError:
        names = ", ".join(house_templates())
        raise NotFound(
            "unknown_house",
            f"No house is called {key}. Choose one of: {names}.",
            house=key,
        ) from None


def _read(key: str) -> HouseTemplate:
    source = files(__package__).joinpath("houses", f"{key}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(source)
    return HouseTemplate(
        key=key,
        name=data["name"],
        blurb=data["blurb"],
        settings=HouseSettings.from_json(data["settings"]),
    )
