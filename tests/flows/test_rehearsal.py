"""A rehearsal plays everything that goes wrong and holds every law; the checks find every fault that is put in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from eventnight.bank import triggers
from eventnight.bank.models import Account, Entry, OwnerKind
from eventnight.core.models import AuditRecord, EventHead
from eventnight.events.models import Event
from eventnight.events.services import open_event, update_settings
from eventnight.night.rehearsal.acts.floor import Floor
from eventnight.night.rehearsal.demo import play_demo
from eventnight.night.rehearsal.kept import Outbox
from eventnight.night.rehearsal.laws.checks import books_balance, chain_verifies, faults_of, tickets_are_in_one_place
from eventnight.night.rehearsal.laws.flight_laws import stacks_are_chips_issued
from eventnight.night.rehearsal.run import Rehearsal, Report, kinds_of, rehearse, set_stage
from eventnight.night.rehearsal.stage import Stage
from eventnight.night.rehearsal.whole import play_evening
from eventnight.raffle.models import Bucket, Ticket, TicketState
from tables.models import Hand, HandInPlay, Table, TableKind
from tables.selectors import card_table_of, table_view, the_play
from tests.factories import NOW, make_event
from tests.tables.evening import STAFF
from tests.tournaments.holdem_nights import BY, fresh, make_holdem, running_flight
from tournaments.models import (
    BlindClock,
    BracketTournament,
    FlightEntry,
    FlightKind,
    HoldemTournament,
    Match,
    MatchResult,
    MatchState,
    Outcome,
    SingleStatus,
    TeamPlayer,
)

pytestmark = pytest.mark.django_db

SHORT = 0.2
"""Card tables and the wheel go a fifth of an evening."""


def silent(line: str) -> None:
    """Nobody watches."""


def rehearsed(house: str, players: int, seed: int) -> Report:
    return rehearse(Rehearsal(seed=seed, players=players, house=house, length=SHORT), tell=silent)


@pytest.mark.parametrize(
    ("house", "players", "seed"),
    [
        ("washburn", 12, 2),
        pytest.param("washburn", 24, 17, marks=pytest.mark.deep),
        pytest.param("wlia", 18, 1, marks=pytest.mark.deep),
    ],
)
def test_a_rehearsal_holds_every_law_and_leaves_nothing_behind(house: str, players: int, seed: int):
    report = rehearsed(house, players, seed)

    assert report.faults == []
    assert sum(report.refused.values()) > 3
    assert {
        "moves",
        "flights that end with fewer than go on",
        "flights with no more players than places",
        "hands followed",
        "hands settled from the end",
        "hands undone",
    } <= report.happened.keys()
    assert report.happened["offline: kept"] >= report.happened["offline: counted"] > 0
    assert not Event.objects.exists()


def test_a_rehearsal_of_an_event_plays_by_its_settings_and_only_reads_it():
    """Its final would have one player: that is found before the night."""
    event = make_event("biska")
    holdem = replace(event.house_settings.holdem, flights=1, advancing_count=1, advancing_share=0)
    settings = replace(event.house_settings, holdem=holdem)
    event = update_settings(event=event, settings=settings, **BY)
    before = Event.objects.values().get(), EventHead.objects.values().get(), AuditRecord.objects.count()
    errors = StringIO()

    with pytest.raises(CommandError, match="1 of 1 rehearsals did not hold: seed 9"):
        call_command("rehearse", event=event.code, players=12, seed=9, stdout=StringIO(), stderr=errors)

    assert "Final table has 1 of the 2 players it needs" in errors.getvalue()
    assert before == (Event.objects.values().get(), EventHead.objects.values().get(), AuditRecord.objects.count())


@pytest.mark.deep
def test_the_command_tells_what_happened_and_the_same_seed_repeats_it_whatever_nights_there_are():
    told = [StringIO(), StringIO()]

    for output in told:
        call_command("rehearse", house="washburn", players=12, seed=3, stdout=output)
        make_event()
    once, again = (re.sub(r"[0-9.]+ s\)", "", output.getvalue()) for output in told)

    assert once == again
    assert "REHEARSAL-3 (seed 3, 12 players" in once
    assert "laws hold." in once
    assert "Again: manage.py rehearse --house washburn --players 12 --seed 3 --seeds 1" in once


def test_nothing_is_rehearsed_where_it_would_hold_up_a_night_under_way():
    event = open_event(event=make_event(), **BY)

    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match=f"{event.name} is under way"):
            call_command("rehearse")
    with pytest.raises(CommandError, match="No event has the code nowhere"):
        call_command("rehearse", event="nowhere")
    with pytest.raises(CommandError, match="needs 12 players at least, not 4"):
        call_command("rehearse", players=4)


def test_a_chip_that_comes_into_a_flight_from_nowhere_is_told_when_a_level_begins():
    flight = running_flight(4, make_holdem(advancing_count=1))
    assert list(stacks_are_chips_issued(flight)) == []

    FlightEntry.objects.filter(pk=flight.entries.first().pk).update(chips=F("chips") + 25)

    stage = Stage(event=flight.tournament.event, now=NOW, chance=Random(1), by=STAFF, second=STAFF, tell=silent)
    assert Floor(stage, fresh(flight), Outbox(stage), unit=25).may_play()
    assert stage.broken == ["Flight 1: 40000 chips were issued, and its stacks hold 40025."]


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


def a_winner_edited(event: Event) -> None:
    """The final of the bracket goes to the other team, and nobody else is told."""
    last = Match.objects.filter(tournament__event=event, outcome=Outcome.PLAYED).order_by("round", "number").first()
    other = last.team_a_id if last.winner_id == last.team_b_id else last.team_b_id
    Match.objects.filter(pk=last.pk).update(winner=other)


def a_score_edited_in_the_log(event: Event) -> None:
    line = MatchResult.objects.filter(
        match__tournament__event=event, undone_at__isnull=True, outcome=Outcome.PLAYED
    ).first()
    MatchResult.objects.filter(pk=line.pk).update(points_a=F("points_b"), points_b=F("points_a"))


def a_score_that_cannot_be(event: Event) -> None:
    played = Match.objects.filter(tournament__event=event, outcome=Outcome.PLAYED)
    Match.objects.filter(pk=played.first().pk).update(points_a=3, points_b=3)


def a_seed_exchanged(event: Event) -> None:
    one, two = BracketTournament.objects.get(event=event, consolation_of=None).teams.filter(seed__in=(1, 2))
    for team, seed in ((one, None), (two, one.seed), (one, two.seed)):
        type(team).objects.filter(pk=team.pk).update(seed=seed)


def a_place_edited(event: Event) -> None:
    out = FlightEntry.objects.filter(flight__tournament__event=event, place_first__gt=1)
    FlightEntry.objects.filter(pk=out.first().pk).update(place_first=F("place_first") - 1)


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
    (a_final_stack_five_heavier, "by the books"),
    (a_winner_edited, "does not come of match"),
    (a_score_edited_in_the_log, "its result was entered as another"),
    (a_score_that_cannot_be, "Every score ends a match"),
    (a_seed_exchanged, "not in the order of the seeds"),
    (a_place_edited, "Every place is given once"),
    (a_tournament_without_its_winner, "has no winner"),
    (a_bracket_without_its_last_result, "has no champion"),
    (a_hand_undone_at_the_table_alone, "is standing in the books"),
    (chips_out_of_nowhere, "The chips do not sum to zero: 5 too many"),
    (an_entry_of_another_kind, "has been changed: its hash does not fit"),
]
"""What somebody with the database's password could do, and a part of the sentence that tells of it."""


