"""What the desk sells and takes back: stacks, re-buys, tickets (WLIA-2, WLIA-3, WLIA-14, WLIA-15)."""

from __future__ import annotations

from engine.errors import RuleError
from engine.raffle import tickets_for_chips, tickets_for_money
from engine.units import Cents, Chips
from eventnight.bank.chips.chip_set import NO_PIECES, ChipPieces, require_payable
from eventnight.bank.ledger.refs import issuer, paid_accounts, player_chips, player_tickets
from eventnight.bank.means import IN_CASH, Payment
from eventnight.bank.models import Commodity, EntryKind, Purpose
from eventnight.bank.selectors.ledger.entries import first_stack_of
from eventnight.bank.services.chips.colours import chips_back, chips_given
from eventnight.bank.services.desk.donations import post_sale
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.bank.services.ledger.refusals import first_stack_given, rebuy_amount, ticket_lot
from eventnight.bank.services.tills.tills import money_in
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import chips_text, money_text
from eventnight.events.models import Event


@counted_once
def give_first_stack(
    *,
    event: Event,
    player_code: str,
    press: Press,
    paid: Cents | None = None,
    payment: Payment = IN_CASH,
) -> Posting:
    """Hand a player the event's first stack. paid: money taken, in cents; None for the event's price.

    payment: how it was paid.

    Raises UserFacingError: "first_stack_price", "not_payable_at_bank"; Conflict: "first_stack_given", "till_closed",
    "player_withdrawn"; NotFound: "unknown_player".
    Rules: WLIA-2, WLIA-4, WAS-13, WAS-14.
    """

    def draft(event: Event) -> Draft:
        prices = event.house_settings.bank
        price = Cents(prices.first_stack_price)
        given = first_stack_of(event.pk, player_code)
        if given is not None:
            raise first_stack_given(event, given)
        if paid not in (None, price):
            price_text = money_text(price, event.currency)
            raise UserFacingError(
                "first_stack_price",
                f"The first stack costs {price_text}, not {money_text(paid or 0, event.currency)}. Take {price_text}.",
                rules=("WLIA-2",),
                paid=paid,
                price=price,
            )
        require_payable(prices.chip_set, Chips(prices.first_stack))
        return Draft(
            lines=(
                *money_in(price, payment),
                Line(issuer(Commodity.CHIPS), player_chips(player_code), prices.first_stack),
            ),
            subject=player_code,
            rates={
                "price": price,
                "chips": prices.first_stack,
                **(payment.rates if price else {}),
                **chips_given(event, Chips(prices.first_stack)),
            },
            purpose=Purpose.ENTRY_FEE if price else "",
            till=payment.till if price else "",
        )

    payment.require_nothing_on_top()
    content = {"player": player_code, "paid": paid, **payment.entry_content}
    touches = (*paid_accounts(payment.till, payment.means), issuer(Commodity.CHIPS), player_chips(player_code))
    request = Request(event, EntryKind.FIRST_STACK, press, content, touches, chips_for=player_code)
    return post_entry(request, draft)


