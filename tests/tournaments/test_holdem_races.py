"""Colour-ups at the tables: planned, raced, booked with their drift, and taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from engine.cards import parse_cards
from engine.errors import RuleError
from engine.units import Chips
from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import balances_by_code, verify_books
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from tests.factories import NOW
from tests.pressing import together
from tests.tournaments.holdem_nights import codes_of, fresh, make_holdem, out, press, running_flight
from tournaments.models import ChipRace, Flight, FlightEntry
from tournaments.selectors.flight.races import RaceCount, dealt_cards, race_of, retiring
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.races import color_up_table, undo_color_up

pytestmark = pytest.mark.django_db

SMALL, LARGE = Chips(25), Chips(100)
PIECES = {1: 7, 2: 5, 3: 6, 4: 4, 5: 7, 6: 5}
CARDS = {1: "9c 4d 2h", 2: "Kd", 3: "Jc 5s", 4: "", 5: "8h 3c Qs", 6: "Ah"}


def table_of_six() -> tuple[Flight, dict[int, str]]:
    """A flight of six at one table, and their codes by seat."""
    flight = running_flight(6, make_holdem(flights=1, advancing_count=1, seats_per_table=6))
    return flight, dict(flight.entries.values_list("seat_number", "player__code"))


def by_code(codes: dict[int, str], values: dict) -> dict:
    return {codes[seat]: value for seat, value in values.items()}


def count_of(codes: dict[int, str]) -> RaceCount:
    return RaceCount(table=1, small=SMALL, large=LARGE, stacks=by_code(codes, PIECES))


def race(flight: Flight, codes: dict[int, str], **facts: object) -> ChipRace:
    cards = {code: parse_cards(text) for code, text in by_code(codes, CARDS).items()}
    counted = replace(count_of(codes), **{name: facts.pop(name) for name in ("table", "stacks") if name in facts})
    return color_up_table(flight=flight, counted=counted, **together({"cards": cards, **press(), **facts}))


@pytest.mark.rule("WAS-6")
def test_a_colour_up_follows_the_race_in_the_books_and_in_the_counts():
    flight, codes = table_of_six()

    booked = race(flight, codes)

    changes = {seat: booked.changes[code] for seat, code in codes.items()}
    assert changes == {1: -75, 2: 75, 3: -50, 4: 0, 5: 25, 6: 75}
    assert booked.drift == 50
    stacks = balances_by_code(flight.tournament.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK)
    counts = dict(flight.entries.values_list("stack_code", "chips"))
    assert stacks == counts
    view = flight_view(fresh(flight), NOW)
    assert (view.in_play, view.check.difference) == (60_050, 0)
    assert verify_books(flight.tournament.event_id).is_clean


def test_the_plan_says_what_everybody_gets_and_books_nothing():
    flight, codes = table_of_six()
    view = flight_view(flight, NOW)
    cards = {code: parse_cards(text) for code, text in by_code(codes, CARDS).items()}

    plan = race_of(view, count_of(codes), cards)

    told = {line.entry.seat: line.sentence for line in plan.lines}
    assert told[6] == "Gets 1 by change, 1 by the race; the stack is worth +75."
    assert told[4] == "Gets 1 by change; the stack is worth the same."
    assert (plan.result.race_chips, plan.drift_text) == (3, "+50")
    assert not ChipRace.objects.exists()


def test_drawn_cards_are_one_for_each_odd_chip():
    flight, codes = table_of_six()

    drawn = dealt_cards(flight_view(flight, NOW), count_of(codes), "race")

    odd = {seat: len(drawn[code].split()) for seat, code in codes.items()}
    assert odd == {1: 3, 2: 1, 3: 2, 4: 0, 5: 3, 6: 1}
    assert drawn == dealt_cards(flight_view(flight, NOW), count_of(codes), "race")


def test_the_same_press_races_once():
    flight, codes = table_of_six()
    once = press()

    first, second = (race(flight, codes, **once) for _ in range(2))

    assert first.pk == second.pk
    assert fresh(flight).drift == 50


def test_a_chip_leaves_a_table_once():
    flight, codes = table_of_six()
    race(flight, codes)

    with pytest.raises(Conflict, match="left table 1 already") as refused:
        race(flight, codes)

    assert refused.value.code == "raced_already"


def test_a_colour_up_is_taken_back():
    flight, codes = table_of_six()
    booked = race(flight, codes)

    for _ in range(2):
        undo_color_up(flight=flight, race_id=booked.pk, **press())

    assert fresh(flight).drift == 0
    assert set(flight.entries.values_list("chips", flat=True)) == {10_000}
    assert verify_books(flight.tournament.event_id).is_clean
    assert race(flight, codes).drift == 50


def test_a_colour_up_is_not_taken_back_from_somebody_who_went_out():
    flight, codes = table_of_six()
    booked = race(flight, codes)
    out(flight, codes[3])

    with pytest.raises(Conflict) as refused:
        undo_color_up(flight=flight, race_id=booked.pk, **press())
    with pytest.raises(NotFound):
        undo_color_up(flight=flight, race_id=0, **press())

    assert refused.value.code == "player_is_out"


def test_more_chips_than_the_stack_was_counted_with_are_refused():
    flight, codes = table_of_six()

    with pytest.raises(UserFacingError, match="Count the stack first") as refused:
        race(flight, codes, stacks={codes[1]: 401})

    assert refused.value.code == "more_than_the_count"


def test_a_card_too_few_is_refused_by_the_engine():
    flight, codes = table_of_six()

    with pytest.raises(RuleError) as refused:
        race(flight, codes, cards={})

    assert refused.value.code == "race_cards_amiss"


def test_players_of_other_tables_do_not_race():
    flight, codes = table_of_six()

    with pytest.raises(UserFacingError) as refused:
        race(flight, codes, table=2)

    assert refused.value.code == "not_at_the_table"


@pytest.mark.rule("WAS-2")
def test_the_bags_hold_the_drift_of_the_race():
    flight, codes = table_of_six()
    race(flight, codes)
    first, *others = codes_of(flight)
    for code in others:
        out(flight, code)

    bagged = bag_flight(flight=flight, counts={first: 60_050}, **press())

    assert bagged.drift == 50


def test_a_chip_retires_when_no_blind_to_come_needs_it():
    flight, _ = table_of_six()
    view = flight_view(flight, NOW)

    stakes = {stake for level in view.clock.levels for stake in (level.small_blind, level.big_blind) if stake}

    assert retiring(view, [1, min(stakes) * 7]) is None
    assert retiring(view, [1, 5]) == ((1, 5) if all(stake % 5 == 0 for stake in stakes) else None)


@pytest.mark.parametrize(
    ("broken", "constraint"),
    [
        pytest.param({"large": 25}, "chiprace_into_a_larger_chip", id="no-larger"),
        pytest.param({"undone_at": NOW}, "chiprace_undone_by_somebody", id="undone-by-nobody"),
    ],
)
def test_the_database_refuses_races_that_cannot_be(broken, constraint):
    flight, codes = table_of_six()
    race(flight, codes)

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        ChipRace.objects.update(**broken)


def test_the_database_refuses_a_second_race_for_the_same_chip():
    flight, codes = table_of_six()
    row = race(flight, codes)
    row.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_everybody_who_races_is_still_in():
    flight, codes = table_of_six()
    out(flight, codes[6])

    with pytest.raises(UserFacingError):
        race(flight, codes)

    assert not FlightEntry.objects.filter(flight=flight).exclude(player__code=codes[6]).exclude(chips=10_000).exists()
