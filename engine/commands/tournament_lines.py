"""How the tournament commands read from standard input: a question a line, each answered by a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from engine.commands import CheckFailed, Line, tell_refusal
from engine.errors import RuleError

Question: TypeAlias = "Mapping[str, object]"


def answer_lines(answer: Callable[[Question], Line], known: frozenset[str]) -> Iterator[Line]:
    """Answer every JSON object on standard input. What is refused is named with its line number.

    known: the names an object may have; a misspelt one must not pass for one that was left out.

    Raises CheckFailed at the end where a line was refused.
    """
    refused = False
    for number, text in enumerate(sys.stdin.buffer, start=1):
        if not text.strip():
            continue
        try:
            yield answer(_object(text, known))
        except RuleError as error:
            refused = True
            tell_refusal(error, place=f"line {number}: ")
    if refused:
        raise CheckFailed


def unreadable(claim: str) -> RuleError:
    return RuleError("line_unreadable", f"The line cannot be answered: {claim}. --help shows what a line looks like.")


def whole_numbers(text: str) -> list[int]:
    """A flag's numbers with commas between them. Raises ValueError, which argparse tells."""
    return [int(value) for value in text.split(",")]


def _object(text: bytes, known: frozenset[str]) -> Question:
    try:
        question = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise unreadable(f"it is not JSON ({error})") from error
    if not isinstance(question, dict):
        raise unreadable("it is no JSON object")
    strange = sorted(set(question) - known)
    if strange:
        raise unreadable(f"there is no “{strange[0][:40]}”, only {', '.join(sorted(known))}")
    return question
