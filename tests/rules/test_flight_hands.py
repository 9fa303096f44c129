"""Rules of hands, through the door of a flight: button, blinds, pots and bets at its tables."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.poker.between.first_button import highest_card
from engine.poker.house.options import HeadsUp
from tables import services
from tables.models import Table
from tables.selectors import plan_hand, table_view, the_play
from tables.views.hands import pots_shown
from tests.factories import NOW, after, make_event
from tests.tables.evening import hand_of, put_in
from tests.tournaments.floors import button, floor_of, make, seating
from tests.tournaments.hands import all_in, at, begun, by_staff, chips_at, do, followed, seat_of, settled, undone, won
from tests.tournaments.holdem_nights import final_drawn, fresh, make_holdem, press, running_flight
from tournaments.models import Flight, MoveKind
from tournaments.services.clock.presses import start_clock
from tournaments.services.hands.opening import follow_hands
from tournaments.services.seating.seat_moves import undo_moves
from tournaments.services.seating.seats import Place, move_player
from tournaments.services.seating.tables import ToldButton, tell_button

pytestmark = pytest.mark.django_db


def biska(players: int = 6, **facts: object) -> Flight:
    """A flight of the short-handed club, at whose tables people deal."""
    event = make_event("biska")
    return running_flight(players, make_holdem(event, advancing_count=1, turn_seconds=0, **facts))


def expected(table: Table) -> tuple[int | None, int | None, int | None]:
    """Button, small and big blind of the hand to come."""
    come = table_view(at(table)).to_come
    return come.button, come.small_blind, come.big_blind


def told(flight: Flight, number: int = 1) -> tuple[int, int, int]:
    """The same as the floor's page has it."""
    hand = seating(flight).next_hand_of(number)
    return hand.button, hand.small_blind, hand.big_blind


def play_one(table: Table) -> None:
    """A hand that the big blind takes from somebody."""
    big = expected(table)[2]
    won(table, big, {next(seat for seat in chips_at(table) if seat != big): 50})


def before_button(table: Table, seat: int) -> None:
    """Give the first button to a seat."""
    Table.objects.filter(pk=table.pk).update(state={**table.state, "first_button": seat})


# Washburn


@pytest.mark.rule("WAS-4")
def test_the_page_deals_a_card_to_each_for_the_first_button_at_every_table_and_at_the_final():
    final = final_drawn()
    start_clock(flight=final, **press())
    for flight in (running_flight(4, make_holdem(advancing_count=1)), fresh(final)):
        table = follow_hands(flight=flight, table=1, **press())
        assert table.between.first_button is None
        assert table_view(at(table)).to_come.waits.code == "no_button"
        cards = dict(zip(sorted(chips_at(table)), parse_cards("Ks As Ah Kd 2c 3c"), strict=False))

        services.give_first_button(table=table, cards=cards, **by_staff())

        assert expected(table)[0] == highest_card(cards) == sorted(chips_at(table))[1]


@pytest.mark.rule("WAS-4")
def test_a_button_that_the_floor_has_told_is_the_first_one():
    flight = running_flight(4, make_holdem(advancing_count=1))
    seat = sorted(entry.seat_number for entry in flight.entries.all())[2]
    button(flight, t1=seat)

    table = follow_hands(flight=flight, table=1, **press())

    assert expected(table)[0] == seat


@pytest.mark.rule("WAS-4")
@pytest.mark.rule("WLIA-6")
@pytest.mark.parametrize(("house", "first"), [("washburn", None), ("wlia", 1)])
def test_at_the_last_table_the_button_is_decided_again_until_the_new_seats_are_undone(house, first):
    flight = floor_of([3, 3], make_holdem(make_event(house), advancing_count=1, seats_per_table=6))
    tables = [follow_hands(flight=flight, table=number, **press()) for number in (1, 2)]
    for table in tables:
        before_button(table, 2)

    moved = make(flight)

    assert {move.kind for move in moved} == {MoveKind.FINAL}
    [last] = {move.end_table for move in moved}
    table = tables[last - 1]
    assert at(table).between.first_button == first
    undo_moves(flight=flight, numbers=[move.number for move in moved], **press())
    assert at(table).between.first_button == 2


