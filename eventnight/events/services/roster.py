"""Brings a roster file into an event: everybody or nobody, once, after a look at every line."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.uploads.sheets import rows_in
from eventnight.events.models import ActivityKind, Event, Player, RosterUpload, SignUp
from eventnight.events.roster.roster_check import Entrant, LineError, RosterPlan, plan_import
from eventnight.events.roster.roster_file import Roster, read_roster
from eventnight.events.selectors import known_players
from eventnight.events.services.players import NewPlayer, add_players
from eventnight.events.services.uploads import refusal_of

ERRORS_IN_MESSAGE = 3


def plan_roster(event: Event, upload: RosterUpload) -> RosterPlan:
    """What importing a kept list would do now. Writes nothing.

    Raises UserFacingError("roster_imported"): the list is gone, because it was imported;
    Conflict("roster_being_read"), and the refusal of a file that could not be read.
    """
    return plan_import(_kept(upload), known_players(event))


def check_roster(event: Event, roster: Roster) -> list[LineError]:
    """Every error of the roster by line; an empty list means that it can be imported."""
    return plan_import(roster, known_players(event)).errors


@transaction.atomic
def import_roster(*, event: Event, upload: RosterUpload, press: Press) -> RosterUpload:
    """Add everybody of a kept file with sign-ups and partners, or nobody. A second press changes nothing.

    Raises UserFacingError("roster_errors"): the file has errors; facts hold all of them.
    """
    lock_event(event.pk)
    upload = RosterUpload.objects.select_for_update(of=("self",), no_key=True).get(pk=upload.pk, event=event)
    if upload.applied_at is not None:
        return upload
    plan = plan_roster(event, upload)
    if plan.errors:
        raise _refused(plan.errors)
    players = add_players(event=event, people=[_new_player(entrant) for entrant in plan.entrants], press=press)
    SignUp.objects.bulk_create(_sign_ups(event, plan, players, press.at))
    # Whose names stood in the file is no longer needed: the players are here.
    upload.applied_at, upload.players_added, upload.content = press.at, len(players), b""
    upload.save(update_fields=["applied_at", "players_added", "content"])
    record(event.pk, press=press, action="roster.imported", subject=upload.sha256[:12], players=len(players))
    return upload


def _kept(upload: RosterUpload) -> Roster:
    if upload.reading_since is not None:
        raise Conflict("roster_being_read", f"{upload.file_name} is still being read. Look again in a few seconds.")
    if upload.refusal:
        raise refusal_of(upload)
    if not upload.content:
        raise UserFacingError(
            "roster_imported",
            f"{upload.file_name} was imported, and its list is deleted. Upload a file with the people who are missing.",
        )
    try:
        return read_roster(upload.file_name, rows_in(bytes(upload.content)))
    except (ValueError, TypeError) as error:
        # It came in an archive of a version that kept the file itself.
        raise UserFacingError(
            "roster_unreadable", f"{upload.file_name} was kept as it came, unread. Upload the file again."
        ) from error


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
