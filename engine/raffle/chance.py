"""The chance that guests or a beacon bring to a draw: what a draw waits for, and its one spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.doors import door, typed
from engine.errors import RuleError, quoted
from engine.raffle.beacon import Beacon, BeaconRound, chain_by_hash

LEAST_CALLS, MOST_CALLS = 20, 200


class CallKind(StrEnum):
    """What guests call."""

    DICE = "dice"
    CARDS = "cards"


_ONE = {
    CallKind.DICE: re.compile(r"[1-6]"),
    CallKind.CARDS: re.compile(r"(10|[2-9TJQKA])([CDHS])", re.IGNORECASE),
}
_SHAPE = {CallKind.DICE: "a die (1 to 6)", CallKind.CARDS: "a card such as Kd"}
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
@typed
class Calls:
    """So many dice or cards, called one after the other. Refused: fewer than 20 or more than 200 ("calls_number")."""

    kind: CallKind
    number: int

    def __post_init__(self) -> None:
        if not LEAST_CALLS <= self.number <= MOST_CALLS:
            raise RuleError(
                "calls_number",
                f"{quoted(self.number)} {self.kind} cannot decide a draw. Fix {LEAST_CALLS} to {MOST_CALLS}.",
                rules=("WLIA-16",),
                number=quoted(self.number),
                least=LEAST_CALLS,
                most=MOST_CALLS,
            )


@door
def read_calls(calls: Calls, typed: str) -> str:
    """What was typed in its one spelling, "4 1 6 ..." or "Kd 9s ...", in the order of throwing.

    Commas, semicolons, spaces and line ends part the calls, and need not; "10d" is "Td"; capitals do not matter.

    Raises RuleError: "entropy_unclear", "calls_too_few", "calls_too_many".
    Rules: WLIA-16.
    """
    called = [one for piece in _BETWEEN.split(typed) for one in _calls_in(calls.kind, piece)]
    missing = calls.number - len(called)
    if missing:
        was_not = "was not thrown" if missing == -1 else "were not thrown"
        code, way_out = (
            ("calls_too_few", f"Call {missing} more.")
            if missing > 0
            else ("calls_too_many", f"Take out the {-missing} that {was_not}.")
        )
        raise RuleError(
            code,
            f"{len(called)} {calls.kind} were called; this draw takes {calls.number}. {way_out}",
            rules=("WLIA-16",),
            called=len(called),
            fixed=calls.number,
        )
    return " ".join(called)


@door
def entropy_text(spelled: str, calls: Calls | None, beacon: Beacon | None) -> str:
    """The text that goes into the draw's key. spelled: what ``read_calls`` gave, empty without calls."""
    parts = [f"{calls.kind}:{spelled}"] if calls else []
    if beacon:
        parts.append(f"drand:{beacon.chain}:{beacon.round}:{beacon.randomness}")
    return ";".join(parts)


@door
def require_chance(
    entropy: str, *, calls: Calls | None, fixed: BeaconRound | None, beacon: Beacon | None, is_missed: bool
) -> None:
    """Refuse chance that is not what the sheet fixed, or has another spelling than its one.

    beacon: what was published in the round that was used; its signature is checked apart. is_missed: whether the
    successor was used.

    Raises RuleError: "beacon_missing", "beacon_not_awaited", "wrong_round", "entropy_spelling", and those of
    ``read_calls``.
    Rules: WLIA-16.
    """
    _require_round(fixed, beacon, is_missed=is_missed)
    called, _, _ = entropy.partition(";") if calls else ("", "", "")
    spelled = read_calls(calls, called.removeprefix(f"{calls.kind}:")) if calls else ""
    expected = entropy_text(spelled, calls, beacon)
    if entropy != expected:
        raise RuleError(
            "entropy_spelling",
            f'The chance has one spelling, and this is another. It reads "{expected}".',
            rules=("WLIA-16",),
            entropy=expected,
        )


def _require_round(fixed: BeaconRound | None, beacon: Beacon | None, *, is_missed: bool) -> None:
    if fixed is None:
        if beacon is not None or is_missed:
            raise RuleError(
                "beacon_not_awaited", "No beacon was fixed when sales closed. Leave it out.", rules=("WLIA-16",)
            )
        return
    due = fixed.successor if is_missed else fixed.round
    name = chain_by_hash(fixed.chain).name
    if beacon is None:
        raise RuleError(
            "beacon_missing",
            f"This draw waits for round {due} of {name}. Enter its signature.",
            rules=("WLIA-16",),
            round=due,
        )
    if (beacon.chain, beacon.round) != (fixed.chain, due):
        raise RuleError(
            "wrong_round",
            f"Round {beacon.round} is not the one that was fixed. This draw takes round {due} of {name}.",
            rules=("WLIA-16",),
            round=beacon.round,
            due=due,
        )


def _calls_in(kind: CallKind, piece: str) -> Iterator[str]:
    place = 0
    while place < len(piece):
        one = _ONE[kind].match(piece, place)
        if one is None:
            raise RuleError(
                "entropy_unclear",
                f'"{quoted(piece[place:])}" is not {_SHAPE[kind]}. Read it again.',
                rules=("WLIA-16",),
                call=quoted(piece[place:]),
            )
        yield one[0] if kind is CallKind.DICE else f"{one[1].upper().replace('10', 'T')}{one[2].lower()}"
        place = one.end()
