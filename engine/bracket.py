"""Brackets: who meets whom, the results, and what a wrong one does.

What a program needs that runs one; everything else lies in ``engine.tournament.bracket``.
"""

from engine.errors import RuleError
from engine.tournament.bracket import (
    Bracket,
    BracketState,
    CorrectionPlan,
    Match,
    MatchResult,
    Outcome,
    build_bracket,
    enter_late,
    forecast_end,
    plan_correction,
    plan_undo,
    round_name,
    seed_order,
    start_bracket,
)

__all__ = [
    "Bracket",
    "BracketState",
    "CorrectionPlan",
    "Match",
    "MatchResult",
    "Outcome",
    "RuleError",
    "build_bracket",
    "enter_late",
    "forecast_end",
    "plan_correction",
    "plan_undo",
    "round_name",
    "seed_order",
    "start_bracket",
]
