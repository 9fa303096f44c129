"""Stud, lowball, dealer's choice and what the floor decides, played action by action at a table."""

from __future__ import annotations

import pytest

from engine.cards import card_text, full_deck, parse_cards
from engine.errors import RuleError
from eventnight.core.errors import BadRequest, UserFacingError
from tables import services
from tables.models import Hand
from tables.selectors import plan_hand, table_view, the_play
from tables.selectors.hand_in_play import hand_end_of
from tests.tables.evening import by_staff, stacks
from tests.tables.playing import a_table, board, do, pay, start

pytestmark = pytest.mark.django_db


@pytest.mark.rule("ANG-4", "ANG-5")
def test_stud_upcards_are_told_and_say_who_opens():
    table = a_table(house="angies", chips=40, game="seven_stud", small_blind=1, big_blind=2, limit="limit-2-4")
    with pytest.raises(RuleError):
        start(table)
    services.give_first_button(
        table=table, **by_staff(cards={1: parse_cards("As")[0], 2: parse_cards("Ks")[0], 3: parse_cards("Qs")[0]})
    )

    assert start(table).hand.owed_cards == {1: 3, 2: 3, 3: 3}
    do(table, "deal", holes={seat: parse_cards(card) for seat, card in ((1, "2c"), (2, "9d"), (3, "Jh"))})
    for verb in ("call", "call", "check"):
        do(table, verb)
    play = do(table, "deal", holes={seat: parse_cards(card) for seat, card in ((1, "2d"), (2, "Ac"), (3, "Js"))})

    assert (play.hand.street.name, play.hand.turn) == ("fourth street", 3)
    assert play.hand.view()["seats"][2]["cards"] == ["??", "??", "2c", "2d"]


@pytest.mark.rule("ANG-17", "ANG-18")
def test_lowball_is_pass_and_out_and_a_checked_seven_loses_what_comes_after_the_draw():
    table = a_table(house="angies", chips=40, game="lowball", small_blind=1, big_blind=2, limit="limit-2-4")
    services.give_first_button(table=table, **by_staff())
    table.refresh_from_db()
    button = table_view(table).button
    start(table)
    with pytest.raises(RuleError) as refused:
        do(table, "check")
    assert refused.value.code in ("bet_to_call", "pass_and_out")
    do(table, "fold")
    do(table, "call")
    do(table, "check")
    for _ in "ab":
        do(table, "discard", count=1)
    small = the_play(table).hand.turn
    do(table, "check")
    big = do(table, "bet", to=4).hand.turn
    assert big == small
    do(table, "call")
    other = ({1, 2, 3} - {button, small}).pop()
    do(table, "claim", seat=small, chips=2)
    do(table, "show", seat=other, cards=parse_cards("8c 6d 4h 3s 2c"))
    do(table, "show", seat=small, cards=parse_cards("7c 5d 4c 2s Jk"))

    hand = pay(table).hand

    nets = {seat.seat: seat.net for seat in hand.seats.all()}
    # The pot of 4 from before the draw is the seven's; the 8 put in after it go to the eight.
    assert (nets[small], nets[other]) == (-2, 2)
    assert hand.seats.get(seat=small).claim == 2


@pytest.mark.rule("ANG-30")
def test_at_dealers_choice_the_button_says_what_is_dealt():
    table = a_table(game="dealers_choice")

    with pytest.raises(BadRequest) as missing:
        start(table)
    with pytest.raises(UserFacingError) as refused:
        start(table, game="lowball")
    play = start(table, game="omaha_hilo")

    assert (missing.value.code, refused.value.code) == ("game_not_chosen", "game_not_offered")
    assert (play.hand.game.key, len(play.hand.hole(1))) == ("omaha_hilo", 4)


@pytest.mark.rule("ANG-20")
def test_straddles_are_posted_where_the_house_has_them():
    club = a_table(house="angies", game="lowball", chips=40, small_blind=1, big_blind=2, seats=4)
    services.give_first_button(table=club, **by_staff())
    club.refresh_from_db()
    view = table_view(club)
    left = view.to_come.dealt_in[2]

    assert start(club, straddles=[left]).hand.bets[left] == 4
    night = a_table()
    with pytest.raises(RuleError) as refused:
        start(night, straddles=[1])
    assert refused.value.code == "no_straddles"


def test_the_plan_of_a_played_hand_is_what_is_booked():
    table = a_table()
    start(table)
    do(table, "bet", to=30)
    do(table, "fold")
    do(table, "fold")

    plan = plan_hand(table, hand_end_of(the_play(table).hand))
    pay(table, shown=plan.digest)

    assert [line.stack for line in plan.lines] == [stacks(table)[seat] for seat in (1, 2, 3)]
    assert Hand.objects.get().result["returned"] == {"1": 20}


@pytest.mark.rule("ANG-10")
def test_when_the_pack_runs_out_one_last_card_is_dealt_for_all():
    table = a_table(seats=8, house="angies", chips=40, game="seven_stud", small_blind=1, big_blind=2, seats_count=9)
    services.give_first_button(table=table, **by_staff())
    start(table)
    deck = [card_text(card) for card in full_deck()]
    for street in range(4):
        upcards = {seat: parse_cards(deck[8 * street + seat - 1]) for seat in range(1, 9)}
        do(table, "deal", holes=upcards)
        while the_play(table).phase == "betting":
            do(table, "call" if the_play(table).legal.may_call else "check")

    assert (the_play(table).phase, the_play(table).is_pack_short) == ("deal", True)
    assert board(table, "As").hand.board == parse_cards("As")


def test_who_asks_to_sit_out_during_a_hand_is_left_out_of_the_next():
    table = a_table(seats=4)
    start(table)
    services.sit_out(table=table, seat=3, **by_staff())
    for _ in "abc":
        do(table, "fold")
    pay(table)

    table.refresh_from_db()
    assert (table_view(table).to_come.away, table_view(table).to_come.dealt_in) == ((3,), (4, 1, 2))


@pytest.mark.rule("BIS-2")
def test_a_player_who_is_away_is_folded_when_the_turn_comes():
    table = a_table(seats=4)
    start(table)

    do(table, "away", seat=1)
    play = do(table, "call")

    assert (play.hand.turn, play.hand.live) == (2, (2, 3, 4))


def test_a_hand_is_declared_dead_with_a_reason_and_its_chips_stay_in():
    table = a_table()
    start(table)
    do(table, "call")
    with pytest.raises(BadRequest) as refused:
        do(table, "dead", seat=2)
    play = do(table, "dead", seat=2, why="cards touched the muck")

    assert (refused.value.code, play.hand.live, play.hand.pot) == ("move_incomplete", (3, 1), 25)