@pytest.mark.rule("WAS-7")
@pytest.mark.rule("WAS-8")
def test_a_player_may_raise_by_everything_and_left_of_the_button_leads_after_the_flop():
    table = begun(followed(running_flight(3, make_holdem(advancing_count=1))))
    play = the_play(table)
    seats = list(table_view(at(table)).stacks)
    lead = seats[(seats.index(play.hand.button) + 1) % 3]
    assert play.legal.max_to == 10_000

    for verb in ("call", "call", "check"):
        do(table, verb)
    do(table, "deal", board=parse_cards("2c 3d 4h"))

    assert the_play(table).hand.turn == lead


@pytest.mark.rule("WAS-12")
@pytest.mark.rule("WAS-11")
def test_the_side_pot_is_settled_first_and_the_short_all_in_cannot_win_it():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    short, rich, other, idle = chips_at(table)
    won(table, rich, {short: 7_000})
    shows = (put_in(short, 3_000, "As Ad"), put_in(rich, 8_000, "Ks Kd"), put_in(other, 8_000, "Qs Qd"))
    ends = (*shows, put_in(idle, 0, folded=True))

    plan = plan_hand(at(table), hand_of(*ends, button=expected(table)[0], board="2c 3d 4h 9s Jc"))

    shown = [(each["pot"].name, each["pot"].amount, each["pot"].winners) for each in pots_shown(plan)]
    assert shown == [("side pot 1", 10_000, (rich,)), ("main pot", 9_000, (short,))]
    settled(table, *ends, board="2c 3d 4h 9s Jc")
    assert chips_at(table)[short] == 9_000
    assert chips_at(table)[other] == 2_000


@pytest.mark.rule("WAS-11")
def test_who_loses_an_all_in_is_out_with_a_place_and_who_covers_it_plays_on():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    short, rich, *_ = chips_at(table)
    won(table, rich, {short: 7_000})

    all_in(table, winner=rich, losers=[short])

    out = seat_of(flight, short, out=True)
    assert (out.is_out, out.began_hand_with, out.chips, out.place_first) == (True, 3_000, 0, 4)
    assert short not in chips_at(table)
    assert chips_at(table)[rich] == 20_000


@pytest.mark.rule("WAS-11")
def test_who_loses_an_all_in_against_fewer_chips_keeps_the_rest_and_the_seat():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    short, rich, *_ = chips_at(table)
    won(table, rich, {short: 7_000})

    settled(table, put_in(short, 3_000, "As Ad"), put_in(rich, 3_000, "Ks Kd"), board="2c 3d 4h 9s Jc")

    assert (chips_at(table)[rich], seat_of(flight, rich).is_out) == (14_000, False)


@pytest.mark.rule("WAS-5")
@pytest.mark.rule("WAS-6")
def test_the_blinds_of_a_hand_are_half_the_minimum_bet_of_its_level_and_all_of_it():
    table = followed(running_flight(3, make_holdem(advancing_count=1)))

    posted = [sorted(the_play(begun(table, NOW)).hand.contributed.values())]
    services.call_off(table=at(table), version=1, reason="Next level", **by_staff())
    later = after(minutes=20)
    posted.append(sorted(the_play(begun(table, later)).hand.contributed.values()))

    assert posted == [[0, 250, 500], [0, 400, 800]]


# Biska


@pytest.mark.rule("BIS-4")
def test_antes_of_a_flight_begin_at_their_level_and_lie_in_the_pot_before_the_cards():
    table = followed(biska(3))
    before, level_five = begun(table, after(minutes=39)), after(minutes=40)
    without = the_play(before).hand
    services.call_off(table=before, version=1, reason="Next level", **by_staff(after(minutes=39)))

    with_antes = the_play(begun(table, level_five)).hand

    assert (sum(without.contributed.values()), sum(with_antes.contributed.values())) == (150, 75 + 150 + 3 * 15)
    assert (without.legal.to_call, with_antes.legal.to_call) == (100, 150)


