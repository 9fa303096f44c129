"""Hands at the tables of a flight: stacks, stakes of the level, bust-outs and places, and undoing all of that."""

from __future__ import annotations

import pytest
from django.urls import reverse

from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors.ledger.entries import lines_of
from tables.models import HandInPlay
from tables.selectors import table_view, the_play
from tests.answers import text_of
from tests.factories import after, make_staff
from tests.tournaments.hands import (
    all_in,
    at,
    begun,
    book_faults,
    chips_at,
    counts,
    do,
    followed,
    held,
    paid_out,
    refusal_of,
    seat_of,
    undone,
    won,
)
from tests.tournaments.holdem_nights import codes_of, fresh, make_holdem, places, press, running_flight
from tournaments.models import PlayedHand, PlayedTable
from tournaments.services.clock.presses import pause_clock
from tournaments.services.flight.bust_outs import bust_out, enter_chip_counts, undo_bust_out
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.hands.opening import follow_hands

pytestmark = pytest.mark.django_db


@pytest.fixture
def flight():
    """Four players at one table; one of them wins it."""
    return running_flight(4, make_holdem(advancing_count=1))


def test_a_hand_moves_chips_between_the_stacks_in_one_entry(flight):
    table = followed(flight)
    first, second, *_ = chips_at(table)

    posting = won(table, first, {second: 500})

    assert posting.hand.entry.kind == EntryKind.STACK_HAND
    [line] = lines_of(posting.hand.entry)
    giver, taker = seat_of(flight, second), seat_of(flight, first)
    assert (line.from_account.code, line.to_account.code, line.amount) == (giver.stack_code, taker.stack_code, 500)
    left = chips_at(table)
    assert (left[first], left[second]) == (10_500, 9_500)
    assert held(flight) == counts(flight)
    assert book_faults(flight) == []


def test_opening_a_table_twice_gives_the_same_table(flight):
    once, again = (follow_hands(flight=flight, table=1, **press()) for _ in "ab")

    assert once == again
    assert PlayedTable.objects.count() == 1
    assert refusal_of(lambda: follow_hands(flight=flight, table=2, **press())).code == "no_such_table"


def test_a_hand_is_followed_action_by_action_and_paid_out(flight):
    table = begun(followed(flight, button=None))
    hand = the_play(table).hand
    small, big = hand.view()["seats"], hand.turn

    assert {seat["bet"] for seat in small} == {0, 250, 500}
    assert big == hand.turn
    while the_play(table).phase == "betting":
        do(table, "fold")
    winner = the_play(table).hand.live[0]
    paid_out(table)

    assert chips_at(table)[winner] == 10_250
    assert not HandInPlay.objects.exists()
    assert book_faults(flight) == []


def test_the_first_entry_brings_every_stack_to_its_last_count(flight):
    """Nobody recorded hands before: the bank holds what was issued, and the counts say who has it."""
    counted = dict(zip(codes_of(flight), (17_000, 3_000, 12_000, 8_000), strict=True))
    enter_chip_counts(flight=flight, counts=counted, **press())
    table = followed(flight)
    first, second, *_ = chips_at(table)

    won(table, first, {second: 500})

    assert held(flight) == counts(flight)
    assert Entry.objects.filter(kind=EntryKind.STACK_HAND).count() == 1
    assert book_faults(flight) == []
    undone(table, 1)
    assert counts(flight) == counted
    assert set(held(flight).values()) == {10_000}
    assert book_faults(flight) == []


def test_counts_that_do_not_add_up_are_counted_before_a_hand_is_played(flight):
    table = followed(flight)
    first, second, *_ = chips_at(table)
    enter_chip_counts(flight=flight, counts={codes_of(flight)[0]: 9_000}, **press())

    refused = refusal_of(lambda: won(table, first, {second: 500}))

    assert (refused.code, refused.facts["counted"], refused.facts["in_play"]) == ("counts_differ", 39_000, 40_000)
    assert refusal_of(lambda: begun(table)).code == "counts_differ"
    assert "Count the stacks" in refused.message
    enter_chip_counts(flight=flight, counts={codes_of(flight)[0]: 10_000}, **press())
    won(table, first, {second: 500})


