"""Single-elimination brackets: ``shape`` says who meets whom, ``results`` how a match came out, ``state`` takes the
results, ``correction`` plans what a wrong one does, ``late`` lets a team take a bye, ``consolation`` gathers the
beaten, ``forecast`` says when it ends.
"""

from engine.tournament.bracket.consolation import (
    Consolation,
    Reseating,
    build_consolation,
    consolation_field,
    is_field_complete,
    reseat_consolation,
)
from engine.tournament.bracket.correction import CorrectionPlan, Instead, Step, StepKind, plan_correction, plan_undo
from engine.tournament.bracket.forecast import BracketForecast, forecast_end
from engine.tournament.bracket.late import enter_late, open_byes
from engine.tournament.bracket.results import MatchResult, Outcome, ResultSheet, Teams
from engine.tournament.bracket.shape import (
    MOST_ENTRIES,
    Bracket,
    Bye,
    LoserOf,
    Match,
    Seed,
    Slot,
    WinnerOf,
    build_bracket,
    round_name,
    seed_order,
)
from engine.tournament.bracket.state import BracketState, start_bracket

__all__ = [
    "MOST_ENTRIES",
    "Bracket",
    "BracketForecast",
    "BracketState",
    "Bye",
    "Consolation",
    "CorrectionPlan",
    "Instead",
    "LoserOf",
    "Match",
    "MatchResult",
    "Outcome",
    "Reseating",
    "ResultSheet",
    "Seed",
    "Slot",
    "Step",
    "StepKind",
    "Teams",
    "WinnerOf",
    "build_bracket",
    "build_consolation",
    "consolation_field",
    "enter_late",
    "forecast_end",
    "is_field_complete",
    "open_byes",
    "plan_correction",
    "plan_undo",
    "reseat_consolation",
    "round_name",
    "seed_order",
    "start_bracket",
]
