"""The rows of tournaments."""

from __future__ import annotations

from tournaments.models.bracket import (
    AT_A_STATION,
    BracketStatus,
    BracketTournament,
    Confirmation,
    Match,
    MatchResult,
    MatchState,
    Outcome,
    SeedOrder,
)
from tournaments.models.claims import Objection, ResultClaim
from tournaments.models.clock import BlindClock, ClockEvent, ClockKind, LevelAnnouncement
from tournaments.models.euchre_deals import EuchreDeal
from tournaments.models.euchre_games import Game
from tournaments.models.euchre_hands import EuchreHand, RevokeBy, TrumpSuit, UpcardWas
from tournaments.models.flight_entries import BustHand, FlightEntry
from tournaments.models.hands import PlayedHand, PlayedTable
from tournaments.models.holdem import (
    Across,
    Flight,
    FlightKind,
    FlightStatus,
    HoldemStatus,
    HoldemTournament,
    SeveralFlights,
    Shortfall,
)
from tournaments.models.prizes import Deal, DealMethod, DealShare, Prizes, PrizeScale
from tournaments.models.purchases import PurchaseKind, StackPurchase
from tournaments.models.races import ChipRace
from tournaments.models.seating import FlightTable, MoveKind, ProposalRefusal, SeatHold, SeatMove
from tournaments.models.teams import PairingDraw, Single, SingleStatus, Team, TeamPlayer, TeamStatus

__all__ = [
    "AT_A_STATION",
    "Across",
    "BlindClock",
    "BracketStatus",
    "BracketTournament",
    "BustHand",
    "ChipRace",
    "ClockEvent",
    "ClockKind",
    "Confirmation",
    "Deal",
    "DealMethod",
    "DealShare",
    "EuchreDeal",
    "EuchreHand",
    "Flight",
    "FlightEntry",
    "FlightKind",
    "FlightStatus",
    "FlightTable",
    "Game",
    "HoldemStatus",
    "HoldemTournament",
    "LevelAnnouncement",
    "Match",
    "MatchResult",
    "MatchState",
    "MoveKind",
    "Objection",
    "Outcome",
    "PairingDraw",
    "PlayedHand",
    "PlayedTable",
    "PrizeScale",
    "Prizes",
    "ProposalRefusal",
    "PurchaseKind",
    "ResultClaim",
    "RevokeBy",
    "SeatHold",
    "SeatMove",
    "SeedOrder",
    "SeveralFlights",
    "Shortfall",
    "Single",
    "SingleStatus",
    "StackPurchase",
    "Team",
    "TeamPlayer",
    "TeamStatus",
    "TrumpSuit",
    "UpcardWas",
]
