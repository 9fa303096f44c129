"""Every declared game by its key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.poker.games.holdem import HOLDEM
from engine.poker.games.omaha import OMAHA
from engine.poker.games.spec import GameSpec

GAMES: Mapping[str, GameSpec] = MappingProxyType({game.key: game for game in (HOLDEM, OMAHA)})
