"""The set-up of a night: roles, the programme, its facts and settings, and its doors."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from eventnight.bank.models import Account
from eventnight.core.models import AuditRecord, RoleGrant
from eventnight.core.roles import Role
from eventnight.events.models import Activity, Event, EventStatus
from tests.simulator.deeds.bank.approvals import is_covered
from tests.simulator.deeds.bank.entries import mostly
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Deeds, Evening, differences
from tests.simulator.deeds.door.people import is_logged

HELPER = "door"
"""An account that nobody of the night works with."""
MUST_BE_EMPTY = ("seat", "tray", "stack", "till", "card", "cheques")
MOVES = {
    "open": (EventStatus.PLANNED, EventStatus.OPEN, "event.opened"),
    "close": (EventStatus.OPEN, EventStatus.CLOSED, "event.closed"),
    "reopen": (EventStatus.CLOSED, EventStatus.OPEN, "event.reopened"),
}


def grant(night: Evening) -> Deed | None:
    """An account gets a role at the night, once."""
    user = User.objects.filter(username=HELPER).first()
    if user is None:
        return None
    role = night.chance.choice([each.value for each in Role if each != Role.ORGANISER])
    name, refused = HELPER, ""
    if night.is_wrong():
        name, refused = "nobody", "nobody signs in so"
    before = _grants(night)

    def promise() -> Iterator[str]:
        if _grants(night) != sorted({*before, (user.pk, role)}):
            yield f"the roles are {_grants(night)} after {user.pk} became {role}; they were {before}"
        if (user.pk, role) not in before:
            yield from is_logged(night, ORGANISER, "role.granted", night.code_of(user.pk), {"role": role})

    press = night.program("POST", "roles/", {"username": name, "role": role})
    return Deed(press, refused, must_count=not refused, promise=promise)


def revoke(night: Evening) -> Deed | None:
    """A role taken away; the last organiser stays one."""
    before, organiser = _grants(night), night.world.users[ORGANISER]
    user = User.objects.filter(username=HELPER).first()
    if user is None or organiser is None:
        return None
    own = [role for pk, role in before if pk == user.pk]
    pk, role, refused = user.pk, night.chance.choice(own) if own else "", ""
    if not own or night.is_wrong():
        pk, role, refused = user.pk, "organiser", "they never were"
        if [each for _, each in before].count("organiser") == 1 and night.chance.random() < 0.5:
            pk, refused = organiser.pk, "somebody has to be the organiser"
    press = (
        night.form(f"setup/people/{pk}/{role}/", {}, beneath="organise")
        if night.chance.random() < 0.3
        else night.program("DELETE", f"roles/{pk}/{role}/")
    )

    def promise() -> Iterator[str]:
        if _grants(night) != [each for each in before if each != (pk, role)]:
            yield f"the roles are {_grants(night)} after {pk} was {role} no more; they were {before}"
        yield from is_logged(night, ORGANISER, "role.revoked", night.code_of(pk), {"role": role})

    return Deed(press, refused, must_count=not refused, promise=promise)


def plan(night: Evening) -> Deed | None:
    """A line of the programme added, changed or taken off; it ends after it starts, if it ends."""
    lines = list(Activity.objects.filter(event=night.event).order_by("pk"))
    line, way = night.one_of(lines), night.chance.choice(("POST", "PATCH", "PATCH", "PUT", "DELETE"))
    if way == "DELETE" and len(lines) < 4:
        way = "POST"
    starts = night.event.starts_at.replace(microsecond=0) + timedelta(minutes=night.chance.choice((0, 45, 120)))
    given: dict[str, Any] = {"title": night.chance.choice(("Euchre", "Late hold'em")), "starts_at": starts}
    if night.chance.random() < 0.6:
        given["ends_at"] = starts + timedelta(minutes=night.chance.choice((1, 90, 0, -1)))
    if way in ("POST", "PUT"):
        given["kind"] = _kind(line)
    elif way == "PATCH" and night.chance.random() < 0.4:
        given.pop("starts_at")
    if way != "POST" and line is None:
        return None
    before = _lines(night)
    known = {} if way == "POST" or line is None else before[line.pk]
    expected = {"ends_at": None, **known, **given}
    refused = ""
    if way != "DELETE" and expected["ends_at"] and expected["ends_at"] <= expected["starts_at"]:
        refused = "it ends before it starts"
    path = "programme/" if way == "POST" else f"programme/{line.pk if line else 0}/"
    if way != "POST" and night.is_wrong(0.1):
        other = Activity.objects.filter(event=night.world.other.event).order_by("pk").first()
        if other is not None:
            path, refused = f"programme/{other.pk}/", refused or "it is a line of another night"
    sent = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in given.items()}
    press = night.program(way, path, None if way == "DELETE" else sent)
    log = {"POST": "programme.added", "DELETE": "programme.removed"}.get(way, "programme.updated")

    def promise() -> Iterator[str]:
        after = _lines(night)
        if way == "POST":
            new = [row for pk, row in after.items() if pk not in before]
            if new != [expected]:
                yield f"{new} is new in the programme, not {expected}"
            due = before
        else:
            assert line is not None
            due = {pk: expected if pk == line.pk else row for pk, row in before.items()}
            if way == "DELETE":
                due.pop(line.pk)
        yield from differences("of the programme line", due, {pk: row for pk, row in after.items() if pk in before})
        title = known["title"] if way == "DELETE" else expected["title"]
        yield from is_logged(night, ORGANISER, log, title, {})

    return Deed(press, refused, must_count=not refused, promise=promise)


def facts(night: Evening) -> Deed | None:
    """What the night is called, where it is, and its goal; when it starts later, so does everything planned."""
    event = night.event
    change: dict[str, Any] = night.chance.choice(
        (
            {"place": "Lakeside Hall"},
            {"fund_goal": 300_001},
            {"fund_name": "Scholarships", "fund_goal": 1},
            {"starts_at": event.starts_at + timedelta(minutes=night.chance.choice((-30, 15)))},
        )
    )
    before, lines = _facts(event), _lines(night)
    shift = change["starts_at"] - event.starts_at if "starts_at" in change else timedelta()
    sent = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in change.items()}

    def promise() -> Iterator[str]:
        yield from differences("of the night the", {**before, **change}, _facts(Event.objects.get(pk=event.pk)))
        moved = {
            pk: {
                **row,
                "starts_at": row["starts_at"] + shift,
                "ends_at": row["ends_at"] and row["ends_at"] + shift,
            }
            for pk, row in lines.items()
        }
        yield from differences("of the programme line", moved, _lines(night))
        changed = sorted(name for name, value in change.items() if before[name] != value)
        yield from is_logged(night, ORGANISER, "event.updated", event.code, {"fields": changed})

    return Deed(night.program("PATCH", "", sent), must_count=True, promise=promise)


def settings(night: Evening) -> Deed | None:
    """A setting of the house changed; every other stays."""
    change: dict[str, Any] = night.chance.choice(
        (
            {"id_check": not night.house.id_check},
            {"id_check": True},
            {"bank": {"receipt_text": night.chance.choice(("", "Thank you"))}},
            {"bank": {"rack_stacks": night.chance.choice((0, 10, 20))}},
            {"poker": night.chance.choice(({}, {}, {"raises_per_round": 2}))},
            {"euchre_rules": night.chance.choice(({}, {"dealer_must_choose": True}, {"lone_defender": False}))},
        )
    )
    refused = ""
    if night.is_wrong(0.15):
        change, refused = {"bank": {"rebuy_price": 0}}, "a re-buy costs something"
    before = night.event.settings
    press = night.program("PATCH", "settings/", change)

    def promise() -> Iterator[str]:
        after = Event.objects.get(pk=night.event.pk).settings
        expected = {
            name: {**before[name], **change[name]} if name == "bank" and name in change else change.get(name, value)
            for name, value in before.items()
        }
        yield from differences("the setting", expected, after)
        sections = sorted(name for name in expected if expected[name] != before[name])
        line = AuditRecord.objects.filter(event=night.event).order_by("-pk").first()
        rules = list(line.facts.get("rules", ())) if line else []
        told = {"sections": sections, **({"rules": rules} if rules else {})}
        yield from is_logged(night, ORGANISER, "settings.updated", night.event.code, told)
        is_asked_otherwise = "Picture ID at the door" in rules
        if is_asked_otherwise != ("id_check" in sections) or (rules and sections == ["bank"]):
            yield f"the house rules say that {rules} changed with {sections}"

    return Deed(press, refused, must_count=not refused, promise=promise)


def move(night: Evening) -> Deed | None:
    """The night opened, closed or opened again. It does not close while somebody holds what nobody approved."""
    do = night.chance.choice(("open", "open", "close", "reopen"))
    wanted, to, log = MOVES[do]
    status, reason = night.event.status, "The raffle was forgotten" if do == "reopen" else ""
    refused = "" if status == wanted else f"a night that is {status} does not {do}"
    if do == "reopen" and night.is_wrong():
        reason, refused = " ", refused or "no reason is given"
    if do == "close":
        holders = Account.objects.filter(event=night.event, owner_kind__in=MUST_BE_EMPTY).exclude(balance=0)
        left = [str(each) for each in holders.order_by("pk") if not is_covered(night, each)]
        refused = refused or (f"{left[0]} is not empty" if left else "")
    body = {"move": do, **({"reason": reason} if reason else {})}
    if night.chance.random() < 0.4:
        page = "setup/open/open/" if do == "open" else f"closing/{do}/"
        press = night.form(page, {"reason": reason} if do == "reopen" else {}, beneath="organise")
    else:
        press = night.program("POST", "status/", body)
    before = _facts(night.event)

    def promise() -> Iterator[str]:
        after = Event.objects.get(pk=night.event.pk)
        if after.status != to:
            yield f"the night is {after.status}, not {to}"
        yield from differences("of the night the", before, _facts(after))
        line = AuditRecord.objects.filter(event=night.event).order_by("-pk").first()
        if line is None or line.action != log or (do == "reopen" and line.facts != {"reason": reason}):
            yield f"the log says {line}, not {log}"

    must = not refused and do != "close"
    return Deed(press, refused, must_count=must, promise=promise)


def not_theirs(night: Evening) -> Deed | None:
    """Somebody of the staff does what their role does not do here."""
    player = "P002"
    sale = {"player": player, "paid": night.house.bank.rebuy_price}
    line = Activity.objects.filter(event=night.event).order_by("pk").first()
    door, desk = {ORGANISER, SIGNER, "floor"}, {ORGANISER, SIGNER}
    method, path, body, may = night.chance.choice(
        (
            ("PATCH", f"players/{player}/", {"email": "me@example.org"}, door),
            ("PATCH", f"players/{player}/", {"email": "me@example.org"}, door),
            ("PUT", f"players/{player}/", {"full_name": "Ben Other"}, door),
            ("POST", "players/", {"full_name": "Ben Other"}, door),
            ("POST", f"players/{player}/check-in/", {"id_seen": True}, door),
            ("DELETE", f"players/{player}/check-in/", None, door),
            ("POST", f"players/{player}/join-code/", None, door),
            ("POST", f"players/{player}/card/", None, door),
            ("POST", "bank/rebuys/", sale, desk),
            ("POST", "bank/first-stacks/", {"player": player}, desk),
            ("POST", "bank/donations/", sale, desk),
            ("POST", "bank/tills/T9/opening/", {"float_paid": 100}, desk),
            ("POST", "bank/tills/T9/closing/", {"counted": 0}, desk),
            ("POST", "bank/tills/T9/hand-over/", {"counted": 0, **night.signed()}, desk),
            ("POST", "fund/", {"means": "cash", "amount": 1, **night.signed()}, {ORGANISER}),
            ("POST", "roles/", {"username": HELPER, "role": "desk"}, {ORGANISER}),
            ("PATCH", "settings/", {"id_check": True}, {ORGANISER}),
            ("PATCH", "", {"place": "Elsewhere"}, {ORGANISER}),
            ("POST", "status/", {"move": "open"}, {ORGANISER}),
            ("PATCH", f"programme/{line.pk if line else 1}/", {"title": "Other"}, {ORGANISER}),
        )
    )
    who = night.chance.choice(sorted({each.value for each in Role} - may))
    return Deed(night.program(method, path, body, who=who), f"that is nothing for somebody who is {who}")


def nobody_shares_a_card(event: Event) -> Iterator[str]:
    """Codes run on, and no PIN or link is two people's; whose ID was seen is here."""
    rows = list(event.players.values_list("code", "pin", "checked_in_at", "id_seen_at", "id_seen_by"))
    if len({pin for _, pin, *_ in rows}) != len(rows):
        yield "two players have one PIN"
    if sorted(int(code[1:]) for code, *_ in rows) != list(range(1, len(rows) + 1)):
        yield "the codes of the players do not run on"
    for code, _, came, seen, by in rows:
        # Which of the two was first does not matter: the computer's time may have been set back between them.
        if (seen is None) != (by is None) or (seen is not None and came is None):
            yield f"the ID of {code} was seen at {seen} by {by}, and they came at {came}"


