"""The rules a euchre table plays by, as values. An event overrides single settings of a house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from engine.doors import typed
from engine.euchre.deck import PACK_OF_24, PACK_OF_25, Cards
from engine.euchre.scoring import NORTH_AMERICAN_SCALE, EuchreScale


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
    plays alone (EUC-11). lone_lead: the first lead with a lone player (EUC-12).
    players_may_revoke: where a program deals, a card that does not follow suit is taken, and the others may claim the
    revoke; else it is refused (EUC-13, EUC-17). scale: points (EUC-14 to EUC-17).
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
    players_may_revoke: bool = False
    scale: EuchreScale = field(default_factory=EuchreScale)

    def __hash__(self) -> int:
        # Tables are kept by house, and looked up several times a hand: cheaper than hashing every setting.
        return hash(self.key)

    @property
    def pack(self) -> Cards:
        return PACK_OF_25 if self.with_benny else PACK_OF_24


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
        "players_may_revoke": ("EUC-13", "EUC-17"),
        "scale": ("EUC-14", "EUC-15", "EUC-16", "EUC-17"),
    }
)
"""Each setting, and the rules that it decides."""
