"""Collection schedules: what a hand costs, and the table as it is posted."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import RuleError
from engine.fees import (
    LIMITS,
    SCHEDULES,
    WITHOUT_ROWS,
    LimitGroup,
    Schedule,
    _buy_in,
    betting_limit,
    fee_for,
    fee_in_chips,
)

SCHEDULES_OF_DOCUMENT = {"A": slice(0, 3), "B": slice(3, 6), "C": slice(6, 9)}
BANDS_OF_DOCUMENT = (range(1, 5), range(5, 7), range(7, 11))
DOCUMENT = """
$20-$100         1 2 3  2 3 4  3 4 5
$20-$200         1 2 3  2 3 4  3 4 5
$20-no max       1 2 3  2 3 4  3 4 5
$50-$500         1 2 3  2 3 4  3 4 5
$100-$500        1 2 3  2 3 4  3 4 5
$100-no max      1 2 3  2 3 4  3 4 5
$200-$1000       1 2 3  2 3 4  3 4 5
$200-no max      1 2 3  2 3 4  3 4 5
$500-no max      1 2 3  2 3 4  3 4 5
$2-$4            1 2 3  2 3 4  3 4 5
$3-$6            1 2 3  2 3 4  3 4 5
$2-$4, $2-$8     1 2 3  2 3 4  3 4 5
$4-$8            1 2 3  2 3 4  3 4 5
$4-$10, $4-$20   1 2 3  2 3 4  3 4 5
$5-$10           1 2 3  2 3 4  3 4 5
$6-$12           1 2 3  2 3 4  3 4 5
$9-$18           1 2 3  2 3 4  3 4 5
$10-$20          1 2 3  2 3 4  3 4 5
$20-$40          1 2 3  2 3 4  3 4 5
$50-$100         1 2 3  2 3 4  3 4 5
"""
"""The club's collection schedules: limits, and the dollars for 1-4, 5-6 and 7-10 players on A, B and C."""


@pytest.mark.rule("ANG-36")
@pytest.mark.parametrize(("key", "dollars"), [("A", (1, 2, 3)), ("B", (2, 3, 4)), ("C", (3, 4, 5))])
def test_a_schedule_charges_by_players_dealt_in(key, dollars):
    fees = [fee_for(SCHEDULES[key], players_dealt_in=players) for players in range(1, 11)]

    small, middle, full = (100 * each for each in dollars)
    assert fees == [small] * 4 + [middle] * 2 + [full] * 4


@pytest.mark.rule("ANG-36")
@pytest.mark.parametrize("players", [0, 11, -1])
def test_players_outside_the_schedule_are_refused(players):
    with pytest.raises(RuleError) as refused:
        fee_for(SCHEDULES["A"], players_dealt_in=players)

    assert (refused.value.code, refused.value.rules) == ("players_dealt_in", ("ANG-36",))
    assert refused.value.message == f"Schedule A has no fee for {players} players. Deal in 1 to 10 players."


@pytest.mark.parametrize("fees", [(0, 0, 0), (0, 1, 1), (100, 100, 200)])
def test_a_schedule_may_charge_nothing_and_the_same_for_more_players(fees):
    free = Schedule(key="free", fees=fees, rules=())

    assert [fee_for(free, players_dealt_in=players) for players in (1, 5, 7)] == list(fees)


@pytest.mark.parametrize("fees", [(-1, 0, 1), (2, 1, 3), (1, 3, 2)])
def test_a_schedule_whose_fees_fall_or_lie_below_nothing_is_not_declared(fees):
    with pytest.raises(ValueError, match="must charge rising fees"):
        Schedule(key="odd", fees=fees, rules=())


@pytest.mark.parametrize("fees", [(100, 200), (100, 200, 300, 400)])
def test_fees_for_more_or_fewer_bands_than_there_are_are_refused(fees):
    overrides = {"limit-2-4": fees}

    for act in (
        lambda: Schedule(key="odd", fees=fees, rules=()),
        lambda: fee_for(SCHEDULES["A"], players_dealt_in=1, limit="limit-2-4", overrides=overrides),
    ):
        with pytest.raises(RuleError, match="a list of a whole number"):
            act()


