"""The houses an event can start from: the nights of the clubs, read once and checked like an event's own settings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from types import MappingProxyType

from engine.houses import clubs, has, text_of
from eventnight.core.errors import NotFound
from eventnight.events.house_settings import HouseSettings

NIGHT = "night.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseTemplate:
    """A house and what an event that starts from it copies. place: where it stands among those the organiser is
    offered. blurb: what it brings, in one or two sentences. has_fund: whether its money is raised for something.
    """

    key: str
    place: int
    name: str
    blurb: str
    settings: HouseSettings
    has_fund: bool = False


@cache
def house_templates() -> Mapping[str, HouseTemplate]:
    """Every house by its key. Raises UserFacingError("house_settings") if a file has a wrong setting."""
    found = (_read(club) for club in clubs() if has(club, NIGHT))
    return MappingProxyType({house.key: house for house in sorted(found, key=attrgetter("place", "key"))})


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
    data = tomllib.loads(text_of(key, NIGHT))
    return HouseTemplate(key=key, **{**data, "settings": HouseSettings.from_json(data["settings"])})
