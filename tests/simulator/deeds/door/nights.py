"""A night of one's own that is made, and this one closed with whatever is left approved."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from eventnight.bank.models import Entry, EntryKind
from eventnight.core.models import AuditRecord, RoleGrant
from eventnight.events.models import Activity, Event, EventStatus
from tests.simulator.deeds.bank.entries import Wanted, booked
from tests.simulator.deeds.bank.signing import second_beside
from tests.simulator.deeds.booked import held_at
from tests.simulator.deeds.calls.pressing import call_the_floor
from tests.simulator.deeds.calls.rows import calls
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Deeds, Evening, differences
from tests.simulator.presses import FORM, JSON, Press

SAFE, FUND = "money/safe/safe", "money/fund/fund"
AT_THE_DESK = (EntryKind.FIRST_STACK, EntryKind.REBUY, EntryKind.DONATION)
ZONE = "America/New_York"
MOST_CALLS = 3
MOST_LINES = 40


def make(night: Evening) -> Deed:
    """Who may make nights makes one of a house, under a code of its own; it is theirs and is only planned."""
    who, code = ORGANISER, f"N{night.chance.randrange(10**6)}"
    starts = night.event.starts_at.replace(microsecond=0) + timedelta(days=7)
    facts: dict[str, Any] = {"house": night.event.house, "name": "Spring night", "code": code, "time_zone": ZONE}
    facts |= {"currency": "USD", "fund_goal": night.chance.choice((0, 300_000))}
    refused = ""
    if night.is_wrong(0.4):
        wrong, refused = night.chance.choice(
            (
                ({"code": night.event.code}, "another night has that code"),
                ({"code": night.world.other.code.lower()}, "another night has that code"),
                ({"code": "SPRING 26"}, "a code has no spaces"),
                ({"code": "-N"}, "a code begins with a letter or a figure"),
                ({"time_zone": "Lakeside/Hall"}, "no zone is called so"),
                ({"house": "nowhere"}, "no house is called so"),
            )
        )
        facts |= wrong
    elif night.is_wrong():
        who, refused = SIGNER, "their account may make no nights"
    press = _by_page(night, who, facts, starts.astimezone(ZoneInfo(ZONE)))
    if night.chance.random() < 0.6:
        body = night.program("POST", "", {**facts, "starts_at": starts.isoformat()})
        press = Press(who, "POST", "/api/v1/events/", body.body, JSON, body.key)
    user, known = night.world.users[who], _nights()
    assert user is not None

    def promise() -> Iterator[str]:
        made = Event.objects.filter(code=code).first()
        yield from differences("night", known | {code: EventStatus.PLANNED.value}, _nights())
        if made is None:
            return
        wanted = {"name": "Spring night", "house": facts["house"], "starts_at": starts, "currency": "USD"}
        wanted |= {"time_zone": ZONE, "fund_goal": facts["fund_goal"]}
        yield from differences(f"of {code} the", wanted, {name: getattr(made, name) for name in wanted})
        if list(RoleGrant.objects.filter(event=made).values_list("user", "role")) != [(user.pk, ORGANISER)]:
            yield f"{code} is not its maker's alone"
        if Activity.objects.filter(event=made, starts_at__lt=starts).exists():
            yield f"something of {code} begins before the night does"
        if list(AuditRecord.objects.filter(event=made).values_list("action", "subject")) != [("event.created", code)]:
            yield f"the log of {code} does not begin with its making"

    return Deed(press, refused, must_count=not refused, promise=promise)


def use_again(night: Evening) -> Deed:
    """The organiser uses the night again: its settings and its programme make a new one, moved to another start."""
    who, code, days = ORGANISER, f"A{night.chance.randrange(10**6)}", night.chance.randrange(1, 400)
    event = night.event
    starts = event.starts_at + timedelta(days=days)
    body: dict[str, Any] = {"name": "Once more", "code": code, "starts_at": starts.isoformat()}
    body["with_roles"] = night.chance.random() < 0.5
    refused = ""
    if night.is_wrong(0.3):
        wrong, refused = night.chance.choice(
            ((event.code, "another night has that code"), ("A B", "a code has no spaces"))
        )
        body["code"] = wrong
    elif night.is_wrong():
        who, refused = SIGNER, "their account may make no nights"
    press = night.program("POST", "again/", body, who=who)
    known, grants = _nights(), _grants(event)
    lines = sorted((line.kind, line.title, line.starts_at + timedelta(days=days)) for line in event.activities.all())
    user = night.world.users[who]
    assert user is not None
    theirs = {(user.pk, ORGANISER)} | (grants if body["with_roles"] else set())

    def promise() -> Iterator[str]:
        made = Event.objects.filter(code=code).first()
        yield from differences("night", known | {code: EventStatus.PLANNED.value}, _nights())
        if made is None:
            return
        if made.settings != event.settings or (made.house, made.starts_at) != (event.house, starts):
            yield f"{code} is not set up as {event.code} is"
        if sorted((line.kind, line.title, line.starts_at) for line in made.activities.all()) != lines:
            yield f"the programme of {code} is not that of {event.code}, moved"
        if _grants(made) != theirs:
            yield f"the roles of {code} are not those chosen"
        if made.players.exists() or Entry.objects.filter(event=made).exists():
            yield f"{code} has guests or books"

    return Deed(press, refused, must_count=not refused, promise=promise)


def _grants(event: Event) -> set[tuple[int, str]]:
    return set(RoleGrant.objects.filter(event=event, user__is_active=True).values_list("user", "role"))


def work_when_closed(night: Evening) -> Deed | None:
    """What is left is approved and the night closed on the way. Then nothing is sold or undone any more, but money may
    still leave for the fund, and the organiser opens the night again.
    """
    if night.event.status == EventStatus.OPEN and night.works(ORGANISER) and night.works(SIGNER):
        _close(night)
    if night.event.status != EventStatus.CLOSED:
        return None
    way = night.chance.choice(("sell", "undo", "open", "give", "reopen", "reopen"))
    if way == "give" and held_at(night.event, SAFE):
        signature = second_beside(night, ORGANISER)
        press = night.program("POST", "fund/", {"means": "cash", "amount": 1, **signature.sent})
        moves = [(SAFE, FUND, 1)]
        wanted = Wanted(kind=EntryKind.FUND_DONATED, moves=moves, subject="fund", second=signature.name)
        must = not signature.wrong
        return Deed(press, signature.wrong, must_count=must, promise=booked(night, ORGANISER, wanted))
    if way == "reopen":
        press = night.program("POST", "status/", {"move": "reopen", "reason": "Somebody came late"})
        return Deed(press, must_count=True, promise=lambda: _is_open(night))
    standing = Entry.objects.filter(event=night.event, kind__in=AT_THE_DESK, reversed_by__isnull=True).order_by("-pk")
    if way == "undo" and (entry := standing.first()):
        press = night.program("POST", f"bank/entries/{entry.sequence}/reversal/", {"reason": "Entered twice"})
    elif way == "open":
        press = night.program("POST", "bank/tills/T5/opening/", {"float_paid": 0})
    else:
        donation = {"player": "", "paid": 700, "till": "T7"}
        sale = {"player": "P002", "paid": night.house.bank.rebuy_price, "till": "T7"}
        path, body = night.chance.choice((("donations", donation), ("rebuys", sale)))
        press = night.program("POST", f"bank/{path}/", body)
    return Deed(press, "the night is closed")


def _close(night: Evening) -> None:
    """Every line of the list before closing that can be approved is approved, and the night is closed, mostly while
    somebody calls the floor.
    """
    signed = second_beside(night, ORGANISER).sent
    lines = night.ask(night.program("GET", "closing/")).json()["checks"]
    for line in [each for each in lines if each["left"]][:MOST_LINES]:
        shown = {each["subject"]: each["amount"] for each in line["left"]}
        body = {"line": line["key"], "shown": shown, "reason": "Put right tomorrow", **signed}
        night.ask(night.program("POST", "closing/approvals/", body))
    for _ in range(MOST_CALLS):
        call = None if calls(night.event, is_open=True) else call_the_floor(night.read_again())
        if call is not None:
            night.ask(call.press)
    night.ask(night.program("POST", "status/", {"move": "close"}))
    del night.__dict__["event"]


def _is_open(night: Evening) -> Iterator[str]:
    status = Event.objects.get(pk=night.event.pk).status
    if status != EventStatus.OPEN:
        yield f"the night is {status}"


def _by_page(night: Evening, who: str, facts: dict[str, Any], starts: datetime) -> Press:
    """The last step of a new night, with the answers of the others."""
    goal = facts["fund_goal"]
    typed = {**facts, "day": f"{starts:%Y-%m-%d}", "doors": f"{starts:%H:%M}", "comes": "door"}
    typed["fund_goal"] = f"{goal // 100}.00" if goal else ""
    key = night.program("POST", "").key
    return Press(who, "POST", "/organise/new/people/", urlencode(typed).encode(), FORM, key, is_api=False)


def _nights() -> dict[str, str]:
    return dict(Event.objects.values_list("code", "status"))


DEEDS: Deeds = {"make a night": make, "use a night again": use_again, "work when the night is closed": work_when_closed}
