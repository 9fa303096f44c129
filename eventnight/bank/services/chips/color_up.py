"""A finished colour-up in the books: what each holder exchanged, and so the drift that the race leaves behind."""

from __future__ import annotations

from collections.abc import Mapping

from engine.tournament.color_up import ColorUp
from eventnight.bank.chips.colours import FLOOR, STACKS
from eventnight.bank.ledger.refs import AccountRef, issuer
from eventnight.bank.models import Commodity, EntryKind
from eventnight.bank.services.chips.colours import stacks_are_counted
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import signed_text
from eventnight.events.models import Event


@counted_once
def book_color_up(
    *,
    event: Event,
    holders: Mapping[int, AccountRef],
    result: ColorUp,
    press: Press,
    subject: str = "",
) -> Posting:
    """Exchange small chips for large ones as the engine decided it, one entry for one race.

    holders: the account of each seat of the result, all of one commodity: tournament stacks, or seats of a ring game.
    subject: the flight or table, such as "F2" or "T1".

    Each holder gives up its small chips and gets large ones; what the issuer gives more than it takes is the drift. It
    is undone as every entry is, by `reverse_entry`.

    Raises UserFacingError: "overdraft", for a holder whose account has less than it loses. Raises ValueError if the
    holders are not those of the result or the drift is not the sum of the changes.
    Rules: WAS-6.
    """
    commodity, small, large = _commodity_of(holders, result), result.small, result.large
    ratio = large // small
    given = {seat: change.direct * ratio + change.odd for seat, change in result.changes.items()}
    received = {seat: change.direct + change.won + change.saved for seat, change in result.changes.items()}
    for seat, change in result.changes.items():
        if received[seat] * large - given[seat] * small != change.change:
            raise ValueError(f"seat {seat} changes by {change.change}, not by what it gives and gets")
    if sum(change.change for change in result.changes.values()) != result.drift:
        raise ValueError(f"the drift of {result.drift} is not the sum of the changes")
    # Large chips first: a stack that has won since its account was last set may hold more small ones than its books.
    bank = issuer(commodity)
    coming = [Line(bank, holders[seat], pieces * large) for seat, pieces in sorted(received.items()) if pieces]
    going = [Line(holders[seat], bank, pieces * small) for seat, pieces in sorted(given.items()) if pieces]
    rates = {
        "small": small,
        "large": large,
        "given": sum(given.values()),
        "received": sum(received.values()),
        "saved": len(result.saved),
        "drift": result.drift,
    }

    def draft(event: Event) -> Draft:
        return Draft(
            lines=(*coming, *going),
            subject=subject,
            reason=f"{small} to {large}, {signed_text(result.drift)}",
            rates=rates | _colours(event, commodity, rates),
            rules=("WAS-6",),
        )

    content = {"subject": subject, "rates": rates, "lines": [[str(a), str(b), n] for a, b, n in (*coming, *going)]}
    return post_entry(Request(event, EntryKind.COLOR_UP, press, content), draft)


def _commodity_of(holders: Mapping[int, AccountRef], result: ColorUp) -> str:
    commodities = {ref.commodity for ref in holders.values()}
    if holders.keys() != result.changes.keys() or len(set(holders.values())) != len(holders):
        raise ValueError(f"the seats {sorted(result.changes)} need one account each, not {sorted(holders)}")
    if len(commodities) != 1 or not commodities <= {Commodity.CHIPS, Commodity.TOURNAMENT_CHIPS}:
        raise ValueError(f"a colour-up is of one kind of chips, not of {sorted(commodities)}")
    return commodities.pop()


def _colours(event: Event, commodity: str, rates: Mapping[str, int]) -> dict[str, object]:
    """The small chips back in the rack and the large ones out of it, where they are of the bank's set and counted."""
    bank = event.house_settings.bank
    is_kept = stacks_are_counted(event) if commodity == Commodity.TOURNAMENT_CHIPS else bank.counts_chips
    small, large = rates["small"], rates["large"]
    if not is_kept or not {small, large} <= {chip.value for chip in bank.chip_set}:
        return {}
    holder = STACKS if commodity == Commodity.TOURNAMENT_CHIPS else FLOOR
    return {"colours": {holder: {str(small): -rates["given"], str(large): rates["received"]}}}
