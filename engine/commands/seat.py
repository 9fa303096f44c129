"""``seat``: the draw of seats, the next move at the tables, and the race for odd chips."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial

from engine.cards import card_text
from engine.commands import Commands, Line
from engine.commands.seat_lines import (
    names_in,
    numbers_in,
    read_locks,
    read_players,
    read_race_cards,
    read_reserved,
    read_seed,
    read_stacks,
    read_tables,
    read_whole,
)
from engine.commands.streams.lines import Question, answer_lines, whole_number
from engine.tournament.color_up import color_up, deal_race, odd_chips
from engine.tournament.seating import KeptSeats, Move, draw_seats, propose_moves
from engine.units import Chips

_DESCRIPTION = """\
Where players sit in a tournament. Each of these answers a question by one line; the same seed gives the same answer on
every machine. Without flags it reads questions as JSON objects from standard input, one a line.

  seat draw   a table and a seat for everybody
  seat moves  what is due at the tables: break one, make the final table, or move a player
  seat race   color-up: change small chips into large ones and race for the odd ones
"""
_DRAW = """\
Draws a table and a seat for each player, with tables filled evenly.

  players   names, or how many there are
  tables    how many tables
  seats     seats at each
  seed      any text
  locked    seats fixed before the draw: {"Ada": [1, 5]}
  reserved  seats that stay empty: [[1, 1], [2, 8]]
"""
_DRAW_EXAMPLE = """\
examples:
  python -m engine seat draw --players 20 --tables 3 --seats 8 --seed "friday night"
  echo '{"players": ["Ada", "Ben"], "tables": 1, "seats": 8, "seed": "s", "locked": {"Ada": [1, 5]}}' \\
    | python -m engine seat draw
"""
_MOVES = """\
Proposes the next thing to do, with a slip for everybody who moves: "break" a table, "final" for the last two tables,
"balance" by one player, or null where tables stand as they should.

  tables        number, seats, players by seat; reserved, a list of seats; and button, small_blind, big_blind of the
                next hand, which balancing needs
  break_order   numbers of all tables, the first to break first
  seats_wanted  players a table should hold at most
  seed          any text
  locked        players who only move if their table breaks
"""
_MOVES_EXAMPLE = """\
example:
  echo '{"tables": [{"number": 1, "seats": 9, "players": {"1": "Ada", "2": "Ben", "4": "Cy"}},
    {"number": 2, "seats": 9, "players": {"5": "Dan", "6": "Eve"}}], "break_order": [2, 1], "seats_wanted": 9,
    "seed": "s"}' | tr -d '\\n' | python -m engine seat moves
"""
_RACE = """\
Changes small chips into large ones. Odd chips are raced for: a card each, and the best cards win a large chip.

  stacks        by seat: how many small chips; or {"small": 3, "rest": 0} with the value of the other chips, so that
                whoever is left with nothing is given a chip
  small, large  values of the two chips
  cards         by seat, one for each odd chip: {"1": "9c 4d 2h", "2": "Kd"}; or seed, by which they are dealt
"""
_RACE_EXAMPLE = """\
example:
  echo '{"stacks": {"1": 3, "2": 1, "3": 2, "4": 0, "5": 3, "6": 1}, "small": 25, "large": 100,
    "cards": {"1": "9c 4d 2h", "2": "Kd", "3": "Jc 5s", "5": "8h 3c Qs", "6": "Ah"}}' \\
    | tr -d '\\n' | python -m engine seat race
"""
_REFUSED = "\nA line that cannot be answered is named on standard error, and the exit code is 1 at the end.\n"
_DRAW_NAMES = ("players", "tables", "seats", "seed")
_MOVES_NAMES = frozenset({"tables", "break_order", "seats_wanted", "seed", "locked"})
_RACE_NAMES = frozenset({"stacks", "small", "large", "cards", "seed"})


def add_to(commands: Commands) -> None:
    seat = commands.add_parser(
        "seat",
        help="draw seats, balance and break tables, race for odd chips",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = seat.add_subparsers(title="what to do", metavar="draw|moves|race", required=True)
    draw = _add(kinds, "draw", "draw a table and a seat for everybody", _DRAW, _DRAW_EXAMPLE)
    draw.add_argument("--players", type=whole_number, metavar="N", help="how many players; they are called 1, 2, ...")
    draw.add_argument("--tables", type=whole_number, metavar="N")
    draw.add_argument("--seats", type=whole_number, metavar="N", help="seats at each table")
    draw.add_argument("--seed", metavar="TEXT")
    draw.set_defaults(run=partial(_draw_lines, draw))
    moves = _add(kinds, "moves", "propose the next move at the tables", _MOVES, _MOVES_EXAMPLE)
    moves.set_defaults(run=_reader(_moves, _MOVES_NAMES))
    race = _add(kinds, "race", "change small chips, and race for the odd ones", _RACE, _RACE_EXAMPLE)
    race.set_defaults(run=_reader(_race, _RACE_NAMES))


def _add(kinds: Commands, name: str, summary: str, description: str, example: str) -> argparse.ArgumentParser:
    return kinds.add_parser(
        name,
        help=summary,
        description=description,
        epilog=example + _REFUSED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _reader(
    answer: Callable[[Question], Line], known: frozenset[str]
) -> Callable[[argparse.Namespace], Iterator[Line]]:
    return lambda _: answer_lines(answer, known)


def _draw_lines(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Iterator[Line]:
    given = {name: value for name in _DRAW_NAMES if (value := getattr(arguments, name)) is not None}
    if not given:
        return answer_lines(_draw, frozenset({*_DRAW_NAMES, "locked", "reserved"}))
    missing = [name for name in _DRAW_NAMES if name not in given]
    if missing:
        parser.error(f"--{missing[0]} is needed too")
    return iter([_draw(given)])


def _draw(question: Question) -> Line:
    drawn = draw_seats(
        read_players(question),
        read_whole(question, "tables"),
        read_whole(question, "seats"),
        read_seed(question),
        KeptSeats(locked=read_locks(question), reserved=read_reserved(question)),
    )
    return {"seats": [{"player": player, "table": table, "seat": seat} for player, (table, seat) in drawn.items()]}


def _moves(question: Question) -> Line:
    proposal = propose_moves(
        read_tables(question),
        numbers_in(question.get("break_order"), "break_order"),
        read_whole(question, "seats_wanted"),
        read_seed(question),
        locked=names_in(question.get("locked", []), "locked"),
    )
    if proposal is None:
        return {"proposal": None, "breaks": None, "moves": []}
    return {
        "proposal": proposal.kind.value,
        "breaks": proposal.breaks,
        "moves": [_move(move) for move in proposal.moves],
    }


def _move(move: Move[str]) -> Line:
    return {"player": move.player, "from": list(move.start), "to": list(move.end), "slip": move.slip}


def _race(question: Question) -> Line:
    stacks = read_stacks(question)
    small, large = Chips(read_whole(question, "small")), Chips(read_whole(question, "large"))
    if "cards" in question:
        cards = read_race_cards(question)
    else:
        cards = deal_race(odd_chips(stacks, small, large), read_seed(question))
    done = color_up(stacks, small, large, cards)
    return {
        "cards": {seat: " ".join(map(card_text, dealt)) for seat, dealt in sorted(cards.items())},
        "race_chips": done.race_chips,
        "winners": done.winners,
        "saved": done.saved,
        "drift": done.drift,
        "changes": {
            seat: {
                "direct": each.direct,
                "odd": each.odd,
                "won": each.won,
                "saved": each.saved,
                "change": each.change,
            }
            for seat, each in done.changes.items()
        },
    }
