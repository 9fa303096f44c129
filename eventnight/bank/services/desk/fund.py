"""Money out of the safe to the good cause, signed by two, and back where that was a mistake."""

from __future__ import annotations

from django.utils.text import get_text_list

from engine.units import Cents
from eventnight.bank.ledger.refs import AccountRef, fund
from eventnight.bank.means import Means
from eventnight.bank.models import EntryKind
from eventnight.bank.selectors.desk.fund import KEPT_FOR_FUND
from eventnight.bank.selectors.ledger.entries import entry_of
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.bank.services.ledger.reversal import reverse_entry
from eventnight.bank.services.tills.tills import require_second_person
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Event


@counted_once
def donate_to_fund(*, event: Event, amount: Cents, means: str, press: Press, note: str = "") -> Posting:
    """Record that money has left for the fund, in cents; also once the night is closed.

    means: cash or cheques out of the safe, or what the card company pays. note: to whom it went, and how.

    Raises UserFacingError: "second_person", "overdraft"; BadRequest: "donation_above_zero", "unknown_means". Rules:
    WLIA-3, WLIA-15.
    """

    def draft(event: Event) -> Draft:
        if amount < 1:
            raise BadRequest(
                "donation_above_zero", "A donation is above zero. Enter the money that left.", amount=amount
            )
        giver = _kept(means)
        require_second_person(press)
        return Draft(
            lines=(Line(giver, fund(), amount),),
            subject=fund().code,
            reason=note.strip(),
            second=press.second,
            way_out="Close the tills first, so that their money is in the safe, or give less.",
            rules=("WLIA-3", "WLIA-15"),
        )

    content = {"amount": amount, "means": str(means), "note": note.strip()}
    return post_entry(Request(event, EntryKind.FUND_DONATED, press, content), draft)


def _kept(means: str) -> AccountRef:
    if means not in Means.values:
        raise BadRequest(
            "unknown_means",
            f"Nothing is kept by {means!r}. Choose {get_text_list(Means.values, 'or')}.",
            means=means,
        )
    return KEPT_FOR_FUND[Means(means)]


@counted_once
def take_back_donation(*, event: Event, sequence: int, reason: str, press: Press) -> Posting:
    """Undo a donation to the fund: the money is in the safe again. Two sign that too.

    Raises UserFacingError: "not_a_fund_donation", "second_person", and what `reverse_entry` raises.
    """
    entry = entry_of(event.pk, sequence)
    if entry.kind != EntryKind.FUND_DONATED:
        raise UserFacingError(
            "not_a_fund_donation",
            f"Entry {sequence} is “{entry.get_kind_display()}”, no donation to the fund. Undo it where it was made.",
            sequence=sequence,
            kind=entry.kind,
        )
    require_second_person(press)
    return reverse_entry(
        event=event,
        sequence=sequence,
        reason=reason,
        press=press,
        may_reverse_any=True,
    )
