"""The structure generator: blind levels for a field, a length of the evening and a set of chips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.tournament.amounts import Bounds, require_whole
from engine.tournament.blind_steps import blind_steps, round_big_blind, smallest_big_blind
from engine.tournament.levels import Level, break_level
from engine.tournament.notices import Notice
from engine.units import NO_CHIPS, Chips, Seconds

RULES = ("WAS-5", "WAS-6")
LAST_BIG_BLINDS = 20
"""A tournament ends at about this many big blinds in play."""
FIRST_BIG_BLINDS = 50
"""A starting stack holds about this many of the first big blind."""
MOST_LEVELS = 100
MOST_COLOURS = 20
NO_BREAK = Seconds(0)


@dataclass(frozen=True, kw_only=True)
class StructurePlan:
    """What a structure is made for. Chips in table value; lengths in seconds, breaks included in ``duration``.

    chip_set: the values of the chips on the tables, smallest first. rebuys and add_ons: how many are expected, of
    ``rebuy_chips`` and ``add_on_chips`` each. first_big_blind and last_big_blind: None for a fiftieth of a stack and
    a twentieth of all chips. break_seconds: 0 for no breaks.

    Raises RuleError: "plan_unclear".
    """

    players: int
    stack: Chips
    duration: Seconds
    level_seconds: Seconds
    chip_set: tuple[Chips, ...]
    rebuys: int = 0
    rebuy_chips: Chips = NO_CHIPS
    add_ons: int = 0
    add_on_chips: Chips = NO_CHIPS
    first_big_blind: Chips | None = None
    last_big_blind: Chips | None = None
    break_seconds: Seconds = NO_BREAK

    def __post_init__(self) -> None:
        _require_between(self.players, "the number of players", least=2, most=10**6)
        _require_between(self.stack, "the starting stack", least=1, most=10**9)
        for name, number, chips in (
            ("re-buys", self.rebuys, self.rebuy_chips),
            ("add-ons", self.add_ons, self.add_on_chips),
        ):
            _require_between(number, f"the number of {name}", most=10**6)
            _require_between(chips, f"the chips of {name}", most=10**9)
        _require_between(self.duration, "the length of the tournament in seconds", least=1, most=10**6)
        _require_between(self.level_seconds, "the length of a level in seconds", least=1, most=10**6)
        _require_between(self.break_seconds, "the length of a break in seconds", most=10**6)
        for name, blind in (("first", self.first_big_blind), ("last", self.last_big_blind)):
            if blind is not None:
                _require_between(blind, f"the {name} big blind", least=1)
        _require_chips(self.chip_set)

    @property
    def total_chips(self) -> Chips:
        """Chips in play once all that is expected has come in."""
        stacks = self.players * self.stack
        return Chips(stacks + self.rebuys * self.rebuy_chips + self.add_ons * self.add_on_chips)


@dataclass(frozen=True, slots=True)
class Retirement:
    """A chip that no level after this one needs. after_level counts levels from 1, without breaks."""

    chip: Chips
    after_level: int


@dataclass(frozen=True)
class Structure:
    """Levels and breaks in order, the chips that retire on the way, and what the organiser should know."""

    levels: tuple[Level, ...]
    retirements: tuple[Retirement, ...]
    notices: tuple[Notice, ...] = ()


@door
def generate_structure(plan: StructurePlan) -> Structure:
    """Levels from the first big blind to the last, in equal ratios snapped to what the chips can pay.

    Big blinds rise strictly and at most double; the small blind is half. Where breaks have a length, one stands after
    each level after which a chip retires. All together lasts exactly the duration: what fills no whole level lengthens
    the last. Notices: "steep" where equal ratios would more than double, "ends_low" and "ends_high" where the last big
    blind misses its aim by more than half.

    Raises RuleError: "chips_cannot_pay", "starts_too_high", "too_many_levels", "duration_too_short".
    Rules: WAS-5, WAS-6.
    """
    first, last = _ends(plan)
    breaks = 0
    while True:
        blinds = blind_steps(first, last, _count_levels(plan, breaks), plan.chip_set)
        retirements = _retirements(blinds, plan.chip_set)
        pauses = {each.after_level for each in retirements} if plan.break_seconds else set()
        # Every break costs time and so perhaps a level. There are fewer retirements than chips: this ends.
        if len(pauses) <= breaks:
            return Structure(_laid_out(plan, blinds, pauses), retirements, tuple(_notices(first, last, blinds)))
        breaks += 1


def _ends(plan: StructurePlan) -> tuple[Chips, Chips]:
    """The first big blind, and the last as it is aimed at."""
    first = plan.first_big_blind or round_big_blind(plan.stack // FIRST_BIG_BLINDS, plan.chip_set)
    unit = smallest_big_blind(plan.chip_set)
    if first % unit:
        raise RuleError(
            "chips_cannot_pay",
            f"Half of a first big blind of {first:,} cannot be paid in chips of {plan.chip_set[0]:,}. "
            f"Choose a multiple of {unit:,}.",
            rules=RULES,
            first_big_blind=first,
            multiple_of=unit,
        )
    last = plan.last_big_blind or Chips(plan.total_chips // LAST_BIG_BLINDS)
    if last < first:
        raise RuleError(
            "starts_too_high",
            f"The first big blind of {first:,} is above the last of about {last:,}. Start lower, hand out more or "
            "smaller chips, or set the last big blind.",
            rules=RULES,
            first_big_blind=first,
            last_big_blind=last,
        )
    return first, last


def _count_levels(plan: StructurePlan, breaks: int) -> int:
    count = (plan.duration - breaks * plan.break_seconds) // plan.level_seconds
    if count < 1:
        raise RuleError(
            "duration_too_short",
            f"{plan.duration:,} seconds do not hold a level of {plan.level_seconds:,} seconds and {breaks} breaks of "
            f"{plan.break_seconds:,}. Plan a longer evening, or shorter levels and breaks.",
            rules=RULES,
            duration=plan.duration,
            level_seconds=plan.level_seconds,
            breaks=breaks,
        )
    if count > MOST_LEVELS:
        raise RuleError(
            "too_many_levels",
            f"{count} levels are more than the {MOST_LEVELS} a structure holds. Make them longer.",
            rules=RULES,
            levels=count,
        )
    return count


def _retirements(blinds: Sequence[Chips], chip_set: Sequence[Chips]) -> tuple[Retirement, ...]:
    """Chips go one value at a time, each into whole chips of the next, as long as some level needed them."""
    gone = []
    for chip, larger in pairwise(chip_set):
        if larger % chip:
            break
        after = max((level for level, blind in enumerate(blinds, start=1) if blind % (2 * larger)), default=0)
        if after == len(blinds):
            break
        if after:
            gone.append(Retirement(chip, after))
    return tuple(gone)


def _laid_out(plan: StructurePlan, blinds: Sequence[Chips], pauses: set[int]) -> tuple[Level, ...]:
    left_over = plan.duration - len(blinds) * plan.level_seconds - len(pauses) * plan.break_seconds
    levels: list[Level] = []
    for number, blind in enumerate(blinds, start=1):
        seconds = plan.level_seconds + (left_over if number == len(blinds) else 0)
        levels.append(Level(Chips(blind // 2), blind, NO_CHIPS, Seconds(seconds)))
        if number in pauses:
            levels.append(break_level(plan.break_seconds))
    return tuple(levels)


def _notices(first: Chips, last: Chips, blinds: Sequence[Chips]) -> Iterator[Notice]:
    if last > first * 2 ** (len(blinds) - 1):
        yield Notice(
            "steep",
            f"{len(blinds)} levels from {first:,} to {last:,} would more than double each time. Plan a longer evening, "
            "shorter levels, a higher first big blind or fewer chips.",
        )
    if 3 * blinds[-1] < 2 * last:
        yield Notice("ends_low", f"The last big blind is {blinds[-1]:,} and should be about {last:,}: play runs over.")
    if 2 * blinds[-1] > 3 * last:
        yield Notice(
            "ends_high",
            f"The last big blind is {blinds[-1]:,} and should be about {last:,}: play ends early. Plan fewer levels, "
            "a lower first big blind or smaller chips.",
        )


def _require_between(value: object, name: str, *, least: int = 0, most: int = 10**12) -> None:
    require_whole(value, name, Bounds(least, most), code="plan_unclear", rules=RULES)


def _require_chips(chip_set: object) -> None:
    if isinstance(chip_set, tuple) and 1 <= len(chip_set) <= MOST_COLOURS:
        for chip in chip_set:
            _require_between(chip, "the value of a chip", least=1, most=10**9)
        if all(small < large for small, large in pairwise(chip_set)):
            return
    raise RuleError(
        "plan_unclear",
        f"The chip set is a list of 1 to {MOST_COLOURS} different values, smallest first, not {quoted(chip_set)}.",
        rules=RULES,
        chip_set=quoted(chip_set),
    )
