"""The statements that make triggers and their functions, taken apart to be held against what a database has."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TRIGGER = re.compile(r"CREATE TRIGGER (\w+) ")
_FUNCTION = re.compile(r"CREATE OR REPLACE FUNCTION (\w+)\(\).*?AS \$\$(.*)\$\$", re.DOTALL)

ABSENT, OFF, OTHER = "is missing", "is switched off", "is not the one that EventNight made"


def triggers_in(statements: Iterable[str]) -> dict[str, str]:
    """The statement of each trigger by its name."""
    found = {_TRIGGER.match(statement.strip()): statement for statement in statements}
    return {match[1]: plain(statement) for match, statement in found.items() if match}


def functions_in(statements: Iterable[str]) -> dict[str, str]:
    """The body of each function by its name."""
    found = (_FUNCTION.match(statement.strip()) for statement in statements)
    return {match[1]: plain(match[2]) for match in found if match}


def plain(text: str) -> str:
    """Without regard to how it is set out."""
    return " ".join(text.split())
