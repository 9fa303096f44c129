"""Tournament chips: a commodity of their own, never to be mixed with the chips that buy tickets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.units import Cents, Chips
from eventnight.bank.ledger.refs import issuer, stack
from eventnight.bank.means import IN_CASH, Payment
from eventnight.bank.models import Commodity, EntryKind, Purpose
from eventnight.bank.selectors.ledger.balances import balances
from eventnight.bank.services.chips.colours import stacks_back, stacks_given
from eventnight.bank.services.chips.tables import matched_lines
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.bank.services.tills.tills import money_in, require_second_person
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.events.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class StackSale(PressContent):
    """Chips of a tournament that are handed out. paid: money taken for them, in cents. purpose: what for."""

    chips: Chips
    paid: Cents = Cents(0)
    purpose: str = Purpose.ENTRY_FEE


@counted_once
def issue_stack(*, event: Event, stack_code: str, sold: StackSale, press: Press, payment: Payment = IN_CASH) -> Posting:
    """Hand out a tournament stack, such as "F2-P012", or chips to add to it. payment: how it was paid.

    Raises BadRequest: "chips_above_zero"; Conflict: "till_closed".
    """
    chips, paid = sold.chips, sold.paid

    def draft(event: Event) -> Draft:
        if chips < 1:
            raise BadRequest("chips_above_zero", f"A stack of {chips} chips cannot play.", chips=chips)
        stack_line = Line(issuer(Commodity.TOURNAMENT_CHIPS), stack(stack_code), chips)
        return Draft(
            lines=(*money_in(paid, payment), stack_line),
            subject=stack_code,
            rates={"price": paid, "chips": chips, **payment.rates, **stacks_given(event, chips)},
            purpose=sold.purpose if paid else "",
            till=payment.till if paid else "",
        )

    payment.require_nothing_on_top()
    content = {"stack": stack_code, "chips": chips, "paid": paid, **payment.entry_content}
    if sold.purpose != Purpose.ENTRY_FEE:
        content["purpose"] = str(sold.purpose)
    return post_entry(Request(event, EntryKind.STACK_ISSUED, press, content), draft)


@counted_once
def carry_stacks(*, event: Event, lines: Sequence[tuple[str, str, int]], press: Press, subject: str = "") -> Posting:
    """Carry chips from stacks of one flight to stacks of the next: (from code, to code, chips).

    subject: the flight they go to, such as "FT". Raises UserFacingError: "overdraft".
    """
    moved = tuple(Line(stack(giver), stack(taker), chips) for giver, taker, chips in lines)
    content = {"subject": subject, "lines": [list(line) for line in lines]}
    request = Request(event, EntryKind.STACKS_CARRIED, press, content)
    return post_entry(request, lambda event: Draft(lines=moved, subject=subject))


@counted_once
def bag_stacks(
    *,
    event: Event,
    counts: Mapping[str, int],
    press: Press,
    reason: str = "",
    subject: str = "",
) -> Posting:
    """Set stacks to what was counted: chips by stack code. What some lost, others have won.

    Where the counts do not add up to what the stacks held, the rest comes from or goes to the issuer, which needs a
    reason and a second person.

    Raises UserFacingError: "counts_do_not_add_up", "second_person".
    """

    def draft(event: Event) -> Draft:
        held = balances(event.pk, [stack(code) for code in counts])
        nets = {ref: counts[ref.code] - chips for ref, chips in held.items()}
        drift = sum(nets.values())
        if drift:
            _require_reason(sum(held.values()), drift, reason)
            require_second_person(press)
        lines = matched_lines({**nets, issuer(Commodity.TOURNAMENT_CHIPS): -drift})
        return Draft(lines=lines, subject=subject, reason=reason, second=press.second)

    content = {"counts": dict(counts), "reason": reason, "subject": subject}
    return post_entry(Request(event, EntryKind.STACKS_BAGGED, press, content), draft)


@counted_once
def settle_stacks(*, event: Event, counts: Mapping[str, int], press: Press, subject: str) -> Posting:
    """Book a hand at a flight's table: every stack of the flight holds what it was counted with and the hand left it.

    counts: chips by stack code; together they are what the stacks hold. subject: the table.

    Raises ValueError if they are not.
    """

    def draft(event: Event) -> Draft:
        held = balances(event.pk, [stack(code) for code in counts])
        nets = {ref: counts[ref.code] - chips for ref, chips in held.items()}
        if sum(nets.values()):
            raise ValueError(f"a hand leaves {sum(counts.values())} chips in stacks that hold {sum(held.values())}")
        return Draft(lines=matched_lines(nets), subject=subject)

    content = {"table": subject, "counts": dict(counts)}
    return post_entry(Request(event, EntryKind.STACK_HAND, press, content), draft)


@counted_once
def return_stacks(*, event: Event, stack_codes: Sequence[str], press: Press, subject: str = "") -> Posting:
    """Give every chip of these stacks back to the issuer."""

    def draft(event: Event) -> Draft:
        held = balances(event.pk, [stack(code) for code in stack_codes])
        returned = (
            Line(ref, issuer(Commodity.TOURNAMENT_CHIPS), chips) for ref, chips in sorted(held.items()) if chips
        )
        back = stacks_back(event, Chips(sum(held.values())))
        return Draft(lines=tuple(returned), subject=subject, rates=back)

    content = {"stacks": sorted(stack_codes), "subject": subject}
    return post_entry(Request(event, EntryKind.STACKS_RETURNED, press, content), draft)


@counted_once
def remove_stacks(
    *, event: Event, counts: Mapping[str, int], removed: Sequence[str], press: Press, subject: str
) -> Posting:
    """Take the stacks of players who do not play on out of play. Every other stack of the flight holds what it was
    counted with.

    counts: chips by stack code, those of the removed ones too; together they are what the stacks hold. subject: the
    flight.

    Raises ValueError if they are not.
    """

    def draft(event: Event) -> Draft:
        held = balances(event.pk, [stack(code) for code in counts])
        gone = Chips(sum(counts[code] for code in removed))
        nets = {ref: (0 if ref.code in removed else counts[ref.code]) - chips for ref, chips in held.items()}
        if sum(nets.values()) + gone:
            raise ValueError(f"{sum(counts.values())} chips were counted in stacks that hold {sum(held.values())}")
        lines = matched_lines(nets | {issuer(Commodity.TOURNAMENT_CHIPS): int(gone)})
        return Draft(lines=lines, subject=subject, rates=stacks_back(event, gone))

    content = {"counts": dict(counts), "removed": sorted(removed), "subject": subject}
    return post_entry(Request(event, EntryKind.STACKS_RETURNED, press, content), draft)


def _require_reason(held: int, drift: int, reason: str) -> None:
    if not reason.strip():
        raise UserFacingError(
            "counts_do_not_add_up",
            f"The stacks counted hold {held + drift:,} chips, the books {held:,}: {abs(drift):,} too "
            f"{'many' if drift > 0 else 'few'}. Count again, or give the reason and let a second person sign.",
            counted=held + drift,
            expected=held,
        )
