"""What the dealer calls of a stud hand, on its page and on the one for everybody."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from tables import services
from tables.models import Table
from tables.selectors import dealer_calls, the_play
from tests.tables.evening import by_staff
from tests.tables.playing import a_table, do, start
from tests.tables.test_pages import address, signed_in

pytestmark = pytest.mark.django_db

UPCARDS = {1: "9h 7h 8h 8c", 2: "9d 2d 2h Qs", 3: "Jh 5s Ac 6s"}
"""The upcards of three seats, street by street."""
STUD = [key for key, game in GAMES.items() if game.has_upcards and not game.draws]


def stud_hand(game: str, upcards: int) -> Table:
    """A hand of stud in which so many upcards lie before each seat and nobody has acted since."""
    table = a_table(house="angies", chips=40, game=game, small_blind=1, big_blind=2, limit="limit-2-4")
    services.give_first_button(
        table=table, **by_staff(cards={1: parse_cards("As")[0], 2: parse_cards("Ks")[0], 3: parse_cards("Qs")[0]})
    )
    start(table)
    for number in range(upcards):
        while the_play(table).phase == "betting":
            do(table, "call" if the_play(table).legal.to_call else "check")
        do(table, "deal", holes={seat: parse_cards(cards.split()[number]) for seat, cards in UPCARDS.items()})
    return table


def called_on(client: Client, table: Table, page: str) -> list[str]:
    """The lines of the page, as they are read."""
    text = client.get(address(table, page)).content.decode()
    found = re.search(r'id="calls">(.*?)</ul>', text, re.DOTALL)
    lines = re.findall(r"<li>.*?</li>", found[1], re.DOTALL) if found else []
    return [re.search(r"Pat.*?: (.*)", strip_tags(line))[1] for line in lines]


@pytest.mark.rule("ANG-6")
@pytest.mark.parametrize("game", STUD)
def test_in_every_stud_game_the_page_calls_the_opener_first_and_what_could_be_coming(game):
    table = stud_hand(game, 3)
    possible = "possible straight, possible flush"
    highest = [(2, "highest cards showing"), (1, possible)]

    told = [(call.seat, call.says) for call in dealer_calls(the_play(table).hand)]

    assert told == ([(1, f"lowest cards showing, {possible}")] if game == "razz" else highest)
    for page in ("play", "watch"):
        assert called_on(signed_in(table.event), table, page) == [says for _, says in told]


@pytest.mark.rule("ANG-6")
@pytest.mark.parametrize(("upcards", "possible"), [(2, []), (3, [1]), (4, [1])])
def test_what_could_be_coming_is_called_after_the_third_and_the_fourth_upcard(upcards, possible):
    hand = the_play(stud_hand("seven_stud", upcards)).hand

    assert [seat for seat in hand.seats if hand.possible(seat)] == possible


@pytest.mark.rule("ANG-6")
def test_who_opens_is_called_until_somebody_acts():
    table = stud_hand("seven_stud", 2)
    assert dealer_calls(the_play(table).hand)[0].seat == the_play(table).hand.turn

    do(table, "check")

    assert dealer_calls(the_play(table).hand) == ()


def test_a_game_without_upcards_calls_nothing():
    table = a_table()
    start(table)

    assert called_on(signed_in(table.event), table, "play") == []
