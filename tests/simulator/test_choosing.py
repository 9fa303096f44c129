"""What is chosen next is what may be new."""

from __future__ import annotations

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
