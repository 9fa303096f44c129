"""Check-in at the door: who came, and whether a picture ID was seen where the house wants it."""

from __future__ import annotations

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.values.formats import clock_text
from eventnight.events.models import Player

ID_RULES = ("WAS-1",)


@transaction.atomic
def check_in(*, player: Player, id_seen: bool, press: Press) -> Player:
    """The player is at the door. Records who saw the picture ID and when, and the organiser's conditions as they were
    shown and met.

    Raises UserFacingError("id_not_seen") where the event checks IDs, Conflict("already_checked_in"),
    ValueError if the ID was seen by nobody with an account.
    Rules: WAS-1, WAS-13.
    """
    lock_event(player.event_id)
    player = locked_player(player)
    if player.checked_in_at is not None:
        raise Conflict(
            "already_checked_in",
            f"{player} was checked in at {clock_text(player.checked_in_at, player.event)}. Nothing more to do.",
            player=player.code,
            at=player.checked_in_at.isoformat(),
        )
    if player.event.house_settings.id_check and not id_seen:
        raise UserFacingError(
            "id_not_seen",
            f"{player} cannot be checked in yet: look at a picture ID, then tick that you saw it.",
            rules=ID_RULES,
            player=player.code,
        )
    player.checked_in_at = press.at
    if id_seen:
        if press.by.user_id is None:
            raise ValueError("an ID is seen by a member of staff")
        player.id_seen_at, player.id_seen_by_id = press.at, press.by.user_id
    player.save(update_fields=["checked_in_at", "id_seen_at", "id_seen_by"])
    conditions = player.event.house_settings.conditions
    met = {"conditions_met": conditions} if conditions else {}
    record(player.event_id, press=press, action="player.checked_in", subject=player.code, id_seen=id_seen, **met)
    return player


@transaction.atomic
def undo_check_in(*, player: Player, press: Press) -> Player:
    """Undo a check-in, with the note of the ID. Raises Conflict("not_checked_in_yet")."""
    lock_event(player.event_id)
    player = locked_player(player)
    if player.checked_in_at is None:
        raise Conflict("not_checked_in_yet", f"{player} is not checked in. Reload the page.", player=player.code)
    player.checked_in_at = player.id_seen_at = player.id_seen_by = None
    player.save(update_fields=["checked_in_at", "id_seen_at", "id_seen_by"])
    record(player.event_id, press=press, action="player.check_in_undone", subject=player.code)
    return player


def locked_player(player: Player) -> Player:
    """As it is now, with event and person."""
    return (
        Player.objects.select_related("event", "person").select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    )
