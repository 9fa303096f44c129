"""``games`` and ``houses``: what the poker rules know."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from engine.commands import Commands, Line
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.hand.stored import stakes_json
from engine.poker.house.catalogue import HOUSES, settings_of


def add_to(commands: Commands) -> None:
    games = commands.add_parser(
        "games",
        help="list the poker games",
        description="One line per game with its streets and rule ids, then one per dealer's choice with its games.",
    )
    games.set_defaults(run=list_games)
    houses = commands.add_parser(
        "houses",
        help="list the houses",
        description="One line per house: every setting with the rule ids behind it, and the limits on offer.",
    )
    houses.set_defaults(run=list_houses)


def list_games(_arguments: argparse.Namespace) -> Iterator[Line]:
    for game in GAMES.values():
        yield {
            "key": game.key,
            "name": game.name,
            "streets": [street.name for street in game.streets],
            "hole_cards": game.hole_cards,
            "board_cards": game.board_cards,
            "low": None if game.low is None else game.low.name.lower(),
            "rules": list(game.rules),
        }
    for choice in CHOICES.values():
        yield {
            "key": choice.key,
            "name": choice.name,
            "games": [game.key for game in choice.games],
            "rules": list(choice.rules),
        }


def list_houses(_arguments: argparse.Namespace) -> Iterator[Line]:
    for house in HOUSES.values():
        yield {
            "key": house.key,
            "name": house.name,
            "rules": list(house.rules),
            "settings": {
                name: {"value": value, "rules": list(house.cite(name))} for name, value in settings_of(house).items()
            },
            "limits": {name: stakes_json(stakes) for name, stakes in house.limits.items()},
        }
