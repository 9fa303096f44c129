"""Check-in at the door: who came, and whether a picture ID was seen where the house wants it."""

from __future__ import annotations

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.values.formats import clock_text
from eventnight.events.models import Player
from eventnight.events.still_in import places_of

ID_RULES = ("WAS-1",)
CONDITION_RULES = ("WAS-13",)


@transaction.atomic
def check_in(*, player: Player, id_seen: bool, press: Press, conditions_met: bool = False) -> Player:
    """The player is at the door. Records who saw the picture ID and when, and the organiser's conditions that were met.

    conditions_met: said by whoever was shown them; nothing to say where the event has none.

    Raises UserFacingError: "id_not_seen" where the event checks IDs, "conditions_not_met" where it has conditions;
    Conflict("already_checked_in"), ValueError if the ID was seen by nobody with an account.
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
    conditions = player.event.house_settings.conditions
    if conditions and not conditions_met:
        raise UserFacingError(
            "conditions_not_met",
            f"{player} cannot be checked in yet: nobody has said that they meet the conditions for taking part. They "
            f"are: {conditions}",
            rules=CONDITION_RULES,
            player=player.code,
            conditions=conditions,
        )
    player.checked_in_at = press.at
    if id_seen:
        if press.by.user_id is None:
            raise ValueError("an ID is seen by a member of staff")
        player.id_seen_at, player.id_seen_by_id = press.at, press.by.user_id
    player.save(update_fields=["checked_in_at", "id_seen_at", "id_seen_by"])
    met = {"conditions_met": conditions} if conditions else {}
    record(player.event_id, press=press, action="player.checked_in", subject=player.code, id_seen=id_seen, **met)
    return player


@transaction.atomic
def undo_check_in(*, player: Player, press: Press) -> Player:
    """Undo a check-in, with the note of the ID. Whoever has a place that needs a check-in keeps both.

    Raises Conflict: "not_checked_in_yet", "has_a_place", citing WAS-1 where the event checks IDs. Rules: WAS-1.
    """
    lock_event(player.event_id)
    player = locked_player(player)
    if player.checked_in_at is None:
        raise Conflict("not_checked_in_yet", f"{player} is not checked in. Reload the page.", player=player.code)
    _require_no_place(player)
    player.checked_in_at = player.id_seen_at = player.id_seen_by = None
    player.save(update_fields=["checked_in_at", "id_seen_at", "id_seen_by"])
    record(player.event_id, press=press, action="player.check_in_undone", subject=player.code)
    return player


def _require_no_place(player: Player) -> None:
    places = [place for place in places_of(player) if place.needs_check_in]
    if not places:
        return
    first = places[0]
    raise Conflict(
        "has_a_place",
        f"{player} has a place, so the check-in stands: {first.where}. To undo it, first {first.way_out}.",
        rules=ID_RULES if player.event.house_settings.id_check else (),
        player=player.code,
        places=[place.where for place in places],
    )


def locked_player(player: Player) -> Player:
    """As it is now, with event and person."""
    return (
        Player.objects.select_related("event", "person").select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    )
