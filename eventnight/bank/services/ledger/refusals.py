"""The bank's refusals, each with the account, the numbers and the way out."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.units import Cents
from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.means import Means
from eventnight.bank.models import Commodity, Entry, OwnerKind
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.bank.tills.count import TillSums
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.values.formats import chips_text, clock_text, money_text
from eventnight.events.models import Event

_UNITS = {
    Commodity.CHIPS: "chips",
    Commodity.MONEY: "cents",
    Commodity.TICKETS: "tickets",
    Commodity.TOURNAMENT_CHIPS: "tournament chips",
}
_HOLDERS = {
    OwnerKind.PLAYER: "Player",
    OwnerKind.SEAT: "Seat",
    OwnerKind.STACK: "Stack",
    OwnerKind.TRAY: "Table tray",
    OwnerKind.TILL: "Till",
    OwnerKind.CARD: "The card takings of till",
    OwnerKind.CHEQUES: "The box of cheques of till",
    OwnerKind.CARD_SETTLEMENT: "The",
    OwnerKind.BUCKET: "Bucket",
    OwnerKind.HOUSE: "The house's",
    OwnerKind.SAFE: "The",
    OwnerKind.FUND: "The",
}


def amount_text(commodity: str, amount: int) -> str:
    """1,000 chips, 3 tickets, 20.00 in money."""
    if commodity == Commodity.MONEY:
        return f"{amount // 100:,}.{amount % 100:02} in money"
    unit = _UNITS[Commodity(commodity)]
    return f"{chips_text(amount)} {unit[:-1] if amount == 1 else unit}"


def holder_text(ref: AccountRef) -> str:
    """Player P012, Seat T1-3, The safe."""
    return f"{_HOLDERS[OwnerKind(ref.kind)]} {ref.code}"


def overdraft(ref: AccountRef, *, has: int, needs: int, way_out: str, rules: tuple[str, ...]) -> UserFacingError:
    """More was asked of an account than it holds."""
    return UserFacingError(
        "overdraft",
        f"{holder_text(ref)} has {amount_text(ref.commodity, has)} but needs {amount_text(ref.commodity, needs)}: "
        f"{amount_text(ref.commodity, needs - has)} short. "
        f"{way_out or f'Make it {amount_text(ref.commodity, has)} at most.'}",
        rules=rules,
        account=str(ref),
        has=has,
        needs=needs,
    )


def key_reused(known: Entry) -> UserFacingError:
    """An idempotency key came back with another request."""
    return UserFacingError(
        "key_reused",
        f"This key already belongs to entry {known.sequence}, which asked for something else. "
        "Reload the page, check what was booked, and enter the new request again.",
        sequence=known.sequence,
    )


def entry_unexplained(entry: Entry, fault: str) -> UserFacingError:
    """What was asked for would make an entry that the verifier calls wrong."""
    kind = entry.get_kind_display()
    return UserFacingError(
        "entry_unexplained",
        f"“{kind}” cannot be booked: it {fault}. Nothing was written. Check the amounts and the event's set-up, and "
        "enter it again.",
        kind=entry.kind,
        fault=fault,
    )


def night_closed(event: Event) -> Conflict:
    """The night is over, and its books with it."""
    return Conflict(
        "night_closed",
        f"{event.name} is closed: nothing is sold, paid out or undone any more. "
        "The organiser can reopen it, with a reason, on the dashboard under “Close the night”.",
        event=event.code,
        status=event.status,
    )


def unknown_player(code: str) -> NotFound:
    """No player of the event has that code."""
    return NotFound("unknown_player", f"No player has the code {code}. Search by name, or check the card.", player=code)


def rebuy_amount(event: Event, paid: Cents) -> UserFacingError:
    """The money does not buy a whole number of re-buys."""
    price = Cents(event.house_settings.bank.rebuy_price)
    sentence = _wrong_multiple(event, "re-buys", paid, price)
    return UserFacingError("rebuy_amount", sentence, rules=("WLIA-3",), **_nearest(paid, price))


def ticket_lot(event: Event, paid: Cents) -> UserFacingError:
    """The money does not buy a whole number of lots of tickets."""
    raffle = event.house_settings.raffle
    price = Cents(raffle.lot_price)
    sentence = _wrong_multiple(event, f"lots of {raffle.lot_tickets} tickets", paid, price)
    return UserFacingError("ticket_lot", sentence, rules=("WLIA-15",), **_nearest(paid, price))


def _wrong_multiple(event: Event, what: str, paid: Cents, price: Cents) -> str:
    wanted = " or ".join(money_text(near, event.currency) for near in _nearest(paid, price)["nearest"])
    return (
        f"{money_text(paid, event.currency)} does not buy a whole number of {what}. Take a multiple of "
        f"{money_text(price, event.currency)}: {wanted}."
    )


def _nearest(paid: Cents, price: Cents) -> dict[str, Any]:
    """The facts: what was paid, the price of one, and the multiples of it next to what was paid."""
    below, above = paid // price * price, (paid // price + 1) * price
    return {"paid": paid, "price": price, "nearest": [Cents(near) for near in (below, above) if near > 0]}


def second_person_missing() -> UserFacingError:
    """Nobody else has signed."""
    return UserFacingError(
        "second_person", "A second person has to confirm this. Ask somebody else of the staff to sign."
    )


def second_person_unknown(event: Event, label: str) -> UserFacingError:
    """Somebody signed who does not work at this event."""
    return UserFacingError(
        "second_person",
        f"{label} has no role at {event.name} and cannot sign here. Ask somebody of the staff, or let the organiser "
        "give them a role first.",
    )


def till_difference(event: Event, till: str, *, counted: TillSums, expected: TillSums) -> UserFacingError:
    """What was counted is not what the books say, and nobody said why."""
    names = {Means.CASH: "in cash", Means.CARD: "on the card terminal", Means.CHEQUE: "in cheques"}
    parts = [
        f"{money_text(should, event.currency)} {names[means]} and {money_text(found, event.currency)} was counted: "
        f"{money_text(Cents(abs(found - should)), event.currency)} too {'much' if found > should else 'little'}"
        for (means, should), (_, found) in zip(expected.by_means(), counted.by_means(), strict=True)
        if found != should
    ]
    if counted.cheque_number != expected.cheque_number:
        parts.append(f"{expected.cheque_number} cheques and {counted.cheque_number} were counted")
    return UserFacingError(
        "till_difference",
        f"Till {till} should hold {'; '.join(parts)}. Count again, or give the reason.",
        till=till,
        counted=asdict(counted),
        expected=asdict(expected),
    )


def first_stack_given(event: Event, given: Entry) -> Conflict:
    """The player's first stack has been handed out before."""
    who = actor_labels([given.actor_code], event.pk)[given.actor_code]
    return Conflict(
        "first_stack_given",
        f"{given.subject} had the first stack at {clock_text(given.at, event)} from {who} (entry {given.sequence}). "
        "Sell a re-buy, or undo that entry first.",
        rules=("WLIA-2",),
        player=given.subject,
        sequence=given.sequence,
        at=given.at.isoformat(),
        by=given.actor_code,
    )


def till_closed(event: Event, till: str, last: Entry) -> Conflict:
    """Money was taken at a till after its count."""
    who = actor_labels([last.actor_code], event.pk)[last.actor_code]
    return Conflict(
        "till_closed",
        f"Till {till} was counted and closed at {clock_text(last.at, event)} by {who}. Open it again, or use another.",
        till=till,
        sequence=last.sequence,
    )
