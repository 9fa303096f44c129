"""A draw beside an earlier copy of itself, and the numbers of a draw whose seed is not public yet."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.raffle import compare_earlier, print_sheet, repeat_draws, sheet_key
from engine.raffle.first import canonical_list
from tests.engine.sheets import SEED, published, sheet
from tests.engine.test_raffle import KEY, TICKETS
from tests.engine.test_raffle import published as published_by_first

FILE = print_sheet(sheet())
PROOF = {**published(sheet()), "missed": False}
FIXED = ("method", "event", "commitment", "list_sha256")
BROUGHT = ("entropy", "beacon", "missed", "thrown_by", "watched_by")
SHEET_KEY = sheet_key(SEED, sheet(), PROOF["entropy"])


def copied(proof: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(proof), **changes}


def numbers_kept(proof: dict[str, Any], *counts: int) -> dict[str, Any]:
    """The proof as it stood when so many numbers of each prize had been drawn."""
    kept = copied(proof)
    for row, count in zip(kept["prizes"], counts, strict=True):
        del row["draws"][count:]
    return kept


# ---------- Beside an earlier copy ----------


@pytest.mark.parametrize("counts", [(0, 0, 0), (1, 0, 0), (1, 1, 1), (1, 1, 2)], ids=str)
def test_an_earlier_copy_of_the_same_draw_agrees_however_far_it_had_come(counts):
    assert compare_earlier(PROOF, numbers_kept(PROOF, *counts)) == []


@pytest.mark.parametrize("field", [*FIXED, *BROUGHT])
def test_whatever_was_public_then_and_is_another_now_is_told_with_both(field):
    earlier = copied(PROOF, **{field: "another"})

    assert compare_earlier(PROOF, earlier) == [
        f"The earlier copy has {field} 'another', this one {PROOF[field]!r}.",
    ]


def test_before_the_chance_was_brought_only_what_was_fixed_is_compared():
    earlier = {name: value for name, value in copied(PROOF, prizes=[]).items() if name not in BROUGHT}

    assert compare_earlier(PROOF, earlier) == []
    assert len(compare_earlier(PROOF, {**earlier, "event": "OTHER"})) == 1


def test_a_true_is_not_a_one_in_an_earlier_copy():
    assert compare_earlier(PROOF, copied(PROOF, missed=0)) == ["The earlier copy has missed 0, this one False."]


def test_each_prize_with_other_numbers_is_told_past_those_that_went():
    now = copied(PROOF, prizes=PROOF["prizes"][1:])
    earlier = copied(PROOF)
    earlier["prizes"][2]["draws"][1]["ticket"] = 2

    assert compare_earlier(now, earlier) == [
        "Prize A1 is in the earlier copy and not in this one.",
        "Prize B1 had other numbers in the earlier copy.",
    ]


@pytest.mark.parametrize("field", ["attempt", "eligible", "index", "ticket", "holder"])
def test_whatever_of_a_number_is_another_its_prize_is_told(field):
    earlier = numbers_kept(PROOF, 1, 1, 1)
    earlier["prizes"][0]["draws"][0][field] = "another"

    assert compare_earlier(PROOF, earlier) == ["Prize A1 had other numbers in the earlier copy."]


def test_a_number_that_was_public_and_is_gone_is_told():
    assert compare_earlier(numbers_kept(PROOF, 1, 1, 1), PROOF) == ["Prize B1 had other numbers in the earlier copy."]


def test_whether_a_holder_answered_may_have_been_open_still():
    earlier = copied(PROOF)
    earlier["prizes"][2]["draws"][0]["absent"] = False

    assert compare_earlier(PROOF, earlier) == []


# ---------- While the seed is not public ----------


@pytest.mark.parametrize("counts", [(0, 0, 0), (1, 0, 0), (1, 1, 1), (1, 1, 2)], ids=str)
def test_numbers_that_the_key_gives_agree_while_others_are_still_to_come(counts):
    assert repeat_draws(SHEET_KEY, numbers_kept(PROOF, *counts), FILE) == []


def test_the_first_method_is_repeated_from_its_own_list():
    draw = published_by_first()

    assert repeat_draws(KEY, draw, canonical_list(TICKETS)) == []
    assert repeat_draws(KEY, numbers_kept(draw, 1, 0, 0), canonical_list(TICKETS)) == []
    assert repeat_draws(SHEET_KEY, draw, canonical_list(TICKETS)) != []


def test_more_numbers_than_the_key_gives_are_told():
    draw = copied(PROOF)
    draw["prizes"][0]["draws"] *= 2

    assert repeat_draws(SHEET_KEY, draw, FILE) == ["Prize A1: 2 numbers were published, 1 are drawn."]


def test_each_number_that_is_not_the_one_drawn_is_told_with_its_attempt():
    draw = copied(PROOF)
    draw["prizes"][0]["draws"][0]["index"] = 3
    draw["prizes"][2]["draws"][1]["ticket"] = 3

    assert repeat_draws(SHEET_KEY, draw, FILE) == [
        "Prize A1, attempt 0: index 3 was published, 4 is drawn.",
        "Prize B1, attempt 1: ticket 3 was published, 1 is drawn.",
    ]
