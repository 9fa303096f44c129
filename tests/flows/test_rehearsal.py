"""A whole evening through the services ends without a fault, and the checks find every fault that is put in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from eventnight.bank import triggers
from eventnight.bank.models import Account, Entry, OwnerKind
from eventnight.core.models import AuditRecord
from eventnight.events.models import Event, EventStatus
from eventnight.night.evening.checks import books_balance, chain_verifies, faults_of, tickets_are_in_one_place
from eventnight.night.evening.company import make_stage
from eventnight.night.evening.demo import play_demo
from eventnight.night.evening.stage import Stage
from eventnight.night.evening.whole import play_evening
from eventnight.raffle.models import Bucket, Ticket, TicketState
from tables.models import Hand, Table, TableKind
from tournaments.models import (
    BracketTournament,
    FlightEntry,
    FlightKind,
    HoldemTournament,
    Match,
    MatchState,
    SingleStatus,
    TeamPlayer,
)

pytestmark = pytest.mark.django_db

DOORS = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


def played(house: str, players: int, seed: int) -> Stage:
    """An evening from the doors to the fund."""
    stage = make_stage(house=house, starts_at=DOORS, chance=Random(seed), tell=lambda line: None)
    play_evening(stage, players)
    return stage


@pytest.mark.parametrize("seed", [1, 20, 300])
@pytest.mark.parametrize(("house", "players"), [("wlia", 24), ("washburn", 20)])
def test_a_whole_evening_ends_without_a_fault(house: str, players: int, seed: int):
    stage = played(house, players, seed)

    assert faults_of(stage.event, taken=stage.taken) == []
    assert Event.objects.get(pk=stage.event.pk).status == EventStatus.CLOSED
    assert stage.taken > 0


def a_ticket_in_another_bucket(event: Event) -> None:
    ticket = Ticket.objects.filter(raffle__event=event, state=TicketState.PLACED).first()
    other = Bucket.objects.filter(raffle__event=event).exclude(pk=ticket.bucket_id).first()
    Ticket.objects.filter(pk=ticket.pk).update(bucket=other)


def a_ticket_back_in_hand(event: Event) -> None:
    ticket = Ticket.objects.filter(raffle__event=event, state=TicketState.PLACED).first()
    Ticket.objects.filter(pk=ticket.pk).update(bucket=None, state=TicketState.HELD)


def a_bag_five_heavier(event: Event) -> None:
    bags = FlightEntry.objects.filter(flight__tournament__event=event, flight__kind=FlightKind.FIRST, chips__gt=0)
    FlightEntry.objects.filter(pk=bags.first().pk).update(chips=F("chips") + 5)


def a_final_stack_five_heavier(event: Event) -> None:
    stacks = FlightEntry.objects.filter(flight__tournament__event=event, flight__kind=FlightKind.FINAL)
    FlightEntry.objects.filter(pk=stacks.first().pk).update(started_with=F("started_with") + 5)


def a_tournament_without_its_winner(event: Event) -> None:
    HoldemTournament.objects.filter(event=event).update(winner=None, status="final", finished_at=None)


def a_bracket_without_its_last_result(event: Event) -> None:
    last = Match.objects.filter(tournament__event=event).order_by("-round").first()
    undecided = {"state": MatchState.READY, "winner": None, "outcome": "", "points_a": None, "points_b": None}
    Match.objects.filter(pk=last.pk).update(**undecided, done_at=None)


def a_hand_undone_at_the_table_alone(event: Event) -> None:
    hand = Hand.objects.filter(table__event=event).first()
    Hand.objects.filter(pk=hand.pk).update(undone_at=timezone.now(), undone_by_label="Nobody")


def chips_out_of_nowhere(event: Event) -> None:
    account = Account.objects.filter(event=event, commodity="chips", owner_kind=OwnerKind.PLAYER).first()
    triggers.drop(connection)
    Account.objects.filter(pk=account.pk).update(balance=F("balance") + 5)


def an_entry_of_another_kind(event: Event) -> None:
    entry = Entry.objects.filter(event=event, kind="rebuy").first()
    triggers.drop(connection)
    Entry.objects.filter(pk=entry.pk).update(purpose="donation")


FAULTS = [
    (a_ticket_in_another_bucket, "ticket rows in bucket"),
    (a_ticket_back_in_hand, "tickets lie with a bucket"),
    (a_bag_five_heavier, "Flight"),
    (a_final_stack_five_heavier, "the flights bagged"),
    (a_tournament_without_its_winner, "has no winner"),
    (a_bracket_without_its_last_result, "has no champion"),
    (a_hand_undone_at_the_table_alone, "is standing in the books"),
    (chips_out_of_nowhere, "The chips do not sum to zero: 5 too many"),
    (an_entry_of_another_kind, "has been changed: its hash does not fit"),
]
"""What somebody with the database's password could do, and a part of the sentence that tells of it."""


def test_every_fault_that_is_put_in_is_found(subtests: pytest.Subtests):
    stage = played("wlia", 24, seed=4)
    assert faults_of(stage.event, taken=stage.taken) == []

    for put_in, sentence in FAULTS:
        with subtests.test(put_in.__name__):
            assert sentence in " ".join(_faults_after(put_in, stage))
    for wrong in (stage.taken - 1, stage.taken + 1):
        with subtests.test(taken=wrong):
            assert ["was taken." in fault for fault in faults_of(stage.event, taken=wrong)] == [True]
    assert faults_of(stage.event, taken=stage.taken) == []


def _faults_after(put_in: Callable[[Event], None], stage: Stage) -> list[str]:
    """What the checks say with the fault in, which is taken out again."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            # The triggers may not be dropped while one of them still waits for the end of the transaction.
            connection.check_constraints()
        put_in(stage.event)
        found = faults_of(stage.event, taken=stage.taken)
        transaction.set_rollback(True)
    return found


def test_the_demo_night_is_in_full_swing_and_came_of_the_services_alone():
    event = play_demo(now=timezone.now(), time_zone="UTC", chance=Random(7), tell=lambda line: None)

    bracket = BracketTournament.objects.get(event=event)
    holdem = HoldemTournament.objects.get(event=event)
    tables = Counter(Table.objects.filter(event=event).values_list("kind", flat=True))
    assert event.players.filter(checked_in_at__isnull=False).count() == 48
    assert (bracket.teams.count(), bracket.singles.filter(status=SingleStatus.RESERVE).count()) == (22, 1)
    assert TeamPlayer.objects.filter(tournament=bracket, left_at__isnull=True).count() == 44
    assert holdem.flights.filter(kind=FlightKind.FIRST).count() == 3
    assert tables == {TableKind.POKER: 2, TableKind.ROULETTE: 1}
    assert Bucket.objects.filter(raffle__event=event).count() == 7

    booked = Counter(f"bank.{kind}" for kind in Entry.objects.filter(event=event).values_list("kind", flat=True))
    log = Counter(AuditRecord.objects.filter(event=event).values_list("action", flat=True))
    assert booked == {action: number for action, number in log.items() if action in booked}
    assert (log["player.checked_in"], log["bucket.added"]) == (48, 7)
    assert [*books_balance(event), *chain_verifies(event), *tickets_are_in_one_place(event)] == []
