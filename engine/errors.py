"""What the engine says when an action breaks a rule."""

from __future__ import annotations

from collections.abc import Iterable


class RuleError(Exception):
    """A refused action. It carries a stable code, a sentence for people, the numbers and the rule ids.

    code: for programs, never changes. message: names the thing, the number and the way out.
    rules: catalogue ids such as "WLIA-5". facts: the numbers of the sentence, JSON values only.
    """

    def __init__(self, code: str, message: str, *, rules: Iterable[str] = (), **facts: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rules = tuple(rules)
        self.facts = facts
