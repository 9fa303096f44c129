"""The rules a euchre table plays by, as values. An event overrides single settings of a house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import Enum
from types import MappingProxyType
from typing import Any

from engine.doors import door, typed
from engine.errors import RuleError, shown
from engine.euchre.deck import PACK_OF_24, PACK_OF_25, Cards
from engine.euchre.scoring import NORTH_AMERICAN_SCALE, EuchreScale

HIGHEST_NUMBER = 1_000
"""No award and no target of a scale is above this."""


class LoneMakers(Enum):
    """Who of the makers' side may play alone."""

    EITHER_PARTNER = "the maker or the maker's partner, whoever says so first"
    MAKER_ONLY = "the maker alone"


class AskedFirst(Enum):
    """In which order players are asked whether they play alone."""

    DEALERS_LEFT = "from the dealer's left round the table"
    MAKER = "the maker first, then the others from the dealer's left"


class LoneLead(Enum):
    """Who leads first when somebody plays alone."""

    LEFT_OF_LONE = "the player to the left of the lone player; with one on each side, the lone defender"
    DEALERS_LEFT = "the dealer's left, or the next player where that seat sits out"


@dataclass(frozen=True, slots=True, kw_only=True)
@typed
class EuchreHouse:
    """A house's rules.

    with_benny: the joker is in the pack as the highest trump (EUC-3).
    partner_must_go_alone: the dealer's partner may accept the up-card only to play alone, and then nobody takes it
    (EUC-7). may_discard_upcard: the dealer may lay away the card just taken up (EUC-8).
    dealer_must_choose: the dealer may not pass last in the second round (EUC-10).
    lone_makers, lone_defender, asked_first: who may play alone, and who is asked when; the first of a side who says yes
    plays alone (EUC-11). lone_lead: the first lead with a lone player (EUC-12). scale: points (EUC-14 to EUC-17).
    """

    key: str
    name: str
    with_benny: bool = False
    partner_must_go_alone: bool = True
    may_discard_upcard: bool = True
    dealer_must_choose: bool = False
    lone_makers: LoneMakers = LoneMakers.EITHER_PARTNER
    lone_defender: bool = True
    asked_first: AskedFirst = AskedFirst.DEALERS_LEFT
    lone_lead: LoneLead = LoneLead.LEFT_OF_LONE
    scale: EuchreScale = field(default_factory=EuchreScale)

    def __hash__(self) -> int:
        # Tables are kept by house, and looked up several times a hand: cheaper than hashing every setting.
        return hash(self.key)

    @property
    def pack(self) -> Cards:
        return PACK_OF_25 if self.with_benny else PACK_OF_24


WLIA = EuchreHouse(key="wlia", name="WLIA euchre")

NORTH_AMERICAN = EuchreHouse(
    key="north_american",
    name="North American euchre",
    partner_must_go_alone=False,
    may_discard_upcard=False,
    lone_makers=LoneMakers.MAKER_ONLY,
    lone_defender=False,
    asked_first=AskedFirst.MAKER,
    lone_lead=LoneLead.DEALERS_LEFT,
    scale=NORTH_AMERICAN_SCALE,
)
"""As commonly played elsewhere. ``dealer_must_choose`` and ``lone_defender`` are its two usual switches."""

HOUSES: Mapping[str, EuchreHouse] = MappingProxyType({house.key: house for house in (WLIA, NORTH_AMERICAN)})

RULES_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "with_benny": ("EUC-3",),
        "partner_must_go_alone": ("EUC-7",),
        "may_discard_upcard": ("EUC-8",),
        "dealer_must_choose": ("EUC-10",),
        "lone_makers": ("EUC-11",),
        "lone_defender": ("EUC-11",),
        "asked_first": ("EUC-11",),
        "lone_lead": ("EUC-12",),
        "scale": ("EUC-14", "EUC-15", "EUC-16", "EUC-17"),
    }
)
"""Each setting, and the rules that it decides."""

