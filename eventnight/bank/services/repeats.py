"""The same sale to the same guest a moment later, from another page: meant, or sold by two people at once."""

from __future__ import annotations

from datetime import datetime

from eventnight.bank.models import Entry
from eventnight.bank.selectors.actors import actor_labels
from eventnight.core.errors import Conflict

ASKED_SECONDS = 60


def require_meant(last: Entry | None, *, what: str, player_code: str, again: int, now: datetime) -> None:
    """Ask back where the same was sold less than a minute ago. Needs the event's lock, so that of two one sells.

    last: the last sale of that kind to the player. what: its name, such as "Re-buy". again: the number of the sale that
    whoever sells has been told of, 0 for none; another one in the meantime is asked about again.

    Raises Conflict("sold_just_now").
    """
    if last is None or last.sequence == again:
        return
    seconds = round(abs((now - last.at).total_seconds()))
    if seconds >= ASKED_SECONDS:
        return
    who = actor_labels([last.actor_code], last.event_id)[last.actor_code]
    ago = f"{seconds} second{'' if seconds == 1 else 's'} ago" if seconds else "just now"
    raise Conflict(
        "sold_just_now",
        f"{what} for {player_code}: sold {ago} by {who}, entry {last.sequence}. Sell it again?",
        what=what,
        player=player_code,
        sequence=last.sequence,
        seconds=seconds,
        by=last.actor_code,
    )
