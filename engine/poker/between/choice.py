"""Dealer's choice and stud choice: the player on the button picks the game of the hand."""

from __future__ import annotations

from collections.abc import Collection

from engine.doors import door
from engine.errors import RuleError
from engine.poker.games.catalogue import Choice
from engine.poker.games.spec import GameSpec
from engine.poker.seats import left_of_button


@door
def chooser(dealt_in: Collection[int], button: int) -> int:
    """The seat that picks the game: the button's, or the last player before it where its seat is empty.

    Rules: ANG-30.
    """
    return left_of_button(dealt_in, button)[-1]


@door
def choose_game(choice: Choice, key: str, *, seat: int, dealt_in: Collection[int], button: int) -> GameSpec:
    """The game that ``seat`` picks for the hand to come.

    key: the game's. dealt_in, button: those of that hand.

    Raises RuleError: "not_the_button", "game_not_offered". Rules: ANG-16, ANG-30.
    """
    if seat != (turn := chooser(dealt_in, button)):
        raise RuleError(
            "not_the_button",
            f"Seat {seat} cannot pick the game: the button is with seat {turn}. Ask seat {turn}.",
            rules=choice.rules,
            seat=seat,
            button=turn,
        )
    games = {game.key: game for game in choice.games}
    if key not in games:
        raise RuleError(
            "game_not_offered",
            f"“{key[:40]}” is not offered in {choice.name.lower()}. Pick one of {', '.join(games)}.",
            rules=choice.rules,
            game=key[:40],
        )
    return games[key]
