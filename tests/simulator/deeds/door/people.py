"""People at the door: added, corrected, checked in, and their cards and codes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from eventnight.core.models import AuditRecord
from eventnight.events.limits import LONGEST_NAME
from eventnight.events.models import JoinCode, Player
from tables.models import Seat
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Deeds, Evening, differences
from tests.simulator.presses import Press, sent
from tests.simulator.world import STRANGER
from tournaments.models import FlightEntry

AT_THE_DOOR = (ORGANISER, SIGNER, "floor")
NAMES = ("Cy Cole", "Dora Dean", "Éva Ötvös", "Li Wu")
CODE_SECONDS = 120
Known = dict[str, Any]


def add(night: Evening) -> Deed | None:
    """Somebody new: the next code, a PIN and a link that nobody else has."""
    who = night.chance.choice(AT_THE_DOOR)
    facts: Known = {"full_name": night.chance.choice(NAMES), "email": night.chance.choice(("", "cy@example.org"))}
    facts |= {"code_name": night.chance.choice(("", "", "Ace")), "is_minor": night.chance.random() < 0.2}
    refused = ""
    if night.is_wrong(0.2):
        wrong: Known = night.chance.choice(
            ({"full_name": "x" * (LONGEST_NAME + 1)}, {"full_name": "  "}, {"email": "nobody at home"})
        )
        facts, refused = facts | wrong, "a player needs a name of at most so many letters, and an address that is one"
    elif night.chance.random() < 0.1:
        facts["full_name"] = "y" * LONGEST_NAME
    before = players_of(night)
    number = max(int(code[1:]) for code in before) + 1 if before else 1
    if night.chance.random() < 0.3:
        fields = {name: value for name, value in facts.items() if name != "is_minor"}
        facts["is_minor"] = False
        press = night.form("players/add/", fields, who=who)
    else:
        press = night.program("POST", "players/", facts, who=who)
    known = Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0

    def promise() -> Iterator[str]:
        made = list(Player.objects.filter(pk__gt=known).select_related("person"))
        if [(each.event_id, each.code) for each in made] != [(night.event.pk, f"P{number:03}")]:
            yield f"{[str(each) for each in made]} are new, not P{number:03}"
            return
        [new] = made
        yield from differences(f"of {new.code} the", facts, _person(new))
        if (new.checked_in_at, new.id_seen_at, new.id_seen_by_id) != (None, None, None):
            yield f"{new.code} is checked in"
        if not re.fullmatch(r"[1-9]\d{3}", new.pin) or len(new.token) < 20:
            yield f"the card of {new.code} is none"
        after = players_of(night)
        yield from differences("player", before, {code: row for code, row in after.items() if code != new.code})
        yield from is_logged(night, who, "player.added", new.code, {})
        yield from _keeps_the_link(night, new)

    return Deed(press, refused, must_count=not refused, promise=promise)


def correct(night: Evening) -> Deed | None:
    """What is known of a player corrected; what is not named stays, and the log keeps no names."""
    player, who = one_of_them(night), night.chance.choice(AT_THE_DOOR)
    if night.chance.random() < 0.4:
        minors = Player.objects.filter(event=night.event, person__is_minor=True).select_related("person")
        player = night.one_of(minors.order_by("pk")) or _said_to_be_a_minor(night, player)
    changes: Known = {}
    if night.chance.random() < 0.6:
        changes["full_name"] = night.chance.choice(NAMES)
    if night.chance.random() < 0.4:
        changes["email"] = night.chance.choice(("", "li@example.org"))
    if night.chance.random() < 0.4:
        changes["code_name"] = night.chance.choice(("", "Queen"))
    if night.chance.random() < 0.4:
        changes["is_minor"] = night.chance.random() < 0.6
    refused = ""
    if night.is_wrong(0.15):
        changes["full_name"], refused = " ", "a player needs a name"
    known, before = _person(player), players_of(night)
    expected = {**known, **changes}
    press = night.program("PATCH", f"players/{player.code}/", changes, who=who)
    if night.chance.random() < 0.3 and "is_minor" not in changes:
        fields = {name: value for name, value in expected.items() if name != "is_minor"}
        press = night.form(f"players/{player.code}/", fields, who=who)
    elif night.chance.random() < 0.3:
        put = {"full_name": known["full_name"], **changes}
        press = night.program("PUT", f"players/{player.code}/", put, who=who)

    def promise() -> Iterator[str]:
        now = Player.objects.select_related("person").get(pk=player.pk)
        yield from differences(f"of {player.code} the", expected, _person(now))
        yield from differences("player", before, players_of(night))
        changed = [name for name in ("full_name", "email", "code_name") if expected[name] != known[name]]
        facts: Known = {"changed": changed}
        if expected["is_minor"] != known["is_minor"]:
            facts["is_minor"] = {"from": known["is_minor"], "to": expected["is_minor"]}
        yield from is_logged(night, who, "player.renamed", player.code, facts)
        yield from _keeps_the_link(night, now)

    return Deed(press, refused, must_count=not refused, promise=promise)


def _said_to_be_a_minor(night: Evening, player: Player) -> Player:
    night.ask(night.program("PATCH", f"players/{player.code}/", {"is_minor": True}))
    return Player.objects.select_related("person").get(pk=player.pk)


def check_in(night: Evening) -> Deed | None:
    """A player is here; where the house asks for it, with a picture ID. Nobody comes twice."""
    absent = Player.objects.filter(event=night.event, checked_in_at__isnull=True).order_by("pk")
    player = night.one_of(absent) if night.chance.random() < 0.8 else one_of_them(night)
    if player is None:
        return None
    who, is_seen = night.chance.choice(AT_THE_DOOR), night.chance.random() < 0.6
    refused = f"{player.code} is here already" if player.checked_in_at else ""
    if night.house.id_check and not is_seen:
        refused = refused or "no ID was seen"
    says_so = bool(night.house.conditions) != night.is_wrong(0.1)
    if night.house.conditions and not says_so:
        refused = refused or "nobody says that the conditions are met"
    facts = {"conditions_met": says_so} if says_so else {}
    path = f"players/{player.code}/check-in/"
    press = (
        night.form(path, {"id_seen": "on"} | facts if is_seen else facts, who=who)
        if night.chance.random() < 0.3
        else night.program("POST", path, {"id_seen": is_seen} | facts, who=who)
    )
    met = {"conditions_met": night.house.conditions} if night.house.conditions else {}
    before, user = players_of(night), night.world.users[who]
    assert user is not None

    def promise() -> Iterator[str]:
        now = timezone.now()
        seen = (now, user.pk) if is_seen else (None, None)
        after = Player.objects.get(pk=player.pk)
        found = (after.checked_in_at, after.id_seen_at, after.id_seen_by_id)
        if found != (now, *seen):
            yield f"{player.code} is checked in as {found}, not {(now, *seen)}"
        yield from others_stay(before, players_of(night), player)
        yield from is_logged(night, who, "player.checked_in", player.code, {"id_seen": is_seen, **met})

    return Deed(press, refused, must_count=not refused, promise=promise)


def undo_check_in(night: Evening) -> Deed | None:
    """A check-in taken back, with the note of the ID."""
    if night.chance.random() < 0.5:
        return None
    seen = Player.objects.filter(event=night.event, id_seen_at__isnull=False).order_by("-pk")
    player = night.one_of(seen[:5]) if night.chance.random() < 0.6 else one_of_them(night)
    if player is None:
        return None
    who = night.chance.choice(AT_THE_DOOR)
    refused = "" if player.checked_in_at else f"{player.code} has not come"
    refused = refused or (f"{player.code} has a place" if _has_a_place(player) else "")
    path = f"players/{player.code}/check-in/"
    press = (
        night.form(f"{path}undo/", {}, who=who)
        if night.chance.random() < 0.3
        else night.program("DELETE", path, who=who)
    )
    before = players_of(night)

    def promise() -> Iterator[str]:
        after = Player.objects.get(pk=player.pk)
        found = (after.checked_in_at, after.id_seen_at, after.id_seen_by_id)
        if found != (None, None, None):
            yield f"of the check-in of {player.code} is left {found}"
        yield from others_stay(before, players_of(night), player)
        yield from is_logged(night, who, "player.check_in_undone", player.code, {})

    return Deed(press, refused, must_count=not refused, promise=promise)


def renew_card(night: Evening) -> Deed | None:
    """A new card for one that was lost: neither its link nor its PIN nor a code that was shown opens anything."""
    # The guest of the world keeps the card.
    player = night.one_of(Player.objects.filter(event=night.event).exclude(code="P001").order_by("pk"))
    if player is None:
        return None
    who, before = night.chance.choice(AT_THE_DOOR), players_of(night)
    press = (
        night.form(f"players/{player.code}/new-card/", {}, who=who)
        if night.chance.random() < 0.4
        else night.program("POST", f"players/{player.code}/card/", who=who)
    )

    def promise() -> Iterator[str]:
        after = Player.objects.get(pk=player.pk)
        if after.token == player.token or after.pin == player.pin or not re.fullmatch(r"[1-9]\d{3}", after.pin):
            yield f"{player.code} has the old card still"
        if JoinCode.objects.filter(player=player).exists():
            yield f"a code for the old card of {player.code} is shown still"
        answer = sent(Press(STRANGER, "GET", f"/p/{player.token}/", is_api=False), night.world)
        if answer.status_code < 400:
            yield f"the old link of {player.code} answers {answer.status_code}"
        yield from others_stay(before, players_of(night), player)
        yield from is_logged(night, who, "card.renewed", player.code, {})

    return Deed(press, must_count=True, promise=promise)


def show_code(night: Evening) -> Deed | None:
    """The desk shows the code that opens a guest's page with the PIN, for two minutes."""
    player, who = one_of_them(night), night.chance.choice(AT_THE_DOOR)
    press = night.program("POST", f"players/{player.code}/join-code/", who=who)

    def promise() -> Iterator[str]:
        left = (JoinCode.objects.get(player=player).valid_until - timezone.now()).total_seconds()
        if left != CODE_SECONDS:
            yield f"the code of {player.code} is valid for {left} seconds"
        yield from is_logged(night, who, "join_code.shown", player.code, {})

    return Deed(press, must_count=True, promise=promise)


