"""Deeds at calls: guests call, explain and cancel; staff answer by name, give back, are done, and call to a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eventnight.calls.models import FloorCall
from eventnight.events.models import Player
from tables.models import Table
from tests.simulator.deeds.calls.rows import (
    ANSWERS,
    Place,
    calls,
    one_who_may,
    one_who_may_not,
    place_of,
    seats,
    taken,
    waits_until,
)
from tests.simulator.deeds.deed import Deed, Deeds, Evening, Promise, arrival
from tests.simulator.presses import FORM, Press
from tests.simulator.world import GUEST

ABOUT = ("ruling", "wrong_deal", "chips", "other")
OVER = "the call is over"


def call_the_floor(night: Evening) -> Deed | None:
    """A guest taps the key on their page: the table's open call, or a new one."""
    sitting = seats(night.event)
    player = _guest(night, sitting)
    if player is None:
        return None
    place, seat = sitting.get(player.code, (None, None))
    standing = {place_of(call): call.pk for call in calls(night.event, is_open=True)}
    until = waits_until(night.event, player, arrival())
    refused = night.closed or ("the guest has no seat" if place is None else "")
    if not refused and place not in standing and arrival() < until:
        refused = "the guest's last call was cancelled a moment ago"
    press = _of_guest(night, player, "")

    def promise() -> Iterator[str]:
        [mine] = [call for call in calls(night.event, is_open=True) if place_of(call) == place]
        known = standing.get(place) if place else None
        if known is None and (mine.player_id, mine.seat_number, mine.state) != (player.pk, seat, "waiting"):
            yield f"the call is of {mine.player} on seat {mine.seat_number}, {mine.state}"
        if known not in (None, mine.pk):
            yield f"call {known} of {place} made room for {mine.pk}"

    return Deed(press, refused, must_count=not refused, promise=promise)


def say_what_about(night: Evening) -> Deed | None:
    """Somebody at the table says what the call is about, or staff to whom it was told."""
    call = _one(night)
    if call is None:
        return None
    about = night.chance.choice(ABOUT)

    def promise() -> Iterator[str]:
        yield from _is(call, about=about, state=call.state)

    return _pressed(night, call, "about", promise, about=about)


def cancel_it(night: Evening) -> Deed | None:
    """Never mind."""
    call = _one(night)
    if call is None:
        return None
    return _pressed(night, call, "cancel", lambda: _is(call, state="cancelled"))


def take_it(night: Evening) -> Deed | None:
    """Somebody of the staff is on the way; the same person may press twice, another reads who it is."""
    call = _one(night, "waiting", "waiting", "taken")
    if call is None:
        return None
    who, refused = _staff(night, call)
    if call.state == "taken" and call.taken_by_code != _code(night, who):
        refused = refused or "somebody is on the way"

    def promise() -> Iterator[str]:
        yield from _is(call, state="taken", taken_by_code=_code(night, who))

    return _answered(night, call, "take", who, refused, promise)


def give_it_back(night: Evening) -> Deed | None:
    """Nobody is on the way after all."""
    return _of_one_taken(night, "give-back", state="waiting", taken_at=None, taken_by_code="")


def finish_it(night: Evening) -> Deed | None:
    """Settled."""
    return _of_one_taken(night, "done", state="done")


def call_to_a_table(night: Evening) -> Deed | None:
    """Whoever keeps a card table calls; at an empty one nobody does."""
    table = night.one_of(Table.objects.filter(event=night.event, kind="poker").order_by("pk"))
    if table is None:
        return None
    place: Place = ("table", table.pk, 0)
    who = one_who_may(night, place)
    refused = night.closed or ("" if place in taken(night.event) else "nobody sits there")
    if night.is_wrong(0.1):
        who, refused = one_who_may_not(night, place), "their role does not run card tables"
    path = f"tables/{table.pk}/floor-call/"
    is_form = night.chance.random() < 0.5
    press = night.form(path, {}, who=who) if is_form else night.program("POST", path, who=who)

    def promise() -> Iterator[str]:
        if [place_of(call) for call in calls(night.event, is_open=True)].count(place) != 1:
            yield f"the floor is not called to {table.code}"

    return Deed(press, refused, must_count=not refused, promise=promise)


