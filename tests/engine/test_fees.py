"""Collection schedules: what a hand costs, and the table as it is posted."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from engine.errors import RuleError
from engine.fees import LIMITS, SCHEDULES, LimitGroup, Schedule, _buy_in, betting_limit, expand, fee_for, fee_in_chips

PROJECT = Path(__file__).resolve().parents[2]


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
        lambda: expand([SCHEDULES["A"]], overrides=overrides),
        lambda: fee_for(SCHEDULES["A"], players_dealt_in=1, limit="limit-2-4", overrides=overrides),
    ):
        with pytest.raises(RuleError, match="a list of a whole number"):
            act()


@pytest.mark.rule("ANG-36")
def test_the_twenty_limits_expand_to_one_hundred_and_eighty_rows():
    rows = expand(SCHEDULES.values())

    assert Counter(limit.group for limit in LIMITS.values()) == {LimitGroup.BUY_IN: 9, LimitGroup.BETTING: 11}
    assert len(rows) == len(set(rows)) == 180
    for row in rows:
        for players in (row.players_from, row.players_to):
            assert fee_for(SCHEDULES[row.schedule], players_dealt_in=players, limit=row.limit.key) == row.fee


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
def test_each_limit_is_posted_for_one_to_four_five_and_six_and_seven_to_ten_players():
    rows = expand([SCHEDULES["B"]])

    bands = [(row.players_from, row.players_to, row.fee) for row in rows]
    assert bands == [(1, 4, 200), (5, 6, 300), (7, 10, 400)] * 20


@pytest.mark.rule("ANG-36")
def test_a_club_overrides_one_limit():
    overrides = {"limit-2-4": (50, 100, 150)}

    assert fee_for(SCHEDULES["A"], players_dealt_in=6, limit="limit-2-4", overrides=overrides) == 100
    assert fee_for(SCHEDULES["A"], players_dealt_in=6, limit="limit-3-6", overrides=overrides) == 200
    assert fee_for(SCHEDULES["A"], players_dealt_in=6, overrides=overrides) == 200
    posted = expand([SCHEDULES["A"]], overrides=overrides)
    assert [row.fee for row in posted if row.limit.key == "limit-2-4"] == [50, 100, 150]
    assert Counter(row.fee for row in posted if row.limit.key != "limit-2-4") == {100: 19, 200: 19, 300: 19}


@pytest.mark.parametrize("settings", [{"limit": "limit-7-9"}, {"overrides": {"limit-7-9": (1, 2, 3)}}])
def test_an_unknown_limit_is_refused_by_name(settings):
    with pytest.raises(RuleError, match="limit-7-9") as refused:
        fee_for(SCHEDULES["A"], players_dealt_in=4, **settings)

    assert refused.value.code == "unknown_limit"


def test_an_unknown_limit_cannot_be_posted():
    with pytest.raises(RuleError, match="limit-7-9"):
        expand(SCHEDULES.values(), overrides={"limit-7-9": (1, 2, 3)})


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
def test_the_rows_are_those_of_the_club_s_document():
    path = Path(os.environ.get("SEEDS", PROJECT.parent / "shared" / "seeds")) / "angies-poker-club.txt"
    if not path.exists():
        pytest.skip("the club's document is not here; point SEEDS at its folder")

    assert [
        (row.schedule, row.limit.name, f"{row.players_from}-{row.players_to}", f"${row.fee // 100}")
        for row in expand(SCHEDULES.values())
    ] == _rows_of_document(path.read_text(encoding="utf-8"))


def _rows_of_document(text: str) -> list[tuple[str, str, str, str]]:
    rows, schedule, limit = [], "", ""
    for line in text.replace("\\", "").splitlines():
        if heading := re.fullmatch(r"Schedule ([ABC])", line.strip()):
            schedule = heading[1]
        elif schedule and (row := re.match(r"(\$.+|)\t(\d+-\d+)\t(\$\d+)", line)):
            limit = row[1] or limit
            rows.append((schedule, limit, row[2], row[3]))
    return rows
