"""The rows of tournaments."""

from __future__ import annotations

from tournaments.models.bracket import (
    BracketStatus,
    BracketTournament,
    Match,
    MatchResult,
    MatchState,
    Outcome,
    SeedOrder,
)
from tournaments.models.teams import PairingDraw, Single, SingleStatus, Team, TeamPlayer, TeamStatus

__all__ = [
    "BracketStatus",
    "BracketTournament",
    "Match",
    "MatchResult",
    "MatchState",
    "Outcome",
    "PairingDraw",
    "SeedOrder",
    "Single",
    "SingleStatus",
    "Team",
    "TeamPlayer",
    "TeamStatus",
]
