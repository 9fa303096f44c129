"""Everybody's night from one reading: as many queries for three hundred players as for one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.raffle import tickets_for_chips
from engine.units import Chips
from eventnight.bank.selectors import LastEntries, PlayerBalances, last_entries, movements_of, player_balances
from eventnight.calls.places import Place
from eventnight.calls.selectors.calls import CallView, open_calls
from eventnight.calls.selectors.seats import SeatNow, seats_now
from eventnight.core.values.formats import chips_text
from eventnight.events.models import Event
from eventnight.night.selectors.my_night import (
    Happening,
    MyNight,
    OwnEuchre,
    OwnFloor,
    OwnHoldem,
    OwnScore,
    OwnTable,
)
from eventnight.raffle.selectors import placed_by_holder, raffle_by_event
from tables.drawings.seat_map import SeatBox
from tables.selectors import SeatLine, taken_seats
from tables.selectors.roulette import wheels_on_phones
from tournaments.selectors.bracket.claims import MatchClaims, claims_of
from tournaments.selectors.bracket.night import EuchreTonight, PlayerEuchre, Standing, euchre_tonight
from tournaments.selectors.bracket.values import MatchView
from tournaments.selectors.flight.standing import SeatView
from tournaments.selectors.flight.tournaments import holdem_summary, seats_of
from tournaments.selectors.flight.values import EntryView, HoldemView, TableView
from tournaments.selectors.score.sheets import running_scores
from tournaments.selectors.score.values import ScoreSheet
from tournaments.selectors.seating.moves_made import MoveShown, moves_called

HAPPENINGS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Guest:
    """A player as the board needs one."""

    id: int
    code: str
    token: str
    is_checked_in: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """What all boards of an event are made of. claims, scores: by bracket and match; moves: each player's
    last, by code. seats: where everybody sits now; calls: the open calls of the floor by their tables. wheels: the
    roulette tables at which phones lay bets.
    """

    event: Event
    chips_per_ticket: Chips
    guests: dict[str, Guest]
    balances: dict[str, PlayerBalances]
    entries: LastEntries
    placed: dict[int, int] | None
    euchre: EuchreTonight
    claims: dict[int, dict[int, MatchClaims]]
    scores: dict[int, dict[int, ScoreSheet]]
    holdems: list[HoldemView]
    holdem_seats: dict[int, SeatView]
    moves: dict[str, MoveShown]
    card_seats: dict[int, SeatLine]
    seats: dict[int, SeatNow]
    calls: dict[Place, CallView]
    wheels: tuple[tuple[int, str], ...]

    def night_of(self, token: str) -> MyNight | None:
        """The night of the player with that link; None where nobody had it when this was read.

        Rules: WLIA-14.
        """
        guest = self.guests.get(token)
        if guest is None:
            return None
        held = self.balances.get(guest.code, PlayerBalances())
        chips, euchre = Chips(held.chips), self.euchre.of(guest.id)
        return MyNight(
            event_id=self.event.pk,
            time_zone=self.event.zone.key,
            code=guest.code,
            token=guest.token,
            is_checked_in=guest.is_checked_in,
            chips=chips,
            held=held.tickets,
            placed=self.placed.get(guest.id, 0) if self.placed is not None else 0,
            has_raffle=self.placed is not None,
            would_buy=tickets_for_chips(chips, self.chips_per_ticket),
            last_entry=self.entries.of(guest.code),
            results=tuple(_result(match, euchre) for match in euchre.decided if match.done_at is not None),
            euchre=self._euchre(euchre),
            holdem=self._holdem(guest),
            card_seat=self.card_seats.get(guest.id),
            floor=self._floor(guest),
            wheels=self.wheels if guest.is_checked_in else (),
        )

    def _euchre(self, mine: PlayerEuchre) -> OwnEuchre | None:
        if mine.standing == Standing.NOT_ENTERED:
            return None
        return OwnEuchre(
            standing=mine.standing,
            bracket_id=mine.bracket.id if mine.bracket else None,
            bracket_name=mine.bracket.name if mine.bracket else "",
            is_drawn=bool(mine.bracket and mine.bracket.rounds),
            team=mine.team,
            match=mine.match,
            opponents=mine.opponents,
            is_last_call=mine.is_last_call,
            claims=self._claims(mine),
            score=self._score(mine),
            is_dealt=bool(mine.bracket and mine.bracket.is_dealt),
        )

    def _claims(self, mine: PlayerEuchre) -> MatchClaims | None:
        """What is said about the player's match, as long as it is open."""
        if mine.bracket is None or mine.match is None or len(mine.match.teams) < 2:
            return None
        return self.claims[mine.bracket.id].get(mine.match.number) or MatchClaims(mine.match, ())

    def _score(self, mine: PlayerEuchre) -> OwnScore | None:
        """The player's match hand by hand."""
        if mine.bracket is None or mine.match is None:
            return None
        sheet = self.scores[mine.bracket.id].get(mine.match.number)
        if sheet is None:
            return None
        return OwnScore(
            sides=tuple((team.name, points, games) for team, points, games in sheet.sides),
            target=sheet.bracket.target,
            is_one_game=sheet.bracket.is_one_game,
            is_won=sheet.winner is not None,
            report_query=sheet.report_query if sheet.winner else "",
        )

    def _holdem(self, guest: Guest) -> OwnHoldem | None:
        seat = self.holdem_seats.get(guest.id)
        if seat is None:
            return None
        return OwnHoldem(
            holdem_id=seat.holdem_id,
            flight=seat.flight,
            state=seat.state,
            clock=seat.clock,
            clock_at=(seat.clock.version, seat.clock.level.position),
            entry=seat.entry,
            table=self._table(seat, guest) if seat.state.is_at_table else None,
            move=self.moves.get(guest.code),
            is_dealt=seat.is_dealt,
        )

    def _floor(self, guest: Guest) -> OwnFloor | None:
        """From where the player calls the floor; None without a seat."""
        seat = self.seats.get(guest.id)
        return OwnFloor(seat, self.calls.get(seat.place)) if seat else None

    def _table(self, seat: SeatView, guest: Guest) -> OwnTable:
        holdem = next(holdem for holdem in self.holdems if holdem.id == seat.holdem_id)
        flight = next(flight for flight in holdem.flights if flight.name == seat.flight)
        table = next(table for table in flight.tables if table.number == seat.entry.table)
        return OwnTable(table.name, _seats(table, guest))


