"""The types that functions and classes declare, read the same way whether the engine is compiled or not.

Compiled code does not keep its annotations: they are read from the source file, which lies beside it.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Mapping
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any, TypeAlias, TypeVar, get_type_hints

from engine.units import Chips

IS_COMPILED = False
"""Read as true while the engine is compiled."""

# For an argument whose type the function checks itself, so that it can refuse a wrong one in the engine's own words.
# Compiled code checks declared types first and would raise a plain TypeError.
if IS_COMPILED:
    GivenInt: TypeAlias = Any
    GivenChips: TypeAlias = Any
    GivenStacks: TypeAlias = Any
else:
    GivenInt: TypeAlias = int
    GivenChips: TypeAlias = Chips
    GivenStacks: TypeAlias = Mapping[int, Chips]


Value = TypeVar("Value", bound=type)


def plain(value_class: Value) -> Value:
    """Keep an ordinary Python class where the engine is compiled, so that its values can be copied and pickled. Write
    it below ``@dataclass``.
    """
    return value_class


def hints_of(owner: Any, *, include_extras: bool = False) -> dict[str, Any]:
    """The types of a function's parameters and result, or of a class's fields, by name."""
    hints: dict[str, Any] = {}
    for each in reversed(owner.__mro__) if isinstance(owner, type) else (owner,):
        node = _declaration(each)
        if node is None:
            written = getattr(each, "__annotations__", {})
        elif isinstance(node, ast.ClassDef):
            declared = [line for line in node.body if isinstance(line, ast.AnnAssign)]
            written = {ast.unparse(line.target): ast.unparse(line.annotation) for line in declared}
        else:
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            written = {name.arg: ast.unparse(name.annotation) for name in given if name.annotation}
        hints |= get_type_hints(
            SimpleNamespace(__annotations__=written), vars(_module_of(each)), include_extras=include_extras
        )
    return hints


def positional(function: Any) -> tuple[str, ...]:
    """The parameters of a function that may be given without their names, in order."""
    node = _declaration(function)
    if isinstance(node, ast.FunctionDef):
        return tuple(each.arg for each in (*node.args.posonlyargs, *node.args.args))
    code = function.__code__
    return tuple(code.co_varnames[: code.co_argcount])


def _module_of(owner: Any) -> ModuleType:
    return sys.modules[getattr(owner, "__module__", None) or owner.__objclass__.__module__]


def _declaration(owner: Any) -> ast.FunctionDef | ast.ClassDef | None:
    """Where the source of a compiled module declares a function or class; None where the module is not compiled."""
    file = str(getattr(_module_of(owner), "__file__", ".py"))
    return None if file.endswith(".py") else _declarations(file)[owner.__qualname__]


@cache
def _declarations(compiled: str) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    folder, name = os.path.split(compiled)
    with open(os.path.join(folder, f"{name.partition('.')[0]}.py"), encoding="utf-8") as text:
        source = text.read()
    found: dict[str, ast.FunctionDef | ast.ClassDef] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}": each for each in node.body if isinstance(each, ast.FunctionDef)}
    return found
