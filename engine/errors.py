"""What the engine says when an action breaks a rule."""

from __future__ import annotations

from collections.abc import Iterable

MOST_QUOTED = 10**18
LONGEST_QUOTED = 60
"""Characters of a text."""


def quoted(value: object) -> int | str:
    """How a refusal repeats what it was given, in its sentence and its facts, so that no value from outside makes it
    fail or grow long: a whole number as it is, anything else as text cut short.
    """
    if isinstance(value, int):
        return value if abs(value) <= MOST_QUOTED else "a number of more than 18 digits"
    try:
        text = str(value)
    except (RecursionError, ValueError):
        # A list within a list a thousand deep, or one that holds a number of thousands of digits.
        return f"a {type(value).__name__}"
    return text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}…"


class Refusal(Exception):
    """A refused action, whoever refused it: a stable code, a sentence for people, the numbers and the rule ids.

    code: for programs, never changes. message: names the thing, the number and the way out.
    rules: catalogue ids such as "WLIA-5". facts: the numbers of the sentence, JSON values only.
    """

    def __init__(self, code: str, message: str, *, rules: Iterable[str] = (), **facts: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rules = tuple(rules)
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and pickles keep everything: a refusal may come out of another process."""
        return type(self).__new__, (type(self), self.message), self.__dict__


class RuleError(Refusal):
    """An action that a rule of the game does not allow."""
