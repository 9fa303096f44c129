"""Who may play on: another look at an ID, and players who turn out not to meet the organiser's conditions."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet

from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.values.formats import clock_text
from eventnight.core.values.text import clean_text
from eventnight.events.models import Player
from eventnight.events.services.check_in import CONDITION_RULES, ID_RULES, locked_player

AGAIN_RULES = ("WAS-14",)


@transaction.atomic
def look_at_id_again(*, player: Player, press: Press) -> Player:
    """A picture ID was seen once more, such as at the final; who saw it and when takes the place of the look before.

    Raises Conflict("not_checked_in_yet"), ValueError if it was seen by nobody with an account. Rules: WAS-14.
    """
    lock_event(player.event_id)
    player = locked_player(player)
    if player.checked_in_at is None:
        raise Conflict(
            "not_checked_in_yet",
            f"{player} is not checked in. The first look at the ID belongs to the check-in.",
            player=player.code,
        )
    if press.by.user_id is None:
        raise ValueError("an ID is seen by a member of staff")
    player.id_seen_at, player.id_seen_by_id = press.at, press.by.user_id
    player.save(update_fields=["id_seen_at", "id_seen_by"])
    record(player.event_id, press=press, action="player.id_seen_again", subject=player.code)
    return player


@transaction.atomic
def withdraw_player(*, player: Player, reason: str, press: Press) -> Player:
    """The player does not meet the conditions, or shows no ID, and takes no new part in anything. Chips, seats and
    entries stay as they are until staff take them out, each where it belongs.

    Raises BadRequest("reason_missing"), Conflict("player_withdrawn"). Rules: WAS-13, WAS-14.
    """
    lock_event(player.event_id)
    player = locked_player(player)
    _require_in(player)
    why = clean_text(reason)
    if not why:
        raise BadRequest(
            "reason_missing",
            f"Say why {player} does not play on: it is kept with the withdrawal.",
            rules=CONDITION_RULES,
            player=player.code,
        )
    player.withdrawn_at, player.withdrawn_by, player.withdrawn_reason = press.at, press.by.label, why
    _save(player)
    record(player.event_id, press=press, action="player.withdrawn", subject=player.code, reason=why)
    return player


@transaction.atomic
def readmit_player(*, player: Player, press: Press) -> Player:
    """Take the withdrawal back. Raises Conflict("not_withdrawn"). Rules: WAS-13."""
    lock_event(player.event_id)
    player = locked_player(player)
    if not player.is_withdrawn:
        raise Conflict("not_withdrawn", f"{player} is not withdrawn. Reload the page.", player=player.code)
    player.withdrawn_at, player.withdrawn_by, player.withdrawn_reason = None, "", ""
    _save(player)
    record(player.event_id, press=press, action="player.readmitted", subject=player.code)
    return player


def require_may_play(*players: Player) -> None:
    """Let players pass who take a seat or lay a bet: checked in, and not withdrawn, as their rows are now.

    Raises UserFacingError("not_checked_in"), citing WAS-1 where the event checks IDs, Conflict("player_withdrawn").
    Rules: WAS-1, WAS-13, WAS-14.
    """
    for player in _as_they_are(players):
        _require_in(player)
        if not player.is_checked_in:
            raise _not_checked_in(player)


def require_not_withdrawn(*players: Player, way_out: str = "") -> None:
    """The same without the check-in. way_out: a sentence on what to do where the withdrawal is right.

    Raises Conflict("player_withdrawn"). Rules: WAS-13, WAS-14.
    """
    for player in _as_they_are(players):
        _require_in(player, way_out)


def _as_they_are(players: Sequence[Player]) -> QuerySet[Player]:
    """Whoever called read them before the event was locked."""
    return Player.objects.select_related("event", "person").filter(pk__in=[player.pk for player in players])


def _require_in(player: Player, way_out: str = "") -> None:
    if player.withdrawn_at is None:
        return
    at = clock_text(player.withdrawn_at, player.event)
    done = f"{player} was withdrawn at {at} by {player.withdrawn_by}: {player.withdrawn_reason}."
    instead = "If that was wrong, readmit them on the player's page."
    raise Conflict(
        "player_withdrawn",
        " ".join(sentence for sentence in (done, way_out, instead) if sentence),
        rules=(*CONDITION_RULES, *AGAIN_RULES),
        player=player.code,
        at=player.withdrawn_at.isoformat(),
        reason=player.withdrawn_reason,
    )


def _not_checked_in(player: Player) -> UserFacingError:
    checks_ids = player.event.house_settings.id_check
    way_out = "Check them in at the desk with a picture ID first." if checks_ids else "Check them in at the desk first."
    return UserFacingError(
        "not_checked_in",
        f"{player} has not been checked in and cannot take a seat. {way_out}",
        rules=ID_RULES if checks_ids else (),
        player=player.code,
    )


def _save(player: Player) -> None:
    player.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
