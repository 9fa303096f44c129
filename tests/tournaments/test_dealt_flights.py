"""Flights whose tables the system deals: they open, go on and end by themselves."""

from __future__ import annotations

from random import Random

import pytest
from django.urls import reverse

from engine.shuffle import verify_deck
from eventnight.bank.selectors import verify_books
from eventnight.events.models import Player
from tables.models import Shuffle
from tests.answers import text_of
from tests.tournaments.dealt_flight import BANK, TURN, DealtFlight, dealt_holdem
from tests.tournaments.holdem_nights import make_holdem
from tournaments.services.clock.presses import pause_clock, skip_level, start_clock
from tournaments.services.flight.bags import reopen_flight
from tournaments.services.flight.final import advance_to_final

pytestmark = pytest.mark.django_db


def test_a_tournament_takes_who_deals_from_the_set_up():
    tournament = dealt_holdem()
    assert (tournament.is_dealt, tournament.turn_seconds, tournament.bank_seconds) == (True, TURN, BANK)
    by_people = make_holdem(name="By people")
    assert (by_people.is_dealt, by_people.turn_seconds, by_people.bank_seconds) == (False, None, 0)


@pytest.mark.rule("BIS-16")
def test_the_tables_of_a_flight_open_when_its_clock_starts():
    night = DealtFlight(8, tables=2, begins=False)
    night.wait(2)
    assert night.tables == []
    night = DealtFlight(8, tables=2)
    assert [(table.is_dealt, table.turn_seconds, table.bank_seconds) for table in night.tables] == [
        (True, TURN, BANK)
    ] * 2
    assert night.pack(1).state == night.pack(2).state == "promised"


@pytest.mark.rule("BIS-16")
def test_a_hand_begins_three_seconds_after_the_first_phone():
    night = DealtFlight(4)
    night.ready(who=next(iter(night.sitting().values())))
    night.wait(2)
    assert night.play() is None
    night.wait(1)
    assert sorted(night.play().hand.seats) == sorted(night.sitting())


@pytest.mark.rule("BIS-2")
def test_who_let_three_turns_pass_is_dealt_in_and_folds_at_once():
    night = DealtFlight(4)
    seat, gone = next(iter(night.sitting().items()))
    night.absent = {gone.code}
    let_three_turns_pass(night, gone)
    turns = []
    for _ in range(4):
        night.deal()
        assert seat in night.play().hand.seats, "everybody is dealt in"
        while (play := night.play()) is not None:
            turns.append(play.hand.turn)
            began = night.now
            night.pass_on()
            assert night.now == began
    assert seat not in turns, "nobody waits for who is away"
    assert night.chips()[gone.code] < 10_000, "the blinds are paid"


@pytest.mark.rule("BIS-2")
def test_who_was_away_plays_on_from_the_hand_after_saying_so():
    night = DealtFlight(4)
    seat, gone = next(iter(night.sitting().items()))
    let_three_turns_pass(night, gone)
    night.deal()
    night.ready(who=gone)
    assert not night.pack().is_away(gone.code)
    while night.play() is not None:
        assert night.play().hand.turn != seat
        night.pass_on()
    night.deal()
    while night.play().hand.turn != seat:
        night.stay_in()
    night.act("fold")


def let_three_turns_pass(night: DealtFlight, player: Player) -> None:
    night.absent = {player.code}
    while not night.pack().is_away(player.code):
        if night.play() is None:
            night.deal()
        elif night.sitting()[night.play().hand.turn] == player:
            night.wait(TURN + BANK + 1)
        else:
            night.stay_in()
    while night.play() is not None:
        night.pass_on()


def test_a_dealt_flight_is_played_to_its_end_without_a_press_of_staff():
    night = DealtFlight(6, tables=2)
    total = sum(night.chips().values())
    assert night.play_down(Random(20261128))
    assert night.flight.is_bagged
    assert sum(night.chips().values()) == total
    assert verify_books(night.tournament.event).is_clean
    night.wait(2)
    packs = Shuffle.objects.filter(table__in=night.tables)
    assert not packs.exclude(state__in=("published", "given_up")).exists()
    for pack in packs.filter(state="published"):
        assert verify_deck(pack.published, promised=pack.promise) == []


