"""The code of every game and structure: a letter for the structure, then the game's own part ("FT", "PO/8").

Those of STANDARD_CODES are the format's own. The others are ours, made the same way; another program may not know
them. UNPLAYED names games that the format has and this engine does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.errors import RuleError
from engine.poker.games.catalogue import GAMES
from engine.poker.games.spec import GameSpec
from engine.poker.stakes import Structure

STANDARD_CODES = frozenset({"FT", "NT", "PO", "FO/8", "F7S", "F7S/8", "FR"})
UNPLAYED: Mapping[str, str] = MappingProxyType(
    {
        "NS": "short-deck hold'em",
        "N2L1D": "deuce-to-seven single draw",
        "F2L3D": "deuce-to-seven triple draw",
        "FB": "badugi",
    }
)
_STRUCTURES = {
    Structure.FIXED_LIMIT: "F",
    Structure.NO_LIMIT: "N",
    Structure.POT_LIMIT: "P",
    Structure.SPREAD_LIMIT: "S",
}
_GAMES = {
    "holdem": "T",
    "omaha": "O",
    "omaha_hilo": "O/8",
    "seven_stud": "7S",
    "seven_stud_hilo": "7S/8",
    "razz": "R",
    "five_stud": "5S",
    "five_draw": "5D",
    "five_draw_hilo": "5D/8",
    "lowball": "A5L1DJ",
    "lowball_without_bug": "A5L1D",
    "option_alley": "OA",
}
if _GAMES.keys() != GAMES.keys():
    raise ValueError(f"games without a code, or codes without a game: {sorted(_GAMES.keys() ^ GAMES.keys())}")

CODES: Mapping[str, tuple[GameSpec, Structure]] = MappingProxyType(
    {
        letter + part: (GAMES[key], structure)
        for structure, letter in _STRUCTURES.items()
        for key, part in _GAMES.items()
    }
)
if len(CODES) != len(_GAMES) * len(_STRUCTURES) or CODES.keys() & UNPLAYED.keys():
    raise ValueError("two games have the same code")


def code_of(game: GameSpec, structure: Structure) -> str:
    """The code that ``game_of`` reads back."""
    return _STRUCTURES[structure] + _GAMES[game.key]


def game_of(code: str) -> tuple[GameSpec, Structure]:
    """The game and structure of a code. Raises RuleError("phh_unknown_game")."""
    found = CODES.get(code)
    if found is not None:
        return found
    why = f"{UNPLAYED[code]}, which is not played here" if code in UNPLAYED else "no game that is known here"
    raise RuleError(
        "phh_unknown_game",
        f"variant: “{code[:20]}” is {why}. Take one of {', '.join(CODES)}.",
        variant=code[:20],
    )
