"""What came up leaves the server bit by bit: the drum, then the number, then the name."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from eventnight.raffle import services
from eventnight.raffle.selectors import prize_lines
from tests.answers import text_of
from tests.factories import NOW
from tests.raffle.nights import RaffleNight, placed_night
from tests.raffle.pages import page_url, staff_client

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
TURNING, NUMBERED, NAMED = NOW + 5 * SECOND, NOW + 7 * SECOND, NOW + 9 * SECOND


@pytest.fixture
def night() -> RaffleNight:
    """A night with a prize that was drawn just now."""
    night = placed_night()
    night.freeze_and_roll()
    night.draw("B1", now=NOW)
    return night


def _line(night: RaffleNight, now: datetime) -> tuple[int | None, str, str, str, int | None]:
    last = prize_lines(night.raffle, now)[0].last
    assert last is not None
    return last.ticket, last.holder, last.name, last.check_code, last.index


def _all_public(night: RaffleNight) -> dict[str, Callable[[], str]]:
    """Everything that somebody without a sign-in, and the staff of the raffle, can read of the draw."""
    public, staff = Client(), staff_client(night)
    code = {"code": night.event.code}
    addresses = {
        "raffle": page_url(night, "public"),
        "results": page_url(night, "part", name="results"),
        "proof": page_url(night, "proof"),
        "api": f"/api/v1/events/{night.event.code}/raffle/",
        "api-proof": f"/api/v1/events/{night.event.code}/raffle/proof/",
        "wall": reverse("night:wall_view", kwargs=code | {"view": "raffle"}),
        "wall-part": reverse("night:wall_part", kwargs=code | {"view": "raffle"}),
        "calls": reverse("night:wall_calls", kwargs=code),
    }
    pages = {name: lambda address=address: text_of(public.get(address)) for name, address in addresses.items()}
    for_staff = {"staff": page_url(night, "staff"), "panel": page_url(night, "panel")}
    return pages | {name: lambda address=address: text_of(staff.get(address)) for name, address in for_staff.items()}


def test_the_number_is_told_after_the_drum_and_the_name_two_seconds_later(night):
    draw = night.raffle.draws.get()
    number, code, index = draw.ticket.number, draw.ticket.check_code, draw.index
    holder = draw.ticket.holder

    assert _line(night, TURNING) == (None, "", "", "", None)
    assert _line(night, NUMBERED) == (number, "", "", code, index)
    assert _line(night, NAMED) == (number, holder.code, holder.display_name, code, index)


def test_nothing_that_anybody_can_read_names_the_winner_before_the_time(night):
    prizes = json.loads(_all_public(night)["api"]())["prizes"]
    shown = {"wall": "Whose ticket is it?", "results": "Whose ticket is it?", "staff": "Hand over opens once the name"}
    winner = night.raffle.draws.get().ticket.holder

    assert (prizes[0]["draws"][0]["ticket"], prizes[0]["draws"][0]["index"]) == (None, None)
    for moment in (TURNING, NUMBERED):
        with time_machine.travel(moment, tick=False):
            for name, read in _all_public(night).items():
                page = read()
                assert winner.display_name not in page, (name, moment)
                assert winner.person.full_name not in page, (name, moment)
                if moment == NUMBERED and name in shown:
                    assert shown[name] in page
    with time_machine.travel(NAMED, tick=False):
        pages = {name: read() for name, read in _all_public(night).items()}
    assert [name for name, page in pages.items() if winner.display_name not in page and winner.code not in page] == [
        "calls"
    ]


def test_no_page_shows_a_ticket_while_the_drum_turns(night):
    number = night.raffle.draws.get().ticket.number

    with time_machine.travel(TURNING, tick=False):
        pages = {name: read() for name, read in _all_public(night).items()}

    told = (f'ticket-number">{number}<', f'figure-l">{number}<', f'"ticket":{number}', f'"ticket": {number}')
    assert [name for name, page in pages.items() if any(words in page for words in told)] == []
    assert 'class="drum"' in pages["wall"]
    assert "Drawing" in pages["wall"]


def test_who_could_still_win_the_other_prizes_does_not_tell_who_has_won():
    night = placed_night()
    night.freeze_and_roll()
    before = [(line.eligible, line.people) for line in prize_lines(night.raffle, NOW)]
    night.draw("B1", now=NOW)

    assert [(line.eligible, line.people) for line in prize_lines(night.raffle, NUMBERED)] == before
    assert [(line.eligible, line.people) for line in prize_lines(night.raffle, NAMED)] != before


def test_a_kept_page_is_made_again_when_more_may_be_told(night, client):
    wall = reverse("night:wall_part", kwargs={"code": night.event.code, "view": "raffle"})

    with time_machine.travel(NOW, tick=False):
        drum = client.get(wall)
    with time_machine.travel(NOW + int(drum["Changes-In"]) * timedelta(milliseconds=1), tick=False):
        number = client.get(wall)
    with time_machine.travel(NAMED, tick=False):
        name = client.get(wall)

    assert (int(drum["Changes-In"]), int(number["Changes-In"])) == (6000, 2000)
    assert "Changes-In" not in name
    assert "Whose ticket is it?" in text_of(number)
    assert "Come up" in text_of(name)


def test_a_tickets_own_page_says_that_it_is_called_once_its_number_is_told(night, client):
    drawn = night.raffle.draws.get().ticket
    other = night.raffle.tickets.exclude(pk=drawn.pk).filter(bucket=drawn.bucket).first()
    pages = [page_url(night, "ticket", number=each.number, check=each.check_code) for each in (drawn, other)]

    with time_machine.travel(TURNING, tick=False):
        own, others = (client.get(page) for page in pages)
    with time_machine.travel(NUMBERED, tick=False):
        called = client.get(pages[0])

    assert own["Changes-In"] == others["Changes-In"], "who has been drawn is not told by when the page changes"
    assert "In the draw" in text_of(own)
    assert "Called" in text_of(called)


def test_a_barrels_number_is_told_at_once_and_the_name_two_seconds_later():
    night = placed_night(method="barrel")
    night.freeze()
    night.do(services.record_barrel_draw, prize_code="B1", ticket_number=1)

    assert _line(night, NOW)[:2] == (1, "")
    assert _line(night, NOW + 2 * SECOND)[:2] == (1, "P001")


def test_what_is_decided_is_told_at_once(night):
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=0))

    assert _line(night, NOW)[1] == night.raffle.draws.get().ticket.holder.code


def test_a_clock_that_was_set_back_hides_nothing_for_longer(night):
    assert _line(night, NOW - timedelta(hours=1))[1] == night.raffle.draws.get().ticket.holder.code


def test_the_proof_lists_a_number_once_its_holder_is_named(night):
    address = page_url(night, "proof")

    with time_machine.travel(NUMBERED, tick=False):
        before = Client().get(address).json()
    with time_machine.travel(NAMED, tick=False):
        after = Client().get(address).json()

    assert [len(prize["draws"]) for prize in before["prizes"]] == [0, 0]
    assert [len(prize["draws"]) for prize in after["prizes"]] == [1, 0]


def test_staff_hand_over_once_the_name_is_on_the_wall(night):
    staff = staff_client(night)
    address = page_url(night, "panel") + "?action"

    with time_machine.travel(NUMBERED, tick=False):
        waits = text_of(staff.get(address))
    with time_machine.travel(NAMED, tick=False):
        opens = text_of(staff.get(address))

    assert "disabled" in waits
    assert "Hand over opens once the name is on the wall" in waits
    assert "Hand over to" in opens
    assert "disabled" not in opens


def test_absence_shows_its_plan_before_the_button(night):
    holder = night.raffle.draws.get().ticket.holder
    own, others = (6, 3) if holder == night.players[0] else (3, 6)

    with time_machine.travel(NAMED, tick=False):
        page = text_of(staff_client(night).get(page_url(night, "staff")))

    assert f"All {own} tickets of {holder.display_name} leave this draw." in page
    assert page.index(f"{others} tickets stay in the drum") < page.index(f"Mark {holder.display_name} absent")
