"""Tickets that are sold, bought with chips, void, undone with their sale, and looked up by what is printed on them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.db.models import Q
from django.utils import timezone

from eventnight.bank.models import Entry, EntryKind
from eventnight.core.roles import Role
from eventnight.events.models import Player
from eventnight.raffle.models import Ticket, TicketState
from tests.simulator.deeds.booked import Mark, counts_colours, held_at, just_sold, one_who_may, payable, till_is_open
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Evening, differences
from tests.simulator.deeds.raffle.rows import (
    NOBODY,
    RUNS_RAFFLE,
    Paper,
    Papers,
    facts_of,
    papers,
    raffle_of,
    sold_by,
    why_no_sale,
)
from tests.simulator.ledger import moved_by_entries
from tests.simulator.presses import Press

MOST_AT_ONCE = 10_000
CHECK_CODE = re.compile(r"[2-9A-HJKMNP-Z]{6}")
DRAWERS = {"cash": "till", "card": "card", "cheque": "cheques"}


def sell(night: Evening) -> Deed | None:
    """Tickets for money, in whole lots, now and then with a gift on top, paid by any means."""
    raffle, prices = raffle_of(night), night.house.raffle
    player = night.one_of(_codes(night)) or NOBODY
    lots = night.chance.choice((1, 1, 2, 3))
    paid, refused = lots * prices.lot_price, why_no_sale(night, raffle)
    again = just_sold(night, EntryKind.TICKET_SALE, player)
    means = night.chance.choice(("cash", "cash", "card", "cheque"))
    reference = "4711" if means != "cash" and night.chance.random() < 0.5 else ""
    if night.is_wrong():
        match night.chance.choice(("a cent more", "nobody", "unmeant", "too many", "cash has no number")):
            case "a cent more":
                paid += 1
                refused = refused or f"{paid} buys no whole number of lots"
            case "nobody":
                player, again = NOBODY, 0
                refused = refused or f"there is no {player}"
            case "unmeant" if again:
                again = 0
                refused = refused or "the same was sold less than a minute ago"
            case "too many":
                paid = (MOST_AT_ONCE // prices.lot_tickets + 1) * prices.lot_price
                refused = refused or "that many tickets are not sold at once"
            case "cash has no number":
                means, reference = "cash", "12"
                refused = refused or "cash has no number"
    gift = night.chance.choice((0, 0, 0, 250))
    count = paid // prices.lot_price * prices.lot_tickets
    if not till_is_open(night.event, "T1"):
        refused = refused or "the till is closed"
    who, before, mark = one_who_may(night, RUNS_RAFFLE), papers(night.event), Mark(night.event)
    by_page = night.chance.random() < 0.3 and paid % prices.lot_price == 0 and lots == 1 and not reference

    def promise() -> Iterator[str]:
        yield from _issued(night, before, mark, player, count)
        kinds = [EntryKind.TICKET_SALE, *([EntryKind.DONATION] if gift else [])]
        yield from mark.booked(
            *kinds,
            moves={
                f"money/{DRAWERS[means]}/T1": paid + gift,
                "money/source/cash": -paid - gift,
                f"tickets/player/{player}": count,
                "tickets/issuer/tickets": -count,
            },
        )
        yield from mark.logged("bank.ticket_sale", player)
        for sale in mark.entries()[:1]:
            told = {"purpose": sale.purpose, "till": sale.till, "rates": sale.rates, "subject": sale.subject}
            rates = {"price": prices.lot_price, "tickets": prices.lot_tickets}
            rates |= {"reference": reference} if reference else {}
            yield from differences(
                "the sale's", {"purpose": "tickets", "till": "T1", "rates": rates, "subject": player}, told
            )

    if by_page:
        fields = {"paid": paid, "till": "T1", "means": means, "donation": f"{gift / 100:.2f}" if gift else ""}
        press = night.form(f"{_page_of(night, who)}/{player}/tickets/", {**fields, "again": again or ""}, who=who)
        return Deed(press, refused, must_count=not refused, promise=promise)
    body = {"player": player, "paid": paid, "means": means, "till": "T1", "donation": gift, "again": again}
    press = night.program("POST", "raffle/sales/", {**body, "reference": reference}, who=who)
    return Deed(press, refused, must_count=not refused, promise=promise)


def redeem(night: Evening) -> Deed | None:
    """Chips for tickets; what is too little for another ticket stays the player's, or is given up as the house has it.
    One ticket more than the chips buy, too few for one, or chips that the bank never takes must be refused.
    """
    raffle, prices = raffle_of(night), night.house.raffle
    rate, kept = prices.chips_per_ticket, prices.keeps_small_chips
    player = night.one_of(code for code in _codes(night) if held_at(night.event, f"chips/player/{code}"))
    if player is None:
        return None
    held, refused = held_at(night.event, f"chips/player/{player}"), why_no_sale(night, raffle)
    smallest = min(colour.value for colour in night.house.bank.chip_set if colour.at_bank)
    again = just_sold(night, EntryKind.REDEMPTION, player)
    most = held // rate
    chips = night.chance.choice((rate, rate * most, rate * night.chance.randint(1, max(1, most)))) or rate
    chips += night.chance.choice((0, 0, smallest)) if chips + smallest <= held else 0
    if night.is_wrong():
        match night.chance.choice(("beyond", "too few", "unmeant", "yellow")):
            case "beyond":
                chips = (most + 1) * rate
            case "too few":
                chips = max(1, rate - smallest)
            case "unmeant" if again:
                again = 0
                refused = refused or "the same was redeemed less than a minute ago"
            case "yellow":
                chips = rate + 1
    tickets = chips // rate
    taken = tickets * rate if kept else chips
    if taken > held:
        refused = refused or f"{player} has {held} chips"
    if not tickets:
        refused = refused or f"{chips} chips buy no ticket"
    if not payable(night, chips):
        refused = refused or f"{chips} cannot be paid in chips of the bank"
    who, before, mark = one_who_may(night, RUNS_RAFFLE), papers(night.event), Mark(night.event)

    def promise() -> Iterator[str]:
        yield from _issued(night, before, mark, player, tickets)
        yield from mark.booked(
            EntryKind.REDEMPTION,
            moves={
                f"chips/player/{player}": -taken,
                "chips/issuer/chips": taken,
                f"tickets/player/{player}": tickets,
                "tickets/issuer/tickets": -tickets,
            },
        )
        yield from mark.logged("bank.redemption", player)

    if night.chance.random() < 0.3:
        fields = {"chips": chips, "again": again or ""}
        press = night.form(f"{_page_of(night, who)}/{player}/chips-in/", fields, who=who)
        return Deed(press, refused, must_count=not refused, promise=promise)
    body = {"player": player, "chips": chips, "again": again}
    return Deed(night.program("POST", "raffle/redemptions/", body, who=who), refused, not refused, promise)


def void(night: Evening) -> Deed | None:
    """One ticket goes out of the raffle, wherever it lies; one that is void already must be refused."""
    raffle, before = raffle_of(night), papers(night.event)
    refused = why_no_sale(night, raffle)
    wrong = night.is_wrong(0.4)
    some = [number for number, each in before.items() if (each.state == TicketState.VOID) == wrong]
    number = night.one_of(some) or max(before, default=0) + 1
    paper = before.get(number)
    if paper is None or paper.state == TicketState.VOID:
        refused = refused or f"ticket {number} is void or was never sold"
    mark = Mark(night.event)

    def promise() -> Iterator[str]:
        assert paper is not None
        place = f"tickets/bucket/{paper.bucket}" if paper.bucket else f"tickets/player/{paper.holder}"
        after = {**before, number: paper.void("Torn")}
        yield from differences("ticket", facts_of(after), facts_of(papers(night.event)))
        yield from mark.booked(EntryKind.TICKETS_VOIDED, moves={place: -1, "tickets/issuer/tickets": 1})
        yield from mark.logged("bank.tickets_voided", paper.holder)

    if night.chance.random() < 0.3:
        holder = paper.holder if paper else night.one_of(_codes(night)) or NOBODY
        press = night.form(f"raffle/players/{holder}/void/", {"number": number, "reason": "Torn"})
    else:
        press = night.program("POST", "raffle/voids/", {"number": number, "reason": "Torn"})
    return Deed(press, refused, must_count=not refused, promise=promise)


def undo_sale(night: Evening) -> Deed | None:
    """A sale or a turning in of chips is undone: its tickets are void and all that moved is back, once, while all of
    its tickets are in hand. Dear ones need a second person; whoever runs the raffle undoes their own of late alone.
    """
    raffle, before, sales = raffle_of(night), papers(night.event), sold_by(night.event)
    loose = {
        entry for entry in sales if all(each.state == "held" for each in before.values() if each.sold_entry == entry)
    }
    sequence = night.one_of([*loose] if loose and night.chance.random() < 0.6 else [*sales])
    if sequence is None:
        return None
    entry, own = sales[sequence], [each for each in before.values() if each.sold_entry == sequence]
    refused = why_no_sale(night, raffle)
    undone = Entry.objects.filter(event=night.event, reverses=entry).exists()
    if undone:
        refused = refused or f"entry {sequence} is undone already"
    elif any(each.state != TicketState.HELD for each in own):
        refused = refused or f"tickets of entry {sequence} are not in hand"
    moved = _moved_with_gift(night, entry)
    paid = -moved.get("money/source/cash", 0)
    short = [at for at, count in moved.items() if count > 0 and "/source/" not in at and "/issuer/" not in at]
    refused = refused or _short(night, {at: moved[at] for at in short})
    who = one_who_may(night, (ORGANISER, ORGANISER, ORGANISER, "raffle"))
    if who != ORGANISER:
        refused = refused or _not_own(night, entry, who)
    needs_second = night.needs_second(paid)
    by_page = needs_second or night.chance.random() < 0.3
    signs = needs_second and not night.is_wrong()
    if needs_second and not signs:
        refused = refused or f"{paid} cents go back without a second person"
    if signs and not night.works(SIGNER):
        return None
    mark, reason = Mark(night.event), "Entered twice"

    def promise() -> Iterator[str]:
        voided = {n: each.void(f"Sale undone: {reason}") for n, each in before.items() if each.sold_entry == sequence}
        yield from differences("ticket", facts_of({**before, **voided}), facts_of(papers(night.event)))
        kinds = [EntryKind.REVERSAL] * len({*_with_gift(night, entry, mark.sequence)})
        yield from mark.booked(*kinds, moves={at: -count for at, count in moved.items()})
        first = next(iter(mark.entries()), None)
        if first is None or first.reverses_id != entry.pk or bool(first.second_code) != signs:
            yield f"entry {sequence} is not undone, or not as it was signed"

    must_count = not refused and not counts_colours(night)
    if by_page:
        signed = night.signed() if signs else {}
        press = night.form(f"raffle/entries/{sequence}/undo/", {"reason": reason, **signed}, who=who)
    else:
        press = night.program("POST", f"raffle/entries/{sequence}/reversal/", {"reason": reason}, who=who)
    return Deed(press, refused, must_count, promise)


def look_up(night: Evening) -> Deed | None:
    """Somebody follows the code on a ticket: with its check code it tells of it, with another's it must not."""
    ticket = night.one_of(Ticket.objects.filter(raffle__event=night.event).order_by("number"))
    if ticket is None:
        return None
    code, refused = ticket.check_code, ""
    if night.is_wrong(0.5):
        code, refused = code[1:] + ("2" if code[0] != "2" or code[1:] != "22222" else "3"), "the number is a copy"
        refused = refused if code != ticket.check_code else ""
    press = Press("stranger", "GET", f"/T/{night.event.code}/{ticket.number}-{code}/", is_api=False)
    return Deed(press, refused)


