"""What must hold when an evening is over. Each check gives sentences, one for each fault it found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django.db.models import QuerySet, Sum

from engine.errors import RuleError
from engine.tournament.flights import require_all_bagged
from engine.units import Chips
from eventnight.bank.models import Account, Commodity, OwnerKind, Purpose, Transfer
from eventnight.bank.selectors import balances_by_code, fund_total, money_by_purpose, verify_books
from eventnight.core.values.formats import money_text
from eventnight.events.models import Event
from eventnight.night.rehearsal.laws import bracket_laws
from eventnight.raffle.models import Ticket, TicketState
from tournaments.models import Flight, FlightKind, HoldemTournament
from tournaments.selectors.flight.tournaments import holdem_view
from tournaments.selectors.prizes.prize_list import prizes_view


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


def flight_bags_conserve(event: Event) -> Iterator[str]:
    """The bags of every flight hold the chips issued in it, and the final those that the books carried there."""
    for tournament in event.holdem_tournaments.all():
        if tournament.winner_id is None:
            yield f"{tournament.name} has no winner."
        bagged = 0
        for flight in tournament.flights.filter(kind=FlightKind.FIRST):
            entries = list(flight.entries.all())
            bags = {entry.stack_code: Chips(entry.chips) for entry in entries if not entry.is_out}
            bagged += sum(bags.values())
            try:
                require_all_bagged(bags, Chips(sum(entry.started_with for entry in entries)), drift=flight.drift)
            except RuleError as error:
                yield f"{flight}: {error.message}"
        final = tournament.flights.get(kind=FlightKind.FINAL)
        brought = sum(final.entries.values_list("started_with", flat=True))
        came, went = _carried(tournament, final)
        if (brought, bagged) != (came, went):
            yield (
                f"{final} began with {brought} chips and the flights bagged {bagged}; by the books {came} came there "
                f"and {went} left the flights."
            )


def _carried(tournament: HoldemTournament, final: Flight) -> tuple[int, int]:
    """Chips that came to the stacks of the final, and chips that left the stacks of the flights, on the way there."""
    lines = Transfer.objects.filter(entry__event=tournament.event_id, entry__sequence__in=tournament.final_entries)
    at_the_final = f"{final.code}-"
    to_it = lines.filter(to_account__code__startswith=at_the_final).exclude(from_account__code__startswith=at_the_final)
    left = lines.filter(from_account__owner_kind=OwnerKind.STACK).exclude(from_account__code__startswith=at_the_final)
    return _sum(to_it), _sum(left)


def _sum(lines: QuerySet[Transfer]) -> int:
    return lines.aggregate(sum=Sum("amount"))["sum"] or 0


def places_are_given_once(event: Event) -> Iterator[str]:
    """In every flight places run from the last one up without a gap, shared in ties alone; a seat has one player."""
    for tournament in event.holdem_tournaments.all():
        for flight in tournament.flights.all():
            entries = list(flight.entries.all())
            places = sorted((entry.place_first, entry.place_last) for entry in entries if entry.place_first)
            expected = len(entries) - len(places) + 1
            for first, group in groupby(places):
                tied = list(group)
                if first != (expected, expected + len(tied) - 1):
                    yield f"{flight}: places {first[0]} to {first[1]} are those of {len(tied)} players."
                expected += len(tied)
            seated = (entry for entry in entries if entry.table_number and not entry.is_out)
            seats = Counter((entry.table_number, entry.seat_number) for entry in seated)
            yield from (
                f"{flight}: {times} players sit at table {seat[0]} seat {seat[1]}."
                for seat, times in seats.items()
                if times > 1
            )


def prizes_are_the_pool(event: Event) -> Iterator[str]:
    """The prizes sum exactly to the pool, and the books paid what was won."""
    won = 0
    for tournament in event.holdem_tournaments.all():
        view = prizes_view(tournament, holdem_view(tournament, event.starts_at))
        won += sum(view.by_player.values())
        pool = view.pool.total if view.pool else 0
        if view.total != pool or sum(view.by_player.values()) > pool:
            yield f"{tournament.name}: {money_text(pool, event.currency)} are in the pool, and other prizes are paid."
    paid = -money_by_purpose(event.pk)[Purpose.PRIZE]
    if paid != won:
        yield f"{money_text(won, event.currency)} were won, and {money_text(paid, event.currency)} were paid."


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


@dataclass(frozen=True, slots=True)
class Law:
    """What must hold, as a sentence, and the check that tells of every breach."""

    claim: str
    check: Callable[[Event], Iterator[str]]


LAWS = (
    Law("every commodity sums to zero", books_balance),
    Law("the books, worked out again, come to what they say", chain_verifies),
    Law("every team in a match comes of the match that feeds it", bracket_laws.feeders_agree),
    Law("every result that stands is of the two teams in its match", bracket_laws.results_are_of_the_pair),
    Law("every game that stands is of the two teams in its match", bracket_laws.games_are_of_the_pair),
    Law("every score ends a match", bracket_laws.scores_can_be),
    Law("N teams play N - 1 matches, each seed in its place", bracket_laws.as_many_matches_as_it_takes),
    Law("every bracket is decided to its champion", bracket_laws.brackets_have_champions),
    Law("one match stands at a table", bracket_laws.nobody_plays_twice_at_once),
    Law("bags and final hold the chips of their flights", flight_bags_conserve),
    Law("every place is given once, every seat has one player", places_are_given_once),
    Law("prizes are the pool", prizes_are_the_pool),
    Law("every ticket lies in one place", tickets_are_in_one_place),
)


def faults_of(event: Event, *, taken: int) -> list[str]:
    """Every fault of a finished evening: the law and the thing. taken: cents that came over the counter."""
    laws = (*LAWS, Law("the fund is what was taken", partial(fund_is_money_taken, taken=taken)))
    return [f"{law.claim[0].upper()}{law.claim[1:]}: {fault}" for law in laws for fault in law.check(event)]
