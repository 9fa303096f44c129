"""Replays random hands of the reference data into what each seat put in.

The replay follows the convention of the program that made the hands, where a call matches the highest bet on the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.cards import Card, parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.games.spec import GameSpec
from engine.poker.settling.settlement import SeatEnd

PLAYED = {
    "holdem": "holdem",
    "omaha": "omaha",
    "omaha8": "omaha_hilo",
    "razz": "razz",
    "stud5": "five_stud",
    "stud7": "seven_stud",
    "stud7_8": "seven_stud_hilo",
    "draw5": "five_draw",
}
"""Our key of each game in the reference data, which has one file for each."""


@dataclass(frozen=True, kw_only=True)
class Playout:
    """A played hand ready to settle. The first seat is left of the button, the last has the button."""

    game: GameSpec
    seats: list[SeatEnd]
    board: tuple[Card, ...]
    button: int


def replay(record: dict[str, Any]) -> Playout:
    players = range(record["players"])
    stacks = list(record["starting_stacks"])
    contributed, bets = [0 for _ in players], [0 for _ in players]
    live = set(players)

    def put_in(player: int, chips: int) -> int:
        paid = min(chips, stacks[player])
        stacks[player] -= paid
        contributed[player] += paid
        return paid

    antes = [put_in(player, record["antes_by_player"][player]) for player in players]
    for player in players:
        bets[player] += put_in(player, record["blinds_by_player"][player])
    has_acted = False
    for action in record["actions"]:
        who, what, *rest = action.split()
        if who == "d":
            # The first cards come after the blinds; any later ones begin a new round, as a draw does.
            bets = [0 for _ in players] if has_acted else bets
            continue
        has_acted = True
        player = int(who[1:]) - 1
        if what == "f":
            live.discard(player)
        elif what == "sd":
            bets = [0 for _ in players]
        else:
            target = int(rest[0]) if what == "cbr" else record["bring_in"] if what == "pb" else max(bets)
            bets[player] += put_in(player, target - bets[player])
    # Antes of unequal size (one player antes for the table) are not matched by anybody: they belong to the main pot.
    dead = [0 for _ in players] if record["ante_trimming"] else antes
    return Playout(
        game=GAMES[PLAYED[record["game"]]],
        seats=[
            SeatEnd(
                seat=player + 1,
                contributed=contributed[player],
                dead=dead[player],
                is_live=player in live,
                cards=parse_cards(record["hole"][f"p{player + 1}"]) if player in live and record["showdown"] else None,
            )
            for player in players
        ],
        board=parse_cards(record["board"]),
        button=record["players"],
    )