def _codes(night: Evening) -> list[str]:
    return list(Player.objects.filter(event=night.event).order_by("pk").values_list("code", flat=True))


def _issued(night: Evening, before: Papers, mark: Mark, player: str, count: int) -> Iterator[str]:
    """The tickets are numbered on from the last, in hand, each with a code of its own."""
    first, sale = max(before, default=0) + 1, mark.sequence + 1
    new = {number: Paper(player, "", TicketState.HELD, sale) for number in range(first, first + count)}
    yield from differences("ticket", facts_of({**before, **new}), facts_of(papers(night.event)))
    codes = Ticket.objects.filter(raffle__event=night.event, number__gte=first).values_list("check_code", flat=True)
    found = list(codes)
    if not all(CHECK_CODE.fullmatch(code) for code in found) or (len(found) > 3 and len({*found}) < 3):
        yield "tickets have check codes that anybody guesses"


def _moved_with_gift(night: Evening, entry: Entry) -> dict[str, int]:
    """What the sale moved, with a gift on top of it that was not undone alone."""
    numbers = _with_gift(night, entry)
    return moved_by_entries(night.event, Q(entry__sequence__in=numbers))


def _with_gift(night: Evening, entry: Entry, until: int | None = None) -> list[int]:
    """The numbers of the sale and of the gift that came with it. until: undone before this entry does not count."""
    gifts = Entry.objects.filter(event=night.event, kind=EntryKind.DONATION, rates__with=entry.sequence)
    undone = Entry.objects.filter(event=night.event, reverses__isnull=False)
    undone = undone if until is None else undone.filter(sequence__lte=until)
    left = gifts.exclude(pk__in=undone.values("reverses"))
    return [entry.sequence, *left.values_list("sequence", flat=True)]


def _short(night: Evening, asked: dict[str, int]) -> str:
    for address, count in asked.items():
        if not address.startswith("money/card/") and held_at(night.event, address) < count:
            return f"{address} does not hold {count}"
    return ""


def _not_own(night: Evening, entry: Entry, who: str) -> str:
    user = night.world.users[who]
    assert user is not None
    if entry.actor_code != night.code_of(user.pk):
        return "somebody else made it"
    minutes = ((timezone.now() - entry.at).total_seconds() + 1) / 60
    return "it is too old" if minutes > night.house.bank.undo_minutes else ""


def _page_of(night: Evening, who: str) -> str:
    """Tickets are to be had at the desk as at the raffle's table, which is all that the raffle's own people see."""
    return "players" if who == Role.RAFFLE.value else night.chance.choice(("players", "desk"))
