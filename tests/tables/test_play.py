"""Hands that are played action by action: what may be done, undoing, paying out, and what everybody sees."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from eventnight.bank.selectors import verify_books
from eventnight.core.errors import BadRequest, Conflict, NotFound
from tables import services
from tables.models import HandInPlay
from tables.selectors import play_of, the_play
from tables.services import Move
from tests.tables.evening import by_staff, hand_of, make_holder, put_in, stacks
from tests.tables.playing import a_table, do, pay, start, to_the_river

pytestmark = pytest.mark.django_db


def test_a_hand_is_played_to_the_showdown_and_paid_out_of_the_seats():
    table = a_table(overrides={"showdown": "may_muck"})

    to_the_river(table)
    do(table, "show", seat=2, cards=parse_cards("Ks 9d"))
    do(table, "show", seat=3, cards=parse_cards("As Ad"))
    do(table, "muck", seat=1)
    hand = pay(table).hand

    assert stacks(table) == {1: 490, 2: 520, 3: 490, 4: 0, 5: 0, 6: 0}
    assert (hand.number, hand.button, hand.board, hand.game) == (1, 1, "Kh 9c 4d 8s 2h", "holdem")
    assert [(seat.seat, seat.cards, seat.net) for seat in hand.seats.all()] == [
        (1, "", -10),
        (2, "Ks 9d", 20),
        (3, "As Ad", -10),
    ]
    assert hand.played["log"][-1] == ["muck", 1]
    assert play_of(table) is None
    assert verify_books(table.event_id).is_clean


@pytest.mark.rule("STD-3", "WLIA-8")
def test_the_first_round_starts_left_of_the_big_blind_whose_option_it_keeps():
    table = a_table(seats=4)

    play = start(table)

    assert (play.hand.button, play.hand.bets) == (1, {2: 5, 3: 10, 4: 0, 1: 0})
    turns = [play.hand.turn]
    for verb in ("call", "call", "call"):
        turns.append(do(table, verb).hand.turn)
    assert turns == [4, 1, 2, 3]
    assert the_play(table).legal.may_raise


@pytest.mark.rule("WLIA-5")
def test_the_most_that_can_be_bet_is_a_hundred_even_in_a_large_pot():
    table = a_table()
    start(table)

    with pytest.raises(RuleError) as refused:
        do(table, "bet", to=400)

    assert (refused.value.code, refused.value.facts["max_to"]) == ("raise_too_large", 35)
    do(table, "bet", to=35)
    do(table, "bet", to=115)
    with pytest.raises(RuleError, match="the ceiling of 100"):
        do(table, "bet", to=220)
    assert do(table, "bet", to=215).hand.bets[3] == 215


@pytest.mark.rule("WLIA-10")
def test_after_a_bet_and_three_raises_three_players_may_only_call_or_fold():
    table = a_table(small_blind=5, big_blind=10)
    start(table)
    for total in (20, 30, 40):
        do(table, "bet", to=total)

    with pytest.raises(RuleError) as refused:
        do(table, "bet", to=50)

    assert (refused.value.code, refused.value.rules) == ("raises_capped", ("WLIA-10",))
    assert the_play(table).reasons["bet"].code == "raises_capped"


def test_a_setting_of_the_table_changes_the_cap_of_its_house():
    table = a_table(overrides={"raises_per_round": 1})
    start(table)
    do(table, "bet", to=20)

    with pytest.raises(RuleError) as refused:
        do(table, "bet", to=30)

    assert refused.value.facts["raises"] == 1


def test_a_refused_action_changes_nothing():
    table = a_table()
    before = start(table).row.log

    for move in (Move(verb="check"), Move(verb="bet", to=11), Move(verb="fold", seat=3), Move(verb="show", seat=2)):
        with pytest.raises(RuleError):
            services.play_move(table=table, version=1, move=move, **by_staff())

    row = HandInPlay.objects.get()
    assert (row.log, row.version) == (before, 1)


def test_a_second_press_acts_once_and_an_older_page_is_told_so():
    table = a_table()
    start(table)
    press = by_staff()

    first = services.play_move(table=table, version=1, move=Move(verb="call"), **press)
    again = services.play_move(table=table, version=1, move=Move(verb="call"), **press)

    assert (first.version, again.version, again.hand.turn) == (2, 2, 2)
    with pytest.raises(Conflict) as refused:
        services.play_move(table=table, version=1, move=Move(verb="call"), **by_staff())
    assert refused.value.code == "hand_moved_on"
    assert "seat 2 to act" in refused.value.message


def test_undo_goes_back_by_what_was_entered_and_never_behind_the_deal():
    table = a_table()
    before = start(table).hand.to_json()
    do(table, "call")

    assert do(table, "undo").hand.to_json() == before
    with pytest.raises(Conflict) as refused:
        do(table, "undo")
    assert refused.value.code == "nothing_to_undo"


def test_a_second_press_starts_and_pays_out_once():
    table = a_table()
    press = by_staff(number=1)
    for _ in range(2):
        services.start_hand(table=table, **press)
    do(table, "fold")
    version = do(table, "fold").version
    pay_press = by_staff(version=version)

    first = services.pay_out(table=table, **pay_press)
    again = services.pay_out(table=table, **pay_press)

    assert (first.is_replay, again.is_replay, again.hand) == (False, True, first.hand)
    assert stacks(table)[3] == 505


def test_a_hand_that_is_not_over_is_not_paid_out():
    table = a_table()
    start(table)

    with pytest.raises(RuleError) as refused:
        pay(table)

    assert refused.value.code == "hand_not_over"
    assert HandInPlay.objects.exists()


def test_while_a_hand_is_played_no_other_is_settled_begun_or_taken_back():
    table = a_table()
    folded = hand_of(put_in(1, 10), put_in(2, 5, folded=True), put_in(3, 0, folded=True))
    services.settle_hand(table=table, number=1, end=folded, **by_staff())
    start(table)

    for refused_press in (
        lambda: services.settle_hand(table=table, number=2, end=folded, **by_staff()),
        lambda: start(table),
        lambda: services.undo_hand(table=table, number=1, reason="no", may_reverse_any=True, **by_staff()),
    ):
        with pytest.raises(Conflict) as refused:
            refused_press()
        assert refused.value.code == "hand_in_play"


def test_who_is_in_a_hand_cannot_leave_and_others_can():
    table = a_table()
    start(table)
    other = make_holder(table.event)
    services.seat_player(table=table, seat=5, player=other, chips=100, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.leave_seat(table=table, seat=1, **by_staff())
    services.leave_seat(table=table, seat=5, **by_staff())

    assert (refused.value.code, stacks(table)[1], stacks(table)[5]) == ("in_hand", 500, 0)


def test_chips_bought_during_a_hand_play_in_the_next():
    table = a_table(chips=100)
    start(table)
    services.top_up(table=table, seat=1, chips=200, **by_staff())

    assert the_play(table).hand.stacks[1] == 100
    do(table, "fold")
    do(table, "fold")
    pay(table)
    assert stacks(table)[1] == 300


def test_a_hand_called_off_leaves_every_chip_and_the_button_where_they_were():
    table = a_table()
    state = table.state
    start(table)
    do(table, "bet", to=30)

    with pytest.raises(BadRequest):
        services.call_off(table=table, version=2, reason=" ", **by_staff())
    services.call_off(table=table, version=2, reason="two cards exposed", **by_staff())

    table.refresh_from_db()
    assert (table.state, stacks(table)[1], play_of(table)) == (state, 500, None)
    with pytest.raises(NotFound):
        the_play(table)


def test_a_played_hand_that_is_taken_back_lies_on_the_table_as_it_ended():
    table = a_table()
    start(table)
    do(table, "fold")
    do(table, "fold")
    pay(table)

    services.undo_hand(table=table, number=1, reason="seat 2 had called", may_reverse_any=True, **by_staff())
    do(table, "undo")
    do(table, "call")

    assert stacks(table)[1] == 500
    assert (the_play(table).number, the_play(table).hand.turn) == (1, 3)
