"""Guests, staff and the programme, as they are read."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.dateparse import parse_datetime

from eventnight.core.models import RoleGrant
from eventnight.events.models import Activity, Player
from tests.simulator.deeds.deed import differences
from tests.simulator.shown.reader import Law, Reader


def guests(reader: Reader) -> Iterator[str]:
    """Everybody on the list, with what they signed up for."""
    rows = Player.objects.filter(event=reader.event).select_related("person").prefetch_related("sign_ups")
    due = {
        row.code: (
            row.person.full_name,
            row.person.code_name,
            row.pin,
            row.person.is_minor,
            row.checked_in_at,
            sorted(each.kind for each in row.sign_ups.all()),
        )
        for row in rows
    }
    told = {
        each["code"]: (
            each["full_name"],
            each["code_name"],
            each["pin"],
            each["is_minor"],
            parse_datetime(each["checked_in_at"] or ""),
            sorted(sign_up["kind"] for sign_up in each["sign_ups"]),
        )
        for each in reader.listed("players/")
    }
    yield from differences("guest", due, told)


def found(reader: Reader) -> Iterator[str]:
    """Whoever is looked for by number, code or PIN is found, and the doors know how many came."""
    rows = list(Player.objects.filter(event=reader.event).order_by("pk").values_list("code", "pin"))
    code, pin = rows[len(rows) // 2]
    for asked in (str(int(code[1:])), code.lower(), pin):
        if f"{code} ·" not in reader.page(f"/staff/{{code}}/players/?q={asked}"):
            yield f"“{asked}” does not find {code}"
    came = Player.objects.filter(event=reader.event, checked_in_at__isnull=False).count()
    yield from differences("doors:", {"players": len(rows), "checked_in": came}, reader.api("tonight/")["doors"])


def staff(reader: Reader) -> Iterator[str]:
    """Who has which roles at the night."""
    due: dict[int, set[str]] = {}
    for user, role in RoleGrant.objects.filter(event=reader.event).values_list("user", "role"):
        due.setdefault(user, set()).add(role)
    yield from differences("the roles of", due, {each["user_id"]: {*each["roles"]} for each in reader.api("roles/")})


def programme(reader: Reader) -> Iterator[str]:
    """Every line of the programme with its times."""
    rows = Activity.objects.filter(event=reader.event)
    due = {row.pk: (row.kind, row.title, row.starts_at, row.ends_at) for row in rows}
    told = {
        each["id"]: (
            each["kind"],
            each["title"],
            parse_datetime(each["starts_at"] or ""),
            parse_datetime(each["ends_at"] or ""),
        )
        for each in reader.api("programme/")
    }
    yield from differences("the line of the programme", due, told)


LAWS: tuple[Law, ...] = (guests, found, staff, programme)
