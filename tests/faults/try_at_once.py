"""Many requests at one moment: one key, one purse, two directions, one prize."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

from eventnight.raffle.models import Draw
from tests.faults.comparing import Row, compare
from tests.faults.desk import Answer, all_at_once
from tests.faults.hall import Hall, Wish, rebuy, redemption, ticket_move

AT_ONCE = 24
ROUNDS = 10
ATTEMPTS = 5


def one_key(urls: list[str], folder: Path) -> Row:
    """24 presses with one key: one entry and 23 replays with the same answer."""
    hall, key = Hall(players=2), str(uuid4())

    wishes = [(key, rebuy(hall.codes[0]))] * AT_ONCE
    answers = all_at_once(hall, urls, wishes, folder, is_one_person=True)

    row = compare("24 requests with one key", hall, folder)
    bodies = {json.dumps(answer.body, sort_keys=True) for answer in answers}
    statuses = sorted((answer.status, answer.is_replay) for answer in answers)
    row.require(statuses == [(200, True)] * (AT_ONCE - 1) + [(201, False)], f"The answers were {statuses}.")
    row.require(len(bodies) == 1, f"There were {len(bodies)} different answers.")
    row.require(row.present == 1, f"{row.present} entries came of it.")
    row.note = f"{sum(answer.is_replay for answer in answers)} replays, {len(bodies)} body"
    return row


def one_purse(urls: list[str], folder: Path) -> Row:
    """24 spends of 300 from 1,000: three go through."""
    hall = Hall(players=1)
    (player,) = hall.codes

    answers = all_at_once(hall, urls, [(str(uuid4()), redemption(player, 300)) for _ in range(AT_ONCE)], folder)

    row = compare("24 spends of 300 from 1,000", hall, folder)
    refusals = [answer.body.get("code") for answer in answers if answer.status == 422]
    row.require(row.present == 3, f"{row.present} spends went through.")
    row.require(refusals == ["overdraft"] * 21, f"The refusals were {refusals}.")
    row.require(hall.balances()[f"chips/player/{player}"] == 100, "Something else than 100 chips is left.")
    row.note = f"{len(refusals)} refusals"
    return row


def two_directions(urls: list[str], folder: Path) -> Row:
    """Tickets from B1 to B2 and from B2 to B1, in many threads."""
    hall = Hall(players=2)
    statuses = []

    for number in range(ROUNDS):
        ways = [("B1", "B2"), ("B2", "B1")] * (AT_ONCE // 2)
        wishes = [(str(uuid4()), ticket_move(hall.codes[at // 2 % 2], *way)) for at, way in enumerate(ways)]
        part = folder / str(number)
        part.mkdir()
        statuses += [answer.status for answer in all_at_once(hall, urls, wishes, part)]
        for notes in part.iterdir():
            notes.rename(folder / f"{number}-{notes.name}")

    row = compare("opposing transfers", hall, folder)
    broken = [status for status in statuses if status not in (201, 422)]
    row.require(not broken, f"Some were neither booked nor refused: {broken}.")
    row.note = f"{statuses.count(422)} refused, {len(broken)} errors"
    return row


def one_prize(urls: list[str], folder: Path) -> Row:
    """Two operators press Draw for the same prize, five times over with an absent holder: both see one result."""
    hall = Hall(players=6)
    hall.freeze_and_roll()
    shown = []

    for attempt in range(ATTEMPTS):
        pair = _pressed_twice(hall, urls, folder, Wish("raffle/prizes/B1/draw/", {}))
        shown.append({_last_draw(answer.body) for answer in pair})
        _pressed_twice(hall, urls, folder, Wish("raffle/prizes/B1/absent/", {"attempt": attempt}))

    row = compare("one prize, two operators", hall, folder)
    stored = Draw.objects.filter(raffle__event=hall.event).order_by("attempt").values_list("attempt", "ticket__number")
    row.require(shown == [{draw} for draw in stored], f"Shown: {shown}. Stored: {list(stored)}.")
    row.require(len(stored) == ATTEMPTS, f"{len(stored)} results are stored.")
    row.intents, row.acknowledged, row.present = ATTEMPTS, sum(len(draws) for draws in shown), len(stored)
    row.doubled = max(0, row.present - ATTEMPTS)
    row.note = "two presses each"
    return row


def _pressed_twice(hall: Hall, urls: list[str], folder: Path, step: Wish) -> list[Answer]:
    # A step of the raffle has no entry in the books; its notes are kept apart from those that are compared.
    part = folder / str(uuid4())
    part.mkdir()
    return all_at_once(hall, urls, [(str(uuid4()), step)] * 2, part)


def _last_draw(raffle: dict[str, Any]) -> tuple[int, int] | None:
    """Attempt and ticket as the answer shows them."""
    draws = [draw for prize in raffle.get("prizes", []) for draw in prize["draws"]]
    return (draws[-1]["attempt"], draws[-1]["ticket"]) if draws else None