@pytest.mark.rule("BIS-5")
@pytest.mark.rule("BIS-6")
def test_the_big_blind_moves_to_the_next_player_each_hand():
    table = followed(biska(4))
    seats = list(chips_at(table))
    before_button(table, seats[0])

    seen = []
    for _ in range(4):
        seen.append(expected(table))
        play_one(table)

    assert [big for _, _, big in seen] == [seats[2], seats[3], seats[0], seats[1]]
    assert seen[0] == (seats[0], seats[1], seats[2])


@pytest.mark.rule("BIS-7")
@pytest.mark.parametrize(
    ("who", "after_it"),
    [
        pytest.param(1, [(0, 2, 3), (2, 3, 4)], id="small-blind-out"),
        pytest.param(2, [(1, None, 3), (1, 3, 4), (3, 4, 5)], id="big-blind-out"),
    ],
)
def test_a_blind_that_is_knocked_out_at_a_flight_leaves_its_mark_for_the_next_hands(who, after_it):
    flight = biska(6)
    table = followed(flight)
    seats = list(chips_at(table))
    before_button(table, seats[0])

    all_in(table, winner=seats[5], losers=(seats[who],))

    for button_at, small, big in after_it:
        at_seats = (seats[button_at], None if small is None else seats[small], seats[big])
        assert expected(table) == at_seats
        assert told(flight)[2] == seats[big]
        play_one(table)


@pytest.mark.rule("BIS-6")
def test_a_newcomer_beyond_the_big_blind_has_it_next_and_a_leaver_passes_it_on():
    flight = biska(6, seats_per_table=6)
    table = followed(flight)
    seats = list(chips_at(table))
    before_button(table, seats[0])
    play_one(table)
    assert expected(table)[2] == seats[3]
    leaver = seat_of(flight, seats[3]).player.code

    move_player(flight=flight, player_code=leaver, to=Place(table=2, seat=1), opens_table=True, **press())

    assert expected(table)[2] == seats[4] == told(flight)[2]
    move_player(flight=flight, player_code=leaver, to=Place(table=1, seat=seats[3]), opens_table=False, **press())
    assert expected(table)[2] == seats[3] == told(flight)[2]


@pytest.mark.rule("BIS-8")
def test_of_two_players_the_button_has_the_big_blind_and_the_floor_is_told_so():
    flight = biska(3)
    table = followed(flight)
    first, second, third = chips_at(table)
    before_button(table, first)

    all_in(table, winner=first, losers=(third,))

    button_at, small, big = expected(table)
    assert (button_at, {small, big}) == (big, {first, second})
    assert told(flight) == (button_at, small, big)


@pytest.mark.rule("BIS-8")
@pytest.mark.rule("STD-3")
@pytest.mark.parametrize(
    ("house", "heads_up", "blinds"),
    [
        ("biska", HeadsUp.BUTTON_IS_BIG_BLIND, (1, 2, 1)),
        ("washburn", HeadsUp.BUTTON_IS_SMALL_BLIND, (1, 1, 2)),
    ],
)
def test_a_button_told_for_two_players_gives_the_blinds_of_the_house(house, heads_up, blinds):
    flight = floor_of([2], make_holdem(make_event(house), advancing_count=1))

    row = tell_button(flight=flight, table=1, told=ToldButton(button=1), **press())

    assert (row.button, row.small_blind, row.big_blind) == blinds, heads_up


@pytest.mark.rule("BIS-3")
def test_a_followed_table_has_the_seats_of_its_flight():
    table = followed(biska(6, seats_per_table=6))

    assert (table.seats_count, table.seats.count()) == (6, 6)


# Canterbury


@pytest.mark.rule("CAN-21")
def test_the_button_goes_forward_past_who_went_out_and_back_with_the_hand_that_is_undone():
    flight = running_flight(5, make_holdem(make_event("canterbury"), advancing_count=1))
    table = followed(flight)
    seats = list(chips_at(table))
    before_button(table, seats[0])

    all_in(table, winner=seats[4], losers=(seats[1],))

    assert expected(table) == (seats[2], seats[3], seats[4]) == told(flight)
    undone(table, 1)
    assert expected(table) == (seats[0], seats[1], seats[2]) == told(flight)