def join(night: Evening) -> Deed | None:
    """A guest opens their page with PIN and code. The desk has shown the code before; some type it too late, twice,
    wrong, with another's PIN, or after another one was shown. Time passes for those who are late.
    """
    player = one_of_them(night)
    show = night.program("POST", f"players/{player.code}/join-code/")
    code = _shown(night, show)
    if not code:
        return None
    pin, refused = player.pin, ""
    if night.is_wrong(0.5):
        way = night.chance.randrange(5)
        if way == 0:
            night.world.pass_time(CODE_SECONDS - 1 + night.chance.choice((0, 1)))
        elif way == 1:
            sent(night.form("me/", {"pin": pin, "code": code}, who=STRANGER, beneath="e"), night.world)
        elif way == 2:
            code = f"{(int(code) + 1) % 1_000_000:06}"
        elif way == 3:
            _shown(night, night.program("POST", f"players/{player.code}/join-code/"))
        else:
            pin = next((row["pin"] for each, row in players_of(night).items() if each != player.code), "0000")
        whys = ("the code is too old", "the code was used", "the code is another", "a newer code was shown")
        refused = (*whys, "the PIN is another's")[way]
    press = night.form("me/", {"pin": pin, "code": code}, who=STRANGER, beneath="e")

    def promise() -> Iterator[str]:
        if JoinCode.objects.filter(player=player).exists():
            yield f"the code of {player.code} works again"

    return Deed(press, refused, must_count=not refused, promise=promise)


