"""``games`` and ``houses``: what the poker rules know."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from engine.commands import Commands, Line
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES


def add_to(commands: Commands) -> None:
    games = commands.add_parser("games", help="list the poker games", description="One line per game, with rule ids.")
    games.set_defaults(run=list_games)
    houses = commands.add_parser("houses", help="list the houses", description="One line per house, with rule ids.")
    houses.set_defaults(run=list_houses)


def list_games(_arguments: argparse.Namespace) -> Iterator[Line]:
    for game in GAMES.values():
        yield {"key": game.key, "name": game.name, "rules": list(game.rules)}


def list_houses(_arguments: argparse.Namespace) -> Iterator[Line]:
    for house in HOUSES.values():
        yield {"key": house.key, "name": house.name, "rules": list(house.rules)}
