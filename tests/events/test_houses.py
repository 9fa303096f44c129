"""The houses an event can start from, and what their settings refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.rulebook import HOUSES
from eventnight.core.errors import NotFound, UserFacingError
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.house_templates import house_template, house_templates
from eventnight.events.house_settings.structure import read_structure
from eventnight.events.models import ActivityKind


def test_every_house_with_rules_can_be_started_from():
    assert set(house_templates()) == set(HOUSES)


def test_an_unknown_house_is_refused_with_the_known_ones():
    with pytest.raises(NotFound, match="wlia, washburn"):
        house_template("bellagio")


@pytest.mark.parametrize("key", HOUSES)
def test_a_house_survives_being_stored_and_names_known_activities(key: str):
    settings = house_template(key).settings

    assert HouseSettings.from_json(settings.as_json()) == settings
    assert {line.kind for line in settings.programme} <= set(ActivityKind.values)


@pytest.mark.rule("WLIA-1", "WLIA-4")
def test_the_charity_night_keeps_yellow_chips_off_the_bank():
    chips = house_template("wlia").settings.bank.chip_set

    assert [(chip.colour, chip.value, chip.at_bank) for chip in chips] == [
        ("yellow", 5, False),
        ("white", 10, True),
        ("red", 20, True),
        ("blue", 50, True),
    ]


@pytest.mark.rule("WLIA-2", "WLIA-3", "WLIA-14", "WLIA-15")
def test_the_charity_nights_stacks_and_rates_are_its_documents():
    settings = house_template("wlia").settings

    assert (settings.bank.first_stack, settings.bank.first_stack_price) == (1000, 0)
    assert (settings.bank.rebuy_chips, settings.bank.rebuy_price) == (1000, 1000)
    assert (settings.raffle.chips_per_ticket, settings.raffle.lot_tickets, settings.raffle.lot_price) == (100, 10, 1000)
    assert (settings.tables.small_blind, settings.tables.big_blind, settings.id_check) == (5, 10, False)


@pytest.mark.rule("WAS-2", "WAS-3", "WAS-5", "WAS-6")
def test_washburn_plays_three_flights_of_eight_from_250_and_500_rising_every_20_minutes():
    settings = house_template("washburn").settings
    holdem = settings.holdem

    assert (holdem.flights, holdem.advancing_count, holdem.starting_chips, holdem.seats_per_table) == (3, 2, 10000, 8)
    levels = [level for level in holdem.levels if not level.is_break]
    assert all(level.minutes == 20 and level.small_blind * 2 == level.big_blind for level in levels)
    assert (levels[0].small_blind, levels[0].big_blind) == (250, 500)
    assert settings.id_check


@pytest.mark.rule("BIS-3", "BIS-4")
def test_biska_seats_six_and_begins_antes_after_some_levels():
    settings = house_template("biska").settings

    assert (settings.tables.seats, settings.holdem.seats_per_table) == (6, 6)
    assert [level.ante for level in settings.holdem.levels][:5] == [0, 0, 0, 0, 15]


def test_a_structure_lays_levels_end_to_end():
    holdem = house_template("washburn").settings.holdem

    structure = read_structure(holdem)

    assert [(level.is_break, level.minutes) for level in holdem.levels][:4] == [(False, 20)] * 3 + [(True, 10)]
    assert (structure.levels, structure.minutes) == (10, 220)


def _changed(section: str, **values: object) -> Callable[[dict[str, Any]], None]:
    return lambda data: data[section].update(values)


@pytest.mark.parametrize(
    ("change", "named", "rules"),
    [
        pytest.param(_changed("bank", rebuy_price=0), "bank.rebuy_price", (), id="free-rebuys"),
        pytest.param(_changed("bank", first_stack=-5), "bank.first_stack", (), id="negative-stack"),
        pytest.param(_changed("bank", first_stack="1000"), "bank.first_stack", (), id="text-for-number"),
        pytest.param(_changed("bank", first_stack=True), "bank.first_stack", (), id="yes-for-number"),
        pytest.param(_changed("bank", tip_jar=1), "bank.tip_jar", (), id="unknown-setting"),
        pytest.param(_changed("bank", chip_set=[]), "bank.chip_set", (), id="no-chips"),
        pytest.param(_changed("bank", chip_set="red"), "bank.chip_set", (), id="no-list"),
        pytest.param(
            _changed("bank", chip_set=[{"colour": "red", "value": 5}, {"colour": "blue", "value": 5}]),
            "bank.chip_set",
            (),
            id="two-chips-of-one-value",
        ),
        pytest.param(
            _changed("bank", chip_set=[{"colour": "red", "value": 5, "at_bank": False}]),
            "bank.chip_set",
            (),
            id="nothing-at-the-bank",
        ),
        pytest.param(_changed("bank", chip_set=[{"colour": "red", "value": 0}]), "bank.chip_set", (), id="worthless"),
        pytest.param(_changed("bank", chip_set=[{"value": 5}]), "bank.chip_set[1]", (), id="chip-without-colour"),
        pytest.param(_changed("raffle", chips_per_ticket=0), "raffle.chips_per_ticket", (), id="free-tickets"),
        pytest.param(_changed("euchre", best_of=2), "euchre.best_of", (), id="best-of-two"),
        pytest.param(_changed("holdem", seats_per_table=11), "holdem.seats_per_table", ("BIS-3",), id="eleven-seats"),
        pytest.param(_changed("tables", seats=1), "tables.seats", ("BIS-3",), id="one-seat"),
        pytest.param(_changed("holdem", advancing_share=50), "holdem.advancing_count", (), id="count-and-share"),
        pytest.param(
            _changed("holdem", advancing_count=0, advancing_share=101), "holdem.advancing_share", (), id="share"
        ),
        pytest.param(
            _changed("holdem", levels=[{"minutes": 5, "is_break": True}]), "holdem.levels", (), id="only-breaks"
        ),
        pytest.param(
            _changed("holdem", levels=[{"small_blind": 10, "big_blind": 5, "minutes": 5}]),
            "holdem.levels",
            (),
            id="blinds-upside-down",
        ),
        pytest.param(
            _changed("holdem", levels=[{"small_blind": 7, "big_blind": 15, "minutes": 5}]),
            "holdem.levels[1]",
            (),
            id="unpayable",
        ),
        pytest.param(_changed("tables", small_blind=20), "tables.small_blind", (), id="table-blinds"),
        pytest.param(_changed("tables", limit="limit-7-9"), "tables.limit", ("ANG-36",), id="unknown-limit"),
        pytest.param(_changed("tables", fee_schedule="D"), "tables.fee_schedule", ("ANG-36",), id="unknown-schedule"),
        pytest.param(_changed("roulette", wheel="martian"), "roulette.wheel", ("WLIA-17",), id="unknown-wheel"),
        pytest.param(_changed("roulette", catalogue="all"), "roulette.catalogue", ("WLIA-20",), id="unknown-bets"),
        pytest.param(_changed("holdem", entry_price=10**10), "holdem.entry_price", (), id="more-than-any-money"),
        pytest.param(_changed("bank", undo_minutes=10_001), "bank.undo_minutes", (), id="more-than-any-night"),
        pytest.param(_changed("euchre", target=10**30), "euchre.target", (), id="more-than-any-column"),
        pytest.param(_changed("roulette", minimum_bet=900), "roulette.minimum_bet", (), id="limits-upside-down"),
        pytest.param(lambda data: data.pop("bank"), "of the event", (), id="no-bank"),
        pytest.param(lambda data: data.update(bank=3), "bank", (), id="no-group"),
    ],
)
def test_settings_without_meaning_are_refused_by_name(
    change: Callable[[dict[str, Any]], None], named: str, rules: tuple[str, ...]
):
    data = house_template("wlia").settings.as_json()
    change(data)

    with pytest.raises(UserFacingError) as refused:
        HouseSettings.from_json(data)

    assert (refused.value.code, refused.value.facts["setting"], refused.value.rules) == ("house_settings", named, rules)
    assert named in refused.value.message


def test_an_unpayable_level_is_refused_with_the_nearest_that_can_be_paid():
    data = house_template("wlia").settings.as_json()
    data["holdem"]["levels"] = [{"small_blind": 5, "big_blind": 12, "minutes": 20}]

    with pytest.raises(UserFacingError, match="big blind of 12, which chips of 5 and more cannot pay; use 10 or 15"):
        HouseSettings.from_json(data)
