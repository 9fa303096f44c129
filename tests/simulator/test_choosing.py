"""What is chosen next is what may be new."""

from __future__ import annotations

from collections import Counter

from tests.simulator.choosing import Chooser, shares
from tests.simulator.deeds.catalogue import BY_NAME, NAMES
from tests.simulator.playing import Tally


def test_a_deed_whose_kinds_came_once_is_newer_than_one_that_came_again_and_again():
    tally = Tally()
    for kind in ("one", "two", "three"):
        tally.note_offer("various", kind)
        tally.note_offer("always the same", "one")

    assert tally.novelty("never tried") >= tally.novelty("various") > tally.novelty("always the same")


def test_a_deed_that_the_night_offers_no_way_to_do_grows_old():
    tally = Tally()
    tally.note_offer("impossible", "")
    tally.note_offer("impossible", "")

    assert tally.novelty("never tried") > tally.novelty("impossible") > 0


def test_two_runs_share_all_parts_between_them():
    one, other = shares(2)

    assert sorted([*one, *other]) == sorted(part for part, names in NAMES.items() if names)
    assert sum(len(NAMES[part]) for part in one) < 1.5 * sum(len(NAMES[part]) for part in other)


def test_nights_that_are_about_some_parts_do_other_work_beside_it():
    chooser = Chooser([f"GET /{number}/" for number in range(12)], Counter(), lambda _: 1.0, about=["tills"])
    _, offers = chooser.night(1, 400)
    parts = Counter(step.what.partition(",")[0] for offer in offers for step in offer if step.what in BY_NAME)

    assert parts["tills"] > parts.total() / 2
    assert len(parts) == len(shares(1)[0])
