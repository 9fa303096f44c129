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
from tournaments.models.clock import BlindClock, ClockEvent, ClockKind, LevelAnnouncement
from tournaments.models.holdem import (
    BustHand,
    Flight,
    FlightEntry,
    FlightKind,
    FlightStatus,
    HoldemStatus,
    HoldemTournament,
    SeveralFlights,
    Shortfall,
)
from tournaments.models.prizes import Deal, DealMethod, DealShare, Prizes, PrizeScale
from tournaments.models.teams import PairingDraw, Single, SingleStatus, Team, TeamPlayer, TeamStatus

__all__ = [
    "BlindClock",
    "BracketStatus",
    "BracketTournament",
    "BustHand",
    "ClockEvent",
    "ClockKind",
    "Deal",
    "DealMethod",
    "DealShare",
    "Flight",
    "FlightEntry",
    "FlightKind",
    "FlightStatus",
    "HoldemStatus",
    "HoldemTournament",
    "LevelAnnouncement",
    "Match",
    "MatchResult",
    "MatchState",
    "Outcome",
    "PairingDraw",
    "PrizeScale",
    "Prizes",
    "SeedOrder",
    "SeveralFlights",
    "Shortfall",
    "Single",
    "SingleStatus",
    "Team",
    "TeamPlayer",
    "TeamStatus",
]
