"""Presses of calls of the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from eventnight.calls import services
from eventnight.calls.models import About
from eventnight.calls.places import Kind, Place
from tests.calls.nights import answer, call
from tests.factories import make_event
from tests.flows.key_takers.press import Asked
from tests.tables.evening import open_table, seat_people


def from_seat() -> Asked:
    table = open_table(make_event("wlia"))
    people = seat_people(table, {1: 200, 2: 200})
    return Asked(table.event, services.call_from_seat, {"player": people[1]}, {"player": people[2]})


def for_table() -> Asked:
    table, other = (open_table(event) for event in [make_event("wlia")] for _ in range(2))
    for each in (table, other):
        seat_people(each, {1: 200})
    places = [Place(Kind.TABLE, each.pk) for each in (table, other)]
    return Asked(table.event, services.call_for_table, {"place": places[0]}, {"place": places[1]})


def of_call(
    service: Callable[..., Any], *, is_taken: bool, other: Mapping[str, Any] | None = None, **facts: Any
) -> Callable[[], Asked]:
    """other: what a second press asks for; the call of another table where nothing else could differ."""

    def press() -> Asked:
        event = make_event("wlia")
        calls = [call(seat_people(open_table(event), {1: 200})[1]) for _ in range(2)]
        for each in calls if is_taken else ():
            answer(services.take_call, each)
        return Asked(event, service, {"call_id": calls[0].pk, **facts}, other or {"call_id": calls[1].pk})

    return press


PRESSES: dict[str, Callable[[], Asked]] = {
    "calls.call_from_seat": from_seat,
    "calls.call_for_table": for_table,
    "calls.say_about": of_call(services.say_about, is_taken=False, other={"about": About.CHIPS}, about=About.RULING),
    "calls.cancel_call": of_call(services.cancel_call, is_taken=False),
    "calls.take_call": of_call(services.take_call, is_taken=False),
    "calls.give_back_call": of_call(services.give_back_call, is_taken=True),
    "calls.finish_call": of_call(services.finish_call, is_taken=True),
}
