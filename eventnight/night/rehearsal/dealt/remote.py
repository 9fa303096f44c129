"""A whole tournament on phones: staff start each flight and draw the final; hands, seats, bags and the winner come of
themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random
from unittest.mock import patch

from engine.shuffle import verify_deck
from eventnight.events.house_settings import HouseSettings
from eventnight.events.models import Player
from eventnight.events.services import open_event
from eventnight.night.rehearsal.acts import door
from eventnight.night.rehearsal.acts.holdem import first_flights
from eventnight.night.rehearsal.dealt.phones import Phone
from eventnight.night.rehearsal.laws.flight_laws import stacks_are_chips_issued
from eventnight.night.rehearsal.stage import Stage
from tables.models import PackState, Shuffle, Table
from tables.selectors import play_of
from tables.services import deal_and_time_out
from tournaments.models import Flight, HoldemTournament
from tournaments.services.clock.presses import start_clock
from tournaments.services.clock.tick import keep_time
from tournaments.services.flight.final import advance_to_final
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.flight.tournament import NewHoldem, create_holdem
from tournaments.services.hands.dealt import look_after_flights
from tournaments.services.seating.seats import draw_seats

SEATS = 8
TURN, BANK = 15, 30
A_LEVEL = 1
"""Minutes: bots think quickly."""
A_TICK = timedelta(seconds=0.5)
THINKING = timedelta(seconds=0.1)
TICKS_AT_MOST = 6_000
OFF_ONE_IN = 24
BACK_ONE_IN = 40


def on_phones(settings: HouseSettings, players: int) -> HouseSettings:
    """The house's settings for a remote evening: tables of eight as long as the house seats them, a flight each, two of
    which go on.
    """
    seats = min(SEATS, settings.holdem.seats_per_table)
    flights = max(2, players // seats)
    levels = tuple(replace(level, minutes=A_LEVEL) for level in settings.holdem.levels if not level.is_break)
    holdem = replace(
        settings.holdem,
        flights=flights,
        seats_per_table=seats,
        final_seats=seats,
        advancing_count=2,
        advancing_share=0,
        turn_seconds=TURN,
        bank_seconds=BANK,
        levels=levels,
    )
    return replace(settings, holdem=holdem)


def play_remote(stage: Stage, players: int) -> None:
    """The flights side by side, and the final to its champion."""
    expected = door.expect_players(stage, players)
    open_event(event=stage.event, press=stage.act_now())
    stage.play(door.open_doors(stage, expected, minutes=1))
    evening = _Evening(stage, door.present(stage))
    # The packs come from the evening's seed, too, so that it can be repeated card by card.
    with patch("tables.services.dealt.packs.secrets.token_bytes", stage.chance.randbytes):
        tournament = evening.open_tournament()
        evening.play(list(first_flights(tournament).order_by("number")))
        final = advance_to_final(tournament=tournament, seed=stage.seed(), press=stage.press())
        evening.play([final])
    stage.broken.extend(_packs_do_not_verify(tournament))
    tournament.refresh_from_db()
    if tournament.winner is None:
        stage.broken.append(f"{tournament} has no winner.")
    else:
        stage.tell(f"Champion: {tournament.winner}")


class _Evening:
    """phones: by player."""

    def __init__(self, stage: Stage, players: list[Player]) -> None:
        self._stage, self._players = stage, players
        self._phones = {
            player.pk: Phone(player.token, Random(stage.chance.getrandbits(64)))  # noqa: S311  an evening repeats
            for player in players
        }

    def open_tournament(self) -> HoldemTournament:
        """The event's own, with everybody entered."""
        stage = self._stage
        tournament = create_holdem(event=stage.event, new=NewHoldem(), press=stage.act_now())
        flights = list(first_flights(tournament).order_by("number"))
        for number, player in enumerate(self._players):
            enter_flight(player=player, flight=flights[number % len(flights)], press=stage.press())
            stage.taken += tournament.entry_price
        for flight in flights:
            draw_seats(flight=flight, seed=stage.seed(), press=stage.press())
        return tournament

    def play(self, flights: list[Flight]) -> None:
        """Start their clocks, which is all that staff press, and let them be played until each is decided."""
        stage = self._stage
        for flight in flights:
            start_clock(flight=flight, press=stage.act())
        began = stage.now
        for _ in range(TICKS_AT_MOST):
            self._tick()
            running = [flight for flight in flights if not _is_decided(flight)]
            if not running:
                break
            for flight in running:
                self._play_tables(flight)
        else:
            stage.broken.append(f"{flights[0].tournament} is not decided after {TICKS_AT_MOST} ticks.")
        for flight in flights:
            if not flight.is_final:
                stage.broken.extend(stacks_are_chips_issued(flight))
        stage.tell(f"{len(flights)} decided after {(stage.now - began).total_seconds():.0f} s of their clocks")

    def _tick(self) -> None:
        stage = self._stage
        stage.now += A_TICK
        deal_and_time_out(read_now=lambda: stage.now, event=stage.event)
        look_after_flights(read_now=lambda: stage.now, event=stage.event)
        keep_time(event=stage.event, now=stage.now)

    def _play_tables(self, flight: Flight) -> None:
        """What each phone that hears of a change does."""
        for row in flight.played_tables.select_related("table__event"):
            sitting = {
                entry.seat_number: entry.player_id
                for entry in flight.entries.filter(table_number=row.number, bust_hand__isnull=True)
            }
            if sitting:
                self._play_table(row.table, sitting)

    def _play_table(self, table: Table, sitting: dict[int | None, int]) -> None:
        stage, playing = self._stage, play_of(table)
        if playing is None:
            if _wants_numbers(table):
                self._get_ready(sitting)
            return
        turn = playing.hand.turn or next(iter(playing.hand.to_show), None)
        phone = self._phones[sitting[turn]] if turn in sitting else None
        if phone is None or phone.is_off:
            return
        if stage.happens(OFF_ONE_IN * len(sitting)):
            stage.note("phones switched off")
            phone.is_off = True
            return
        stage.now += THINKING
        with self._clock():
            done = phone.act()
        stage.note(f"{done or 'nothing'} on phones")

    def _get_ready(self, sitting: dict[int | None, int]) -> None:
        with self._clock():
            for player in sitting.values():
                phone = self._phones[player]
                if phone.is_off and self._stage.happens(BACK_ONE_IN):
                    phone.is_off = False
                    self._stage.note("phones switched on again")
                    self._stage.note("players back", phone.come_back())
                phone.get_ready()

    @contextmanager
    def _clock(self) -> Iterator[None]:
        """The pages read the time of this evening."""
        with patch("django.utils.timezone.now", lambda: self._stage.now):
            yield


def _wants_numbers(table: Table) -> bool:
    packs = Shuffle.objects.filter(table=table, state=PackState.PROMISED)
    return packs.filter(due_at__isnull=True).exists()


def _is_decided(flight: Flight) -> bool:
    flight.refresh_from_db()
    return flight.is_decided


def _packs_do_not_verify(tournament: HoldemTournament) -> Iterator[str]:
    """Every pack that was played is the one that was promised."""
    tables = Table.objects.filter(of_flight__flight__tournament=tournament)
    for pack in Shuffle.objects.filter(table__in=tables, state=PackState.PUBLISHED):
        file = pack.published or {}
        if not file["shown"]:
            # Nobody showed a card, so that there is none to check.
            continue
        for problem in verify_deck(file, promised=pack.promise):
            yield f"{pack}: {problem}"
