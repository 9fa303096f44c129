"""Closing the night: the list, what is approved instead, the doors shut and opened again."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from eventnight.bank.ledger.refs import seat_chips
from eventnight.bank.models import Entry, VarianceApproval
from eventnight.bank.selectors import balances_by_code
from eventnight.bank.services import (
    close_till,
    donate_to_fund,
    give_first_stack,
    open_till,
    reverse_entry,
    sell_rebuy,
    take_back_donation,
)
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import audit_log
from eventnight.core.errors import BadRequest, Conflict, NotFound
from eventnight.core.press import Press
from eventnight.events.models import EventStatus
from eventnight.events.services import close_event, move_event, reopen_event
from eventnight.night.selectors.closing.checks import BooksProof
from eventnight.night.services.closing import approve_line
from eventnight.raffle.services import redeem_chips
from tables.services import leave_seat
from tests.factories import NOW, make_player
from tests.flows.endings import (
    approve,
    approve_everything,
    checks_of,
    line_of,
    red_lines,
    shown_in,
    two_of_staff,
)
from tests.flows.full_night import PLACES_OF_HOLDEM, full_night, open_night
from tests.pressing import together
from tests.raffle.nights import RaffleNight
from tests.tables.evening import by_staff, open_table, seat_people
from tests.tills import counted
from tests.tournaments.holdem_nights import make_holdem, running_flight
from tests.tournaments.nights import make_bracket

pytestmark = pytest.mark.django_db


def press(event, **given):
    return together({"event": event, "press": Press(SYSTEM, NOW, uuid4()), **given})


# The list


def test_a_full_night_stands_open_in_every_line_that_is_not_done():
    assert red_lines(full_night()) == [
        "Euchre: 1 match open",
        "Hold'em: Flight 1 open",
        "Card tables hold 400 chips",
        "Tournament stacks hold 3,000 tournament chips",
        "Table trays hold 20,000 chips",
        "1 prize to draw",
        "Till T1 is open with $10",
    ]


def test_a_night_on_which_nothing_happened_is_ready():
    event = open_night()

    assert red_lines(event) == []
    assert [check.label for check in checks_of(event)] == [
        "Card tables are empty",
        "Tournament stacks are empty",
        "Table trays are empty",
        "Every till is counted and closed",
        "Books add up, entry 0",
    ]


def test_a_seat_is_named_with_its_chips_until_it_is_left():
    event = open_night()
    table = open_table(event)
    seat_people(table, {1: 200, 2: 150})

    assert [each.label for each in line_of(event, "seat").left] == ["Seat T1-1: 200 chips", "Seat T1-2: 150 chips"]
    for seat in (1, 2):
        leave_seat(table=table, seat=seat, **by_staff())
    assert "Card tables are empty" in [check.label for check in checks_of(event)]


def test_a_till_stands_open_by_its_shift_or_its_money():
    event = open_night()
    open_till(**press(event, till="T2", float_paid=0))
    assert red_lines(event) == ["Till T2 is open with nothing in it"]
    close_till(**press(event, till="T2", count=counted(0)))
    assert red_lines(event) == []

    player = make_player(event, checked_in=True)
    sell_rebuy(**press(event, player_code=player.code, paid=1000))
    assert red_lines(event) == ["Till T1 is open with $10"]
    close_till(**press(event, till="T1", count=counted(1000)))

    assert red_lines(event) == []


def test_a_bracket_that_was_never_drawn_stands_open():
    event = open_night()
    bracket = make_bracket(event)

    assert red_lines(event) == [f"{bracket.name} is not drawn"]


def test_faults_and_entries_since_the_proof_stand_open_and_cannot_be_approved():
    event = open_night()
    give_first_stack(**press(event, player_code=make_player(event, checked_in=True).code))

    for proof, words in (
        (None, "The books have not been checked"),
        (BooksProof(0, 0), "Books checked up to entry 0 of 1"),
        (BooksProof(1, 2), "The books have 2 faults at entry 1"),
    ):
        [line] = [check for check in checks_of(event, proof) if check.is_red]
        assert (line.label, line.can_be_approved) == (words, False)


@pytest.mark.rule("WLIA-14")
def test_chips_and_tickets_that_players_keep_are_told_and_stand_in_nobodys_way():
    night = RaffleNight()
    night.give_chips()
    night.sell(1)
    held = line_of(night.event, "players-chips")

    assert (held.is_note, held.is_red) == (True, False)
    assert line_of(night.event, "players-tickets").label.endswith("not placed, with 1 player")
    approve(night.event, "players-chips", reason="Kept as souvenirs")

    assert line_of(night.event, "players-chips").note == "approved: Kept as souvenirs"


# Approvals


def test_an_approved_line_is_done_and_says_why_until_it_moves():
    event = open_night()
    table = open_table(event)
    seat_people(table, {1: 200, 2: 200})
    approve(event, "seat")

    line = line_of(event, "seat")
    assert (line.done, line.note, line.left) == (True, "approved: The chips were lost under the stage", ())
    leave_seat(table=table, seat=1, **by_staff())

    assert line_of(event, "seat").done
    seat_people(table, {3: 5})
    assert [each.label for each in line_of(event, "seat").left] == ["Seat T1-3: 5 chips"]


def test_one_of_two_seats_may_be_approved_alone():
    event = open_night()
    seat_people(open_table(event), {1: 200, 2: 150})
    approve(event, "seat", shown={str(seat_chips("T1-1")): 200})

    assert [each.amount for each in line_of(event, "seat").left] == [150]
    assert red_lines(event) == ["Card tables hold 350 chips"]


def test_what_is_no_account_is_approved_by_its_number_and_void_with_another():
    event = open_night()
    running_flight(3, make_holdem(event, **PLACES_OF_HOLDEM))
    [approval] = approve(event, next(check.key for check in checks_of(event) if check.key.startswith("holdem")))

    assert (approval.account, approval.amount) == (None, 3)
    assert red_lines(event) == ["Tournament stacks hold 3,000 tournament chips"]
    VarianceApproval.objects.create(
        event=event,
        subject=approval.subject,
        label=approval.label,
        amount=2,
        sequence=0,
        reason="Another number",
        actor_code="staff-1",
        second_code="staff-2",
        at=NOW,
        key=uuid4(),
    )
    assert "Hold'em: Flight 1 open" in red_lines(event)


def test_what_changed_since_it_was_shown_is_not_approved():
    event = open_night()
    table = open_table(event)
    seat_people(table, {1: 200, 2: 200})
    shown = shown_in(event, "seat")
    leave_seat(table=table, seat=1, **by_staff())

    with pytest.raises(Conflict, match="now it is nothing"):
        approve(event, "seat", shown=shown)
    by, second = two_of_staff(event)
    with pytest.raises(NotFound, match="no line seats now"):
        approve_line(**press(event, by=by, second=second), key="seats", shown=shown, reason="Lost")
    assert not VarianceApproval.objects.exists()


# Closing


def test_a_night_with_a_red_line_is_not_closed_and_every_line_is_named():
    event = full_night()

    with pytest.raises(Conflict) as refused:
        close_event(event=event, press=Press(SYSTEM, NOW))

    event.refresh_from_db()
    assert event.status == EventStatus.OPEN
    assert refused.value.code == "night_not_ready"
    assert "7 lines are open: Euchre: 1 match open; " in refused.value.message
    assert "and 1 more. Put each right" in refused.value.message
    assert refused.value.facts["open"] == red_lines(event)


def test_a_night_is_closed_once_every_red_line_was_approved_by_two():
    event = full_night()
    approve_everything(event)

    close_event(event=event, press=Press(SYSTEM, NOW))

    event.refresh_from_db()
    assert event.status == EventStatus.CLOSED
    closed = audit_log(event.pk)[0]
    assert closed.action == "event.closed"
    assert closed.facts == {"entries": Entry.objects.filter(event=event).count(), "approvals": 10}


def test_books_that_do_not_add_up_keep_the_night_open():
    event = open_night()
    give_first_stack(**press(event, player_code=make_player(event, checked_in=True).code))
    event.books.takings = {"T1": {"rebuy": {"count": 1, "cents": 5}}}
    event.books.save()

    with pytest.raises(Conflict, match="The books have 1 fault at entry 1"):
        close_event(event=event, press=Press(SYSTEM, NOW))


def closed_night() -> RaffleNight:
    """A night with takings, counted and closed."""
    night = RaffleNight()
    move_event(event=night.event, move="open", press=Press(SYSTEM, NOW))
    night.give_chips()
    night.post(sell_rebuy, player_code=night.codes[0], paid=2000)
    night.post(close_till, till="T1", count=counted(2000))
    approve_everything(night.event)
    close_event(event=night.event, press=Press(SYSTEM, NOW))
    return night


def test_a_closed_night_sells_pays_and_undoes_nothing():
    night = closed_night()
    before = Entry.objects.filter(event=night.event).count()

    for service, given in (
        (sell_rebuy, {"player_code": night.codes[0], "paid": 1000}),
        (redeem_chips, {"player_code": night.codes[0], "chips": 500}),
        (open_till, {"till": "T1", "float_paid": 5000}),
        (reverse_entry, {"sequence": 1, "reason": "wrong card", "may_reverse_any": True}),
    ):
        with pytest.raises(Conflict) as refused:
            night.post(service, **given)
        assert refused.value.code == "night_closed"
        assert "The organiser can reopen it, with a reason" in refused.value.message
    assert Entry.objects.filter(event=night.event).count() == before


def test_a_press_made_before_closing_is_answered_again_after_it():
    night = RaffleNight()
    move_event(event=night.event, move="open", press=Press(SYSTEM, NOW))
    key = uuid4()
    sold = night.post(sell_rebuy, player_code=night.codes[0], paid=1000, request_id=key)
    approve_everything(night.event)
    close_event(event=night.event, press=Press(SYSTEM, NOW))

    again = night.post(sell_rebuy, player_code=night.codes[0], paid=1000, request_id=key)

    assert (again.entry, again.is_replay) == (sold.entry, True)


def test_money_for_the_fund_leaves_a_closed_night_and_comes_back():
    night = closed_night()
    by, second = two_of_staff(night.event)
    given = night.post(donate_to_fund, amount=1500, means="cash", by=by, second=second)
    assert balances_by_code(night.event.pk, "money", "fund") == {"fund": 1500}

    night.post(take_back_donation, sequence=given.entry.sequence, reason="wrong sum", by=by, second=second)

    assert balances_by_code(night.event.pk, "money", "fund") == {"fund": 0}


def test_a_closed_night_is_reopened_with_a_reason_and_sells_again():
    night = closed_night()

    with pytest.raises(BadRequest, match="Say why"):
        reopen_event(event=night.event, reason=" ", press=Press(SYSTEM, NOW))
    reopen_event(event=night.event, reason="A late player", press=Press(SYSTEM, NOW))

    assert audit_log(night.event.pk)[0].facts == {"reason": "A late player"}
    night.post(give_first_stack, player_code=make_player(night.event, checked_in=True).code)
    night.event.refresh_from_db()
    assert night.event.status == EventStatus.OPEN


def test_the_list_of_a_night_three_times_as_large_costs_no_more_queries():
    costs = []
    for rows in (1, 3):
        event = full_night(rows)
        with CaptureQueriesContext(connection) as captured:
            checks_of(event)
        costs.append(len(captured))

    assert costs[0] == costs[1] <= 30