def _shown(night: Evening, press: Press) -> str:
    """The code that the desk reads out, empty where it is shown none."""
    answer = sent(press, night.world)
    return str(json.loads(answer.content).get("code", "")) if answer.status_code == 201 else ""


def one_of_them(night: Evening) -> Player:
    players = list(Player.objects.filter(event=night.event).select_related("person").order_by("pk"))
    return night.chance.choice(players)


def _has_a_place(player: Player) -> bool:
    """Whether the player sits at a table, or is entered in a flight that is not over."""
    over = ["closed", "bagged"] if player.withdrawn_at else ["closed"]
    in_flights = FlightEntry.objects.filter(player=player, bust_hand__isnull=True).exclude(flight__status__in=over)
    return Seat.objects.filter(player=player, stack_code="").exists() or in_flights.exists()


def _person(player: Player) -> Known:
    person = player.person
    names = ("full_name", "email", "code_name", "is_minor")
    return {name: getattr(person, name) for name in names}


def players_of(night: Evening) -> dict[str, Known]:
    """Everybody's card and check-in by code."""
    rows = Player.objects.filter(event=night.event).values(
        "code",
        "pin",
        "token",
        "checked_in_at",
        "id_seen_at",
        "id_seen_by",
        "withdrawn_at",
        "withdrawn_reason",
        "person",
    )
    return {row["code"]: row for row in rows}


def others_stay(before: dict[str, Known], after: dict[str, Known], player: Player) -> Iterator[str]:
    """Everybody else is as they were, and nobody has the PIN of another."""
    yield from differences("player", {**before, player.code: None}, {**after, player.code: None})
    if len({row["pin"] for row in after.values()}) != len(after):
        yield "two players have one PIN"


def is_logged(night: Evening, who: str, action: str, subject: str, facts: Known) -> Iterator[str]:
    """That the newest line of the log says just that, of this moment."""
    line, user = AuditRecord.objects.filter(event=night.event).order_by("-pk").first(), night.world.users[who]
    assert user is not None
    told = (line.action, line.subject, line.actor_code, line.at, line.facts) if line else None
    due = (action, subject, night.code_of(user.pk), timezone.now(), facts)
    if told != due:
        yield f"the log says {told}, not {due}"


def _keeps_the_link(night: Evening, player: Player) -> Iterator[str]:
    """A program of the staff that reads a player is not told the guest's own link."""
    path = f"/api/v1/events/{night.event.code}/players/{player.code}/"
    answer = sent(Press(ORGANISER, "GET", path), night.world)
    if player.token in answer.content.decode():
        yield f"the API tells the link of {player.code}"


DEEDS: Deeds = {
    "add": add,
    "correct": correct,
    "check in": check_in,
    "undo a check-in": undo_check_in,
    "renew a card": renew_card,
    "show a code": show_code,
    "join": join,
}
