"""The shape of a club's rules. Clubs differ in fields; an event overrides single ones (see catalogue.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Annotated

from engine.doors import typed
from engine.poker.games.spec import GameSpec
from engine.poker.house.options import (
    AwardOrder,
    ButtonPolicy,
    CapLift,
    DrawFill,
    Entry,
    ExposedCard,
    FirstButton,
    HeadsUp,
    OddChips,
    Reopen,
    Showdown,
    Undeclared,
    WrongCount,
)
from engine.poker.seats import MOST_SEATS
from engine.poker.stakes import AnteBy, Stakes, Structure
from engine.settings import MOST_AMOUNT, Within
from engine.units import Chips

SMALLEST_POSSIBLE = Chips(1)

STANDARD_CITES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "raises_per_round": ("STD-6",),
        "cap_lift": ("STD-6",),
        "no_limit_reopen": ("STD-4",),
        "limit_reopen": ("STD-4", "STD-6"),
        "may_fold_unbet": ("STD-3",),
        "undeclared": ("CAN-6", "CAN-7", "CAN-8"),
        "button": ("STD-3",),
        "heads_up": ("STD-3",),
        "first_button": ("WAS-4",),
        "entry": ("STD-3",),
        "missed_blinds": ("STD-3",),
        "straddles": ("ANG-20",),
        "lowball_straddles": ("ANG-20",),
        "blind_before_ante": ("STD-3",),
        "draw_fill": ("ANG-13",),
        "good_low_must_bet": ("ANG-18",),
        "wrong_count": ("CAN-12",),
        "exposed_card": ("CAN-11",),
        "showdown": ("STD-11",),
        "stud_showdown": ("STD-11",),
        "lowball_showdown": ("STD-11",),
        "played_out": ("ANG-41",),
        "kill": ("ANG-32",),
        "odd_chips": ("STD-8",),
        "award_order": ("STD-7",),
        "smallest_chip": ("CAN-24",),
        "limits": ("STD-4", "STD-5", "STD-6"),
        "structure": ("STD-4",),
        "ante_by": ("BIS-4",),
        "one_bet_size": ("STD-6",),
        "most_seats": ("BIS-3",),
        "flight_seats": ("WAS-3",),
        "half_blinds": ("BIS-5",),
    }
)


@dataclass(frozen=True, kw_only=True, slots=True)
@typed
class HouseRules:
    """What one club decides for itself.

    key: never changes, stored by applications. cites: the catalogue ids behind each setting, by field name; where a
    club is silent the standard's hold. rules: further ids its tables rest on.

    raises_per_round: raises after the bet of a round, None without a cap; before the flop the big blind is the bet.
    cap_lift: when that cap does not hold. no_limit_reopen, limit_reopen: what a short all-in must be to count as a
    raise, in no-limit and pot-limit, and in fixed and spread limit. may_fold_unbet: a player may fold when a check is
    free. undeclared: how chips put out without a word are read.
    button, heads_up, first_button: positions. entry, missed_blinds: what newcomers and returning players may choose.
    straddles, lowball_straddles: allowed in every game, and in lowball. blind_before_ante: a big blind who cannot pay
    blind and table ante pays the blind first.
    draw_fill: how draws are filled. good_low_must_bet: lowball, a seven or better must be bet after the draw.
    wrong_count, exposed_card: what the floor rules about hands and cards gone wrong on the deal.
    showdown, stud_showdown, lowball_showdown: which hands are turned up at the end of hold'em, Omaha and draw, of stud,
    and of lowball.
    played_out: a hand in which somebody has acted is played to its end, unless it is a misdeal.
    kill: half and full kills are offered. odd_chips, award_order: how pots are split. smallest_chip: in chips.
    limits: the stakes on offer, by name. structure: the betting of other stakes where none is named. ante_by: who pays
    an ante where nothing else is posted. one_bet_size: a fixed limit has the same bet in every round.
    most_seats, flight_seats: how many sit at any table, and at one of a first flight. half_blinds: a small blind is
    half the big blind (see bounds.py).
    """

    key: str
    name: str
    raises_per_round: Annotated[int | None, Within(0, 1_000)] = None
    cap_lift: CapLift = CapLift.NEVER
    no_limit_reopen: Reopen = Reopen.FULL
    limit_reopen: Reopen = Reopen.HALF
    may_fold_unbet: bool = True
    undeclared: Undeclared = Undeclared.HALF_BET_RAISES
    button: ButtonPolicy = ButtonPolicy.DEAD
    heads_up: HeadsUp = HeadsUp.BUTTON_IS_SMALL_BLIND
    first_button: FirstButton = FirstButton.HIGH_CARD
    entry: tuple[Entry, ...] = (Entry.POST_BIG_BLIND, Entry.WAIT_FOR_BIG_BLIND)
    missed_blinds: tuple[Entry, ...] = (Entry.POST_MISSED, Entry.WAIT_FOR_BIG_BLIND)
    straddles: bool = False
    lowball_straddles: bool = False
    blind_before_ante: bool = True
    draw_fill: DrawFill = DrawFill.AFTER_ALL
    good_low_must_bet: bool = False
    wrong_count: WrongCount = WrongCount.MISDEAL_EARLY
    exposed_card: ExposedCard = ExposedCard.EXCHANGED
    showdown: Showdown = Showdown.MAY_MUCK
    stud_showdown: Showdown = Showdown.MAY_MUCK
    lowball_showdown: Showdown = Showdown.MAY_MUCK
    played_out: bool = False
    kill: bool = False
    odd_chips: OddChips = OddChips.ONE_EACH
    award_order: AwardOrder = AwardOrder.LAST_CREATED_FIRST
    smallest_chip: Annotated[Chips, Within(1, MOST_AMOUNT)] = SMALLEST_POSSIBLE
    limits: Mapping[str, Stakes] = field(default_factory=dict, hash=False)
    structure: Structure = Structure.NO_LIMIT
    ante_by: AnteBy = AnteBy.EACH
    one_bet_size: bool = False
    most_seats: Annotated[int, Within(2, MOST_SEATS)] = MOST_SEATS
    flight_seats: Annotated[int, Within(2, MOST_SEATS)] = MOST_SEATS
    half_blinds: bool = False
    cites: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    rules: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.key.isidentifier() or not self.key.islower():
            raise ValueError(f"house key {self.key!r} must be a lower-case identifier")
        if not self.rules:
            raise ValueError(f"house {self.key} cites no rule")
        unknown = self.cites.keys() - {each.name for each in fields(self)}
        if unknown:
            raise ValueError(f"house {self.key} cites rules for {sorted(unknown)}, which are not settings")

    def cite(self, setting: str) -> tuple[str, ...]:
        """The catalogue ids behind a setting: the club's own, or the standard's where it is silent."""
        return self.cites.get(setting) or STANDARD_CITES[setting]

    def showdown_setting(self, game: GameSpec) -> str:
        """The setting that says which hands of this game are turned up."""
        if game.has_upcards:
            return "stud_showdown"
        return "lowball_showdown" if game.is_lowball else "showdown"

    def takes_straddles(self, game: GameSpec) -> bool:
        """Rules: ANG-20."""
        return self.straddles or (self.lowball_straddles and game.is_lowball)