_CHOICES: Mapping[str, type[Enum]] = {
    "lone_makers": LoneMakers,
    "asked_first": AskedFirst,
    "lone_lead": LoneLead,
}
_SCALE_FIELDS = tuple(each.name for each in fields(EuchreScale))


@door
def house_of(key: object = WLIA.key, overrides: object = None) -> EuchreHouse:
    """A house with single settings changed, as an event stores them: JSON values, choices by their lower-case names
    ("maker_only"), and ``scale`` as an object of the awards that differ.

    Raises RuleError: "unknown_house", "unknown_setting", "bad_setting", "scale_without_points".
    """
    if not isinstance(key, str) or key not in HOUSES:
        asked = shown(key)
        raise RuleError(
            "unknown_house", f"There is no euchre house “{asked}”. There are {', '.join(HOUSES)}.", house=asked
        )
    house = HOUSES[key]
    if overrides is None:
        return house
    if not isinstance(overrides, Mapping):
        raise RuleError("bad_setting", "The settings of a house are an object of names with values.")
    changes: dict[str, Any] = {str(name): _read(house, name, value) for name, value in overrides.items()}
    # Each value was checked by its name; ``replace`` only sees known names with values of the right type.
    return replace(house, **changes) if changes else house


def overrides_of(house: EuchreHouse) -> dict[str, object]:
    """The settings in which a house differs from the one of its key, as ``house_of`` takes them."""
    usual = HOUSES[house.key]
    found: dict[str, object] = {}
    for name in RULES_OF:
        value = getattr(house, name)
        if value != getattr(usual, name):
            found[name] = _stored(value, usual)
    return found


def _stored(value: object, usual: EuchreHouse) -> object:
    if isinstance(value, EuchreScale):
        before = asdict(usual.scale)
        return {name: points for name, points in asdict(value).items() if points != before[name]}
    return value.name.lower() if isinstance(value, Enum) else value


def _read(house: EuchreHouse, name: object, value: object) -> object:
    if not isinstance(name, str) or name not in RULES_OF:
        asked = shown(name)
        raise RuleError(
            "unknown_setting", f"There is no euchre setting “{asked}”. There are {', '.join(RULES_OF)}.", setting=asked
        )
    if name == "scale":
        return _read_scale(house.scale, value)
    if name in _CHOICES:
        return _read_choice(name, value)
    if not isinstance(value, bool):
        raise _bad_setting(name, "true or false", value)
    return value


def _read_choice(name: str, value: object) -> Enum:
    choices = {choice.name.lower(): choice for choice in _CHOICES[name]}
    if not isinstance(value, str) or value not in choices:
        raise _bad_setting(name, f"one of {', '.join(choices)}", value)
    return choices[value]


def _read_scale(scale: EuchreScale, value: object) -> EuchreScale:
    if not isinstance(value, Mapping):
        raise _bad_setting("scale", f"an object with any of {', '.join(_SCALE_FIELDS)}", value)
    changes: dict[str, int] = {}
    for name, points in value.items():
        if name not in _SCALE_FIELDS:
            asked = shown(name)
            raise RuleError(
                "unknown_setting",
                f"There is no “{asked}” in a scale. There are {', '.join(_SCALE_FIELDS)}.",
                setting=asked,
            )
        if not isinstance(points, int) or isinstance(points, bool) or not 1 <= points <= HIGHEST_NUMBER:
            raise _bad_setting(f"scale.{name}", f"a whole number from 1 to {HIGHEST_NUMBER}", points)
        changes[name] = points
    return replace(scale, **changes)


def _bad_setting(name: str, wanted: str, value: object) -> RuleError:
    asked = shown(value)
    return RuleError(
        "bad_setting",
        f"The setting {name} is {wanted}, and not “{asked}”.",
        rules=RULES_OF.get(name.split(".")[0], ()),
        setting=name,
        value=asked,
    )
