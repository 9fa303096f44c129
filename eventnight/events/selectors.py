"""Reads of an event: its programme, its people of staff and its players."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count, dropwhile, groupby
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.db.models.functions import Length

from eventnight.core.database.words import has_word
from eventnight.core.errors import NotFound
from eventnight.core.models import AuditRecord, RoleGrant
from eventnight.core.roles import Role
from eventnight.core.values.codes import called
from eventnight.core.values.numbers import whole_number
from eventnight.events.models import Activity, ActivityKind, Event, EventStatus, Invitation, Player, SignUp, Sponsor
from eventnight.events.roster.roster_check import KnownPlayer

PLAYED = frozenset(ActivityKind) - {ActivityKind.DOORS, ActivityKind.OTHER}
SHORTEST_TOKEN_FRAGMENT = 6
LONGEST_QUERY = 300
"""Characters that are looked for."""


@dataclass(frozen=True, slots=True)
class StaffMember:
    """Somebody with roles at the event, in the order in which roles are declared."""

    user_id: int
    username: str
    name: str
    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class CheckInCounts:
    """How many are expected, have arrived, and showed an ID."""

    players: int
    checked_in: int
    ids_seen: int

    @property
    def missing(self) -> int:
        """Players who have not come yet."""
        return self.players - self.checked_in


def events_of(user: Any) -> QuerySet[Event]:
    """The events at which the account holds a role, latest night first; a superuser sees all."""
    if user.is_superuser:
        return Event.objects.all()
    return Event.objects.filter(pk__in=RoleGrant.objects.filter(user_id=user.pk).values("event_id"))


def programme_of(event: Event) -> QuerySet[Activity]:
    """The lines of the programme in order."""
    return event.activities.all()


def activity_of(event: Event, activity_id: int) -> Activity:
    """One line of the programme. Raises NotFound("unknown_activity")."""
    activity = event.activities.filter(pk=activity_id).first()
    if activity is None:
        raise NotFound("unknown_activity", "That line is no longer on the programme. Reload the page.")
    return activity


def sponsors_of(event: Event) -> QuerySet[Sponsor]:
    """The sponsors in the order in which they are shown, without the logos themselves."""
    return event.sponsors.defer("jpeg")


def sponsor_of(event: Event, sponsor_id: int) -> Sponsor:
    """One sponsor, without the logo itself. Raises NotFound("unknown_sponsor")."""
    sponsor = sponsors_of(event).filter(pk=sponsor_id).first()
    if sponsor is None:
        raise NotFound("unknown_sponsor", f"{event.name} no longer has that sponsor. Reload the page.")
    return sponsor


def logo_of(event: Event, digest: str) -> bytes:
    """The JPEG of a sponsor's logo. Raises NotFound("unknown_picture")."""
    jpeg = event.sponsors.filter(digest=digest).values_list("jpeg", flat=True).first()
    if jpeg is None:
        raise NotFound("unknown_picture", f"No sponsor of {event.name} has this logo. Reload the page.")
    return bytes(jpeg)


def players_of(event: Event) -> QuerySet[Player]:
    """Every player with name and sign-ups, by code."""
    sign_ups = SignUp.objects.select_related("partner__person")
    return _players(event).select_related("id_seen_by").prefetch_related(Prefetch("sign_ups", sign_ups))


def find_players(event: Event, query: str) -> QuerySet[Player]:
    """Players whose name has every word of the query, or whose code, PIN or link it gives; all for an empty query,
    nobody for one beyond LONGEST_QUERY.

    A scanned card gives the whole address, in which the link is the last part but for the word of the card.
    """
    wanted = query.replace("\0", "").strip().rstrip("/").removesuffix("/card").rsplit("/", 1)[-1]
    found = players_of(event)
    if len(wanted) > LONGEST_QUERY:
        return found.none()
    for word in wanted.split():
        match = has_word("person__full_name", word) | has_word("person__code_name", word) | called(word)
        if (number := whole_number(word)) is not None:
            match |= Q(pin=word) | called(f"P{number:03}")
        if len(word) >= SHORTEST_TOKEN_FRAGMENT:
            match |= Q(token__startswith=word)
        found = found.filter(match)
    return found


def player_by_code(event: Event, code: str) -> Player:
    """The player with that code. Raises NotFound("unknown_player")."""
    player = _players(event).filter(called(code)).first()
    if player is None:
        raise NotFound("unknown_player", f"No player of {event.name} has the code {code}. Search by name.", player=code)
    return player


def player_by_token(token: str) -> Player:
    """The player of a personal link, with the version of their night before anything else is read.

    Raises NotFound("unknown_link").
    """
    player = Player.objects.select_related("event__head", "person").filter(token=token).first()
    if player is None:
        raise NotFound(
            "unknown_link",
            "This personal link opens nothing, or a newer card replaced it. Scan your newest card, or ask at the desk.",
        )
    return player


