"""Hold'em levels made for a number of players and a length of the evening, to be looked at before they are saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.tournament.forecast import forecast_end
from engine.tournament.structure import Structure, StructurePlan, generate_structure
from engine.units import Chips, Seconds
from eventnight.core.forms import RefusableForm, WholeField
from eventnight.events.house_settings import HouseSettings, LevelSettings

MOST_PLAYERS = 10_000
MOST_MINUTES = 1440
SECONDS = 60


@dataclass(frozen=True, slots=True)
class PlannedLevels:
    """Levels as the set-up has them, and what the organiser should know of them. ends_after: minutes, forecast."""

    levels: tuple[LevelSettings, ...]
    ends_after: int
    notices: tuple[str, ...]


class LevelPlanForm(RefusableForm):
    """What levels are made for. It stands inside the form that saves the step, which must not wait for it."""

    prefix = "plan"
    use_required_attribute = False

    players = WholeField(label="Players in a flight", min_value=2, max_value=MOST_PLAYERS)
    minutes = WholeField(label="Minutes from start to end", min_value=1, max_value=MOST_MINUTES)
    level_minutes = WholeField(label="Minutes a level", min_value=1, max_value=MOST_MINUTES, initial=20)
    break_minutes = WholeField(
        label="Minutes a break",
        min_value=0,
        max_value=MOST_MINUTES,
        initial=0,
        help_text="Where a chip leaves play. 0 for no breaks.",
    )
    rebuys = WholeField(label="Re-buys expected", min_value=0, max_value=MOST_PLAYERS, initial=0)
    first_big_blind = WholeField(
        label="First big blind", required=False, min_value=1, help_text="Empty: a fiftieth of a stack."
    )

    def planned(self, settings: HouseSettings) -> PlannedLevels:
        """The levels for a valid form. Raises RuleError of the engine's structures. Rules: WAS-5, WAS-6."""
        said: dict[str, Any] = self.cleaned_data
        first = said["first_big_blind"]
        plan = StructurePlan(
            players=said["players"],
            stack=Chips(settings.holdem.starting_chips),
            duration=Seconds(said["minutes"] * SECONDS),
            level_seconds=Seconds(said["level_minutes"] * SECONDS),
            break_seconds=Seconds(said["break_minutes"] * SECONDS),
            chip_set=tuple(sorted(Chips(colour.value) for colour in settings.bank.chip_set)),
            rebuys=said["rebuys"],
            rebuy_chips=Chips(settings.holdem.starting_chips),
            first_big_blind=None if first is None else Chips(first),
        )
        structure = generate_structure(plan)
        end = forecast_end(structure.levels, plan.total_chips)
        return PlannedLevels(
            _as_settings(structure), end.ends_after // SECONDS, tuple(notice.message for notice in structure.notices)
        )


def _as_settings(structure: Structure) -> tuple[LevelSettings, ...]:
    return tuple(
        LevelSettings(
            small_blind=level.small_blind,
            big_blind=level.big_blind,
            ante=level.ante,
            minutes=level.seconds // SECONDS,
            is_break=level.is_break,
        )
        for level in structure.levels
    )
