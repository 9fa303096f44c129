"""Functions that take many arguments hide a value: at most five each, but on the engine's hot path."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "eventnight", "tables", "tournaments")
MOST = 5

WIDE = {
    "engine/poker/between/next_hand.py next_hand",
    "engine/poker/forced.py forced_bets",
    "engine/poker/hand/hand.py start",
    "engine/poker/settling/settlement.py settle",
    "engine/poker/settling/settlement.py settle_checked",
}
"""What is called for every hand, by the hundred thousand in a trial: a value made for each call would cost more than it
says. None comes to the list."""


def wide_functions() -> Iterator[str]:
    """The file and the name of every function with more than five arguments, self and cls not counted."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _arguments(node) > MOST:
                    yield f"{path.relative_to(ROOT).as_posix()} {node.name}"


def _arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    taken = function.args
    names = [each.arg for each in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_no_function_takes_more_than_five_arguments_but_those_that_are_named():
    assert set(wide_functions()) == WIDE
