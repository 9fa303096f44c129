"""Lists of people that are brought in whole, or not at all."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import StringIO
from threading import enumerate as enumerate_threads

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from django.utils import timezone

from eventnight.core.models import AuditRecord
from eventnight.events.models import ActivityKind, Player, RosterUpload, SignUp
from tests.simulator.deeds.deed import ORGANISER, Deed, Deeds, Evening, differences
from tests.simulator.presses import Press

HEADINGS = ("Name", "Email", "Code name", "Minor", "Activities", "Partner")
EUCHRE = ActivityKind.EUCHRE.value
OFTEN = 0.5
"""Reading a file takes a process of its own, and its time."""


@dataclass(frozen=True, slots=True)
class Line:
    """partner: the name in the list, or the code of a player who is there."""

    name: str
    email: str = ""
    code_name: str = ""
    minor: str = ""
    activities: str = ""
    partner: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return self.name, self.email, self.code_name, self.minor, self.activities, self.partner


def bring(night: Evening) -> Deed | None:
    """Everybody of a list with what they sign up for, or nobody where one line of it is wrong."""
    if night.chance.random() > OFTEN:
        return None
    lines, refused = _lines(night), ""
    if night.is_wrong(0.4):
        lines, refused = _with_an_error(night, lines)
    content = _as_csv(lines)
    is_dry = night.chance.random() < 0.2
    before, known = _people(night), Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    press = _by_page(night, content) if night.chance.random() < 0.4 and not is_dry else None
    press = press or _by_program(night, content, is_dry=is_dry)

    def promise() -> Iterator[str]:
        made = list(Player.objects.filter(pk__gt=known).select_related("person").order_by("pk"))
        if any(each.event_id != night.event.pk for each in made):
            yield "people came to another night"
        yield from differences("player", before, {code: row for code, row in _people(night).items() if code in before})
        wanted = [] if is_dry else [_facts(line) for line in lines]
        if [_known_of(each) for each in made] != wanted:
            yield f"{[_known_of(each) for each in made]} came, not {wanted}"
            return
        yield from _signed_up(lines, made)
        if not is_dry:
            yield from _is_kept(night, content, len(lines))

    is_refused = refused and not is_dry
    return Deed(press, refused if is_refused else "", must_count=not is_refused, promise=promise)


def wait_for(night: Evening) -> Deed | None:
    """A file that takes long is read while nobody waits for it. Its list is brought in once it is there; what cannot be
    read is told when the same file comes again.
    """
    if night.chance.random() > OFTEN:
        return None
    lines, is_wrong = _lines(night), night.is_wrong(0.4)
    content = f"Who,{night.chance.random()}\n".encode() if is_wrong else _as_csv(lines)
    with override_settings(UPLOAD_SECONDS_AT_THE_FORM=0):
        night.ask(_chosen(night, content))
    for thread in [each for each in enumerate_threads() if each.name == "roster"]:
        thread.join()
    upload = RosterUpload.objects.filter(event=night.event, sha256=hashlib.sha256(content).hexdigest()).first()
    if is_wrong:
        return Deed(_by_program(night, content, is_dry=night.is_wrong(0.5)), "nothing in it says which are the names")
    if upload is None:
        return None
    is_known = any(str(row["full_name"]) == line.name for row in _people(night).values() for line in lines)
    before = _people(night)

    def promise() -> Iterator[str]:
        after = _people(night)
        came = [row["full_name"] for code, row in after.items() if code not in before]
        if came != [line.name for line in lines]:
            yield f"{came} came, not {[line.name for line in lines]}"
        yield from differences("player", before, {code: row for code, row in after.items() if code in before})
        yield from _is_kept(night, content, len(lines))

    press = night.form(f"roster/{upload.pk}/import/", {}, beneath="organise")
    return Deed(press, must_count=not is_known, promise=promise)


def _lines(night: Evening) -> list[Line]:
    """Some new people; two of them often play euchre together, and one with somebody who is there."""
    first = night.chance.randrange(10**6)
    lines = [
        Line(
            name=f"Guest {first + number}",
            email=night.chance.choice(("", f"g{first + number}@list.example")),
            code_name=night.chance.choice(("", "", f"Fox {number}")),
            minor=night.chance.choice(("", "", "yes", "no")),
            activities=night.chance.choice(("", EUCHRE, f"{EUCHRE}; raffle", "roulette")),
        )
        for number in range(night.chance.choice((1, 2, 3, 5)))
    ]
    if len(lines) > 1 and night.chance.random() < 0.6:
        lines[0] = replace(lines[0], activities=EUCHRE)
        lines[1] = replace(lines[1], activities=EUCHRE, partner=lines[0].name)
    if night.chance.random() < 0.4 and (free := night.one_of(_who_has_no_partner(night))):
        lines[-1] = replace(lines[-1], activities=EUCHRE, partner=free) if not lines[-1].partner else lines[-1]
    return lines


def _who_has_no_partner(night: Evening) -> list[str]:
    rows = SignUp.objects.filter(player__event=night.event, kind=EUCHRE)
    chosen = set(rows.exclude(partner=None).values_list("partner__code", flat=True))
    alone = rows.filter(partner=None).order_by("player").values_list("player__code", flat=True)
    return [code for code in alone if code not in chosen]


def _with_an_error(night: Evening, lines: list[Line]) -> tuple[list[Line], str]:
    last, there = lines[-1], night.one_of(_people(night).values())
    rows = SignUp.objects.filter(player__event=night.event, kind=EUCHRE).exclude(partner=None)
    codes = list(rows.order_by("pk").values_list("partner__code", flat=True))
    # Of some of them only the other one has said so.
    silent = [code for code in codes if not rows.filter(player__code=code).exists()]
    taken = night.one_of(silent if night.chance.random() < 0.5 and silent else codes)
    wrong: list[tuple[Line, str]] = [
        (replace(last, name=" "), "a name is missing"),
        (replace(last, email="nobody at home"), "that is not an address"),
        (replace(last, minor="perhaps"), "that is neither yes nor no"),
        (replace(last, activities="chess"), "nothing here is called chess"),
        (replace(last, activities=EUCHRE, partner="Nobody Here"), "nobody is called so"),
        (replace(last, activities=EUCHRE, partner=last.name), "nobody is their own partner"),
        (replace(last, activities="raffle", partner=lines[0].name), "a partner is named where none plays"),
    ]
    if there is not None:
        wrong.append((replace(last, name=str(there["full_name"]).upper(), email=""), "they are at the night already"))
    if taken is not None:
        wrong.append((replace(last, activities=EUCHRE, partner=taken), f"{taken} has a partner"))
        if night.chance.random() < 0.3:
            return [*lines[:-1], wrong[-1][0]], wrong[-1][1]
    if night.chance.random() < 0.15:
        return [*lines, replace(last, email="")], "one of them stands there twice"
    line, why = night.chance.choice(wrong)
    return [*lines[:-1], line], why


def _as_csv(lines: list[Line]) -> bytes:
    text = StringIO()
    csv.writer(text).writerows([HEADINGS, *(line.cells for line in lines)])
    return text.getvalue().encode()


def _by_program(night: Evening, content: bytes, *, is_dry: bool) -> Press:
    file = SimpleUploadedFile("guests.csv", content)
    return night.upload("roster/", {"roster": file, "dry_run": "true" if is_dry else "false"})


def _chosen(night: Evening, content: bytes) -> Press:
    return night.upload("roster/", {"roster": SimpleUploadedFile("guests.csv", content)}, is_api=False)


def _by_page(night: Evening, content: bytes) -> Press | None:
    """The file was chosen, its list is looked at, and what is left is to bring it in."""
    chosen = night.ask(_chosen(night, content))
    upload = RosterUpload.objects.filter(event=night.event, sha256=hashlib.sha256(content).hexdigest()).first()
    if chosen.status_code != 302 or upload is None:
        return None
    return night.form(f"roster/{upload.pk}/import/", {}, beneath="organise")


def _people(night: Evening) -> dict[str, dict[str, object]]:
    rows = Player.objects.filter(event=night.event).order_by("pk")
    names = ("pin", "token", "checked_in_at", "person__full_name", "person__email")
    return {
        row["code"]: {name.removeprefix("person__"): row[name] for name in names} for row in rows.values("code", *names)
    }


def _facts(line: Line) -> tuple[str, str, str, bool]:
    return line.name, line.email, line.code_name, line.minor == "yes"


def _known_of(player: Player) -> tuple[str, str, str, bool]:
    person = player.person
    return person.full_name, person.email, person.code_name, person.is_minor


def _signed_up(lines: list[Line], made: list[Player]) -> Iterator[str]:
    code_of = {line.name: player.code for line, player in zip(lines, made, strict=False)}
    for line, player in zip(lines, made, strict=False):
        kinds = {each.strip() for each in line.activities.split(";") if each}
        partner = code_of.get(line.partner, line.partner)
        expected = {(kind, partner if kind == EUCHRE and partner else None) for kind in kinds}
        found = set(player.sign_ups.values_list("kind", "partner__code"))
        if found != expected:
            yield f"{player.code} signed up for {found}, not {expected}"


def _is_kept(night: Evening, content: bytes, number: int) -> Iterator[str]:
    digest = hashlib.sha256(content).hexdigest()
    row = RosterUpload.objects.filter(event=night.event, sha256=digest).first()
    if row is None or (row.applied_at, row.players_added, bytes(row.content)) != (timezone.now(), number, b""):
        yield f"the list is kept as {row}"
    user = night.world.users[ORGANISER]
    assert user is not None
    line = AuditRecord.objects.filter(event=night.event, action="roster.imported").order_by("-pk").first()
    told = (line.subject, line.actor_code, line.at, line.facts) if line else None
    due = (digest[:12], night.code_of(user.pk), timezone.now(), {"players": number})
    if told != due:
        yield f"the log says {told}, not {due}"


DEEDS: Deeds = {"bring a list": bring, "wait for a list": wait_for}