def _of_one_taken(night: Evening, what: str, **after: Any) -> Deed | None:
    call = _one(night, "taken", "taken", "waiting")
    if call is None:
        return None
    who, refused = _staff(night, call)
    if call.state != "taken":
        refused = refused or "nobody is on the way"
    return _answered(night, call, what, who, refused, lambda: _is(call, **after))


def _one(night: Evening, *states: str) -> FloorCall | None:
    """An open call, of one of these states where there is one; now and then one that is over."""
    if night.is_wrong(0.1) and (over := night.one_of(calls(night.event, is_open=False))):
        return over
    found = calls(night.event, is_open=True)
    wanted = night.chance.choice(states) if states else ""
    return night.one_of([call for call in found if call.state == wanted] or found)


def _pressed(night: Evening, call: FloorCall, what: str, promise: Promise, **fields: str) -> Deed | None:
    """By a guest at the table, by mistake at another one, or by staff who run it."""
    if night.chance.random() < 0.4:
        who, refused = _staff(night, call)
        return _answered(night, call, what, who, refused, promise, **fields)
    sitting = seats(night.event)
    there = [code for code, (place, _) in sitting.items() if place == place_of(call)]
    elsewhere = sorted(sitting.keys() - set(there))
    is_other = bool(elsewhere) and (not there or night.is_wrong(0.2))
    code = night.one_of(elsewhere if is_other else there)
    if code is None:
        return None
    player = Player.objects.get(event=night.event, code=code)
    refused = "the guest sits at another table" if is_other else OVER if call.ended_at else ""
    press = _of_guest(night, player, f"{call.pk}/{what}/", **fields)
    return Deed(press, refused, must_count=not refused, promise=promise)


def _answered(
    night: Evening, call: FloorCall, what: str, who: str, refused: str, promise: Promise, **fields: str
) -> Deed:
    """Through the page or a program; only a program says for a table what it is about."""
    refused = refused or (OVER if call.ended_at else "")
    if what == "about" or night.chance.random() < 0.5:
        method, path = ("DELETE", "take") if what == "give-back" else ("POST", what)
        press = night.program(method, f"calls/{call.pk}/{path}/", fields or None, who=who)
    else:
        press = night.form(f"calls/{call.pk}/{what}/", fields, who=who)
    return Deed(press, refused, must_count=not refused, promise=promise)


def _staff(night: Evening, call: FloorCall) -> tuple[str, str]:
    """Who presses, and why they may not."""
    place = place_of(call)
    if night.is_wrong(0.15):
        who = one_who_may_not(night, place)
        return who, f"{who} is none of {', '.join(ANSWERS[place[0]])}"
    return one_who_may(night, place), ""


def _guest(night: Evening, sitting: dict[str, tuple[Place, int | None]]) -> Player | None:
    """Mostly somebody with a seat."""
    guests = Player.objects.filter(event=night.event, withdrawn_at__isnull=True).order_by("pk")
    if sitting and night.chance.random() < 0.85:
        guests = guests.filter(code__in=sitting)
    return night.one_of(guests)


def _of_guest(night: Evening, player: Player, what: str, **fields: str) -> Press:
    form = night.form("", fields)
    return Press(GUEST, "POST", f"/p/{player.token}/floor/{what}", form.body, FORM, form.key, is_api=False)


def _code(night: Evening, who: str) -> str:
    user = night.world.users[who]
    return night.code_of(user.pk) if user else ""


def _is(call: FloorCall, **columns: Any) -> Iterator[str]:
    row = FloorCall.objects.get(pk=call.pk)
    for name, value in columns.items():
        if getattr(row, name) != value:
            yield f"{name} of call {call.pk} is {getattr(row, name)!r}, not {value!r}"


DEEDS: Deeds = {
    "call the floor": call_the_floor,
    "say what a call is about": say_what_about,
    "cancel a call": cancel_it,
    "take a call": take_it,
    "give a call back": give_it_back,
    "finish a call": finish_it,
    "call the floor to a table": call_to_a_table,
}