# The stakes


@pytest.mark.rule("WAS-5")
@pytest.mark.rule("WAS-6")
def test_a_hand_is_played_for_the_level_at_which_it_began(flight):
    table = begun(followed(flight), after(minutes=19, seconds=59))

    seen = the_play(at(table, after(minutes=21))).hand.stakes

    assert (seen.small_blind, seen.big_blind) == (250, 500)
    while the_play(table).phase == "betting":
        do(table, "fold", now=after(minutes=21))
    paid_out(table, after(minutes=21))
    later = the_play(begun(table, after(minutes=21))).hand.stakes
    assert (later.small_blind, later.big_blind) == (400, 800)


@pytest.mark.rule("BIS-4")
@pytest.mark.parametrize(("by", "antes"), [("each", [100, 100, 100, 100]), ("big_blind", [0, 0, 0, 100])])
def test_the_ante_of_the_level_is_paid_as_the_house_has_it(by, antes):
    flight = running_flight(4, make_holdem(advancing_count=1))
    event = flight.tournament.event
    event.settings = {**event.settings, "poker": {**event.settings.get("poker", {}), "ante_by": by}}
    event.save(update_fields=["settings"])
    flight = fresh(flight)
    third = after(minutes=41)

    hand = the_play(begun(followed(flight, now=third), third)).hand

    bets = {seat["seat"]: seat["bet"] for seat in hand.view()["seats"]}
    assert sorted(chips - bets[seat] for seat, chips in hand.contributed.items()) == antes
    assert sorted(bets.values()) == [0, 0, 500, 1000]


def test_a_paused_clock_keeps_its_level_and_lets_hands_be_played(flight):
    pause_clock(flight=flight, **press(after(minutes=5)))

    stakes = the_play(begun(followed(flight), after(minutes=50))).hand.stakes

    assert (stakes.small_blind, stakes.big_blind) == (250, 500)


def test_no_hand_begins_at_a_break_but_one_that_ended_is_settled(flight):
    table, at_break = followed(flight), after(minutes=65)
    first, second, *_ = chips_at(table)

    assert refusal_of(lambda: begun(table, at_break)).code == "clock_at_break"
    won(table, first, {second: 500}, now=at_break)
    assert table_view(at(table, at_break)).table.stakes.big_blind == 1000


# Bust-outs and places


@pytest.mark.rule("WAS-11")
@pytest.mark.rule("STD-10")
def test_who_loses_everything_is_out_with_the_place_that_follows(flight):
    table = followed(flight)
    first, second, third, fourth = chips_at(table)
    won(table, first, {second: 3_000})

    all_in(table, winner=fourth, losers=(second, third))

    gone = {seat_of(flight, seat, out=True).player.code for seat in (second, third)}
    assert places(flight) == {
        seat_of(flight, third, out=True).player.code: (3, 3),
        seat_of(flight, second, out=True).player.code: (4, 4),
    }
    assert gone == set(places(flight))
    assert chips_at(table) == {first: 13_000, fourth: 27_000}
    assert book_faults(flight) == []


@pytest.mark.rule("STD-10")
def test_equal_stacks_on_one_hand_share_the_places_and_the_last_hand_decides(flight):
    table = followed(flight)
    first, *others = chips_at(table)

    all_in(table, winner=first, losers=others)

    assert sorted(places(flight).values()) == [(2, 4)] * 3
    assert fresh(flight).is_decided
    assert not fresh(flight).clock.is_running
    assert refusal_of(lambda: begun(table)).code == "flight_decided"


def test_once_the_flight_is_decided_the_page_offers_no_hand_and_says_why(flight, client):
    table = followed(flight)
    first, *others = chips_at(table)
    client.force_login(make_staff(table.event))
    page = reverse("tables:play", args=[table.event.code, table.pk])
    assert "Deal hand 1" in text_of(client.get(page))

    all_in(table, winner=first, losers=others)

    shown = text_of(client.get(page))
    assert ("Deal hand 2" in shown, "nobody has to play on in it" in shown) == (False, True)


