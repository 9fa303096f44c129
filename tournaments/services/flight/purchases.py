"""Chips sold during a flight: re-buys up to a level, one add-on at a break. Each is an entry of the bank."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.units import Cents, Chips
from eventnight.bank.means import IN_CASH, Payment
from eventnight.bank.models import Commodity
from eventnight.bank.selectors import entry_of as bank_entry_of
from eventnight.bank.services import StackSale, issue_stack, reverse_entry
from eventnight.bank.services.desk.repeats import ASKED_SECONDS, Sale, require_meant
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import chips_text
from eventnight.events.services import require_not_withdrawn
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightEntry, PurchaseKind, StackPurchase
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.selectors.flight.offers import break_number, purchase_by_id
from tournaments.selectors.prizes.pool import PURPOSES
from tournaments.services.flight.tournament import (
    entries_by_code,
    entry_of,
    lock_flight,
    log_flight,
)
from tournaments.services.hands.guards import require_no_hand_of

UNDONE = "Chips given back"
ASKED = timedelta(seconds=ASKED_SECONDS)
LEVEL_RULES = ("WAS-6",)


@counted_once
def sell_stack(
    *,
    flight: Flight,
    player_code: str,
    kind: str,
    press: Press,
    payment: Payment = IN_CASH,
) -> StackPurchase:
    """Sell a player who is still in a re-buy or the add-on. The same press again changes nothing.

    kind: a `PurchaseKind`. payment: how it was paid.

    Raises NotFound("not_in_flight", "unknown_purchase"), Conflict("flight_status", "flight_decided", "player_is_out",
    "rebuys_over", "no_add_on_now", "add_on_taken", "sold_just_now", "player_withdrawn"), UserFacingError("not_sold")
    and what the bank refuses.
    Rules: WAS-6, WAS-13.
    """
    flight = lock_flight(flight)
    if kind not in PurchaseKind.values:
        raise NotFound("unknown_purchase", f"Nothing called {kind} is sold here. Reload the page.")
    FLIGHT.require("sell", flight)
    entry = entry_of(entries_by_code(flight), flight, player_code)
    if entry.is_out:
        raise Conflict(
            "player_is_out",
            f"{entry.player} is out. Enter them again instead, or undo the bust-out if it is wrong.",
            player=entry.player.code,
        )
    require_not_withdrawn(entry.player)
    offered = _offer(flight, PurchaseKind(kind), entry, press.at)
    _require_meant(entry, PurchaseKind(kind), offered, press)
    posting = issue_stack(
        event=flight.tournament.event,
        stack_code=entry.stack_code,
        sold=offered,
        payment=payment,
        press=press,
    )
    chips, price = offered.chips, offered.paid
    sold = StackPurchase.objects.create(
        entry=entry,
        kind=kind,
        chips=chips,
        paid=price,
        bank_entry=posting.entry.sequence,
        at=press.at,
        by_label=press.by.label,
    )
    entry.started_with += chips
    entry.chips += chips
    entry.save(update_fields=["started_with", "chips"])
    log_flight(flight, f"flight.{sold.kind}_sold", press, player=entry.player.code, chips=chips, paid=price)
    return sold


@counted_once
def undo_purchase(*, flight: Flight, purchase_id: int, press: Press, may_reverse_any: bool = False) -> StackPurchase:
    """Take the chips back and give the money back. Undone already, nothing changes.

    may_reverse_any and press.second: as the bank asks for them where money is given back.

    Raises NotFound("unknown_purchase"), Conflict("flight_status", "player_is_out", "hand_in_play", "chips_played") and
    what the bank refuses.
    """
    flight = lock_flight(flight)
    FLIGHT.require("undo_sale", flight)
    sold = purchase_by_id(flight, purchase_id)
    if sold.undone_at is not None:
        return sold
    entry = entries_by_code(flight)[sold.entry.player.code]
    if sold.entry_id != entry.pk or entry.is_out:
        raise Conflict(
            "player_is_out",
            f"{entry.player} went out since, and others have the chips. Undo the bust-out first.",
            player=entry.player.code,
        )
    require_no_hand_of(flight, [entry])
    _require_chips_left(flight, entry, sold)
    reverse_entry(
        event=flight.tournament.event,
        sequence=sold.bank_entry,
        reason=UNDONE,
        may_reverse_any=may_reverse_any or sold.paid == 0,
        press=press,
    )
    entry.started_with -= sold.chips
    # The last count may be older than the purchase: nobody is left with nothing by the books.
    entry.chips = max(entry.chips - sold.chips, 1)
    entry.save(update_fields=["started_with", "chips"])
    sold.undone_at, sold.undone_by_code = press.at, press.by.code
    sold.save(update_fields=["undone_at", "undone_by_code"])
    log_flight(flight, f"flight.{sold.kind}_undone", press, player=entry.player.code, chips=sold.chips)
    return sold


def _require_chips_left(flight: Flight, entry: FlightEntry, sold: StackPurchase) -> None:
    """Where the system deals, stacks are as the hands left them, and nobody plays on with nothing."""
    if flight.is_dealt and entry.chips <= sold.chips:
        raise Conflict(
            "chips_played",
            f"{entry.player} has {chips_text(entry.chips)} chips, and the purchase was of {chips_text(sold.chips)}: "
            "without them nothing is left to play on with. Undo it after a hand that leaves more, or let it stand.",
            rules=("BIS-16",),
            player=entry.player.code,
            chips=entry.chips,
        )


def _require_meant(entry: FlightEntry, kind: PurchaseKind, sold: StackSale, press: Press) -> None:
    # The bank knows no re-buy from an entry where neither costs anything, so what was sold here is asked.
    last = entry.purchases.filter(kind=kind, undone_at__isnull=True, at__gt=press.at - ASKED).order_by("-pk").first()
    if last is not None:
        event = entry.flight.tournament.event
        money = {str(Commodity.MONEY): int(sold.paid)} if sold.paid else {}
        sale = Sale(
            what=kind.label,
            player_code=entry.player.code,
            wanted={**money, str(Commodity.TOURNAMENT_CHIPS): int(sold.chips)},
            currency=event.currency,
        )
        require_meant(bank_entry_of(event.pk, last.bank_entry), sale, press)


def _offer(flight: Flight, kind: PurchaseKind, entry: FlightEntry, now: datetime) -> StackSale:
    """What a purchase gives and costs, where it is sold now."""
    tournament = flight.tournament
    is_rebuy = kind == PurchaseKind.REBUY
    chips = tournament.rebuy_chips if is_rebuy else tournament.add_on_chips
    price = tournament.rebuy_price if is_rebuy else tournament.add_on_price
    if flight.is_final or not chips:
        raise UserFacingError("not_sold", f"{flight.name} sells no {kind.label.lower()}s.", kind=kind)
    clock = clock_view(flight, now)
    if is_rebuy and tournament.rebuy_until_level and clock.level.number > tournament.rebuy_until_level:
        raise Conflict(
            "rebuys_over",
            f"Re-buys ended with level {tournament.rebuy_until_level}; {flight.name} is at level {clock.level.number}.",
            rules=LEVEL_RULES,
            level=clock.level.number,
            until=tournament.rebuy_until_level,
        )
    if not is_rebuy and break_number(clock) != tournament.add_on_break:
        raise Conflict(
            "no_add_on_now",
            f"The add-on is sold in break {tournament.add_on_break} only, and the clock of {flight.name} is at "
            f"{clock.heading.lower()}. Wait for the break.",
            rules=LEVEL_RULES,
            add_on_break=tournament.add_on_break,
        )
    if not is_rebuy and entry.purchases.filter(kind=kind, undone_at__isnull=True).exists():
        raise Conflict("add_on_taken", f"{entry.player} has the add-on already.", player=entry.player.code)
    return StackSale(chips=Chips(chips), paid=Cents(price), purpose=PURPOSES[kind])
