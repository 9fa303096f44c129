"""What guests won, on its way to them out of a drawer or the safe: a 50/50's pot, a tournament's prize."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
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
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import money_text
from eventnight.events.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Payout(PressContent):
    """What takes a payout to its guest. prize_code: what is paid for, once. till: whose drawer the money comes out
    of, or empty for the safe.
    """

    player_code: str
    prize_code: str
    till: str

    @property
    def entry_content(self) -> dict[str, object]:
        """What an entry's fingerprint holds of it."""
        return {"player": self.player_code, "prize": self.prize_code, "till": self.till}

    @property
    def giver(self) -> AccountRef:
        """The account that the money leaves."""
        return till_account(self.till) if self.till else safe()


@counted_once
def pay_pot(*, event: Event, payout: Payout, money: Cents, percent: int, press: Press) -> Posting:
    """Pay the winner of a 50/50 the share of its ticket money. money: what the tickets in the bucket were sold for.

    A pot of nothing makes an entry without lines.

    Raises UserFacingError: "pot_not_there"; NotFound: "unknown_player".
    Rules: WLIA-15, WLIA-16.
    """

    def draft(event: Event) -> Draft:
        pot = pot_of(money, percent)
        _require_there(event, payout, pot, "pot", rules=("WLIA-15",))
        rates = {"money": money, "percent": percent}
        return replace(_paid_out(payout, pot, Purpose.POT, rates), reason=f"Prize {payout.prize_code}")

    content = {**payout.entry_content, "money": money, "percent": percent}
    return post_entry(Request(event, EntryKind.POT_PAID, press, content), draft)


@counted_once
def pay_prize(*, event: Event, payout: Payout, prize: str, money: Cents, press: Press) -> Posting:
    """Pay a player the prize of a tournament, or the share of a deal. money: in cents, above zero.

    prize: what it is paid for, in words. press.second: who confirms, from the event's limit on.

    Raises UserFacingError: "prize_not_there", "second_person"; NotFound: "unknown_player".
    """
    if money < 1:
        raise ValueError(f"a prize of {money} cents cannot be paid")

    def draft(event: Event) -> Draft:
        require_player(event.pk, payout.player_code)
        require_second_from_limit(event, money, press, doing="a payment", does="pays")
        _require_there(event, payout, money, "prize")
        rates = {"money": money, "for": payout.prize_code}
        return replace(_paid_out(payout, money, Purpose.PRIZE, rates), reason=prize, second=press.second)

    content = {**payout.entry_content, "money": money}
    return post_entry(Request(event, EntryKind.PRIZE_PAID, press, content), draft)


def _paid_out(payout: Payout, cents: Cents, purpose: Purpose, rates: Mapping[str, Any]) -> Draft:
    """The entry of a payment; one of nothing has no lines and no purpose."""
    return Draft(
        lines=(Line(payout.giver, source(), cents),) if cents else (),
        subject=payout.player_code,
        rates=rates,
        purpose=purpose if cents else "",
        till=payout.till if cents else "",
    )


def _require_there(event: Event, payout: Payout, cents: Cents, noun: str, rules: tuple[str, ...] = ()) -> None:
    # What a drawer holds is not said: whoever counts it later must not know.
    if balance_of(event.pk, payout.giver) < cents:
        where = f"Till {payout.till}" if payout.till else "The safe"
        raise UserFacingError(
            f"{noun}_not_there",
            f"{where} does not hold the {money_text(cents, event.currency)} of this {noun}. Pay it from another till, "
            "or close a till first so that its money is in the safe.",
            rules=rules,
            needs=cents,
            account=str(payout.giver),
        )
