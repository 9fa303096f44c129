"""What the sheet `receipt` takes: receipts for guests, and the report of a till's shift."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.bank.selectors import SaleReceipt, Shift
from eventnight.bank.tills.count import TillSums
from eventnight.core.paper.typeset import Values
from eventnight.core.values.formats import chips_text, clock_text, money_text
from eventnight.events.models import Event, Player


def receipt_paper(event: Event, receipt: SaleReceipt, player: Player | None, words: str) -> Values:
    """A guest's receipt. words: the organiser's own, below the sum."""
    place = f"till {receipt.till}, " if receipt.till else "safe, " if receipt.is_won else ""
    return {
        "title": f"Receipt {receipt.sequence}, {event.name}",
        "night": event.name,
        "heading": receipt.what,
        "lines": [each for each in (_guest(player), receipt.what_for) if each],
        "sums": list(_sums_of_sale(event, receipt)),
        "below": [*_said_of_sale(receipt), *words.splitlines()],
        "is_signed": receipt.is_won,
        "seal": f"{clock_text(receipt.at, event)}, {place}{receipt.by}. Seal {receipt.seal}.",
    }


def shift_paper(event: Event, shift: Shift, *, sees_sums: bool) -> Values:
    """The report of a shift. sees_sums: whether the money of one that runs is shown, which is counted first."""
    return {
        "title": f"Till {shift.till}, shift {shift.number}, {event.name}",
        "night": event.name,
        "heading": f"Till {shift.till}, shift {shift.number}",
        "lines": list(_said_of_shift(event, shift)),
        "sums": list(_sums_of_shift(event, shift, sees_sums=sees_sums)),
        "below": [f"Reason: {shift.reason}"] if shift.reason else [],
        "is_signed": False,
        "seal": f"Seal {shift.receipt}." if shift.receipt else "",
    }


def sum_line(label: str, amount: str, *, is_total: bool = False) -> Values:
    """A row of the sums."""
    return {"label": label, "amount": amount, "is_total": is_total}


def _guest(player: Player | None) -> str:
    return f"{player.person.full_name} {player.code}" if player else ""


def _sums_of_sale(event: Event, receipt: SaleReceipt) -> Iterator[Values]:
    if receipt.chips:
        yield sum_line("Chips", chips_text(receipt.chips))
    if receipt.tickets:
        yield sum_line("Raffle tickets", chips_text(receipt.tickets))
    if receipt.is_won:
        yield sum_line("Paid out", money_text(receipt.won, event.currency), is_total=True)
        return
    paid = "Given back" if receipt.paid < 0 else "Paid"
    yield sum_line(paid, money_text(receipt.paid, event.currency), is_total=True)
    yield sum_line(f"By {receipt.means.label.lower()}{', number' if receipt.reference else ''}", receipt.reference)


def _said_of_sale(receipt: SaleReceipt) -> Iterator[str]:
    if receipt.with_sale:
        yield f"Given on top of entry {receipt.with_sale}."
    elif receipt.donation:
        yield f"The donation on top has a receipt of its own, {receipt.donation}."
    if receipt.undone_by:
        yield f"Undone by entry {receipt.undone_by}."


def _said_of_shift(event: Event, shift: Shift) -> Iterator[str]:
    yield "Z report" if shift.ended_at else "X report, still running"
    times = [f"from {clock_text(shift.began_at, event)}"] if shift.began_at else []
    times += [f"to {clock_text(shift.ended_at, event)}"] if shift.ended_at else []
    yield ", ".join(each for each in (" ".join(times), shift.by) if each)
    if shift.second:
        yield f"{'Taken over' if shift.is_handed_over else 'Signed'} by {shift.second}."
    if shift.entries:
        yield f"Entries {shift.first_sequence} to {shift.last_sequence}, {shift.entries} of this till."


def _sums_of_shift(event: Event, shift: Shift, *, sees_sums: bool) -> Iterator[Values]:
    def money(cents: int) -> str:
        return money_text(cents, event.currency) if sees_sums else "counted first"

    if sees_sums and shift.opening.total:
        yield from _held(event, shift.opening, "Taken over")
    for line in shift.lines:
        yield sum_line(f"{line.label}, {line.count}", money(line.cents))
    for part in shift.means if sees_sums else ():
        yield sum_line(f"of it by {part.label.lower()}", money(part.cents))
    if shift.counted and shift.difference:
        yield from _held(event, shift.expected, "Should have held")
        yield from _held(event, shift.counted, "Counted")
        yield from _held(event, shift.difference, "Difference")
    elif sees_sums:
        yield from _held(event, shift.expected, "Should hold")
    for worth, count in shift.pieces:
        yield sum_line(money_text(worth, event.currency, short=True), str(count))


def _held(event: Event, sums: TillSums, heading: str) -> Iterator[Values]:
    if sums.has_more_than_cash:
        yield sum_line(f"{heading}, cash", money_text(sums.cash, event.currency))
        yield sum_line(f"{heading}, cheques, {sums.cheque_number}", money_text(sums.cheques, event.currency))
        yield sum_line(f"{heading}, card terminal", money_text(sums.card, event.currency))
    yield sum_line(heading, money_text(sums.total, event.currency), is_total=True)
