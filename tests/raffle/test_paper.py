"""Tickets on paper: what is printed, and what the code on it leads to."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from eventnight.core.fresh.snapshots import SNAPSHOTS
from eventnight.raffle import services
from eventnight.raffle.models import Ticket
from tests.papers import paper_of
from tests.raffle.nights import DICE, RaffleNight, placed_night
from tests.raffle.pages import page_url, staff_client

pytestmark = pytest.mark.django_db


def _ticket(number: int) -> Ticket:
    return Ticket.objects.get(number=number)


def _page(night: RaffleNight, number: int, check: str = "") -> str:
    place = {"code": night.event.code, "number": number, "check": check or _ticket(number).check_code}
    return reverse("raffle:ticket", kwargs=place)


def _words(night: RaffleNight, number: int) -> str:
    # The version is raised once for each transaction, and a test is one.
    SNAPSHOTS.forget()
    answer = Client().get(_page(night, number))
    assert answer.status_code == 200
    return answer.content.decode()


def _printed(night: RaffleNight, **choice: object) -> list[int]:
    paper = paper_of(staff_client(night).get(page_url(night, "print"), {"paper": "a4", **choice}))
    return [int(number) for number in paper.bookmarks]


@pytest.mark.parametrize(
    ("choice", "numbers"),
    [
        ({"player": "P002"}, range(11, 21)),
        ({"entry": 1}, range(1, 11)),
        ({"first": 9, "last": 12}, range(9, 13)),
        ({"player": "p001", "first": 9}, range(9, 11)),
        ({"last": 2}, range(1, 3)),
    ],
    ids=["player", "sale", "range", "both", "up-to"],
)
def test_tickets_of_a_player_a_sale_or_a_range_are_printed(choice, numbers):
    assert _printed(placed_night(), **choice) == list(numbers)


def test_a_printed_ticket_shows_number_bucket_holder_and_check_code_and_leads_to_its_page():
    night = placed_night()
    client = staff_client(night)

    paper = paper_of(client.get(page_url(night, "print"), {"first": 1, "last": 1, "paper": "roll"}))

    ticket, [address] = _ticket(1), paper.codes()
    assert f"{night.event.name} 1 {ticket.check_code} P001 B1: Item 1" in paper.text
    assert (paper.size, paper.is_tagged) == ((80, 50), True)
    assert address == f"HTTP://TESTSERVER/T/{night.event.code}/1-{ticket.check_code}/"
    assert Client().get(address.removeprefix("HTTP://TESTSERVER")).status_code == 200


def test_void_tickets_are_not_printed():
    night = placed_night()
    night.post(services.void_ticket, number=2, reason="Torn")

    assert _printed(night, first=1, last=3) == [1, 3]


@pytest.mark.parametrize(
    ("choice", "status", "words"),
    [
        ({}, 422, "nothing is chosen yet"),
        ({"player": "P999"}, 404, "has the code P999"),
        ({"first": 5000}, 422, "No valid ticket fits"),
        ({"first": 1, "last": 1001}, 422, "1,001 tickets at once are more than the 1,000"),
    ],
    ids=["nothing", "unknown-player", "none", "too-many"],
)
def test_a_choice_that_cannot_be_printed_is_answered_on_the_page(choice, status, words):
    night = RaffleNight()
    night.sell(0, lots=101)

    answer = staff_client(night).get(page_url(night, "print"), {"paper": "a4", **choice})

    assert (answer.status_code, words in answer.content.decode()) == (status, True)


def test_a_thousand_tickets_are_one_file_with_as_many_queries_as_one(django_assert_max_num_queries):
    night = RaffleNight()
    night.sell(0, lots=100)
    client = staff_client(night)

    with django_assert_max_num_queries(12):
        assert client.get(page_url(night, "print"), {"last": 1, "paper": "a4"}).status_code == 200
    with django_assert_max_num_queries(12):
        paper = paper_of(client.get(page_url(night, "print"), {"last": 1000, "paper": "a4"}))

    assert len(paper.pages) == 42
    assert paper.bookmarks == [str(number) for number in range(1, 1001)]
    assert len(set(paper.codes(41))) == 1000 - 41 * 24


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_twenty_four_tickets_fill_a_sheet_and_their_codes_are_read(paper, size):
    night = RaffleNight()
    night.sell(0, lots=3)

    printed = paper_of(staff_client(night).get(page_url(night, "print"), {"last": 25, "paper": paper}))

    assert (printed.size, len(printed.pages)) == (size, 2)
    assert {code.split("/")[-2].split("-")[0] for code in printed.codes()} == {str(number) for number in range(1, 25)}


def test_the_page_of_a_ticket_says_where_it_is_and_names_nobody():
    night = placed_night()

    placed, in_hand = _words(night, 1), _words(night, 20)
    night.post(services.void_ticket, number=20, reason="Torn by P002")
    void = _words(night, 20)

    assert "In the draw" in placed
    assert "Bucket B1: Item 1" in placed
    assert "Valid, in no bucket yet" in in_hand
    assert "Void" in void
    assert "Torn" not in void
    for page in (placed, in_hand, void):
        assert not any(text in page for player in night.players for text in (player.code, player.person.full_name))


def test_the_page_of_a_ticket_follows_the_draw():
    night = placed_night()
    night.freeze()
    closed, out = _words(night, 1), _words(night, 20)
    night.enter(entropy=DICE)
    number = night.draw("B1").ticket.number
    called = _words(night, number)
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=0))
    won = _words(night, number)
    second = night.draw("B2").ticket.number
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B2", attempt=0))
    night.do(services.finish)
    lost = next(ticket for ticket in range(1, 10) if ticket not in (number, second))

    assert "it stays where it is" in closed
    assert "Takes no part" in out
    assert "come to the raffle table" in called
    assert "prize B1" in won
    assert "has been handed over" in won
    assert "Did not win" in _words(night, lost)


def test_an_absent_holders_ticket_is_in_the_draw_again():
    night = placed_night()
    night.freeze_and_roll()
    number = night.draw("B1").ticket.number
    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))

    assert "In the draw" in _words(night, number)


def test_a_number_without_its_check_code_opens_nothing():
    night = placed_night()
    other = _ticket(2).check_code

    assert Client().get(_page(night, 1, other)).status_code == 404
    assert Client().get(_page(night, 99, other)).status_code == 404
    assert Client().get(_page(night, 1, _ticket(1).check_code.lower())).status_code == 200


def test_the_live_part_of_a_ticket_is_one_element_that_names_its_address():
    night = placed_night()

    part = Client().get(_page(night, 1) + "?part").content.decode()

    assert part.strip().startswith("<section")
    assert f'data-live="{_page(night, 1)}?part"' in part
    assert "<html" not in part


@pytest.mark.parametrize(
    "typed", ["{number}", "{number}-{check}", "00{number} {check}", "HTTP://HALL/T/X/{number}-{check}/"]
)
def test_staff_scan_or_type_a_ticket_and_see_its_holder(typed):
    night = placed_night()
    text = typed.format(number=11, check=_ticket(11).check_code)

    body = staff_client(night).get(page_url(night, "find_ticket"), {"q": text}).content.decode()

    assert night.players[1].person.full_name in body
    assert "P002" in body


@pytest.mark.parametrize("typed", ["11-AAAAAA", "99", "eleven", "-1"])
def test_a_scan_that_is_no_ticket_of_ours_is_refused(typed):
    night = placed_night()

    answer = staff_client(night).get(page_url(night, "find_ticket"), {"q": typed})

    assert answer.status_code == 404


def test_without_sign_in_nobody_reads_whose_ticket_it_is():
    night = placed_night()

    for name in ("find_ticket", "print"):
        assert Client().get(page_url(night, name)).status_code == 302
