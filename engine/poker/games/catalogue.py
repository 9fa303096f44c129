"""Every declared game by its key, and the choices that a dealer may be given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.hints import plain
from engine.poker.games.draw import FIVE_DRAW, FIVE_DRAW_HILO, LOWBALL, LOWBALL_WITHOUT_BUG
from engine.poker.games.holdem import HOLDEM
from engine.poker.games.omaha import OMAHA, OMAHA_HILO
from engine.poker.games.option_alley import OPTION_ALLEY
from engine.poker.games.spec import GameSpec
from engine.poker.games.stud import FIVE_STUD, RAZZ, SEVEN_STUD, SEVEN_STUD_HILO

GAMES: Mapping[str, GameSpec] = MappingProxyType(
    {
        game.key: game
        for game in (
            HOLDEM,
            OMAHA,
            OMAHA_HILO,
            SEVEN_STUD,
            SEVEN_STUD_HILO,
            RAZZ,
            FIVE_STUD,
            FIVE_DRAW,
            FIVE_DRAW_HILO,
            LOWBALL,
            LOWBALL_WITHOUT_BUG,
            OPTION_ALLEY,
        )
    }
)


@dataclass(frozen=True, kw_only=True, slots=True)
@plain
class Choice:
    """The player on the button picks one of these games for the hand. rules: catalogue ids."""

    key: str
    name: str
    games: tuple[GameSpec, ...]
    rules: tuple[str, ...]


CHOICES: Mapping[str, Choice] = MappingProxyType(
    {
        choice.key: choice
        for choice in (
            Choice(
                key="dealers_choice",
                name="Dealer's choice",
                games=tuple(game for game in GAMES.values() if not game.has_bug),
                rules=("ANG-16", "ANG-30"),
            ),
            Choice(
                key="stud_choice",
                name="Stud choice",
                games=(SEVEN_STUD, SEVEN_STUD_HILO, RAZZ),
                rules=("ANG-30",),
            ),
        )
    }
)
