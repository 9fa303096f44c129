"""The books check: a ticket row that was touched behind the application's back is found and named."""

from __future__ import annotations

from uuid import NAMESPACE_URL as KEYS
from uuid import uuid5

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from eventnight.bank.ledger.refs import bucket_tickets, player_tickets
from eventnight.bank.selectors import balances
from eventnight.bank.services import TicketMove
from eventnight.core.errors import UserFacingError
from eventnight.events.models import Player
from eventnight.raffle import services
from eventnight.raffle.models import Bucket, Raffle, Ticket
from eventnight.raffle.selectors import ticket_counts
from tests.factories import make_event, make_player
from tests.meaning import meaning_it
from tests.raffle.nights import RaffleNight, placed_night


@pytest.mark.django_db
def test_books_without_a_raffle_and_with_an_untouched_one_are_clean():
    night = placed_night()
    night.freeze_and_roll()

    assert night.faults() == []
    assert RaffleNight(players=0, buckets=0).faults() == []
    assert Raffle.objects.filter(event=make_event()).first() is None


@pytest.mark.django_db
def test_a_row_moved_to_another_bucket_is_named_with_both_places():
    night = placed_night()
    Ticket.objects.filter(raffle=night.raffle, number=1).update(
        bucket=Bucket.objects.get(raffle=night.raffle, code="B2")
    )

    assert night.faults() == [
        "P001 has 5 ticket rows in bucket B1; the ledger says 6.",
        "P001 has 5 ticket rows in bucket B2; the ledger says 4.",
    ]


@pytest.mark.django_db
def test_a_row_given_to_somebody_else_in_the_same_bucket_is_found():
    night = placed_night()
    Ticket.objects.filter(raffle=night.raffle, number=1).update(holder=night.players[1])

    assert night.faults() == [
        "P001 has 5 ticket rows in bucket B1; the ledger says 6.",
        "P002 has 4 ticket rows in bucket B1; the ledger says 3.",
    ]


@pytest.mark.django_db
def test_a_row_that_was_deleted_is_found_by_its_number_too():
    night = placed_night()
    Ticket.objects.filter(raffle=night.raffle, number=5).delete()

    assert "There are 19 ticket rows up to number 20: numbers are missing." in night.faults()


@pytest.mark.django_db
def test_two_rows_exchanged_after_the_freeze_are_found_though_all_counts_agree():
    night = placed_night()
    night.freeze()
    rows = Ticket.objects.filter(raffle=night.raffle)
    rows.filter(number=1).update(holder=night.players[1])
    rows.filter(number=11).update(holder=night.players[0])

    faults = night.faults()

    assert len(faults) == 4
    assert "Ticket 1 of P001 in bucket B1 is only in the published list." in faults
    assert "Ticket 1 of P002 in bucket B1 is not in the published list." in faults


@pytest.mark.django_db
def test_a_published_list_that_was_edited_is_found():
    night = placed_night()
    night.freeze()
    forged = night.raffle.frozen_list.replace("B1\t1\tP001", "B1\t1\tP002")
    Raffle.objects.filter(pk=night.raffle.pk).update(frozen_list=forged)

    assert "The published list of tickets has been changed: its hash is another." in night.faults()


REFUSALS = {
    "already_reversed",
    "not_a_ticket_entry",
    "nothing_to_change",
    "overdraft",
    "reversal_of_reversal",
    "same_bucket",
    "ticket_void",
    "tickets_in_buckets",
    "tickets_void",
    "too_few_chips",
    "too_few_in_bucket",
    "too_few_in_hand",
    "unknown_entry",
    "unknown_ticket",
}
"""Every way in which the steps below may be refused: a message for people, never a fault."""


