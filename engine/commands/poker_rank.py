"""``rank``: what poker hands are worth."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from engine.cards import Card, card_text, parse_cards
from engine.commands import Commands, Line
from engine.commands.streams.lines import each_line
from engine.errors import RuleError
from engine.poker.best import HandValue, LowValue, best_high_of, best_low_of
from engine.poker.games.catalogue import GAMES
from engine.poker.games.spec import GameSpec
from engine.poker.settling.shown_cards import require_sound_cards
from engine.poker.wording import high_in_words, low_in_words

_DESCRIPTION = """\
Reads one hand per line from standard input, its hole cards and after a bar the board: "Ah Kd | 9s 8s 7s 2c 2d".
Prints one line for each: cards and board as read and, where the game has them, high and low, with

  rank    a whole number; of two hands the higher one wins, also of two lows, and equal ones tie
  words   the hand as a dealer reads it out
  cards   the five cards that make it, the most important first

low is null where the hand does not qualify.
"""
_EXAMPLE = """\
example:
  echo "Ah 2h Kc Kd | 8s 6d 3c Kh Qd" | python -m engine rank --game omaha_hilo

A line that is not a hand of the game is named on standard error, and the exit code is 1 at the end.
"""


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "rank",
        help="rank poker hands from standard input",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--game", required=True, choices=tuple(GAMES), metavar="KEY", help='a key that "games" lists')
    parser.set_defaults(run=rank_lines)


def rank_lines(arguments: argparse.Namespace) -> Iterator[Line]:
    game = GAMES[arguments.game]
    return each_line(lambda text: _ranked(game, text.decode(errors="replace")))


def _ranked(game: GameSpec, text: str) -> Line:
    hole_text, bar, board_text = text.partition("|")
    hole, board = parse_cards(hole_text), parse_cards(board_text)
    if game.board_cards and not bar:
        raise RuleError(
            "no_board",
            f"{game.name} has a board. Write it after a bar: {_text(hole)} | and its {game.board_cards} cards.",
        )
    require_sound_cards(game, board=board, hands={1: hole}, is_contested=True, who="the hand")
    line: Line = {"cards": _text(hole), "board": _text(board)}
    if game.high:
        line["high"] = _high(best_high_of(game, hole=hole, board=board))
    if game.low:
        line["low"] = _low(best_low_of(game, hole=hole, board=board))
    return line


def _high(value: HandValue | None) -> Line | None:
    if value is None:
        return None
    return {"rank": value.rank, "words": high_in_words(value.rank), "cards": _text(value.cards)}


def _low(value: LowValue | None) -> Line | None:
    if value is None:
        return None
    words = low_in_words(value.rank, bug=value.bug)
    return {"rank": value.rank, "words": words, "cards": _text(value.cards)}


def _text(cards: Sequence[Card]) -> str:
    return " ".join(card_text(card) for card in cards)
