"""A press that must be refused, as a value; whatever door it comes through, the answer is checked alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from tests.flows.nights import OpenNight
from tests.flows.pressing import nothing_changes, press_api, press_page, refusal_in
from tests.tables.evening import BOARD, by_staff

NORA = Actor(code="staff-9", label="Nora")
Body = dict[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class Case:
    """A press that must be refused. page, api: address and body, parts of the night in braces; no body is a read.

    says: what the sentence names: the thing, the number, the way out. after: what happened before the press.
    """

    name: str
    role: Role | None
    status: int
    code: str
    says: tuple[str, ...]
    page: tuple[str, Body] | None = None
    api: tuple[str, Body] | None = None
    rules: tuple[str, ...] = ()
    after: Callable[[OpenNight], object] | None = None


def at_the_doors(cases: Iterable[Case]) -> list[Any]:
    """Parameters of a test: each case at the page and at the API, where it has them."""
    return [
        pytest.param(case, door, id=f"{case.name}, {door}")
        for case in cases
        for door in ("page", "api")
        if getattr(case, door) is not None
    ]


def must_be_refused(case: Case, door: str) -> None:
    """Press, and compare status, code, rules, sentence, and every row of ours before and after."""
    night = OpenNight()
    user = night.staff(case.role) if case.role else None
    address, body = night.fill(getattr(case, door))
    if case.after:
        case.after(night)

    with nothing_changes():
        answer = (press_page if door == "page" else press_api)(user, address, body)

    refusal = refusal_in(answer)
    assert (refusal.status, refusal.code) == (case.status, case.code), refusal.message
    missing = [part for part in case.says if part not in refusal.message]
    missing += [rule for rule in case.rules if rule not in refusal.rules]
    assert not missing, f"{missing} not in {refusal}"


def by_nora() -> dict[str, Any]:
    """A press of Nora's, with a key of its own."""
    return by_staff(by=NORA)


def raffle_opened(night: OpenNight) -> None:
    assert night.raffle


HAND = {
    "number": 1,
    "button": 1,
    "board": BOARD,
    "seats": [
        {"seat": 1, "contributed": 205, "is_live": True, "cards": "Ks9d"},
        {"seat": 2, "contributed": 205, "is_live": True, "cards": "AsAd"},
    ],
}
HAND_FORM = {
    "number": 1,
    "button": 1,
    "board": BOARD,
    "shown": "the-plan-of-then",
    "paid_1": 205,
    "end_1": "live",
    "cards_1": "Ks 9d",
    "paid_2": 205,
    "end_2": "live",
    "cards_2": "As Ad",
}
TEAM_4_WINS = {"winner": 4, "loser": 1, "winner_points": 10, "loser_points": 6}
PAGE_4_WINS = {"winner": "4-1", "winner_points": 10, "loser_points": 6, "outcome": "played"}