def test_undoing_the_hand_brings_everybody_back_as_they_were(flight):
    table = followed(flight)
    first, *others = chips_at(table)
    all_in(table, winner=first, losers=others)

    undone(table, 1)

    assert places(flight) == {}
    assert not fresh(flight).is_decided
    assert set(counts(flight).values()) == {10_000} == set(held(flight).values())
    assert chips_at(table) == dict.fromkeys((first, *others), 10_000)
    assert book_faults(flight) == []


def test_a_hand_that_was_played_lies_on_the_table_again_when_it_is_undone(flight):
    table = begun(followed(flight))
    while the_play(table).phase == "betting":
        do(table, "fold")
    paid_out(table)

    undone(table, 1)

    assert the_play(table).phase == "over"
    assert set(counts(flight).values()) == {10_000}
    paid_out(table)
    assert sorted(counts(flight).values()) == [9_750, 10_000, 10_000, 10_250]


def test_a_bust_out_of_a_hand_is_undone_with_its_hand_alone(flight):
    table = followed(flight)
    first, second, *_ = chips_at(table)
    all_in(table, winner=first, losers=(second,))

    assert refusal_of(lambda: undo_bust_out(flight=flight, **press())).code == "out_on_a_hand"
    assert PlayedHand.objects.get().bust_hand is not None


def test_a_hand_is_not_undone_once_what_it_won_was_counted_away(flight):
    table = followed(flight)
    first, second, third, _ = chips_at(table)
    won(table, first, {second: 9_000})
    code = {seat: seat_of(flight, seat).player.code for seat in (first, third)}
    enter_chip_counts(flight=flight, counts={code[first]: 8_000, code[third]: 21_000}, **press())

    assert refusal_of(lambda: undone(table, 1)).code == "counted_since"


def test_chips_lost_on_at_another_table_keep_an_earlier_hand_from_being_undone():
    flight = running_flight(4, make_holdem(advancing_count=1, seats_per_table=2))
    one, two = followed(flight, 1), followed(flight, 2)
    (a, b), (c, d) = chips_at(one), chips_at(two)
    rich, poor = seat_of(flight, c, 2).player.code, seat_of(flight, d, 2).player.code
    enter_chip_counts(flight=flight, counts={rich: 18_000, poor: 2_000}, **press())
    won(one, a, {b: 500})
    for chips in (2_000, 4_000, 8_000):
        won(two, d, {c: chips})

    assert refusal_of(lambda: undone(one, 1)).code == "other_hands_since"
    for number in (3, 2, 1):
        undone(two, number)
    undone(one, 1)
    assert counts(flight)[rich] == 18_000
    assert book_faults(flight) == []


# Other doors


def test_a_hand_of_somebody_who_went_out_since_by_another_door_waits_for_that_bust_out():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    loser, winner, *_ = chips_at(table)
    won(table, winner, {loser: 500})
    player = seat_of(flight, loser).player.code
    bust = bust_out(flight=flight, busted={player: 9_500}, **press(after(1)))
    before = places(flight)

    refused = refusal_of(lambda: undone(table, 1))

    assert (refused.code, places(flight)) == ("out_since", before)
    undo_bust_out(flight=flight, hand=bust.hand.number, **press(after(2)))
    undone(table, 1)
    assert set(chips_at(table).values()) == {10_000}


def test_a_hand_of_somebody_who_entered_again_since_is_not_taken_from_the_new_stack():
    flight = running_flight(4, make_holdem(advancing_count=1, re_entries=1))
    table = followed(flight)
    loser, winner, *_ = chips_at(table)
    won(table, winner, {loser: 500})
    player = seat_of(flight, loser).player
    bust_out(flight=flight, busted={player.code: 9_500}, **press(after(1)))
    enter_flight(player=player, flight=flight, **press(after(2)))

    assert refusal_of(lambda: undone(table, 1)).code == "out_since"
