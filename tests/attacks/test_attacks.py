"""A small part of `make attacks`, with one seed: nothing that was tried may go unseen."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from eventnight.raffle.selectors import published_proof
from tests.attacks import editing, publishing, reading, steering
from tests.attacks.counting import Ending, Tally
from tests.attacks.targets import draw_the_rest

SEED = 2026
TRIES = 60


@pytest.mark.parametrize("name", publishing.ATTACKS)
def test_no_forged_publication_passes(name: str):
    tries = 3 if name == publishing.SLOW else TRIES

    tally = publishing.run(name, publishing.ATTACKS[name], tries, SEED)

    assert tally.tried == tries
    assert tally.found == []
    assert tally.endings[Ending.REFUSED] + tally.endings[Ending.DETECTED] > tries / 3


@pytest.mark.django_db
@pytest.mark.parametrize("name", steering.ATTACKS | editing.ATTACKS)
def test_nobody_steers_the_draw_unseen(name: str):
    tally = Tally(name, "the night")

    for number, ending in enumerate((steering.ATTACKS | editing.ATTACKS)[name](Random(SEED))):
        tally.count(ending, f"try {number}")

    assert tally.found == []
    assert tally.endings[Ending.REFUSED] + tally.endings[Ending.DETECTED] > tally.tried / 2


@pytest.mark.django_db
@pytest.mark.parametrize("role", [reading.NOBODY, reading.SUPERUSER])
def test_no_address_tells_the_seed_before_it_is_due(role: str):
    tally = reading.by_address(Random(SEED), ("drawing",), (role,), ("get",))

    assert tally.found == []
    assert tally.tried > 200


@pytest.mark.django_db
def test_no_command_and_no_archive_tells_the_seed_before_it_is_due():
    tally = reading.by_command(Random(SEED), ("drawing",))

    assert tally.found == []


@pytest.mark.django_db
def test_the_search_for_the_seed_finds_it_once_it_is_public():
    seed = bytes(range(32, 64))
    night = reading.night_at("drawing", Random(SEED), seed)
    draw_the_rest(night)

    published = Client().get(f"/e/{night.event.code}/raffle/proof.json").content

    assert published_proof(night.raffle)["seed"] == seed.hex()
    assert reading.holds(published, seed)