@pytest.mark.deep
def test_every_fault_that_is_put_in_is_found(subtests: pytest.Subtests):
    stage = set_stage(seed=4, house="wlia", like=None, tell=silent)
    play_evening(stage, 14, kinds_of(stage.event, None), length=SHORT)
    assert stage.broken == []
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
    assert tables == {TableKind.POKER: 2, TableKind.ROULETTE: 1, TableKind.FLIGHT: 2}
    assert Bucket.objects.filter(raffle__event=event).count() == 7
    clock = BlindClock.objects.get(flight__tournament=holdem, running_since__isnull=False)
    assert (clock.away_from, clock.announced >= 4) == (None, True)

    in_play = HandInPlay.objects.get(table__event=event)
    felt = table_view(card_table_of(event, in_play.table_id, in_play.started_at))
    assert (felt.table.kind, len(the_play(felt.table).hand.board), in_play.number > 4) == (TableKind.FLIGHT, 3, True)
    assert felt.table.hands.filter(played__isnull=True).count() == 0

    booked = Counter(f"bank.{kind}" for kind in Entry.objects.filter(event=event).values_list("kind", flat=True))
    log = Counter(AuditRecord.objects.filter(event=event).values_list("action", flat=True))
    assert booked == {action: number for action, number in log.items() if action in booked}
    assert (log["player.checked_in"], log["bucket.added"]) == (48, 7)
    assert [*books_balance(event), *chain_verifies(event), *tickets_are_in_one_place(event)] == []


@pytest.mark.parametrize(
    ("house", "players", "seed"),
    [
        ("washburn", 6, 4),
        pytest.param("biska", 12, 5, marks=pytest.mark.deep),
        pytest.param("wlia", 18, 6, marks=pytest.mark.deep),
    ],
)
def test_a_remote_evening_is_played_to_its_champion_on_phones_alone(house: str, players: int, seed: int):
    report = rehearse(Rehearsal(seed=seed, players=players, house=house, is_dealt=True), tell=silent)

    assert report.faults == []
    assert {"bet on phones", "call on phones", "fold on phones"} <= report.happened.keys()
    assert not Event.objects.exists()


def test_an_evening_on_phones_is_not_kept():
    with pytest.raises(CommandError, match="cannot be kept"):
        call_command("rehearse", dealt=True, keep=True)
