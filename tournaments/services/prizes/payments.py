"""A prize, or the share of a deal, is paid out of the books, once, and reversed with a reason."""

from __future__ import annotations

from datetime import datetime

from engine.units import Cents
from eventnight.bank import services as bank
from eventnight.bank.selectors import entry_of
from eventnight.bank.services import Payout, Posting
from eventnight.core.errors import BadRequest, Conflict, NotFound
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text, money_text
from tournaments.models import FlightEntry, FlightKind, HoldemTournament
from tournaments.selectors.flight.tournaments import holdem_view
from tournaments.selectors.prizes.payments import PrizeDue, due_of, prize_dues
from tournaments.selectors.prizes.prize_list import prizes_view
from tournaments.services.flight.tournament import lock_tournament, log


@counted_once
def pay_prize(*, tournament: HoldemTournament, player_code: str, cents: Cents, till: str, press: Press) -> Posting:
    """Pay a player what is won. cents: as it was shown; till: whose drawer it leaves, or empty for the safe.

    press.second: who confirms, from the event's limit on. The same press again returns the first payment.

    Raises NotFound("no_prize"), Conflict("prizes_not_fixed", "prize_changed", "prize_paid"),
    UserFacingError("prize_not_there", "second_person", "key_reused") and what the bank refuses.
    """
    tournament = lock_tournament(tournament)
    entry = _in_the_final(tournament, player_code)
    what = _require_due(tournament, entry, cents, press.at).what
    posting = bank.pay_prize(
        event=tournament.event,
        payout=Payout(player_code=entry.player.code, prize_code=entry.stack_code, till=till),
        prize=what,
        money=cents,
        press=press,
    )
    entry.prize_entry = posting.entry.sequence
    entry.save(update_fields=["prize_entry"])
    log(tournament, "prize.paid", press, player=entry.player.code, cents=cents, entry=posting.entry.sequence)
    return posting


@counted_once
def take_prize_back(
    *,
    tournament: HoldemTournament,
    player_code: str,
    reason: str,
    press: Press,
    may_reverse_any: bool,
) -> Posting:
    """Undo a payment: the money is where it came from. press.second: who confirms, from the event's limit on.

    Raises NotFound("no_prize"), BadRequest("prize_not_paid"), UserFacingError("second_person") and what the bank's
    `reverse_entry` raises.
    """
    tournament = lock_tournament(tournament)
    event, entry = tournament.event, _in_the_final(tournament, player_code)
    sequence = entry.prize_entry
    if sequence is None:
        raise BadRequest(
            "prize_not_paid",
            f"{entry.player.code} has not been paid, so nothing comes back. Reload the page.",
            player=entry.player.code,
        )
    money = Cents(entry_of(event.pk, sequence).rates["money"])
    bank.require_second_from_limit(event, money, press, doing="a correction", does="reverses")
    posting = bank.reverse_entry(
        event=event,
        sequence=sequence,
        reason=reason,
        press=press,
        may_reverse_any=may_reverse_any,
    )
    entry.prize_entry = None
    entry.save(update_fields=["prize_entry"])
    log(tournament, "prize.taken_back", press, player=entry.player.code, reason=reason)
    return posting


def _in_the_final(tournament: HoldemTournament, player_code: str) -> FlightEntry:
    entries = FlightEntry.objects.filter(flight__tournament=tournament, flight__kind=FlightKind.FINAL)
    entry = entries.filter(player__code=player_code.upper()).select_related("player").first()
    if entry is None:
        raise NotFound(
            "no_prize",
            f"{player_code} did not come to the final of {tournament.name}, so there is no prize.",
            player=player_code,
        )
    return entry


def _require_due(tournament: HoldemTournament, entry: FlightEntry, cents: Cents, now: datetime) -> PrizeDue:
    holdem = holdem_view(tournament, now)
    prizes = prizes_view(tournament, holdem)
    due = due_of(prize_dues(tournament.event, holdem, prizes), entry.player.code)
    currency = tournament.event.currency
    if due.payment is not None:
        raise Conflict(
            "prize_paid",
            f"{money_text(due.payment.cents, currency)} were paid to {entry.player.code} at "
            f"{clock_text(due.payment.at, tournament.event)} (entry {due.payment.sequence}). "
            f"{'Take them back first.' if due.left else 'Nothing more to do.'}",
            player=entry.player.code,
            sequence=due.payment.sequence,
        )
    if not prizes.is_fixed:
        raise Conflict(
            "prizes_not_fixed",
            f"The prizes of {tournament.name} still change with what is taken. Fix them, then pay.",
        )
    if due.cents != cents:
        raise Conflict(
            "prize_changed",
            f"{entry.player.code} was to get {money_text(cents, currency)} when it was shown and now gets "
            f"{money_text(due.cents, currency)}. Look again, and pay that.",
            player=entry.player.code,
            shown=cents,
            due=due.cents,
        )
    return due
