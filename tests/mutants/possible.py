"""What can be changed in a module, and a draw from it."""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from tests.mutants.swapping import CannotBeSwapped, differing

LEFT_OUT = frozenset(
    {
        *("__init__.py", "admin.py", "apps.py", "urls.py"),
        *("views", "commands", "management", "forms.py", "chip_forms.py", "chip_fields.py", "shapes.py"),
        *("migrations", "models.py"),
    }
)
"""No rule is decided there: they name things, or read what somebody typed, ask one service and answer. Tables are made
by migrations, and `makemigrations --check` holds the models against them.
"""
LEFT_OUT_OPERATORS = (
    "core/RemoveDecorator",  # an error at once, or a cache less
    "core/ExceptionReplacer",  # asks for the refusal that the line already names
    "core/ReplaceComparisonOperator_Eq_Is",  # the same for small numbers, words and members of an enumeration
    "core/ReplaceComparisonOperator_NotEq_IsNot",
    "core/ReplaceComparisonOperator_Is_Eq",
    "core/ReplaceComparisonOperator_IsNot_NotEq",
)


@dataclass(frozen=True)
class Mutant:
    """One change of one module. line: of the unchanged module, from 1."""

    module: str
    line: int
    was: str
    now: str
    code: str

    def __str__(self) -> str:
        return f"{self.module}: {self.was} -> {self.now}"


def drawn(root: Path, modules: tuple[str, ...], *, count: int, seed: str) -> list[Mutant]:
    """So many mutants of functions in these modules, in an order drawn by the seed. Every place in the code has the
    same chance, and of what can be made of it one is drawn: else the eleven other signs for a `+` would be most.
    """
    chance = random.Random(seed)
    places = [(path, kinds) for path in _files(root, modules) for kinds in _places(path)]
    chance.shuffle(places)
    found: list[Mutant] = []
    for path, kinds in places:
        if len(found) == count:
            break
        operator, occurrence, line = chance.choice(kinds)
        mutant = _made(root, path, operator, occurrence, line)
        if mutant:
            found.append(mutant)
    return found


def _files(root: Path, modules: tuple[str, ...]) -> Iterator[Path]:
    for name in modules:
        place = root / name
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            if LEFT_OUT.isdisjoint(path.relative_to(root).parts) and not path.name.endswith("api.py"):
                yield path


def _places(path: Path) -> list[list[tuple[str, int, int]]]:
    """For each place in a function what can be made of it: operator, its how-manieth in the module, line."""
    source = path.read_text()
    in_functions = _lines_of_functions(source)
    nodes = [node for node in ast_nodes(get_ast(source)) if not _never_changed(node)]
    places: dict[tuple[int, int], list[tuple[str, int, int]]] = defaultdict(list)
    for name in sorted(cosmic_ray.plugins.operator_names()):
        operator = cosmic_ray.plugins.get_operator(name)
        if name in LEFT_OUT_OPERATORS or operator.arguments():
            continue
        instance = operator()
        positions = [start for node in nodes for start, _ in instance.mutation_positions(node)]
        for occurrence, start in enumerate(positions):
            if start[0] in in_functions:
                places[start].append((name, occurrence, start[0]))
    return [places[start] for start in sorted(places)]


def _lines_of_functions(source: str) -> frozenset[int]:
    bodies = [node.body for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return frozenset(line for body in bodies for line in range(body[0].lineno, (body[-1].end_lineno or 0) + 1))


def _never_changed(node: Any) -> bool:
    """Two hundred operators ask each node; most are names, words and brackets."""
    return node.type in ("name", "string", "newline") or (node.type == "operator" and node.value in _BRACKETS)


def _made(root: Path, path: Path, operator: str, occurrence: int, line: int) -> Mutant | None:
    """The mutant, None where nothing that runs would change, or where it would be no Python or another nesting."""
    source = path.read_text()
    code = mutate_code(source, cosmic_ray.plugins.get_operator(operator)(), occurrence)
    try:
        if code is None or _running(code) == _running(source):
            return None
        differing(str(path), source, code)
    except (SyntaxError, CannotBeSwapped):
        return None
    was, now = _differing(source.splitlines(), code.splitlines())
    return Mutant(path.relative_to(root).as_posix(), line, was, now, code)


@cache
def _running(source: str) -> str:
    """What of a module runs and decides: no annotations, no names of types, no words."""
    tree = _Deciding().visit(ast.parse(source))
    return ast.dump(tree)


_BRACKETS = frozenset("()[]{},:.=;")
_COSTS = {("lru_cache", "maxsize"), ("dataclass", "slots")}


class _Deciding(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        for argument in ast.walk(node.args):
            if isinstance(argument, ast.arg):
                argument.annotation = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias":
            node.value = None
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        # `Chips = int | None`: with a capital and small letters it is the name of a type.
        target = node.targets[0]
        if isinstance(target, ast.Name) and not target.id.isupper() and target.id.lstrip("_")[:1].isupper():
            node.value = ast.Constant(None)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        # How many answers a cache keeps, and how a value lies in memory, decide nothing.
        name = getattr(node.func, "id", "")
        node.keywords = [each for each in node.keywords if (name, each.arg) not in _COSTS]
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return ast.Constant("")

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant("") if isinstance(node.value, str) else node


def _differing(before: list[str], after: list[str]) -> tuple[str, str]:
    """The lines of both that differ, each in one line."""
    same = next(index for index, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
    last = 0
    while before[-1 - last] == after[-1 - last] and last < min(len(before), len(after)) - same - 1:
        last += 1
    was, now = (" ".join(line.strip() for line in lines[same : len(lines) - last]) for lines in (before, after))
    return was, now