def read_hall(event: Event, now: datetime, before: Hall | None = None) -> Hall:
    """The hall as it is. before: an older reading, from which on the books are read."""
    rows = event.players.order_by().values_list("pk", "code", "token", "checked_in_at")
    raffle = raffle_by_event(event.pk)
    euchre = euchre_tonight(event)
    holdems = holdem_summary(event, now)
    return Hall(
        event=event,
        chips_per_ticket=Chips(event.house_settings.raffle.chips_per_ticket),
        guests={token: Guest(pk, code, token, here_at is not None) for pk, code, token, here_at in rows},
        balances=player_balances(event.pk),
        entries=last_entries(event.pk, before.entries if before else None),
        placed=placed_by_holder(raffle) if raffle else None,
        euchre=euchre,
        claims={bracket.id: claims_of(bracket) for bracket in euchre.brackets},
        scores={bracket.id: running_scores(bracket) for bracket in euchre.brackets},
        holdems=holdems,
        holdem_seats=seats_of(holdems),
        # The newest comes first, and stands.
        moves={move.player_code: move for move in reversed(moves_called(event, now))} if holdems else {},
        card_seats=taken_seats(event),
        seats={} if event.is_closed else seats_now(event.pk),
        calls={call.place: call for call in open_calls(event)},
        wheels=wheels_on_phones(event),
    )


def happenings_of(mine: MyNight) -> list[Happening]:
    """The last of them, newest first: entries of the bank and matches decided."""
    booked = [
        Happening(moved.at, moved.label, moved.chips, moved.tickets)
        for moved in movements_of(mine.event_id, mine.code, HAPPENINGS_SHOWN)
    ]
    return sorted([*booked, *mine.results], key=lambda each: each.at, reverse=True)[:HAPPENINGS_SHOWN]


def _result(match: MatchView, mine: PlayerEuchre) -> Happening:
    opponent = next(slot.text for slot in match.slots if slot.team != mine.team)
    verb = "Won" if match.winner == mine.team else "Lost"
    assert match.done_at is not None
    return Happening(match.done_at, f"{verb} against {opponent}", score=match.score)


def _seats(table: TableView, guest: Guest) -> tuple[SeatBox, ...]:
    return tuple(_seat(number, entry, guest) for number, entry in enumerate(table.seats, start=1))


def _seat(number: int, entry: EntryView | None, guest: Guest) -> SeatBox:
    if entry is None or entry.is_out:
        return SeatBox(number, "Out" if entry else "Open", is_free=True)
    is_own = entry.player_id == guest.id
    return SeatBox(number, "You" if is_own else entry.name, chips_text(entry.chips), is_chosen=is_own)
