"""What an organiser should know before saying yes: not refused, but said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """A stable code for programs and a sentence for people, with the number and the way out."""

    code: str
    message: str
