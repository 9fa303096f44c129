"""The same sale to the same guest a moment later, from another page: meant, or sold by two people at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from eventnight.bank.models import Commodity, Entry
from eventnight.bank.selectors import donation_with, moved_by
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.bank.services.ledger.drafts import Line
from eventnight.bank.wording import sale_text
from eventnight.core.errors import Conflict
from eventnight.core.press import Press

ASKED_SECONDS = 60
ON_TOP = "donation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sale:
    """What would be sold now. what: its name, such as "Re-buy". wanted: what moves, by commodity, a donation on top of
    it as "donation", in cents.
    """

    what: str
    player_code: str
    wanted: Mapping[str, int]
    currency: str


def require_meant(last: Entry | None, sale: Sale, press: Press) -> None:
    """Ask back where the same was sold less than a minute ago. Needs the event's lock, so that of two one sells.

    last: the last sale of that kind to the player; another one than whoever presses was told of is asked about again.

    Raises Conflict("sold_just_now").
    """
    if last is None or last.sequence == press.again:
        return
    seconds = round(abs((press.at - last.at).total_seconds()))
    if seconds >= ASKED_SECONDS:
        return
    who = actor_labels([last.actor_code], last.event_id)[last.actor_code]
    ago = f"{seconds} second{'' if seconds == 1 else 's'} ago" if seconds else "just now"
    booked = _sold_with(last)
    before, after = (sale_text(last.kind, sold, sale.currency) for sold in (booked, sale.wanted))
    raise Conflict(
        "sold_just_now",
        f"{sale.what} for {sale.player_code}: {before}, booked {ago} by {who}, entry {last.sequence}. "
        f"Book {after} as well?",
        what=sale.what,
        player=sale.player_code,
        sequence=last.sequence,
        seconds=seconds,
        by=last.actor_code,
        booked=booked,
        wanted=dict(sale.wanted),
    )


def wanted_by(lines: Iterable[Line], donation: int = 0) -> dict[str, int]:
    """What would be sold, by commodity, of the first line of each. donation: in cents, on top."""
    wanted: dict[str, int] = {}
    for giver, _, amount in lines:
        wanted.setdefault(str(giver.commodity), amount)
    return wanted | ({ON_TOP: donation} if donation else {})


def _sold_with(sale: Entry) -> dict[str, int]:
    """What a sale moved, and what came on top of it unless that was undone."""
    donation = donation_with(sale)
    if donation is None or hasattr(donation, "reversed_by"):
        return moved_by(sale)
    return {**moved_by(sale), ON_TOP: moved_by(donation)[Commodity.MONEY]}