@pytest.mark.rule("STD-10", "BIS-16")
def test_the_last_hand_of_the_final_makes_the_champion():
    night = DealtFlight(4, advancing_count=2, flights=1)
    night.play_down(Random(1))
    final = advance_to_final(tournament=night.tournament, seed="final", press=night.by_floor())
    last = DealtFlight.of(final, night.now)
    last.play_down(Random(2))
    assert last.tournament.status == "finished"
    winner = last.flight.entries.get(place_first=1)
    assert (last.tournament.winner_id, last.flight.status) == (winner.player_id, "closed")
    assert verify_books(last.tournament.event).is_clean


@pytest.mark.rule("WAS-2")
def test_a_final_in_which_one_alone_has_chips_is_won_by_them():
    night = DealtFlight(4, advancing_count=2, flights=1)
    night.play_down(Random(1))
    final = advance_to_final(tournament=night.tournament, seed="final", press=night.by_floor())
    rich, empty = final.entries.order_by("pk")
    final.entries.filter(pk=empty.pk).update(chips=0, started_with=0)
    final.entries.filter(pk=rich.pk).update(chips=40_000, started_with=40_000)
    last = DealtFlight.of(final, night.now)
    last.ready()
    last.wait(8)
    assert (last.tournament.status, last.tournament.winner_id) == ("finished", rich.player_id)
    assert not last.table().hands.exists()


@pytest.mark.rule("WAS-3")
def test_seats_change_by_themselves_between_two_hands():
    night = DealtFlight(10, tables=3)
    night.play_down(Random(7))
    moves = night.flight.moves.order_by("number")
    assert {move.kind for move in moves} >= {"break"}
    assert {move.by_label for move in moves} == {"EventNight"}
    assert verify_books(night.tournament.event).is_clean


@pytest.mark.rule("WAS-4")
def test_the_first_button_is_drawn_for_those_who_sit_there_now():
    night = DealtFlight(4)
    seats = night.table().seats
    for seat, player in zip(sorted(night.sitting()), reversed(night.sitting().values()), strict=True):
        seats.filter(number=seat).update(player=player, sat_down_at=night.now, stack_code=f"old-{seat}")
    night.deal()
    assert night.play().hand.button in night.sitting()


@pytest.mark.rule("WAS-6")
def test_no_hand_begins_while_the_clock_stands_or_is_at_a_break():
    night = DealtFlight(4)
    pause_clock(flight=night.flight, press=night.by_floor())
    night.ready()
    night.wait(10)
    assert night.play() is None
    start_clock(flight=night.flight, press=night.by_floor())
    night.wait(4)
    assert night.play() is not None


def test_a_hand_is_played_for_the_level_that_is_on_when_it_begins():
    night = DealtFlight(4)
    night.deal()
    first = night.play().hand.stakes
    skip_level(flight=night.flight, press=night.by_floor())
    assert night.play().hand.stakes == first
    while night.play() is not None:
        night.pass_on()
    night.deal()
    assert night.play().hand.stakes.big_blind > first.big_blind


def test_a_phone_tells_its_player_how_they_went_out_or_go_on(client):
    night = DealtFlight(3, advancing_count=1, flights=1)
    players = list(night.sitting().values())
    phones = {player.pk: reverse("tables:my_seat", kwargs={"token": player.token}) for player in players}
    assert all("Clock" in client.get(phone).content.decode() for phone in phones.values())
    night.play_down(Random(3))
    for player in players:
        answer = client.get(phones[player.pk])
        entry = night.entry(player)
        told = f"You finished {entry.place_first}" if entry.is_out else "You go on to the final with 30,000 chips"
        assert answer.status_code == 200
        assert told in text_of(answer)
        part = client.get(reverse("tables:my_seat_part", kwargs={"token": player.token}))
        assert (part.status_code, told in text_of(part)) == (200, True)


def test_the_page_of_the_night_leads_to_the_seat_of_a_dealt_flight(client):
    night = DealtFlight(3)
    player = next(iter(night.sitting().values()))
    page = client.get(reverse("night:my_night", kwargs={"token": player.token})).content.decode()
    assert reverse("tables:my_seat", kwargs={"token": player.token}) in page


def test_a_flight_with_no_more_players_than_go_on_is_bagged_at_once_and_once():
    night = DealtFlight(2, advancing_count=2)
    assert night.flight.is_bagged
    assert night.tables == []
    reopen_flight(flight=night.flight, press=night.by_floor())
    night.wait(5)
    assert not night.flight.is_bagged
