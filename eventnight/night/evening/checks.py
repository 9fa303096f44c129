"""What must hold when an evening is over. Each check gives sentences, one for each fault it found."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Sum

from engine.errors import RuleError
from engine.tournament.flights import check_bags
from eventnight.bank.models import Account, Commodity, OwnerKind, Transfer
from eventnight.bank.selectors import balances_by_code, fund_total, verify_books
from eventnight.core.wording import money_text
from eventnight.events.models import Event
from eventnight.raffle.models import Ticket, TicketState
from tournaments.models import FlightKind
from tournaments.selectors.bracket import bracket_view


def books_balance(event: Event) -> Iterator[str]:
    """Every commodity sums to zero: what accounts hold by their balances came out of issuers and sources by the lines.

    Not `books_totals`, which takes an issuer to be minus what everybody else holds.
    """
    for commodity in Commodity:
        held = Account.objects.filter(event=event, commodity=commodity).aggregate(sum=Sum("balance"))["sum"] or 0
        lines = Transfer.objects.filter(event=event, commodity=commodity)
        out = lines.filter(from_account__balance=None).aggregate(sum=Sum("amount"))["sum"] or 0
        back = lines.filter(to_account__balance=None).aggregate(sum=Sum("amount"))["sum"] or 0
        total = held - out + back
        if total:
            yield f"The {commodity.label.lower()} do not sum to zero: {total} too many."


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


def flight_bags_conserve(event: Event) -> Iterator[str]:
    """The bags of every flight hold the chips issued in it, and the final those of all flights."""
    for tournament in event.holdem_tournaments.all():
        if tournament.winner_id is None:
            yield f"{tournament.name} has no winner."
        carried = 0
        for flight in tournament.flights.filter(kind=FlightKind.FIRST):
            entries = list(flight.entries.select_related("player"))
            bags = {entry.player.code: entry.chips for entry in entries if not entry.is_out}
            carried += sum(bags.values())
            try:
                check_bags(bags, sum(entry.started_with for entry in entries), drift=flight.drift)
            except RuleError as error:
                yield f"{flight}: {error.message}"
        final = tournament.flights.get(kind=FlightKind.FINAL)
        brought = sum(final.entries.values_list("started_with", flat=True))
        if brought != carried:
            yield f"{final} began with {brought} chips, the flights bagged {carried}."


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


def faults_of(event: Event, *, taken: int) -> list[str]:
    """Every fault of a finished evening, in sentences. taken: cents that came over the counter."""
    return [
        *books_balance(event),
        *chain_verifies(event),
        *brackets_have_champions(event),
        *flight_bags_conserve(event),
        *tickets_are_in_one_place(event),
        *fund_is_money_taken(event, taken),
    ]
