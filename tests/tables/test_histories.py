"""Hands in the PHH format: what a file has in it, what stays hidden, and what is left out."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand as PokerHand
from engine.poker.phh import read_phhs, replay_history
from eventnight.core.roles import Role
from eventnight.events.models import NamePolicy
from tables import services
from tables.models import Hand, Table
from tables.selectors import hand_counts, table_view, written_hands
from tests.factories import make_event, make_staff
from tests.tables.evening import BOARD, by_staff, hand_of, open_table, put_in, seat_people
from tests.tables.playing import a_table, do, pay, start, to_the_river
from tests.tables.test_api import TableClient
from tests.tables.test_pages import address, signed_in
from tests.tables.test_play_any_game import play_hands

pytestmark = pytest.mark.django_db

MUCKED = {"overrides": {"showdown": "may_muck"}}


def hand_with_a_muck(table: Table) -> Hand:
    """Seat 2 shows, seat 3 shows, and seat 1, whose cards the dealer told, mucks."""
    to_the_river(table)
    do(table, "show", seat=2, cards=parse_cards("Ks 9d"))
    do(table, "show", seat=3, cards=parse_cards("As Ad"))
    do(table, "muck", seat=1)
    return pay(table).hand


def settle_from_the_end(table: Table) -> Hand:
    number = table_view(table).next_number
    end = hand_of(put_in(1, 10, "Ah Kd"), put_in(2, 10, folded=True), button=1, board=BOARD)
    return services.settle_hand(table=table, number=number, end=end, **by_staff()).hand


def undo(hand: Hand) -> None:
    services.undo_hand(table=hand.table, number=hand.number, **by_staff(reason="Wrong cards", may_reverse_any=True))


def nets_by_player(hand: Hand) -> list[int]:
    """What each seat won or lost in the books, in the order of play."""
    nets = {seat.seat: seat.net for seat in hand.seats.all()}
    return [nets[seat] for seat in PokerHand.from_json(hand.played).seats]


CHARITY = {"stacks": {1: 300, 2: 80, 4: 200, 6: 300}, "small_blind": 5, "big_blind": 10, "structure": "pot_limit"}
CLUB = {"stacks": {1: 40, 2: 12, 4: 30, 6: 40}, "small_blind": 1, "big_blind": 2, "structure": "fixed_limit"}


@given(
    game=st.sampled_from(sorted(GAMES)),
    room=st.sampled_from([("wlia", "", CHARITY), ("angies", "", CLUB), ("angies", "A", CLUB), ("angies", "B", CLUB)]),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=20)
def test_any_hand_that_was_played_reads_back_to_the_stacks_of_the_books(game, room, seed):
    house, schedule, facts = room
    facts = {**facts}
    stacks = facts.pop("stacks")
    table = open_table(make_event(house=house), game=game, house=house, fee_schedule=schedule, **facts)
    seat_people(table, stacks)
    if table.between.first_button is None:
        services.give_first_button(table=table, **by_staff())
    play_hands(table, game, Random(seed))

    written = read_phhs(written_hands(table).text)
    hands = list(Hand.objects.filter(table=table).order_by("number"))

    assert [history.others["hand"] for history in written.values()] == [hand.number for hand in hands]
    for history, hand in zip(written.values(), hands, strict=True):
        again = replay_history(history)
        nets = [end - begun for end, begun in zip(again.stacks, history.starting_stacks, strict=True)]
        assert nets == nets_by_player(hand)
        assert (again.settlement.fee, again.rake, again.hand.board) == (
            hand.fee,
            0,
            PokerHand.from_json(hand.played).board,
        )


def test_a_hand_says_its_night_its_table_and_its_players_by_their_public_names():
    event = make_event()
    event.name_policy = NamePolicy.FIRST_AND_INITIAL
    event.save()
    table = open_table(event, **MUCKED)
    seat_people(table, {1: 500, 2: 500, 3: 500})
    hand_with_a_muck(table)

    (history,) = read_phhs(written_hands(table).text).values()
    told = dict(history.others)

    assert (told["event"], told["table"], told["hand"]) == (event.name, table.code, 1)
    assert told["players"] == ["Pat S", "Pat S", "Pat S"]
    assert {"year", "month", "day", "time"} <= told.keys()


def test_mucked_cards_stay_hidden_for_ever_also_those_that_the_dealer_told():
    table = a_table(**MUCKED)
    start(table)
    hidden = parse_cards("QhQc")
    table.hand_in_play.refresh_from_db()
    row = table.hand_in_play
    played = PokerHand.from_json(row.log)
    at = next(at for at, entry in enumerate(row.log["log"]) if entry[:2] == ["hole", 1])
    row.log["log"][at] = ["hole", 1, "QhQc"]
    row.save()
    assert played.hole(1) == (None, None)
    for verb in ("call", "call", "check"):
        do(table, verb)
    for cards in ("Kh 9c 4d", "8s", "2h"):
        do(table, "deal", board=parse_cards(cards))
        for _ in "abc":
            do(table, "check")
    do(table, "show", seat=2, cards=parse_cards("Ks 9d"))
    do(table, "muck", seat=3)
    do(table, "muck", seat=1)
    hand = pay(table).hand

    assert PokerHand.from_json(hand.played).hole(1) == hidden
    for text in (written_hands(table).text, written_hands(table.event).text):
        assert not re.search("Qh|Qc", text)
        assert "Ks9d" in text


def test_a_hand_in_play_is_in_no_file():
    table = a_table()
    start(table)
    do(table, "call")

    assert (written_hands(table).written, written_hands(table.event).written) == (0, 0)


def test_undone_hands_and_those_settled_from_the_end_are_left_out_and_counted():
    table = a_table(**MUCKED)
    undo(hand_with_a_muck(table))
    pay(table)
    settle_from_the_end(table)
    undo(settle_from_the_end(table))

    found = written_hands(table)
    counts = hand_counts(table)

    assert (counts.played, counts.from_the_end, counts.undone) == (1, 1, 2)
    assert [history.others["hand"] for history in read_phhs(found.text).values()] == [1]
    assert "Left out: 1 settled from the end, with no actions to write, and 2 undone." in found.text


def test_a_hand_whose_log_cannot_be_played_again_is_named_and_keeps_no_other_back():
    table = a_table(**MUCKED)
    broken, sound = hand_with_a_muck(table), hand_with_a_muck(table)
    Hand.objects.filter(pk=broken.pk).update(played={**broken.played, "house": "casino"})

    found = written_hands(table)

    assert (found.written, found.unreadable) == (1, (broken.entry.sequence,))
    assert [history.others["hand"] for history in read_phhs(found.text).values()] == [sound.number]
    assert f"entries {broken.entry.sequence}." in found.text


def two_tables() -> tuple[Table, Table]:
    """Two tables of a night with a hand each."""
    event = make_event()
    tables = tuple(open_table(event, **MUCKED) for _ in "ab")
    for table in tables:
        seat_people(table, {1: 500, 2: 500, 3: 500})
        hand_with_a_muck(table)
    return tables


def test_the_night_has_the_hands_of_all_its_tables_and_no_other_nights():
    first, second = two_tables()
    hand_with_a_muck(a_table(**MUCKED))

    found = read_phhs(written_hands(first.event).text)

    assert [(number, each.others["table"]) for number, each in found.items()] == [(1, first.code), (2, second.code)]


def test_a_night_on_which_no_hand_was_played_has_a_file_of_none():
    assert read_phhs(written_hands(make_event()).text) == {}


def test_the_pages_of_the_table_and_of_the_books_give_the_file_and_say_what_is_left_out():
    first, _ = two_tables()
    settle_from_the_end(first)
    staff = signed_in(first.event)
    organiser = signed_in(first.event, Role.ORGANISER)
    books, of_night = (reverse(f"night:{name}", args=[first.event.code]) for name in ("books", "histories"))

    page, night = staff.get(address(first, "table")), organiser.get(books)
    file, night_file = staff.get(address(first, "histories")), organiser.get(of_night)

    assert f'href="{address(first, "histories")}"' in page.content.decode()
    assert f'href="{of_night}"' in night.content.decode()
    for told in (page, night):
        assert "1 settled from the end" in told.content.decode()
    assert file["Content-Disposition"].endswith(f'-{first.code.lower()}.phhs"')
    assert (len(read_phhs(file.content)), len(read_phhs(night_file.content))) == (1, 2)


def test_over_the_api_a_table_and_a_night_give_the_text_and_the_numbers():
    first, _ = two_tables()
    settle_from_the_end(first)
    client, owner = TableClient(first.event), APIClient()
    owner.force_login(make_staff(first.event, Role.ORGANISER))

    of_table = client.read(f"{first.pk}/hands/phh/")
    of_night = owner.get(f"/api/v1/events/{first.event.code}/hands/phh/").json()
    refused = client.get(f"/api/v1/events/{first.event.code}/hands/phh/")

    left_out = {"from_the_end": 1, "undone": 0, "unreadable": []}
    assert (of_table["written"], of_table["left_out"]) == (1, left_out)
    assert (of_night["written"], of_night["left_out"]) == (2, left_out)
    assert (len(read_phhs(of_table["phhs"])), len(read_phhs(of_night["phhs"]))) == (1, 2)
    assert refused.status_code == 403


def test_nobody_but_staff_gets_the_file(client: Any):
    first, _ = two_tables()

    assert client.get(address(first, "histories")).status_code in (302, 403)
    assert client.get(reverse("night:histories", args=[first.event.code])).status_code in (302, 403)
