"""What the page of a hand in play says: stakes, pots, chips that go back, and where cards are told."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from engine.cards import parse_cards
from tables import services
from tables.models import Table
from tables.selectors import the_play
from tests.answers import text_of
from tests.tables.at_the_table import begun
from tests.tables.evening import by_staff
from tests.tables.playing import a_table, do, pay, start
from tests.tables.test_pages import address, signed_in

pytestmark = pytest.mark.django_db

DECK = "data-deck data-target"


def source_of(table: Table) -> str:
    return text_of(signed_in(table.event).get(address(table, "play")))


def words_of(table: Table) -> str:
    return " ".join(strip_tags(source_of(table)).split())


def test_a_hand_in_play_says_its_stakes_what_is_to_call_and_what_lies_in_the_pot():
    table = a_table()
    start(table)

    page = words_of(table)

    assert "Texas hold'em, 5/10 pot limit, 100 a bet, WLIA charity night" in page.replace("&#x27;", "'")
    assert "To call 10" in page
    assert "Pot 15" in page


def test_bets_come_to_the_pot_when_their_round_is_over():
    hand = begun("page", "wlia", (500,) * 3)

    def lies():
        drawn = hand.client.get(address(hand.table, "play")).context["drawn"]
        return drawn.pots, [pod.bet for pod in drawn.pods]

    assert lies() == ((), ["5", "10", ""])
    hand.play("c c k")
    assert lies() == ((("Pot", "30"),), ["", "", ""])
    hand.play("[Kh 9c 4d] k k k [2s] k k k [2c] 30 c")
    assert lies() == ((("Pot", "30"),), ["30", "30", ""])
    hand.play("c")
    assert lies() == ((("Pot", "120"),), ["", "", ""])
    hand.play("(Ah Ad) (Qh Qd) (Jh Jd)")
    assert lies() == ((("Pot", "120"),), ["", "", ""])


@pytest.mark.rule("STD-7")
def test_side_pots_are_told_once_somebody_is_all_in():
    table = a_table(chips=500)
    start(table)
    do(table, "call")
    before = words_of(table)

    all_in = a_table(chips=20)
    start(all_in)
    do(all_in, "bet", to=20)

    assert "Side pot" not in before
    assert "Side pot 1 for seats" in words_of(all_in)


@pytest.mark.rule("CAN-24")
def test_who_has_only_chips_left_that_do_not_play_is_all_in():
    table = a_table(house="canterbury", chips=13)
    services.give_first_button(table=table, **by_staff())
    start(table)
    do(table, "call")

    assert "All-in, button, 3 behind" in words_of(table)


@pytest.mark.rule("STD-7")
def test_chips_that_nobody_called_are_told_beside_the_pots():
    table = a_table()
    start(table)
    do(table, "bet", to=30)
    do(table, "fold")
    do(table, "fold")
    told = signed_in(table.event).get(address(table, "play")).context["plan"]
    assert (told.put_in, told.in_pots) == (45, 25)

    page = words_of(table)

    assert "Main pot25" in page
    assert "Nobody called: back to seat 1 STD-7 20" in page
    pay(table)


def test_the_button_below_the_told_cards_stands_above_the_deck():
    table = a_table()
    start(table)
    for verb in ("call", "call", "check"):
        do(table, verb)

    page = source_of(table)

    assert page.index(">Dealt<") < page.index(DECK)


@pytest.mark.rule("ANG-4")
def test_in_stud_a_tap_tells_the_one_card_that_lies_up_before_each_seat_and_typing_may_tell_all():
    table = a_table(house="angies", game="seven_stud", small_blind=1, big_blind=2, chips=40)
    services.give_first_button(table=table, **by_staff())
    start(table)

    page = source_of(table)
    do(table, "deal", holes={seat: parse_cards(card) for seat, card in ((1, "As"), (2, "Ks"), (3, "2h 3h Qs"))})

    assert re.findall(r'name="hole_\d"[^>]*data-cards="(\d)"', page) == ["1", "1", "1"]
    assert [str(card) for card in the_play(table).hand.upcards(3)] == [str(card) for card in parse_cards("Qs")]


def test_a_hand_that_is_being_played_is_not_entered_from_its_end_too():
    table = a_table()
    before = signed_in(table.event).get(address(table, "hand"))
    start(table)

    during = signed_in(table.event).get(address(table, "hand"))

    assert (before.status_code, during.status_code) == (200, 302)
    assert during["Location"] == address(table, "play")
