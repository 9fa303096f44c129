"""A flight at whose tables the system deals, with the phones of everybody in it, for tests."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

from engine.poker.hand import Phase
from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.events.models import Player
from tables import services as tables
from tables.models import Shuffle, Table
from tables.selectors import play_of
from tables.selectors.dealt import the_shuffle
from tables.services import OwnMove, ReadySign
from tests.factories import NOW
from tests.tables.dealt_night import chosen, number_of
from tests.tournaments.holdem_nights import enter, flight_of, fresh, make_holdem, press
from tournaments.models import Flight, FlightEntry, HoldemTournament
from tournaments.services.clock.presses import start_clock
from tournaments.services.clock.tick import keep_time
from tournaments.services.hands.dealt import look_after_flights
from tournaments.services.seating.seats import Place, draw_seats, move_player

TURN, BANK = 20, 30
TICK = timedelta(seconds=1)


def dealt_holdem(event: Any = None, **facts: Any) -> HoldemTournament:
    """A tournament whose tables the system deals."""
    return make_holdem(event, **({"turn_seconds": TURN, "bank_seconds": BANK} | facts))


class DealtFlight:
    """The phones of a flight. absent: codes of players whose phone is switched off; now: moved by hand."""

    def __init__(self, players: int = 4, *, tables: int | None = None, begins: bool = True, **facts: Any) -> None:
        flight = flight_of(dealt_holdem(**facts))
        enter(flight, players)
        draw_seats(flight=flight, seed="seats", tables=tables, **press())
        self._take(flight, NOW, begins=begins)

    @classmethod
    def of(cls, flight: Flight, now: datetime) -> DealtFlight:
        """A flight whose seats are drawn."""
        made = cls.__new__(cls)
        made._take(flight, now, begins=True)
        return made

    def _take(self, flight: Flight, now: datetime, *, begins: bool) -> None:
        self._flight, self.now, self.absent = flight, now, set[str]()
        if begins:
            start_clock(flight=self.flight, press=self.by_floor())
            look_after_flights(read_now=lambda: self.now)

    @property
    def flight(self) -> Flight:
        return fresh(self._flight)

    @property
    def tournament(self) -> HoldemTournament:
        return HoldemTournament.objects.get(pk=self._flight.tournament_id)

    @property
    def tables(self) -> list[Table]:
        rows = self.flight.played_tables.select_related("table__event").order_by("number")
        return [row.table for row in rows]

    def table(self, number: int = 1) -> Table:
        """As it stands now, with the players of its flight."""
        table = self.flight.played_tables.select_related("table").get(number=number).table
        return Table.objects.select_related("event").get(pk=table.pk)

    def pack(self, number: int = 1) -> Shuffle:
        return the_shuffle(self.table(number))

    def play(self, number: int = 1) -> Any:
        """The hand that is being played at a table, None between two."""
        return play_of(self.table(number))

    def sitting(self, number: int = 1) -> dict[int, Player]:
        rows = self.flight.entries.filter(table_number=number, bust_hand__isnull=True).select_related("player__person")
        return {row.seat_number: row.player for row in rows}

    def entry(self, player: Player) -> FlightEntry:
        return self.flight.entries.get(player=player)

    def chips(self) -> dict[str, int]:
        """Of everybody who is still in."""
        return dict(self.flight.entries.filter(bust_hand__isnull=True).values_list("player__code", "chips"))

    def pass_on(self, number: int = 1) -> None:
        """Whoever is to act puts nothing in."""
        self._cheaply("check", "fold", number)

    def stay_in(self, number: int = 1) -> None:
        """Whoever is to act puts in what it takes."""
        self._cheaply("call", "check", number)

    def _cheaply(self, first: str, second: str, number: int) -> None:
        hand = self.play(number).hand
        if hand.phase is Phase.SHOWDOWN:
            self.act("show", number, seat=hand.to_show[0])
            return
        may = {"check": hand.legal.may_check, "call": hand.legal.may_call, "fold": True}
        self.act(first if may[first] else second, number)

    def by_floor(self) -> Press:
        return Press(Actor(code="staff-t", label="Nora"), self.now, uuid4())

    def press_of(self, player: Player) -> Press:
        return Press(Actor.player(player.code), self.now, uuid4())

    def ready(self, number: int = 1, *, who: Player | None = None) -> None:
        """The phones at a table that are on add their numbers, as they do by themselves; or one does, on a press."""
        pack = self.pack(number)
        for seat, player in sorted(self.sitting(number).items()):
            if player == who or (who is None and player.code not in self.absent and not pack.is_away(player.code)):
                sign = ReadySign(serial=pack.serial, number=number_of(seat))
                tables.say_ready(table=self.table(number), player=player, sign=sign, press=self.press_of(player))

    def act(self, verb: str, number: int = 1, *, seat: int = 0, **move: Any) -> None:
        """Whoever is to act at a table does it, or the player of a seat."""
        play = self.play(number)
        player = self.sitting(number)[seat or play.hand.turn]
        move = OwnMove(verb=verb, **move)
        tables.act(
            table=self.table(number), player=player, version=play.version, move=move, press=self.press_of(player)
        )

    def wait(self, seconds: float) -> None:
        """Let time pass, with everything that nobody presses."""
        end = self.now + timedelta(seconds=seconds)
        while self.now < end:
            self.now += TICK
            self.tick()

    def move(self, player: Player, *, to: int) -> None:
        """The floor sends a player to a free seat of another table."""
        taken = self.sitting(to)
        seat = next(number for number in range(1, self.flight.seats_per_table + 1) if number not in taken)
        place = Place(table=to, seat=seat)
        move_player(flight=self.flight, player_code=player.code, to=place, press=self.by_floor())

    def tick(self) -> None:
        tables.deal_and_time_out(read_now=lambda: self.now)
        look_after_flights(read_now=lambda: self.now)
        keep_time(event=self._flight.tournament.event, now=self.now)

    def deal(self, number: int = 1) -> None:
        """The next hand begins at a table, with the phones that are on."""
        self.ready(number)
        self.wait(4)
        assert self.play(number) is not None, "no hand has begun"

    def play_hand(self, chance: Random, number: int = 1) -> None:
        """To the end of the hand, as it comes; those without a phone let their time pass."""
        while (play := self.play(number)) is not None:
            if self.sitting(number)[play.hand.turn or play.hand.to_show[0]].code in self.absent:
                self.wait(TURN + BANK + 1)
                continue
            verb, move = chosen(chance, play)
            self.act(verb, number, seat=play.hand.turn or play.hand.to_show[0], **move)

    def all_in(self, number: int = 1) -> None:
        """Everybody puts in whatever they have."""
        while (play := self.play(number)) is not None:
            legal = None if play.hand.phase is Phase.SHOWDOWN else play.hand.legal
            if legal is not None and legal.may_raise:
                self.act("bet", number, to=(legal.amounts or (legal.max_to,))[-1])
            else:
                self.stay_in(number)

    def play_down(self, chance: Random, *, hands: int = 400) -> int:
        """Until the flight is decided. Returns how many hands it took."""
        for played in range(hands):
            if self.flight.is_decided:
                return played
            for number in sorted({row.number for row in self.flight.played_tables.all()}):
                if not self.flight.is_decided and len(self.sitting(number)) and self.play(number) is None:
                    self.ready(number)
            self.wait(4)
            for row in self.flight.played_tables.all():
                if not self.flight.is_decided and self.play(row.number) is not None:
                    self.play_hand(chance, row.number)
        raise AssertionError(f"{hands} hands have not decided {self.flight}")
