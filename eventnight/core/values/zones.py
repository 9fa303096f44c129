"""Time zones by the names of IANA, as the pinned `tzdata` ships them: the same ones on every machine.

A machine's own list may lack names, and has some that mean its own time, such as localtime.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_NO_PLACE = frozenset({"Factory", "localtime", "posixrules"})
"""Names for a clock that nobody has set, or that is set differently on each machine."""
UTC = ZoneInfo("UTC")


@cache
def zone_names() -> frozenset[str]:
    """Every zone that a night may be in."""
    return frozenset(files("tzdata").joinpath("zones").read_text(encoding="ascii").split()) - _NO_PLACE


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name; UTC for one that is not known, such as an edited row has."""
    if name not in zone_names():
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        # The machine's own file of that name cannot be read.
        return UTC