def lines_end_after_they_start(event: Event) -> Iterator[str]:
    """Nothing in the programme ends before it starts."""
    for line in event.activities.all():
        if line.ends_at is not None and line.ends_at <= line.starts_at:
            yield f"{line.title} ends at {line.ends_at} and starts at {line.starts_at}"


def somebody_is_organiser(event: Event) -> Iterator[str]:
    """A night keeps an organiser."""
    if not RoleGrant.objects.filter(event=event, role=Role.ORGANISER).exists():
        yield "nobody is the organiser"


def _kind(line: Activity | None) -> str:
    return line.kind if line else "euchre"


def _grants(night: Evening) -> list[tuple[int, str]]:
    return sorted(RoleGrant.objects.filter(event=night.event).values_list("user", "role"))


def _lines(night: Evening) -> dict[int, dict[str, Any]]:
    names = ("kind", "title", "starts_at", "ends_at")
    rows = Activity.objects.filter(event=night.event).values("pk", *names)
    return {row["pk"]: {name: row[name] for name in names} for row in rows}


def _facts(event: Event) -> dict[str, Any]:
    names = ("code", "name", "place", "starts_at", "time_zone", "currency", "name_policy", "fund_name", "fund_goal")
    return {name: getattr(event, name) for name in (*names, "settings")}


DEEDS: Deeds = {
    "grant a role": mostly(grant, not_theirs, share=0.3),
    "revoke a role": mostly(revoke, not_theirs, share=0.3),
    "plan": plan,
    "change facts": mostly(facts, not_theirs, share=0.2),
    "change settings": settings,
    "move the night": move,
}
ALWAYS = (nobody_shares_a_card, lines_end_after_they_start, somebody_is_organiser)
