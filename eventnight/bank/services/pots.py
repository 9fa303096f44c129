"""The pot of a 50/50 bucket on its way to the winner, out of a drawer or the safe."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from engine.raffle import pot_of
from engine.units import Cents
from eventnight.bank.models import EntryKind, Purpose
from eventnight.bank.refs import AccountRef, safe, source
from eventnight.bank.refs import till as till_account
from eventnight.bank.selectors.balances import balance_of
from eventnight.bank.services.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.posting import post_entry
from eventnight.core.actors import Actor
from eventnight.core.errors import UserFacingError
from eventnight.core.wording import money_text
from eventnight.events.models import Event


def pay_pot(
    *,
    event: Event,
    player_code: str,
    prize_code: str,
    money: Cents,
    percent: int,
    till: str,
    by: Actor,
    request_id: UUID,
    now: datetime,
) -> Posting:
    """Pay the winner of a 50/50 the share of its ticket money. money: what the tickets in the bucket were sold for.

    till: whose drawer it comes out of, or empty for the safe. A pot of nothing makes an entry without lines.

    Raises UserFacingError: "pot_not_there"; NotFound: "unknown_player".
    Rules: WLIA-15, WLIA-16.
    """

    def draft(event: Event) -> Draft:
        pot = pot_of(money, percent)
        giver = till_account(till) if till else safe()
        _require_there(event, giver, pot)
        return Draft(
            lines=(Line(giver, source(), pot),) if pot else (),
            subject=player_code,
            reason=f"Prize {prize_code}",
            rates={"money": money, "percent": percent},
            purpose=Purpose.POT if pot else "",
            till=till if pot else "",
        )

    content = {"player": player_code, "prize": prize_code, "money": money, "percent": percent, "till": till}
    return post_entry(Request(event, EntryKind.POT_PAID, by, request_id, now, content), draft)


def _require_there(event: Event, giver: AccountRef, pot: Cents) -> None:
    # What a drawer holds is not said: whoever counts it later must not know.
    if balance_of(event.pk, giver) < pot:
        where = f"Till {giver.code}" if giver.code != safe().code else "The safe"
        raise UserFacingError(
            "pot_not_there",
            f"{where} does not hold the {money_text(pot, event.currency)} of this pot. Pay it from another till, or "
            "close a till first so that its money is in the safe.",
            rules=("WLIA-15",),
            needs=pot,
            account=str(giver),
        )
