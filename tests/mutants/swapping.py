"""Changes a module of this process: each function that differs runs the new code, wherever it was imported to."""

from __future__ import annotations

import ast
import gc
from collections import defaultdict
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from inspect import CO_NEWLOCALS, CO_OPTIMIZED, unwrap
from pathlib import Path
from types import CodeType, FunctionType

PROBE = "__mutants_probe__"
Functions = dict[tuple[str, str, int], list[FunctionType]]


class CannotBeSwapped(Exception):
    """Something else than functions differs, or one that is nested sees other variables of those around it."""


def living_functions(root: Path) -> Functions:
    """Every function of the project's modules that exists in this process."""
    gc.unfreeze()
    found: Functions = defaultdict(list)
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename.startswith(str(root)):
            found[_key(each.__code__)].append(each)
    gc.freeze()
    return found


def living_caches(root: Path) -> list[_lru_cache_wrapper[object]]:
    """The caches of the project's functions: what they keep from before a change, or from another test, hides it."""
    gc.unfreeze()
    found = [
        each
        for each in gc.get_objects()
        if isinstance(each, _lru_cache_wrapper) and _file_of(unwrap(each)).startswith(str(root))
    ]
    gc.freeze()
    return found


def swap(path: Path, after: ast.Module | str, functions: Functions) -> None:
    """Raises CannotBeSwapped, and then nothing has changed."""
    found = [
        (function, new)
        for old, new in differing(str(path), path.read_text(), after)
        for function in functions.get(_key(old), ())
    ]
    if not found:
        raise CannotBeSwapped
    for function, new in found:
        function.__code__ = new


def differing(name: str, before: str, after: ast.Module | str) -> list[tuple[CodeType, CodeType]]:
    """The functions of a module that differ, as they are and as they become. Raises CannotBeSwapped."""
    pairs = list(_pairs(*(compile(code, name, "exec", dont_inherit=True) for code in (before, after))))
    if any(old.co_freevars != new.co_freevars for old, new in pairs):
        raise CannotBeSwapped
    return pairs


def probed(module: str, source: str, lines: set[int]) -> tuple[ast.Module, set[int]]:
    """The module with a call of the probe before each statement of a function that one of these lines belongs to, and
    the lines that belong to one. The probe is told "module:line".
    """
    tree = ast.parse(source)
    reached: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = _probed(node.body, module, lines, reached)
    return ast.fix_missing_locations(tree), reached


def _probed(statements: list[ast.stmt], module: str, lines: set[int], reached: set[int]) -> list[ast.stmt]:
    result: list[ast.stmt] = []
    for statement in statements:
        if isinstance(statement, ast.FunctionDef):  # its body is probed by itself
            own = {line for line in lines if _first(statement) <= line < statement.body[0].lineno}
        else:
            own = {line for line in lines if _first(statement) <= line <= (statement.end_lineno or 0)}
            for holder, field, inner in _lists(statement):
                own -= {line for line in own if _first(inner[0]) <= line <= (inner[-1].end_lineno or 0)}
                setattr(holder, field, _probed(inner, module, lines, reached))
        for line in sorted(own - reached):
            call = ast.Expr(ast.Call(ast.Name(PROBE, ast.Load()), [ast.Constant(f"{module}:{line}")], []))
            result.append(ast.copy_location(call, statement))
        reached |= own
        result.append(statement)
    return result


def _lists(statement: ast.stmt) -> list[tuple[ast.AST, str, list[ast.stmt]]]:
    """The lists of statements in it: of a condition, a loop, a handler, a case."""
    holders = [statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]
    return [
        (holder, field, inner)
        for holder in holders
        for field in ("body", "orelse", "finalbody")
        if (inner := getattr(holder, field, None))
    ]


def _first(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", ())
    return min([statement.lineno, *(each.lineno for each in decorators)])


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions that differ, with what they become. Raises CannotBeSwapped where anything else differs."""
    inner, changed = _inner(old), _inner(new)
    is_same_shape = [each.co_name for each in inner] == [each.co_name for each in changed]
    if old.co_flags & CO_OPTIMIZED and old.co_flags & CO_NEWLOCALS:
        yield old, new
    elif not is_same_shape or _outer(old) != _outer(new):
        raise CannotBeSwapped
    if is_same_shape:
        for one, other in zip(inner, changed, strict=True):
            if one != other:
                yield from _pairs(one, other)


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _outer(code: CodeType) -> tuple[object, ...]:
    constants = tuple((type(each), each) for each in code.co_consts if not isinstance(each, CodeType))
    return code.co_code, code.co_names, constants


def _file_of(function: object) -> str:
    code = getattr(function, "__code__", None)
    return str(code.co_filename) if code else ""


def _key(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno
