"""What guests won, on its way to them out of a drawer or the safe: a 50/50's pot, a tournament's prize."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.raffle import pot_of
from engine.units import Cents
from eventnight.bank.ledger.refs import AccountRef, safe, source
from eventnight.bank.ledger.refs import till as till_account
from eventnight.bank.models import EntryKind, Purpose
from eventnight.bank.selectors.ledger.balances import balance_of
from eventnight.bank.services.ledger.accounts import require_player
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.bank.services.ledger.reversal import require_second_from_limit
from eventnight.core.actors import Actor
from eventnight.core.errors import UserFacingError
from eventnight.core.formats import money_text
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Event


@counted_once
def pay_pot(
    *,
    event: Event,
    player_code: str,
    prize_code: str,
    money: Cents,
    percent: int,
    till: str,
    press: Press,
) -> Posting:
    """Pay the winner of a 50/50 the share of its ticket money. money: what the tickets in the bucket were sold for.

    till: whose drawer it comes out of, or empty for the safe. A pot of nothing makes an entry without lines.

    Raises UserFacingError: "pot_not_there"; NotFound: "unknown_player".
    Rules: WLIA-15, WLIA-16.
    """

    def draft(event: Event) -> Draft:
        pot = pot_of(money, percent)
        _require_there(event, till, pot, "pot", rules=("WLIA-15",))
        return _paid_out(
            player_code,
            pot,
            till,
            reason=f"Prize {prize_code}",
            rates={"money": money, "percent": percent},
            purpose=Purpose.POT,
        )

    content = {"player": player_code, "prize": prize_code, "money": money, "percent": percent, "till": till}
    return post_entry(Request(event, EntryKind.POT_PAID, press, content), draft)


@counted_once
def pay_prize(
    *,
    event: Event,
    player_code: str,
    prize_code: str,
    prize: str,
    money: Cents,
    till: str,
    press: Press,
) -> Posting:
    """Pay a player the prize of a tournament, or the share of a deal. money: in cents, above zero.

    prize_code: what it is paid for, once; prize: the same in words. till: whose drawer it comes out of, or empty for
    the safe. press.second: who confirms, from the event's limit on.

    Raises UserFacingError: "prize_not_there", "second_person"; NotFound: "unknown_player".
    """
    if money < 1:
        raise ValueError(f"a prize of {money} cents cannot be paid")

    def draft(event: Event) -> Draft:
        require_player(event.pk, player_code)
        require_second_from_limit(event, money, press, doing="a payment", does="pays")
        _require_there(event, till, money, "prize")
        return _paid_out(
            player_code,
            money,
            till,
            reason=prize,
            rates={"money": money, "for": prize_code},
            purpose=Purpose.PRIZE,
            second=press.second,
        )

    content = {"player": player_code, "prize": prize_code, "money": money, "till": till}
    return post_entry(Request(event, EntryKind.PRIZE_PAID, press, content), draft)


def _giver(till: str) -> AccountRef:
    return till_account(till) if till else safe()


def _paid_out(
    player_code: str,
    cents: Cents,
    till: str,
    *,
    reason: str,
    rates: Mapping[str, Any],
    purpose: Purpose,
    second: Actor | None = None,
) -> Draft:
    """The entry of a payment; one of nothing has no lines and no purpose."""
    return Draft(
        lines=(Line(_giver(till), source(), cents),) if cents else (),
        subject=player_code,
        reason=reason,
        rates=rates,
        purpose=purpose if cents else "",
        till=till if cents else "",
        second=second,
    )


def _require_there(event: Event, till: str, cents: Cents, noun: str, rules: tuple[str, ...] = ()) -> None:
    # What a drawer holds is not said: whoever counts it later must not know.
    giver = _giver(till)
    if balance_of(event.pk, giver) < cents:
        where = f"Till {till}" if till else "The safe"
        raise UserFacingError(
            f"{noun}_not_there",
            f"{where} does not hold the {money_text(cents, event.currency)} of this {noun}. Pay it from another till, "
            "or close a till first so that its money is in the safe.",
            rules=rules,
            needs=cents,
            account=str(giver),
        )
