"""Deeds at what every part stands on: conditions of programs, and guesses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from eventnight.events.models import Player
from tests.simulator.deeds.deed import ORGANISER, Always, Deed, Deeds, Evening
from tests.simulator.world import STRANGER

GUESSES = 6
"""Three wrong ones are free."""


def change_what_was_read(night: Evening) -> Deed | None:
    """A program changes something only while it is as the program has read it."""
    player, line = night.one_of(Player.objects.filter(event=night.event)), night.one_of(night.event.activities.all())
    note = f"Noted {night.chance.randrange(1000)}"
    found = night.one_of(
        [
            (f"players/{player.code}/", {"code_name": note}) if player else None,
            (f"programme/{line.pk}/", {"title": note}) if line else None,
            ("", {"place": note}),
        ]
    )
    if found is None:
        return None
    path, change = found
    read = night.ask(night.program("GET", path))
    tag, refused = read.get("ETag", ""), ""
    if night.is_wrong(0.5):
        tag, refused = f'"{night.chance.randbytes(12).hex()}"', "it was never what the program has read"
    press = night.program("PATCH", path, change, headers={"If-Match": tag})

    def promise() -> Iterator[str]:
        now = night.ask(night.program("GET", path)).json()
        yield from (f"{name} is {now[name]!r}" for name, value in change.items() if now[name] != value)

    return Deed(press, refused, must_count=not refused, promise=promise)


def guess_once_more(night: Evening) -> Deed | None:
    """Somebody has a guest's card and guesses the code of the desk; even the right one has to wait then."""
    player = night.one_of(Player.objects.filter(event=night.event, checked_in_at__isnull=False))
    if player is None:
        return None
    shown = night.ask(night.program("POST", f"players/{player.code}/join-code/")).json().get("code")
    if shown is None:
        return None
    guess = night.form("me/", {"pin": player.pin, "code": "000000"}, who=STRANGER, beneath="e")
    is_patient = not night.is_wrong(0.7)
    for _ in range(0 if is_patient else GUESSES):
        night.ask(guess)
    right = night.form("me/", {"pin": player.pin, "code": shown}, who=STRANGER, beneath="e")
    return Deed(replace(right, key=""), "" if is_patient else "the guesses before it were wrong")


def take_a_key_elsewhere(night: Evening) -> Deed | None:
    """An organiser of two nights presses the same at both under one key, which stands for one of the two."""
    if not night.works(ORGANISER):
        return None
    code = f"K{night.chance.randrange(10**6)}"
    facts = {"house": night.event.house, "name": "Autumn night", "code": code, "time_zone": "UTC", "currency": "USD"}
    made = night.program("POST", "", {**facts, "starts_at": night.event.starts_at.isoformat()})
    if night.ask(replace(made, address="/api/v1/events/")).status_code >= 400:
        return None
    press = night.program("POST", "players/", {"full_name": f"Robin Field {code}"})
    there = replace(press, address=f"/api/v1/events/{code}/players/")
    if night.is_wrong(0.7):
        night.ask(there)
        return Deed(press, f"its key was used at {code}")
    night.ask(replace(there, key=made.key))
    return Deed(press, must_count=not night.closed)


DEEDS: Deeds = {
    "change what was read": change_what_was_read,
    "guess once more": guess_once_more,
    "take a key elsewhere": take_a_key_elsewhere,
}
ALWAYS: Always = ()