class Evening(RuleBasedStateMachine):
    """Random sales, redemptions, placings, moves, withdrawals, voids, corrections and repeated presses."""

    players = st.integers(0, 2)
    buckets = st.sampled_from(["B1", "B2", "B3"])
    few = st.integers(1, 12)

    @initialize()
    def open(self) -> None:
        self.night = RaffleNight(players=3, buckets=3)
        for player in range(3):
            self.night.give_chips(player)
        self.presses: list[dict[str, object]] = []
        self.refusals: set[str] = set()

    def _press(self, **given: object) -> None:
        key = uuid5(KEYS, f"{self.night.event.code} {len(self.presses)}")
        self.presses.append({**given, "request_id": key})
        self._again(-1)

    def _again(self, which: int) -> None:
        try:
            meaning_it(self.night.do, **self.presses[which])
        except UserFacingError as refusal:
            self.refusals.add(refusal.code)

    @rule(player=players, lots=st.integers(1, 2))
    def sell(self, player: int, lots: int) -> None:
        self._press(service=services.sell_tickets, player_code=self.night.codes[player], paid=lots * 1000)

    @rule(player=players, chips=st.integers(1, 60).map(lambda tens: tens * 10))
    def redeem(self, player: int, chips: int) -> None:
        self._press(service=services.redeem_chips, player_code=self.night.codes[player], chips=chips)

    @rule(player=players, counts=st.dictionaries(buckets, few, min_size=1))
    def place(self, player: int, counts: dict[str, int]) -> None:
        self._press(service=services.place_tickets, player_code=self.night.codes[player], counts=counts)

    @rule(player=players, counts=st.dictionaries(buckets, few, min_size=1))
    def withdraw(self, player: int, counts: dict[str, int]) -> None:
        self._press(service=services.withdraw_tickets, player_code=self.night.codes[player], counts=counts)

    @rule(player=players, giver=buckets, taker=buckets, count=few)
    def move(self, player: int, giver: str, taker: str, count: int) -> None:
        code = self.night.codes[player]
        self._press(
            service=services.move_tickets, player_code=code, move=TicketMove(giver=giver, taker=taker, count=count)
        )

    @rule(player=players, changes=st.dictionaries(buckets, st.integers(-5, 5)))
    def arrange(self, player: int, changes: dict[str, int]) -> None:
        self._press(service=services.arrange_tickets, player_code=self.night.codes[player], changes=changes)

    @rule(number=st.integers(1, 40))
    def void(self, number: int) -> None:
        self._press(service=services.void_ticket, number=number, reason="Torn")

    @rule(sequence=st.integers(1, 20))
    def undo(self, sequence: int) -> None:
        undo = {"sequence": sequence, "reason": "Wrong", "may_reverse_any": True}
        self._press(service=services.reverse_ticket_entry, **undo)

    @rule(data=st.data())
    def press_again(self, data: st.DataObject) -> None:
        if self.presses:
            self._again(data.draw(st.integers(0, len(self.presses) - 1)))

    @invariant()
    def rows_are_the_ledger(self) -> None:
        if not hasattr(self, "night"):
            return
        raffle, event = self.night.raffle, self.night.event
        placed = dict.fromkeys(("B1", "B2", "B3"), 0)
        for player in Player.objects.filter(event=event):
            own = ticket_counts(raffle, player)
            assert balances(event.pk, [player_tickets(player.code)])[player_tickets(player.code)] == own[""]
            for code in placed:
                placed[code] += own[code]
        held = balances(event.pk, [bucket_tickets(code) for code in placed])
        assert {ref.code: tickets for ref, tickets in held.items()} == placed

    def teardown(self) -> None:
        if hasattr(self, "night"):
            assert self.night.faults() == []
            assert self.refusals <= REFUSALS


class TestRowsAndLedger(TestCase):
    def test_ticket_rows_are_the_ledger_after_every_step(self):
        steps = settings(
            max_examples=12,
            stateful_step_count=15,
        )
        run_state_machine_as_test(Evening, settings=steps)


@pytest.mark.django_db
def test_a_player_of_another_event_has_no_part_in_these_books():
    night, other = placed_night(), make_event()
    stranger = make_player(other)

    assert ticket_counts(night.raffle, stranger) == {}