def player_by_pin(event: Event, pin: str) -> Player | None:
    """The player with those four figures."""
    return _players(event).filter(pin=pin).first()


def newest_player(event: Event) -> Player | None:
    """The player with the highest code."""
    return Player.objects.filter(event=event).order_by(Length("code").desc(), "-code").first()


def signed_up(event: Event, kind: str) -> QuerySet[SignUp]:
    """Who means to take part in an activity, first come first."""
    return SignUp.objects.filter(player__event=event, kind=kind).select_related("player__person", "partner__person")


def known_players(event: Event) -> list[KnownPlayer]:
    """Everybody in the event as the roster check compares them."""
    chosen_by = {
        sign_up.partner_id: sign_up.player.code
        for sign_up in signed_up(event, ActivityKind.EUCHRE)
        if sign_up.partner_id is not None
    }
    return [_known(player, chosen_by.get(player.pk, "")) for player in players_of(event)]


def staff_of(event: Event) -> list[StaffMember]:
    """Everybody with a role at the event, by sign-in name."""
    grants = RoleGrant.objects.filter(event=event).select_related("user").order_by("user__username", "user_id")
    return [_member(rows) for _, rows in groupby(grants, key=lambda grant: grant.user_id)]


def planned_kinds(event_id: int) -> QuerySet[Activity, tuple[str]]:
    """The kind of each line of the programme, to be joined with what was opened besides."""
    return Activity.objects.filter(event=event_id).order_by().values_list("kind")


def kinds_played(found: Iterable[tuple[str]]) -> frozenset[ActivityKind]:
    """What is played of the kinds found: everything, while that is nothing, as with a programme that says nothing."""
    return frozenset(ActivityKind(kind) for (kind,) in found) & PLAYED or PLAYED


def free_code(text: str, year: int) -> str:
    """A code for the addresses that no night has, from a name or another code: "Spring Card Night" gives SPRING-26."""
    words = re.sub(r"(-?[0-9]{2,4})?(-[0-9])?$", "", text.upper().strip())
    stem = next(iter(re.findall(r"[A-Z0-9-]*[A-Z0-9]", words)), "")[:13].strip("-") or "NIGHT"
    taken = {code.upper() for code in Event.objects.filter(code__istartswith=stem).values_list("code", flat=True)}
    wanted = f"{stem}-{year % 100:02}"
    more = (f"{wanted}-{number}" for number in count(2))
    return wanted if wanted not in taken else next(each for each in more if each not in taken)


def open_invitations(event: Event) -> list[Invitation]:
    """Those that nobody has used, newest first; one whose time is over can be made again or withdrawn."""
    return list(Invitation.objects.filter(event=event, used_at=None))


def invitation_of(event: Event, invitation_id: int) -> Invitation:
    """The event's invitation of that number. Raises NotFound("unknown_invitation")."""
    found = Invitation.objects.filter(event=event, pk=invitation_id).first()
    if found is None:
        raise NotFound("unknown_invitation", "There is no such invitation any more. It may have been withdrawn.")
    return found


def check_in_counts(event: Event) -> CheckInCounts:
    """The door in numbers."""
    counts = Player.objects.filter(event=event).aggregate(
        players=Count("pk"), checked_in=Count("checked_in_at"), ids_seen=Count("id_seen_at")
    )
    return CheckInCounts(**counts)


def _players(event: Event) -> QuerySet[Player]:
    return Player.objects.filter(event=event).select_related("event", "person")


def _known(player: Player, chosen_by: str) -> KnownPlayer:
    euchre = next((sign_up for sign_up in player.sign_ups.all() if sign_up.kind == ActivityKind.EUCHRE), None)
    return KnownPlayer(
        code=player.code,
        name=player.person.full_name,
        email=player.person.email,
        plays_euchre=euchre is not None,
        partner=euchre.partner.code if euchre and euchre.partner else chosen_by,
    )


def _member(grants: Iterable[RoleGrant]) -> StaffMember:
    rows = list(grants)
    user = rows[0].user
    held = {row.role for row in rows}
    return StaffMember(
        user_id=user.pk,
        username=user.get_username(),
        name=user.get_full_name() or user.get_username(),
        roles=tuple(role for role in Role if role in held),
    )


def rule_changes_of(event: Event) -> list[AuditRecord]:
    """The changes of rules since the doors opened, oldest first: the lines of the log that name them. Rules: CAN-26."""
    if event.status == EventStatus.PLANNED:
        return []
    lines = AuditRecord.objects.filter(event=event, action__in=("event.opened", "settings.updated")).order_by("id")
    since_opened = dropwhile(lambda line: line.action != "event.opened", lines)
    return [line for line in since_opened if line.facts.get("rules")]