@counted_once
def sell_rebuy(*, event: Event, player_code: str, paid: Cents, press: Press, payment: Payment = IN_CASH) -> Posting:
    """Sell a player chips at the event's re-buy price; any player who was not withdrawn, any time, any number.

    paid: money taken, in cents; must be a whole number of re-buys. payment: how it was paid, and what was given on top:
    an entry of its own, all or nothing with the sale.

    Raises UserFacingError: "rebuy_amount", "not_payable_at_bank"; Conflict: "till_closed", "sold_just_now",
    "player_withdrawn"; BadRequest: "donation_amount"; NotFound: "unknown_player".
    Rules: WLIA-3, WLIA-4, WAS-13, WAS-14.
    """

    def draft(event: Event) -> Draft:
        prices = event.house_settings.bank
        price = Cents(prices.rebuy_price)
        if paid < price or paid % price:
            raise rebuy_amount(event, paid)
        chips = Chips(paid // price * prices.rebuy_chips)
        require_payable(prices.chip_set, chips)
        return Draft(
            lines=(
                *money_in(paid, payment),
                Line(issuer(Commodity.CHIPS), player_chips(player_code), chips),
            ),
            subject=player_code,
            rates={"price": price, "chips": prices.rebuy_chips, **payment.rates, **chips_given(event, chips)},
            purpose=Purpose.REBUY,
            till=payment.till,
        )

    content = {"player": player_code, "paid": paid, **payment.entry_content}
    touches = (*paid_accounts(payment.till, payment.means), issuer(Commodity.CHIPS), player_chips(player_code))
    request = Request(event, EntryKind.REBUY, press, content, touches, player_code, chips_for=player_code)
    return post_sale(request, draft, payment)


@counted_once
def sell_tickets(*, event: Event, player_code: str, paid: Cents, press: Press, payment: Payment = IN_CASH) -> Posting:
    """Sell raffle tickets for money, in whole lots. paid: money taken, in cents. payment: as in `sell_rebuy`.

    Raises UserFacingError: "ticket_lot"; Conflict: "till_closed", "sold_just_now"; BadRequest: "donation_amount";
    NotFound: "unknown_player".
    Rules: WLIA-15.
    """

    def draft(event: Event) -> Draft:
        raffle = event.house_settings.raffle
        price = Cents(raffle.lot_price)
        try:
            tickets = tickets_for_money(paid, lot_price=price, lot_tickets=raffle.lot_tickets)
        except RuleError as error:
            raise ticket_lot(event, paid) from error
        return Draft(
            lines=(
                *money_in(paid, payment),
                Line(issuer(Commodity.TICKETS), player_tickets(player_code), tickets),
            ),
            subject=player_code,
            rates={"price": price, "tickets": raffle.lot_tickets, **payment.rates},
            purpose=Purpose.TICKETS,
            till=payment.till,
        )

    content = {"player": player_code, "paid": paid, **payment.entry_content}
    touches = (*paid_accounts(payment.till, payment.means), issuer(Commodity.TICKETS), player_tickets(player_code))
    return post_sale(Request(event, EntryKind.TICKET_SALE, press, content, touches, player_code), draft, payment)


@counted_once
def redeem_chips(
    *,
    event: Event,
    player_code: str,
    chips: Chips,
    press: Press,
    pieces: ChipPieces = NO_PIECES,
) -> Posting:
    """Turn chips into tickets. Chips too few for another stay the player's, or are given up if the event says so.

    pieces: what is taken in by colour, where it was counted so; otherwise the largest chips that are out.

    Raises UserFacingError: "too_few_chips", "not_payable_at_bank", "not_at_bank", "overdraft"; Conflict:
    "sold_just_now"; BadRequest: "chip_pieces"; NotFound: "unknown_player".
    Rules: WLIA-14, WLIA-4.
    """

    def draft(event: Event) -> Draft:
        settings = event.house_settings
        rate = Chips(settings.raffle.chips_per_ticket)
        bought = tickets_for_chips(chips, rate)
        if not bought.tickets:
            raise UserFacingError(
                "too_few_chips",
                f"{chips_text(chips)} in chips buys no ticket. Turn in {chips_text(rate)}, the price of one, or more.",
                rules=("WLIA-14",),
                chips=chips,
                chips_per_ticket=rate,
            )
        require_payable(settings.bank.chip_set, chips)
        kept = settings.raffle.keeps_small_chips
        taken = Chips(chips - bought.chips_left if kept else chips)
        return Draft(
            lines=(
                Line(player_chips(player_code), issuer(Commodity.CHIPS), taken),
                Line(issuer(Commodity.TICKETS), player_tickets(player_code), bought.tickets),
            ),
            subject=player_code,
            rates={
                "chips_per_ticket": rate,
                "keeps_small_chips": int(kept),
                **chips_back(event, taken, pieces),
            },
            rules=("WLIA-14",),
        )

    content: dict[str, object] = {"player": player_code, "chips": chips}
    if pieces:
        content["pieces"] = {str(value): count for value, count in pieces.items()}
    request = Request(event, EntryKind.REDEMPTION, press, content, sold_to=player_code)
    return post_entry(request, draft)
