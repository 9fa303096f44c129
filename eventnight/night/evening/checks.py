"""What must hold when an evening is over. Each check gives sentences, one for each fault it found."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import RuleError
from engine.tournament.flights import check_bags
from eventnight.bank.selectors import balances_by_code, books_totals, fund_total, verify_books
from eventnight.bank.models import Commodity, OwnerKind
from eventnight.core.wording import money_text
from eventnight.events.models import Event
from eventnight.raffle.models import Ticket, TicketState
from tournaments.selectors.bracket import bracket_view


def books_balance(event: Event) -> Iterator[str]:
    """Every commodity sums to zero."""
    for commodity, owners in books_totals(event.pk).items():
        total = sum(owners.values())
        if total:
            yield f"The {commodity} do not sum to zero: {total} too many."


def chain_verifies(event: Event) -> Iterator[str]:
    """The chain, the balances and the rows that hang on them."""
    yield from (str(fault) for fault in verify_books(event.pk).faults)


def brackets_have_champions(event: Event) -> Iterator[str]:
    """Every bracket has one champion, and every match between two teams was decided."""
    for tournament in event.brackets.all():
        view = bracket_view(tournament)
        if view.champion is None:
            yield f"{view.name} has no champion."
        if view.decided != view.to_play:
            yield f"{view.name} decided {view.decided} of {view.to_play} matches."


def tickets_are_in_one_place(event: Event) -> Iterator[str]:
    """Every ticket lies in one bucket or one hand, and the ledger says the same."""
    tickets = Ticket.objects.filter(raffle__event=event).exclude(state=TicketState.VOID)
    for kind, rows in (
        (OwnerKind.BUCKET, tickets.filter(state=TicketState.PLACED)),
        (OwnerKind.PLAYER, tickets.filter(state=TicketState.HELD)),
    ):
        booked = sum(balances_by_code(event.pk, Commodity.TICKETS, kind).values())
        if booked != rows.count():
            yield f"{rows.count()} tickets lie with a {kind}, the ledger has {booked}."


def fund_is_money_taken(event: Event, taken: int) -> Iterator[str]:
    """The fund equals what was taken over the counter. taken: in cents."""
    fund = fund_total(event.pk)
    if fund != taken:
        text = money_text(taken, event.currency)
        yield f"The fund is {money_text(fund, event.currency)}, but {text} was taken."
