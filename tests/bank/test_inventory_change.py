"""Chips changed in the rack: as many as are there, and only those that are asked for."""

from __future__ import annotations

import pytest

from eventnight.bank.services.chips.inventory import make_change, stock_tray
from eventnight.core.errors import UserFacingError
from tests.bank.chip_nights import card_table, counted_night, rack

pytestmark = pytest.mark.django_db


def test_a_colour_that_has_run_out_is_in_nobodys_way():
    night = counted_night(1, owned={5: 40, 10: 30, 20: 30, 50: 14})
    table = card_table(night)
    assert rack(night)[50] == 0

    night.post(make_change, place="rack", brought={20: 5}, handed={10: 10})
    night.post(stock_tray, place=table.code, pieces={5: 40})

    assert rack(night) == {5: 0, 10: 10, 20: 25, 50: 0}
    night.post(make_change, place="rack", brought={20: 5}, handed={10: 10})
    assert rack(night) == {5: 0, 10: 0, 20: 30, 50: 0}


@pytest.mark.parametrize(
    ("brought", "handed"),
    [({20: 10}, {10: 20}), ({50: 4, 10: 5}, {10: 25}), ({50: 2, 10: 10}, {20: 10}), ({10: 30}, {10: 30})],
)
def test_all_that_the_rack_has_of_a_colour_may_be_handed_out_and_what_comes_in_counts(brought, handed):
    night = counted_night(owned={5: 40, 10: 20, 20: 10, 50: 2})

    night.post(make_change, place="rack", brought=brought, handed=handed)

    assert rack(night) == {
        value: count + brought.get(value, 0) - handed.get(value, 0)
        for value, count in {5: 40, 10: 20, 20: 10, 50: 2}.items()
    }


@pytest.mark.parametrize(
    ("brought", "handed", "has", "needs"),
    [({50: 5, 20: 1}, {10: 27}, 20, 27), ({10: 22}, {20: 11}, 10, 11), ({50: 4, 10: 5, 20: 1}, {10: 27}, 20, 22)],
)
def test_more_than_the_rack_has_is_refused_with_what_it_has(brought, handed, has, needs):
    night = counted_night(owned={5: 40, 10: 20, 20: 10, 50: 2})

    with pytest.raises(UserFacingError) as refused:
        night.post(make_change, place="rack", brought=brought, handed=handed)

    assert refused.value.code == "rack_short"
    assert (refused.value.facts["has"], refused.value.facts["needs"]) == (has, needs)


@pytest.mark.parametrize(
    ("handed", "worth", "gap"), [({5: 9}, 45, "5 too few"), ({5: 11}, 55, "5 too many"), ({5: 1}, 5, "45 too few")]
)
def test_change_is_worth_exactly_what_was_brought(handed, worth, gap):
    night = counted_night()
    table = card_table(night)
    night.post(stock_tray, place=table.code, pieces={5: 40})

    with pytest.raises(UserFacingError, match=f"worth {worth}: {gap}. Hand out exactly 50.") as refused:
        night.post(make_change, place=table.code, brought={50: 1}, handed=handed)

    assert (refused.value.code, refused.value.facts["handed"]) == ("change_unequal", worth)
