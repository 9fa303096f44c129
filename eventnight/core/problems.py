"""One shape for every refusal, whichever face shows it (RFC 9457)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Refusal
from eventnight.core.errors import UserFacingError

PROBLEM_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Problem:
    """What a person and a program need to know of a refused action."""

    status: int
    code: str
    title: str
    message: str
    rules: tuple[str, ...]
    facts: dict[str, object]

    def as_json(self) -> dict[str, object]:
        """The members of an application/problem+json body."""
        return {
            "type": f"urn:eventnight:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.message,
            "code": self.code,
            "rules": list(self.rules),
            "facts": self.facts,
        }


def problem_of(error: Refusal) -> Problem:
    """The problem behind a refusal of a service or of the rules engine."""
    status, title = UserFacingError.status, "Against the rules"
    if isinstance(error, UserFacingError):
        status, title = error.status, error.title
    return Problem(
        status=status,
        code=error.code,
        title=title,
        message=error.message,
        rules=error.rules,
        facts=dict(error.facts),
    )
