"""Single-elimination brackets: ``shape`` says who meets whom, ``state`` takes the results."""

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
from engine.tournament.bracket.state import (
    BracketState,
    MatchResult,
    Outcome,
    ResultSheet,
    Teams,
    start_bracket,
)

__all__ = [
    "MOST_ENTRIES",
    "Bracket",
    "BracketState",
    "Bye",
    "LoserOf",
    "Match",
    "MatchResult",
    "Outcome",
    "ResultSheet",
    "Seed",
    "Slot",
    "Teams",
    "WinnerOf",
    "build_bracket",
    "round_name",
    "seed_order",
    "start_bracket",
]
