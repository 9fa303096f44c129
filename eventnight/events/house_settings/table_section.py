"""What an event may set for its card tables, refusing what has no meaning. Chips in whole table value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from engine.errors import RuleError
from engine.fees import LIMITS, SCHEDULES, WITHOUT_ROWS, BandFees
from engine.poker.between.kill import Kill
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.posted import NAMES, POSTED, PostedLimit, posted_limit, require_same
from engine.poker.stakes import AnteBy, Structure
from engine.units import Cents, Chips
from eventnight.events.house_settings.refused import bad_setting
from eventnight.events.house_settings.sections import require_seats
from eventnight.events.house_settings.turns import require_turns

OWN_NUMBERS = tuple(name for name in NAMES if name != "structure")
"""Settings that a posted limit says, but for the structure."""


FEE_LINES: Mapping[str, str] = MappingProxyType({line.key: line.name for line in (WITHOUT_ROWS, *LIMITS.values())})
"""The limits that a club may price on its own, with their names."""


FEE_BY: Mapping[str, str] = MappingProxyType(
    {"hand": "From the pot of every hand", "half_hour": "From every seat by the half-hour"}
)
"""How the table fee is taken (ANG-37)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFee:
    """What a limit costs on one schedule in place of the schedule's own fees (ANG-36). few, middle, full: in cents, for
    1 to 4, 5 or 6, and 7 to 10 players.
    """

    limit: str
    schedule: str
    few: Cents
    middle: Cents
    full: Cents

    def __post_init__(self) -> None:
        _one_of("own_fees", self.limit, tuple(FEE_LINES), "ANG-36")
        _one_of("own_fees", self.schedule, tuple(SCHEDULES), "ANG-36")
        if not self.few <= self.middle <= self.full:
            raise bad_setting(
                "tables.own_fees",
                f"has fees of {self.few}, {self.middle} and {self.full} cents for {FEE_LINES[self.limit]}; fees never "
                "fall as more players are dealt in",
                ("ANG-36",),
            )

    @property
    def fees(self) -> BandFees:
        """Cents for each band of players."""
        return self.few, self.middle, self.full


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """What a new card table starts from.

    limit: a posted limit of the engine, which says structure, blinds, bets and buy-in by itself; empty for stakes of
    its own, of which what is 0 or empty follows from the house. structure, ante_by, kill: the engine's names in small
    letters. ceiling: the most for one bet. lowest_buy_in, highest_buy_in: 0 for no bound. fee_schedule: A, B, C or
    empty for none. fee_by: how it is taken. own_fees: limits priced otherwise.
    turn_seconds: how long a turn lasts where the system deals, 0 where people do. bank_seconds: what each player has
    besides.
    """

    limit: str = ""
    small_blind: Chips = Chips(0)
    big_blind: Chips = Chips(0)
    structure: str = ""
    small_bet: Chips = Chips(0)
    big_bet: Chips = Chips(0)
    early_most: Chips = Chips(0)
    late_most: Chips = Chips(0)
    ceiling: Chips = Chips(0)
    lowest_buy_in: Chips = Chips(0)
    highest_buy_in: Chips = Chips(0)
    ante: Chips = Chips(0)
    ante_by: str = "each"
    game: str = "holdem"
    kill: str = ""
    fee_schedule: str = ""
    fee_by: str = "hand"
    own_fees: tuple[OwnFee, ...] = ()
    seats: int = 9
    turn_seconds: int = 0
    bank_seconds: int = 60

    def __post_init__(self) -> None:
        require_seats("tables.seats", self.seats)
        priced = [(each.limit, each.schedule) for each in self.own_fees]
        if len(set(priced)) < len(priced):
            raise bad_setting("tables.own_fees", "prices a limit twice on one schedule; keep one of them", ("ANG-36",))
        blinds = (self.small_blind, self.big_blind)
        if (any(blinds) or not self.limit) and not 0 < self.small_blind <= self.big_blind:
            raise bad_setting(
                "tables.small_blind",
                f"is {self.small_blind} with a big blind of {self.big_blind}; "
                "it is at least 1 and no larger than the big blind",
            )
        if self.highest_buy_in and self.lowest_buy_in > self.highest_buy_in:
            raise bad_setting(
                "tables.lowest_buy_in",
                f"is {self.lowest_buy_in} with a highest buy-in of {self.highest_buy_in}; it is no larger",
                ("ANG-38",),
            )
        require_turns("tables", self.turn_seconds, self.bank_seconds)
        _one_of("limit", self.limit, ("", *POSTED), "ANG-36")
        _one_of("structure", self.structure, ("", *(each.name.lower() for each in Structure)), "ANG-31")
        _one_of("ante_by", self.ante_by, tuple(each.name.lower() for each in AnteBy))
        _one_of("game", self.game, (*GAMES, *CHOICES), "ANG-30")
        _one_of("kill", self.kill, ("", *(each.name.lower() for each in Kill)), "ANG-32")
        _one_of("fee_by", self.fee_by, tuple(FEE_BY), "ANG-37")
        _one_of("fee_schedule", self.fee_schedule, ("", *SCHEDULES), "ANG-36")

    def own_fees_of(self, line: str, schedule: str) -> BandFees | None:
        """The club's own fees for a line of the schedules, None where the schedule's hold. Rules: ANG-36."""
        return next((each.fees for each in self.own_fees if (each.limit, each.schedule) == (line, schedule)), None)

    def with_limit(self, limit: str) -> TableSettings:
        """The same with that posted limit, and without stakes of its own."""
        freed: dict[str, Any] = dict.fromkeys(OWN_NUMBERS, Chips(0))
        return replace(self, limit=limit, structure="", **freed)

    @property
    def posted(self) -> PostedLimit | None:
        """The posted limit, None for stakes of its own."""
        structure = Structure[self.structure.upper()] if self.structure else None
        return posted_limit(self.limit, structure=structure) if self.limit else None

    @property
    def typed(self) -> Mapping[str, object]:
        """What is set besides a posted limit, by the engine's names."""
        numbers = {name: getattr(self, name) for name in OWN_NUMBERS if getattr(self, name)}
        return numbers | ({"structure": Structure[self.structure.upper()]} if self.structure else {})

    def require_one_line(self) -> None:
        """A posted limit and other stakes cannot be set together; nights of earlier versions may still have both.

        Raises UserFacingError("house_settings") with both numbers. Rules: ANG-39.
        """
        if self.posted is None:
            return
        try:
            require_same(self.posted, self.typed)
        except RuleError as error:
            facts = error.facts
            raise bad_setting(
                f"tables.{facts['setting']}",
                f"is {facts['typed']}, and the posted limit {self.posted.name} has {facts['posted']}; leave it out, or "
                "post no limit",
                error.rules,
            ) from error


def _one_of(name: str, value: str, known: tuple[str, ...], *rules: str) -> None:
    if value not in known:
        told = ", ".join(known[1:] if known[0] == "" else known)
        raise bad_setting(f"tables.{name}", f"is {value!r}; there are {told}", rules)
