"""What must hold in a flight under way, at every level of its clock."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Sum

from eventnight.bank.ledger.refs import stack
from eventnight.bank.selectors import balances
from tournaments.models import Flight, StackPurchase


def stacks_are_chips_issued(flight: Flight) -> Iterator[str]:
    """What the players of a flight have, by their last counts and by the bank, is what was issued to them: entries,
    re-buys and add-ons, at the final what was carried there, each with what colour-ups changed.
    """
    entries = list(flight.entries.all())
    bought = StackPurchase.objects.filter(entry__flight=flight, undone_at__isnull=True).aggregate(sum=Sum("chips"))
    raced = flight.races.filter(undone_at__isnull=True).aggregate(sum=Sum("drift"))
    began = sum(entry.started_with for entry in entries)
    if not flight.is_final:
        began = len(entries) * flight.tournament.starting_chips + (bought["sum"] or 0)
    issued = began + (raced["sum"] or 0)
    counted = sum(entry.chips for entry in entries if not entry.is_out)
    held = sum(balances(flight.tournament.event_id, [stack(entry.stack_code) for entry in entries]).values())
    for chips, where in ((counted, "its stacks"), (held, "the bank")):
        if chips != issued:
            yield f"{flight}: {issued} chips were issued, and {where} hold {chips}."
