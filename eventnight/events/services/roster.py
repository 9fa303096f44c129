"""Brings a roster file into an event: everybody or nobody, once, after a look at every line."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import transaction

from eventnight.core.actors import Actor
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import UserFacingError
from eventnight.events.models import ActivityKind, Event, Player, RosterUpload, SignUp
from eventnight.events.roster_check import Entrant, LineError, RosterPlan, plan_import
from eventnight.events.roster_file import Roster, read_roster
from eventnight.events.selectors import known_players
from eventnight.events.services.players import NewPlayer, add_players

LARGEST_FILE = 2 * 1024 * 1024
ERRORS_IN_MESSAGE = 3


def plan_roster(event: Event, upload: RosterUpload) -> RosterPlan:
    """What importing a kept file would do now. Raises as read_roster does. Writes nothing."""
    return plan_import(read_roster(upload.file_name, bytes(upload.content)), known_players(event))


def check_roster(event: Event, roster: Roster) -> list[LineError]:
    """Every error of the roster by line; an empty list means that it can be imported."""
    return plan_import(roster, known_players(event)).errors


@transaction.atomic
def keep_upload(*, event: Event, file_name: str, content: bytes, by: Actor, now: datetime) -> RosterUpload:
    """Keep a file until it is imported. The same file gives the same row, however often it is sent.

    Raises UserFacingError("roster_too_large").
    """
    if len(content) > LARGEST_FILE:
        raise UserFacingError(
            "roster_too_large",
            f"{file_name} has {len(content):,} bytes; {LARGEST_FILE:,} are read. Save only the sheet with the names.",
            size=len(content),
        )
    lock_event(event.pk)
    upload, _ = RosterUpload.objects.get_or_create(
        event=event,
        sha256=hashlib.sha256(content).hexdigest(),
        defaults={
            "file_name": file_name[-200:],
            "content": content,
            "uploaded_by_id": by.user_id,
            "uploaded_at": now,
        },
    )
    return upload


@transaction.atomic
def import_roster(*, event: Event, upload: RosterUpload, by: Actor, now: datetime) -> RosterUpload:
    """Add everybody of a kept file with sign-ups and partners, or nobody. A second press changes nothing.

    Raises UserFacingError("roster_errors"): the file has errors; facts hold all of them.
    """
    lock_event(event.pk)
    upload = RosterUpload.objects.select_for_update(of=("self",)).get(pk=upload.pk, event=event)
    if upload.applied_at is not None:
        return upload
    plan = plan_roster(event, upload)
    if plan.errors:
        raise _refused(plan.errors)
    players = add_players(event=event, people=[_new_player(entrant) for entrant in plan.entrants], by=by, now=now)
    SignUp.objects.bulk_create(_sign_ups(event, plan, players, now))
    upload.applied_at, upload.players_added = now, len(players)
    upload.save(update_fields=["applied_at", "players_added"])
    record(event.pk, by=by, action="roster.imported", subject=upload.sha256[:12], now=now, players=len(players))
    return upload


def _new_player(entrant: Entrant) -> NewPlayer:
    return NewPlayer(
        full_name=entrant.name, email=entrant.email, code_name=entrant.code_name, is_minor=entrant.is_minor
    )


def _sign_ups(event: Event, plan: RosterPlan, players: list[Player], now: datetime) -> list[SignUp]:
    by_line = {entrant.line: player for entrant, player in zip(plan.entrants, players, strict=True)}
    by_code = {player.code: player for player in event.players.all()}
    return [
        SignUp(
            player=by_line[entrant.line],
            kind=kind,
            partner=_partner(plan, entrant, by_line, by_code) if kind == ActivityKind.EUCHRE else None,
            signed_up_at=now,
        )
        for entrant in plan.entrants
        for kind in entrant.activities
    ]


def _partner(
    plan: RosterPlan, entrant: Entrant, by_line: dict[int, Player], by_code: dict[str, Player]
) -> Player | None:
    partner = plan.partners.get(entrant.line)
    if partner is None:
        return None
    return by_line[partner.line] if isinstance(partner, Entrant) else by_code[partner.code]


def _refused(errors: list[LineError]) -> UserFacingError:
    first = " ".join(str(error) for error in errors[:ERRORS_IN_MESSAGE])
    more = f" And {len(errors) - ERRORS_IN_MESSAGE} more." if len(errors) > ERRORS_IN_MESSAGE else ""
    return UserFacingError(
        "roster_errors",
        f"Nobody was imported: the file has {len(errors)} errors. {first}{more}",
        errors=[error.as_json() for error in errors],
    )
