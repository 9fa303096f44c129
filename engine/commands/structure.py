"""``structure``: blind levels for a field, a length of the evening and a set of chips."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from engine.commands import Commands, Line
from engine.commands.streams.lines import Question, answer_lines, unreadable, whole_number, whole_numbers
from engine.tournament.amounts import Bounds, require_whole
from engine.tournament.levels import Level
from engine.tournament.structure import RULES, Structure, StructurePlan, generate_structure
from engine.units import Chips, Seconds

_DESCRIPTION = """\
Prints a structure as one line: levels and breaks in order, the chips that retire and after which level, and notices.
Big blinds rise in equal ratios, snapped to what the chips can pay; together the levels last exactly as long as asked.

Asked by flags, or without --players by JSON objects on standard input, one a line, with the names of the flags:
players, stack, minutes, level_minutes, chips (a list), and where wanted rebuys, rebuy_chips, add_ons, add_on_chips,
first_big_blind, last_big_blind, break_minutes.
"""
_EXAMPLE = """\
examples:
  python -m engine structure --players 8 --stack 10000 --minutes 120 --level-minutes 20 --chips 25,100,500,1000
  echo '{"players": 8, "stack": 10000, "minutes": 120, "level_minutes": 20, "chips": [25, 100, 500, 1000]}' \\
    | python -m engine structure

A line that cannot be answered is named on standard error, and the exit code is 1 at the end.
"""
_NEEDED = {
    "players": "players that start",
    "stack": "chips each starts with",
    "minutes": "length of the tournament, breaks included",
    "level_minutes": "length of a level",
}
_OPTIONAL = {
    "rebuys": "re-buys expected",
    "rebuy_chips": "chips of a re-buy",
    "add_ons": "add-ons expected",
    "add_on_chips": "chips of an add-on",
    "first_big_blind": "default: a fiftieth of a stack",
    "last_big_blind": "aimed at; default: a twentieth of all chips",
    "break_minutes": "length of the breaks where chips retire; default: no breaks",
}
_KNOWN = frozenset({*_NEEDED, *_OPTIONAL, "chips"})
_MOST_MINUTES = 10_000


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "structure",
        help="plan blind levels from players, chips and time",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, meaning in (_NEEDED | _OPTIONAL).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=whole_number, metavar="N", help=meaning)
    parser.add_argument("--chips", type=whole_numbers, metavar="25,100,...", help="values of the chips, smallest first")
    parser.set_defaults(run=partial(plan_lines, parser))


def plan_lines(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Iterator[Line]:
    given = {name: value for name in sorted(_KNOWN) if (value := getattr(arguments, name)) is not None}
    if not given:
        return answer_lines(_answer, _KNOWN)
    missing = [name for name in (*_NEEDED, "chips") if name not in given]
    if missing:
        parser.error(f"--{missing[0].replace('_', '-')} is needed too")
    return iter([_answer(given)])


def _answer(question: Question) -> Line:
    chips = question.get("chips")
    if not isinstance(chips, list):
        raise unreadable("“chips” is a list of values, such as [25, 100, 500]")
    missing = [name for name in _NEEDED if name not in question]
    if missing:
        raise unreadable(f"“{missing[0]}” is missing")
    # The plan refuses what is not a number; until then a value may be anything.
    numbers = {name: _number(question[name], name) for name in question if name != "chips"}
    minutes, level_minutes, break_minutes = (
        Seconds(60 * numbers.pop(name, 0)) for name in ("minutes", "level_minutes", "break_minutes")
    )
    blinds = {name: Chips(numbers.pop(name)) for name in ("first_big_blind", "last_big_blind") if name in numbers}
    plan = StructurePlan(
        players=numbers["players"],
        stack=Chips(numbers["stack"]),
        duration=minutes,
        level_seconds=level_minutes,
        break_seconds=break_minutes,
        chip_set=tuple(chips),
        rebuys=numbers.get("rebuys", 0),
        rebuy_chips=Chips(numbers.get("rebuy_chips", 0)),
        add_ons=numbers.get("add_ons", 0),
        add_on_chips=Chips(numbers.get("add_on_chips", 0)),
        first_big_blind=blinds.get("first_big_blind"),
        last_big_blind=blinds.get("last_big_blind"),
    )
    return _structure(generate_structure(plan))


def _number(value: object, name: str) -> int:
    if name.endswith("minutes"):
        return require_whole(value, f"“{name}”", Bounds(most=_MOST_MINUTES), code="plan_unclear", rules=RULES)
    return require_whole(value, f"“{name}”", code="plan_unclear", rules=RULES)


def _structure(made: Structure) -> Line:
    return {
        "levels": [_level(level) for level in made.levels],
        "retirements": [{"chip": each.chip, "after_level": each.after_level} for each in made.retirements],
        "notices": [{"code": notice.code, "message": notice.message} for notice in made.notices],
    }


def _level(level: Level) -> Line:
    if level.is_break:
        return {"break": True, "seconds": level.seconds}
    return {"small_blind": level.small_blind, "big_blind": level.big_blind, "seconds": level.seconds}