@pytest.mark.rule("ANG-36")
@pytest.mark.parametrize(
    ("made", "key", "name", "group"),
    [
        (lambda: _buy_in(20, 100), "buy-in-20-100", "$20-$100", LimitGroup.BUY_IN),
        (lambda: _buy_in(500, None), "buy-in-500-no-max", "$500-no max", LimitGroup.BUY_IN),
        (lambda: betting_limit((3, 6)), "limit-3-6", "$3-$6", LimitGroup.BETTING),
        (lambda: betting_limit((4, 10), (4, 20)), "limit-4-10-4-20", "$4-$10, $4-$20", LimitGroup.BETTING),
    ],
)
def test_a_limit_is_named_as_it_is_posted(made, key, name, group):
    limit = made()

    assert (limit.key, limit.name, limit.group) == (key, name, group)
    assert LIMITS[key] == limit


@pytest.mark.rule("ANG-36")
def test_a_club_overrides_one_limit():
    overrides = {"limit-2-4": (50, 100, 150)}

    assert fee_for(SCHEDULES["A"], players_dealt_in=6, limit="limit-2-4", overrides=overrides) == 100
    assert fee_for(SCHEDULES["A"], players_dealt_in=6, limit="limit-3-6", overrides=overrides) == 200
    assert fee_for(SCHEDULES["A"], players_dealt_in=6, overrides=overrides) == 200


@pytest.mark.rule("ANG-36")
def test_the_limit_without_rows_pays_the_schedule_s_own_fee_or_its_own():
    limit = WITHOUT_ROWS.key

    assert fee_for(SCHEDULES["B"], players_dealt_in=7, limit=limit) == 400
    assert fee_for(SCHEDULES["B"], players_dealt_in=7, limit=limit, overrides={limit: (100, 100, 150)}) == 150
    assert limit not in LIMITS


@pytest.mark.parametrize("settings", [{"limit": "limit-7-9"}, {"overrides": {"limit-7-9": (1, 2, 3)}}])
def test_an_unknown_limit_is_refused_by_name(settings):
    with pytest.raises(RuleError, match="limit-7-9") as refused:
        fee_for(SCHEDULES["A"], players_dealt_in=4, **settings)

    assert refused.value.code == "unknown_limit"


@pytest.mark.rule("ANG-37")
def test_a_fee_is_taken_in_chips_of_the_table():
    assert fee_in_chips(300) == 3
    assert fee_in_chips(300, chip_value=1) == 300
    assert fee_in_chips(300, chip_value=300) == 1
    assert fee_in_chips(0) == 0


@pytest.mark.parametrize(
    ("value", "code"), [(200, "fee_not_in_chips"), (301, "fee_not_in_chips"), (0, "chip_value"), (-1, "chip_value")]
)
def test_a_fee_that_chips_cannot_pay_is_refused(value, code):
    with pytest.raises(RuleError) as refused:
        fee_in_chips(300, chip_value=value)

    assert refused.value.code == code


@pytest.mark.rule("ANG-36")
def test_the_twenty_limits_charge_what_the_rows_of_the_club_s_document_say():
    limits = {limit.name: limit for limit in LIMITS.values()}
    rows = [
        (schedule, limits[name], band, int(dollars))
        for schedule, columns in SCHEDULES_OF_DOCUMENT.items()
        for name, *fees in (line.rsplit(maxsplit=9) for line in DOCUMENT.strip().splitlines())
        for band, dollars in zip(BANDS_OF_DOCUMENT, fees[columns], strict=True)
    ]

    assert len(rows) == 180
    assert Counter(limit.group for limit in LIMITS.values()) == {LimitGroup.BUY_IN: 9, LimitGroup.BETTING: 11}
    assert {limit for _, limit, _, _ in rows} == set(LIMITS.values())
    for schedule, limit, band, dollars in rows:
        for players in band:
            assert fee_for(SCHEDULES[schedule], players_dealt_in=players, limit=limit.key) == 100 * dollars
