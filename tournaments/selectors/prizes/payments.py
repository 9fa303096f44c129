"""Who is to be paid which prize, who has been, and what a night still owes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.units import Cents
from eventnight.bank.models import Entry, VarianceApproval
from eventnight.bank.selectors import actor_labels
from eventnight.bank.selectors.ledger.approvals import Variance, approved
from eventnight.core.errors import NotFound
from eventnight.core.values.formats import money_text
from eventnight.events.models import Event
from tournaments.models import FlightEntry, FlightKind, HoldemTournament, Prizes
from tournaments.selectors.flight.values import EntryView, HoldemView
from tournaments.selectors.prizes.prize_list import PrizesView, prizes_view


@dataclass(frozen=True, slots=True)
class PrizePayment:
    """A prize as the books paid it, in cents. paid_from: "till T1" or "the safe"."""

    sequence: int
    cents: Cents
    paid_from: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class PrizeDue:
    """What somebody has won, in cents. code: of the prize, in the books. what: "Hold'em, 2nd". payment: None before it.
    waived: why nothing is paid, where two have signed that; empty otherwise.
    """

    entry: EntryView
    code: str
    what: str
    cents: Cents
    payment: PrizePayment | None
    waived: str = ""

    @property
    def left(self) -> Cents:
        """What is still to be paid; below zero where too much was."""
        return Cents(self.cents - (self.payment.cents if self.payment else 0))

    @property
    def is_open(self) -> bool:
        return bool(self.left) and not self.waived

    @property
    def is_other(self) -> bool:
        """Whether something else was paid than what is due now."""
        return self.payment is not None and bool(self.left)


@dataclass(frozen=True, slots=True)
class TournamentPrizes:
    """A tournament with what it pays. owed: of the money of the night, what is not the fund's any more, in cents."""

    holdem: HoldemView
    dues: tuple[PrizeDue, ...]
    owed: Cents


def prize_dues(event: Event, holdem: HoldemView, prizes: PrizesView) -> tuple[PrizeDue, ...]:
    """Everybody whose prize is settled, best first, and who was paid and has none any more: at most five queries."""
    return tuple(_dues(event, holdem, prizes, approved(event.pk)))


def due_of(dues: Iterable[PrizeDue], player_code: str) -> PrizeDue:
    """The prize of a player. Raises NotFound("no_prize")."""
    found = next((due for due in dues if due.entry.player_code == player_code), None)
    if found is None:
        raise NotFound("no_prize", f"{player_code} has won no money so far. Reload the page.", player=player_code)
    return found


def prizes_of_night(event: Event, holdems: Sequence[HoldemView]) -> tuple[TournamentPrizes, ...]:
    """The tournaments that pay something: one query where none does."""
    rows = HoldemTournament.objects.filter(pk__in=Prizes.objects.filter(tournament__event=event).values("pk"))
    paying = {tournament.pk: tournament for tournament in rows.select_related("event")}
    if not paying:
        return ()
    approvals = approved(event.pk)
    return tuple(
        _tournament_prizes(event, paying[holdem.id], holdem, approvals) for holdem in holdems if holdem.id in paying
    )


def variance_of(event: Event, due: PrizeDue) -> Variance:
    """An open prize as the list before closing names it."""
    noun = "not paid" if not due.payment else f"paid by entry {due.payment.sequence}, and not what is due"
    text = f"{due.what}, {due.entry.player_code}: {money_text(due.cents, event.currency)} {noun}"
    return Variance(_subject(due.code), due.left, text)


def _tournament_prizes(
    event: Event, tournament: HoldemTournament, holdem: HoldemView, approvals: Mapping[str, VarianceApproval]
) -> TournamentPrizes:
    prizes = prizes_view(tournament, holdem)
    dues = tuple(_dues(event, holdem, prizes, approvals))
    left = sum(due.left for due in dues if due.is_open)
    to_be_won = 0 if holdem.is_finished else prizes.total - sum(prizes.by_player.values())
    return TournamentPrizes(holdem, dues, Cents(max(0, left + to_be_won)))


def _dues(
    event: Event, holdem: HoldemView, prizes: PrizesView, approvals: Mapping[str, VarianceApproval]
) -> Iterator[PrizeDue]:
    entries = {entry.player_code: entry for entry in holdem.final.entries}
    rows = FlightEntry.objects.filter(flight__tournament=holdem.id, flight__kind=FlightKind.FINAL)
    codes = dict(rows.values_list("player__code", "stack_code")) if entries else {}
    payments = _payments(event, holdem)
    shared = {share.entry.player_code for share in prizes.deal.shares} if prizes.deal and prizes.deal.made_at else set()
    order = sorted(prizes.by_player, key=lambda code: -prizes.by_player[code])
    for player in [*order, *(player for player in payments if player not in prizes.by_player)]:
        place = "deal" if player in shared else entries[player].place_text or "no place"
        due = PrizeDue(
            entry=entries[player],
            code=codes[player],
            what=f"{holdem.name}, {place}",
            cents=prizes.by_player.get(player, Cents(0)),
            payment=payments.get(player),
        )
        yield _with_waiver(due, approvals.get(_subject(due.code)))


def _with_waiver(due: PrizeDue, approval: VarianceApproval | None) -> PrizeDue:
    if approval is None or approval.amount != due.left:
        return due
    return PrizeDue(due.entry, due.code, due.what, due.cents, due.payment, approval.reason)


def _payments(event: Event, holdem: HoldemView) -> dict[str, PrizePayment]:
    """What the books paid, by player code: one query, and two where something was."""
    rows = FlightEntry.objects.filter(flight__tournament=holdem.id, prize_entry__isnull=False)
    paid = rows.values_list("prize_entry", "player__code")
    players = {sequence: player for sequence, player in paid if sequence is not None}
    if not players:
        return {}
    entries = list(Entry.objects.filter(event=event, sequence__in=players))
    labels = actor_labels({entry.actor_code for entry in entries}, event.pk)
    return {
        players[entry.sequence]: PrizePayment(
            sequence=entry.sequence,
            cents=Cents(entry.rates["money"]),
            paid_from=f"till {entry.till}" if entry.till else "the safe",
            at=entry.at,
            by=labels[entry.actor_code],
        )
        for entry in entries
    }


def _subject(prize_code: str) -> str:
    return f"prize/{prize_code}"
