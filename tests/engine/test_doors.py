"""Whatever a program hands to the engine's doors, it gets an answer or the engine's own error, never another's.

The doors are all functions of the engine that the application uses, and all functions and values that its packages name
as theirs. Each is called with the right types but for one argument at a time.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import math
import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.cards import parse_cards
from engine.chance import SeededDraw
from engine.doors import _fits_of
from engine.errors import RuleError
from engine.euchre.result import DealResult
from engine.euchre.scoring import EuchreScale
from engine.fees import fee_for
from engine.hints import hints_of, positional
from engine.houses.wlia.euchre import HOUSE as EUCHRE
from engine.poker.best import best_high, best_low, best_omaha_high, best_omaha_low
from engine.poker.between.table_state import Player, TableState
from engine.poker.floor.conduct import fouled_hand
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand
from engine.poker.high import high_rank, omaha_high_rank
from engine.poker.house.catalogue import HOUSES, house_of
from engine.poker.low import eight_low_rank, low_rank, omaha_eight_low_rank
from engine.poker.settling.settlement import SeatEnd, settle
from engine.poker.stakes import Stakes, Structure
from engine.raffle import pot_of, tickets_for_chips, tickets_for_money
from engine.tournament.seating import draw_seats
from tests.engine.hands import begin, play

PROJECT = Path(__file__).resolve().parents[2]
ODD = [None, True, "1", "x", 1.5, 10.0, [], {}, object(), b"x", 10**30, math.nan, [None], ["a"], (1.5,), {"a": 1}]
PACKAGES = ("engine.raffle", "engine.rulebook", "engine.tournament.bracket", "engine.tournament.seating")
"""Those that name what is theirs to call."""

# They take any JSON value, any text or any type, and say themselves what is wrong with it.
TAKE_ANYTHING = {"require_whole", "read_settings", "change_settings"}


def doors() -> Iterator[Callable[..., Any]]:
    """The functions of the engine that the application imports."""
    found = set()
    for folder in ("eventnight", "tables", "tournaments"):
        for path in (PROJECT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
                if module.startswith("engine.") and not module.startswith("engine.commands"):
                    found |= {(module, each.name) for each in node.names}
    for package in PACKAGES:
        found |= {(package, name) for name in importlib.import_module(package).__all__}
    for module, name in sorted(found):
        value = getattr(importlib.import_module(module), name, None)
        if inspect.isfunction(value) and name not in TAKE_ANYTHING and parameters_of(value):
            yield value


def parameters_of(door: Callable[..., Any]) -> dict[str, Any]:
    """Types by name, wherever the function is compiled too."""
    return {name: hint for name, hint in hints_of(inspect.unwrap(door)).items() if name != "return"}


DOORS = list(dict.fromkeys(doors()))
VALUES = [
    value
    for package in PACKAGES
    for name in importlib.import_module(package).__all__
    if inspect.isclass(value := getattr(importlib.import_module(package), name)) and is_dataclass(value)
]


def some(hint: Any) -> Any:
    """A value of a type, or None where that takes a world of its own."""
    for value in (3, "x", b"x", True, (), [], {}, frozenset(), EUCHRE, GAMES["holdem"], HOUSES["wlia"], begin()):
        if _fits_of(hint)(value):
            return value
    return None


@pytest.mark.parametrize("door", DOORS, ids=lambda door: f"{door.__module__.removeprefix('engine.')}.{door.__name__}")
def test_an_argument_of_another_type_is_refused_by_the_engines_own_error(door):
    hints = parameters_of(door)
    names = list(hints)

    for name in names:
        for odd in ODD:
            # A text is a list of its letters where anything may stand for a player.
            if _fits_of(hints[name])(odd) or (door is draw_seats and isinstance(odd, str | bytes)):
                continue
            arguments = {each: copy.copy(some(hints[each])) for each in names} | {name: odd}

            with pytest.raises(RuleError):
                call(door, arguments)


@pytest.mark.parametrize(
    "value", VALUES, ids=lambda value: f"{value.__module__.removeprefix('engine.')}.{value.__name__}"
)
def test_a_value_is_made_or_refused_by_the_engines_own_error(value):
    names = list(inspect.signature(value).parameters)

    for odd in ODD:
        for name in names:
            with suppress(RuleError):
                value(**{each: odd if each == name else None for each in names})


def call(door: Callable[..., Any], arguments: dict[str, Any]) -> None:
    in_order = positional(inspect.unwrap(door))
    by_name = {name: value for name, value in arguments.items() if name not in in_order}
    answer = door(*(arguments[name] for name in in_order), **by_name)
    if inspect.isgenerator(answer):
        list(answer)


NO_LIMIT = {"structure": Structure.NO_LIMIT, "small_blind": 5, "big_blind": 10}
SEATS = [SeatEnd(1, 10, True, parse_cards("AhAd")), SeatEnd(2, 10, True, parse_cards("KhKd"))]
BOARD = parse_cards("2c 3d 7h 9s Jc")
SETTLED = {"game": GAMES["holdem"], "house": HOUSES["wlia"], "button": 2, "seats": SEATS, "board": BOARD}


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (lambda: Stakes(**{**NO_LIMIT, "structure": "pot limit"}), "structure"),
        (lambda: Stakes(**{**NO_LIMIT, "big_blind": 10.0}), "big_blind"),
        (lambda: Stakes(**{**NO_LIMIT, "big_blind": "10"}), "big_blind"),
        (lambda: begin().bet_to(20.5), "to"),
        (lambda: begin().bet_to(20.0), "to"),
        (lambda: begin().bet_to("20"), "to"),
        (lambda: begin().bet_to(True), "to"),
        (lambda: begin(stacks={1: 1000.5, 2: 1000}), "stacks"),
        (lambda: begin(button="3"), "button"),
        (lambda: settle(**{**SETTLED, "seats": [SEATS[0]._replace(contributed=10.5), SEATS[1]]}), "seats"),
        (lambda: settle(**{**SETTLED, "fee": 0.5}), "fee"),
        (lambda: tickets_for_chips(250.5), "chips"),
        (lambda: tickets_for_chips("250"), "chips"),
        (lambda: tickets_for_money(1000.0), "paid"),
        (lambda: pot_of(1000, 50.0), "percent"),
        (lambda: begin().undo("1"), "to"),
        (lambda: house_of("wlia", [1]), "overrides"),
        (lambda: house_of(["wlia"]), "key"),
        (lambda: TableState(players={1: Player()}, seats="9"), "seats"),
        (lambda: fouled_hand("a hand", 1), "hand"),
        (lambda: DealResult(makers=0, tricks="3"), "tricks"),
        (lambda: EuchreScale(target=10.0), "target"),
        (lambda: fee_for("b", "10-20", 6.0), "schedule"),
        (lambda: SeededDraw(1.5), None),
    ],
)
def test_a_number_or_a_choice_of_another_type_never_changes_a_game_silently(ask, name):
    with pytest.raises(RuleError) as refused:
        ask()

    if name:
        assert (refused.value.code, refused.value.facts["name"]) == ("wrong_type", name)
        assert "Give " in refused.value.message


@pytest.mark.parametrize(
    "rank",
    [high_rank, low_rank, eight_low_rank, best_high, best_low, *(
        lambda cards, rank=rank: rank(cards, cards)
        for rank in (omaha_high_rank, omaha_eight_low_rank, best_omaha_high, best_omaha_low)
    )],
)  # fmt: skip
@pytest.mark.parametrize("cards", [None, "AhKd", [], ["Ah"], [None] * 5, object(), [1.5] * 5, parse_cards("AhKd")])
def test_what_is_no_hand_is_not_ranked(rank, cards):
    with suppress(RuleError):
        assert rank(cards) == 0


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
@pytest.mark.parametrize(
    "name", [name for name in dir(Hand) if not name.startswith("_") and inspect.isfunction(getattr(Hand, name))]
)
def test_a_hand_refuses_odd_arguments_and_stays_as_it_was(name, odd):
    for hand in (play(begin(), "c c k"), begin(deck=None)):
        before = pickle.dumps(hand)
        parameters = list(inspect.signature(getattr(hand, name)).parameters.values())
        needed = [each for each in parameters if each.default is each.empty]

        for at in range(len(needed)):
            given = [odd if place == at else 1 for place in range(len(needed))]
            with suppress(RuleError):
                getattr(hand, name)(*given)
                continue
            assert pickle.dumps(hand) == before
