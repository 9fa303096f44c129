"""How commands read: a line at a time, each answered or refused by its number."""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, TypeVar

from engine.commands import CheckFailed, tell_refusal
from engine.commands.streams.reading import bounded_lines
from engine.errors import RuleError

Question: TypeAlias = "Mapping[str, object]"
T = TypeVar("T")
_PLAIN = re.compile(r"-?[0-9]{1,18}")


def each_line(answer: Callable[[bytes], T]) -> Iterator[T]:
    """What ``answer`` makes of every line of standard input that is not blank; a refused one is named by its number.

    Raises CheckFailed at the end where a line was refused, RuleError("line_too_long") at once.
    """
    refused = False
    for number, text in enumerate(bounded_lines(sys.stdin.buffer), start=1):
        if not text.strip():
            continue
        try:
            yield answer(text)
        except RuleError as error:
            refused = True
            tell_refusal(error, place=f"line {number}: ")
    if refused:
        raise CheckFailed


def answer_lines(answer: Callable[[Question], T], known: frozenset[str]) -> Iterator[T]:
    """Answer every JSON object on standard input.

    known: the names an object may have; a misspelt one must not pass for one that was left out.

    Raises CheckFailed at the end where a line was refused.
    """

    def answered(text: bytes) -> T:
        question = json_object(text, unreadable)
        strange = sorted(set(question) - known)
        if strange:
            raise unreadable(f"there is no “{strange[0][:40]}”, only {', '.join(sorted(known))}")
        return answer(question)

    return each_line(answered)


def json_value(text: bytes, refusal: Callable[[str], RuleError]) -> object:
    """The line as JSON. Raises what ``refusal`` makes of the reason why it is none."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise refusal(f"it is not JSON ({error})") from error
    return value


def json_object(text: bytes, refusal: Callable[[str], RuleError]) -> Question:
    """The line as a JSON object. Raises what ``refusal`` makes of the reason why it is none."""
    value = json_value(text, refusal)
    if not isinstance(value, dict):
        raise refusal("it is no JSON object")
    return value


def unreadable(claim: str) -> RuleError:
    return RuleError("line_unreadable", f"The line cannot be answered: {claim}. --help shows what a line looks like.")


def whole_number(text: str) -> int:
    """A flag's number in plain digits. Raises ArgumentTypeError for what Python's int() reads besides, as "1_000"."""
    if not _PLAIN.fullmatch(text):
        raise ArgumentTypeError(f"{text!r} is not a whole number in plain digits, such as 1000")
    return int(text)


def whole_numbers(text: str) -> list[int]:
    """A flag's numbers with commas between them. Raises as `whole_number` does."""
    return [whole_number(value) for value in text.split(",")]
