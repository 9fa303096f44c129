"""A table where the system deals, with phones that get ready and act, for tests."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any
from uuid import uuid4

from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.events.models import Event, Player
from tables import services
from tables.models import Shuffle, Table
from tables.selectors import play_of
from tables.selectors.dealt import the_shuffle
from tables.services import OwnMove, ReadySign
from tests.factories import NOW, make_event
from tests.tables.evening import open_table, seat_people

TURN, BANK = 20, 30
BETWEEN_TICKS = 4.0


class DealtTable:
    """Six phones at a table where the system deals. people: by seat; now: the computer's time, moved by hand."""

    def __init__(self, *, seats: int = 6, chips: int = 400, event: Event | None = None, **facts: Any) -> None:
        facts = {"seats_count": max(seats, 2), "turn_seconds": TURN, "bank_seconds": BANK} | facts
        self.table = open_table(event or make_event(), **facts)
        self.people = seat_people(self.table, dict.fromkeys(range(1, seats + 1), chips))
        self.now: datetime = NOW

    @classmethod
    def at(cls, table: Table, now: datetime) -> DealtTable:
        """A table that is there already, with whoever sits at it."""
        made = cls.__new__(cls)
        made.table, made.now = table, now
        seats = table.seats.filter(player__isnull=False).select_related("player__person")
        made.people = {seat.number: seat.sitter for seat in seats}
        return made

    @property
    def shuffle(self) -> Shuffle:
        return the_shuffle(self.fresh)

    @property
    def fresh(self) -> Table:
        return Table.objects.select_related("event").get(pk=self.table.pk)

    @property
    def play(self) -> Any:
        playing = play_of(self.fresh)
        assert playing is not None, "no hand is being played"
        return playing

    @property
    def is_playing(self) -> bool:
        return play_of(self.fresh) is not None

    def press_of(self, player: Player) -> Press:
        return Press(Actor.player(player.code), self.now, uuid4())

    def by_host(self) -> Press:
        return Press(Actor(code="staff-t", label="Nora"), self.now, uuid4())

    def ready(self, *seats: int, **facts: Any) -> Shuffle:
        """These phones are ready, all of them where none is named."""
        found, serial = self.shuffle, self.shuffle.serial
        for seat in seats or sorted(self.people):
            sign = ReadySign(**{"serial": serial, "number": number_of(seat)} | facts)
            player = self.people[seat]
            found = services.say_ready(table=self.table, player=player, sign=sign, press=self.press_of(player))
        return found

    def act(self, verb: str, *, seat: int = 0, **move: Any) -> Shuffle:
        """Whoever is to act does it."""
        playing = self.play
        player = self.people[seat or playing.hand.turn]
        facts = {"version": move.pop("version", playing.version), "press": move.pop("press", self.press_of(player))}
        return services.act(table=self.table, player=player, move=OwnMove(verb=verb, **move), **facts)

    def wait(self, seconds: float) -> int:
        """Let time pass, and the tick look every few seconds. Returns how many tables were due at the end."""
        due = 0
        while seconds > 0:
            self.now += timedelta(seconds=min(seconds, BETWEEN_TICKS))
            seconds -= BETWEEN_TICKS
            due = services.deal_and_time_out(read_now=lambda: self.now)
        return due

    def stand_still(self, seconds: float) -> None:
        """Let time pass with the computer off, and the tick look afterwards."""
        self.now += timedelta(seconds=seconds)
        services.deal_and_time_out(read_now=lambda: self.now)

    def play_on(self, chance: Random) -> None:
        """To the end of the hand, as it comes; without looking at a card."""
        while self.is_playing:
            verb, move = chosen(chance, self.play)
            self.act(verb, **move)


def number_of(seat: int) -> str:
    """What the phone at a seat adds."""
    return sha256(f"phone {seat}".encode()).hexdigest()


def chosen(chance: Random, playing: Any) -> tuple[str, dict[str, Any]]:
    """A lawful act of whoever is to act."""
    hand = playing.hand
    if playing.phase == "showdown":
        return chance.choice(["show", "muck"] if hand.why_no_muck is None else ["show"]), {}
    legal = hand.legal
    if legal.draw_up_to is not None:
        held = len(hand.hole(legal.seat))
        return "discard", {"places": tuple(chance.sample(range(held), chance.randint(0, legal.draw_up_to)))}
    acts: list[tuple[str, dict[str, Any]]] = []
    if legal.bring_in:
        acts.append(("bring_in", {}))
    acts += [("check", {})] * 3 if legal.may_check else []
    acts += [("call", {})] * 3 if legal.may_call else []
    acts += [("fold", {})] if legal.may_fold and not legal.may_check else []
    if legal.may_raise:
        acts.append(("bet", {"to": chance.choice(legal.amounts or (legal.min_to, legal.max_to))}))
    return chance.choice(acts)
