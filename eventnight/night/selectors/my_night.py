"""One player's night: chips and tickets, where to go next, where to sit, and what has happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from engine.raffle import TicketsBought, tickets_for_chips
from engine.units import Chips
from eventnight.bank.models import Commodity, Entry
from eventnight.bank.refs import AccountRef, player_chips, player_tickets
from eventnight.bank.selectors import balances, entries_of
from eventnight.core.drawings.seat_map import SeatBox
from eventnight.core.wording import chips_text
from eventnight.events.models import Player
from eventnight.raffle.selectors import raffle_by_event, ticket_counts
from tables.selectors import SeatLine
from tables.selectors import seat_of as card_seat_of
from tournaments.models import MatchState
from tournaments.selectors.claims import ClaimView, MatchClaims, claims_of
from tournaments.selectors.euchre_night import PlayerEuchre, Standing, player_state
from tournaments.selectors.holdem import holdem_summary, seat_of
from tournaments.selectors.holdem_values import EntryView, SeatView, TableView
from tournaments.selectors.moves_made import MoveShown, move_of

EVENTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened to the player. chips, tickets: gained above 0, given below 0."""

    at: datetime
    text: str
    chips: int = 0
    tickets: int = 0
    score: str = ""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The hold'em table the player sits at, as the seat map takes it."""

    name: str
    flight: str
    seats: tuple[SeatBox, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MyNight:
    """All of it. held: tickets in hand; placed: in buckets; would_buy: what the chips come to at the raffle. move: the
    way to the seat to which the player has just been sent.
    """

    player: Player
    chips: int
    held: int
    placed: int
    has_raffle: bool
    would_buy: TicketsBought
    euchre: PlayerEuchre
    claims: MatchClaims | None
    holdem: SeatView | None
    move: MoveShown | None
    table: OwnTable | None
    card_seat: SeatLine | None
    happenings: tuple[Happening, ...]

    @property
    def is_called(self) -> bool:
        """Whether the player is to walk to a match now."""
        return self.euchre.standing == Standing.CALLED

    @property
    def own_report(self) -> ClaimView | None:
        """What the player's team has reported of its match."""
        return self.claims.report_of(self.euchre.team) if self.claims else None

    @property
    def their_report(self) -> ClaimView | None:
        """What the other team has reported."""
        return self.claims.report_against(self.euchre.team) if self.claims else None

    @property
    def is_last_call(self) -> bool:
        """Whether the player's team is called for the last time."""
        return self.euchre.is_last_call

    @property
    def plays_euchre(self) -> bool:
        return self.euchre.standing != Standing.NOT_ENTERED

    @property
    def chips_that_buy(self) -> int:
        """Chips that whole tickets would cost."""
        return self.chips - self.would_buy.chips_left


def my_night(player: Player, now: datetime) -> MyNight:
    """The player's night. The event must be loaded.

    Rules: WLIA-14.
    """
    held = balances(player.event_id, [player_chips(player.code), player_tickets(player.code)])
    raffle = raffle_by_event(player.event_id)
    placed = ticket_counts(raffle, player) if raffle else {}
    chips = Chips(held[player_chips(player.code)])
    euchre = player_state(player.event, player)
    holdem = seat_of(player, now)
    return MyNight(
        player=player,
        chips=chips,
        held=held[player_tickets(player.code)],
        placed=sum(count for bucket, count in placed.items() if bucket),
        has_raffle=raffle is not None,
        would_buy=tickets_for_chips(chips, Chips(player.event.house_settings.raffle.chips_per_ticket)),
        euchre=euchre,
        claims=_claims(euchre),
        holdem=holdem,
        move=move_of(player, now) if holdem else None,
        table=_own_table(player, holdem, now) if holdem else None,
        card_seat=card_seat_of(player),
        happenings=_happenings(player, euchre),
    )


def _claims(euchre: PlayerEuchre) -> MatchClaims | None:
    """What is said about the player's match, as long as it is open."""
    if euchre.bracket is None or euchre.match is None or len(euchre.match.teams) < 2:
        return None
    return claims_of(euchre.bracket).get(euchre.match.number) or MatchClaims(euchre.match, ())


def _own_table(player: Player, seat: SeatView, now: datetime) -> OwnTable | None:
    if seat.state not in ("seated", "playing"):
        return None
    flights = (
        flight
        for holdem in holdem_summary(player.event, now)
        if holdem.id == seat.holdem_id
        for flight in holdem.flights
    )
    flight = next(flight for flight in flights if flight.name == seat.flight)
    table = next(table for table in flight.tables if table.number == seat.entry.table)
    return OwnTable(table.name, flight.name, _seats(table, player))


def _seats(table: TableView, player: Player) -> tuple[SeatBox, ...]:
    return tuple(_seat(number, entry, player) for number, entry in enumerate(table.seats, start=1))


def _seat(number: int, entry: EntryView | None, player: Player) -> SeatBox:
    if entry is None or entry.is_out:
        return SeatBox(number, "Out" if entry else "Open", is_free=True)
    is_own = entry.player_id == player.pk
    return SeatBox(number, "You" if is_own else entry.name, chips_text(entry.chips), is_chosen=is_own)


def _happenings(player: Player, euchre: PlayerEuchre) -> tuple[Happening, ...]:
    """The last of them, newest first: entries of the bank and matches decided."""
    own = {player_chips(player.code), player_tickets(player.code)}
    chips, tickets = (entries_of(player.event_id, ref) for ref in sorted(own, key=lambda ref: ref.commodity))
    found = [_booked(entry, own) for entry in (chips | tickets)[:EVENTS_SHOWN]]
    found += _matches(euchre)
    return tuple(sorted(found, key=lambda each: each.at, reverse=True)[:EVENTS_SHOWN])


def _booked(entry: Entry, own: Iterable[AccountRef]) -> Happening:
    moved = {Commodity.CHIPS.value: 0, Commodity.TICKETS.value: 0}
    for transfer in entry.transfers.all():
        for account, sign in ((transfer.to_account, 1), (transfer.from_account, -1)):
            if AccountRef(account.commodity, account.owner_kind, account.code) in own:
                moved[transfer.commodity] += sign * transfer.amount
    text = f"Corrected: {entry.reverses.get_kind_display()}" if entry.reverses else entry.get_kind_display()
    return Happening(entry.at, text, moved[Commodity.CHIPS], moved[Commodity.TICKETS])


def _matches(euchre: PlayerEuchre) -> list[Happening]:
    if euchre.bracket is None or euchre.team is None:
        return []
    decided = (match for match in euchre.bracket.in_state(MatchState.DONE) if match.involves(euchre.team.number))
    found = []
    for match in decided:
        opponent = next(slot.text for slot in match.slots if slot.team != euchre.team)
        verb = "Won" if match.winner == euchre.team else "Lost"
        if match.done_at is not None:
            found.append(Happening(match.done_at, f"{verb} against {opponent}", score=match.score))
    return found
