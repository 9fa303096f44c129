"""Every action that the sources record, found by reading them: whoever adds one need not list it anywhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from engine.tournament.clock import ClockMove
from eventnight.bank.models import EntryKind
from eventnight.events.services.night import MOVES
from eventnight.raffle.lifecycles import DRAW
from tables.services.dealt.turns import OWN_VERBS
from tables.services.hand_in_play import VERBS
from tests.prose import ROOT
from tournaments.models.purchases import PurchaseKind

MADE_OF = {
    "f'bank.{entry.kind}'": {f"bank.{kind}" for kind in EntryKind.values},
    "f'hand.{move.verb}'": {f"hand.{verb}" for verb in VERBS},
    "f'hand.{verb}'": {f"hand.{verb}" for verb in (*OWN_VERBS, "away")},
    "f'clock.{move.kind.value}'": {f"clock.{move.value}" for move in ClockMove if move != ClockMove.LEVELS},
    "f'draw.{decision}'": {f"draw.{move}" for move in DRAW.moves},
    "f'flight.{sold.kind}_sold'": {f"flight.{kind}_sold" for kind in PurchaseKind.values},
    "f'flight.{sold.kind}_undone'": {f"flight.{kind}_undone" for kind in PurchaseKind.values},
    "f'{noun}.undone'": {"hand.undone", "spin.undone"},
    "MOVES[move]": set(MOVES.values()),
}
"""Actions put together from a value, with all that they can be."""


def recorded_actions() -> set[str]:
    """What every call of the log, or of a function that hands its action on to it, may record."""
    trees = [ast.parse(path.read_text()) for path in _sources()]
    everywhere = {name: place for tree in trees for name, place in _handing_on(tree) if not name.startswith("_")}
    return {action for tree in trees for action in _recorded_in(tree, everywhere)}


def _sources() -> Iterator[Path]:
    for name in ("eventnight", "tables", "tournaments"):
        yield from sorted((ROOT / name).rglob("*.py"))


def _handing_on(tree: ast.Module) -> Iterator[tuple[str, int | None]]:
    """Functions with a parameter "action", and where it stands among the others; None for one given by its name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and _logs(node):
            names = [each.arg for each in node.args.args]
            yield node.name, names.index("action") if "action" in names else None


def _logs(function: ast.FunctionDef) -> bool:
    parameters = {each.arg for each in (*function.args.args, *function.args.kwonlyargs)}
    return {"action", "press"} <= parameters


def _recorded_in(tree: ast.Module, everywhere: dict[str, int | None]) -> Iterator[str]:
    writers = everywhere | dict(_handing_on(tree))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            if name in writers:
                yield from (action for given in _given(call, writers[name]) for action in _read(given, function))


def _given(call: ast.Call, place: int | None) -> list[ast.expr]:
    named = [each.value for each in call.keywords if each.arg == "action"]
    return named or ([call.args[place]] if place is not None and len(call.args) > place else [])


def _read(value: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    if isinstance(value, ast.IfExp):
        yield from _read(value.body, function)
        yield from _read(value.orelse, function)
    elif isinstance(value, ast.Constant):
        yield str(value.value)
    elif isinstance(value, ast.Name) and value.id == "action":
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "action":
                yield from _read(node.value, function)
    else:
        yield from MADE_OF.get(ast.unparse(value), {f"not known here: {ast.unparse(value)}"})
