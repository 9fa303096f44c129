"""Wrong tries slow down the next, for all processes together, and forget."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection

from eventnight.core.models import Tries
from eventnight.core.sign_in.tries import Counter, Patience, TooManyTries, forget_tries, trying
from tests.factories import after

THREE = Patience(kind="trial", free=3, first_wait=timedelta(seconds=2), longest_wait=timedelta(seconds=16))
PATIENT = Patience(kind="patient", free=1000, first_wait=timedelta(seconds=2), longest_wait=timedelta(seconds=16))


def _try(*counters: Counter, seconds: float = 0, is_right: bool = False) -> int:
    """How many seconds the try would have to wait; 0 when it was looked at."""
    try:
        with trying(*counters, message="Wait {wait}.", now=after(seconds=seconds)) as this:
            if is_right:
                this.was_right()
    except TooManyTries as error:
        return error.wait
    return 0


@pytest.mark.django_db
def test_after_the_free_tries_each_wait_is_twice_the_last_up_to_the_longest():
    ann = Counter(THREE, "ann")
    waits, seconds = [], 0
    for _ in range(9):
        wait = _try(ann, seconds=seconds)
        if wait:
            waits.append(wait)
            seconds += wait
            assert _try(ann, seconds=seconds) == 0

    assert [_try(ann, seconds=seconds), waits] == [16, [2, 4, 8, 16, 16, 16]]


@pytest.mark.django_db
def test_a_try_that_has_to_wait_makes_nobody_wait_longer():
    ann = Counter(THREE, "ann")
    for _ in range(3):
        assert _try(ann) == 0

    assert [_try(ann, seconds=1) for _ in range(50)] == [1] * 50
    assert _try(ann, seconds=2) == 0
    row = Tries.objects.get()
    assert (row.came, row.wrong) == (54, 4)


@pytest.mark.django_db
def test_subjects_and_kinds_are_counted_apart():
    ann, ben, other = Counter(THREE, "ann"), Counter(THREE, "ben"), Counter(PATIENT, "ann")
    for _ in range(3):
        _try(ann)

    assert (_try(ann) > 0, _try(ben), _try(other)) == (True, 0, 0)


@pytest.mark.django_db
def test_a_try_by_two_counters_waits_for_both_and_charges_none_that_would_let_it():
    ann, hall = Counter(THREE, "ann"), Counter(PATIENT, "hall")
    for _ in range(3):
        _try(ann, hall)

    assert _try(ann, hall) == 2
    assert Tries.objects.get(key=hall.key).wrong == 3


@pytest.mark.django_db
def test_a_right_try_clears_its_count_or_only_itself():
    ann, hall = Counter(THREE, "ann"), Counter(replace(THREE, is_cleared=False), "hall")
    for _ in range(2):
        _try(ann, hall)

    _try(ann, hall, is_right=True)

    assert not Tries.objects.filter(key=ann.key).exists()
    assert Tries.objects.get(key=hall.key).wrong == 2


@pytest.mark.django_db
def test_an_hour_of_quiet_or_somebody_of_the_staff_forgets():
    ann, ben = Counter(THREE, "ann"), Counter(THREE, "ben")
    for _ in range(3):
        _try(ann)
        _try(ben)

    forget_tries(ben)

    assert (_try(ann), _try(ben)) == (2, 0)
    assert _try(ann, seconds=2 + 3600) == 0
    assert Tries.objects.get(key=ann.key).wrong == 1


@pytest.mark.django_db
def test_neither_names_nor_addresses_are_kept():
    _try(Counter(THREE, "ruth|192.0.2.7"))

    row = Tries.objects.get()
    assert "ruth" not in row.key
    assert "192" not in row.key


def _at_once(counter: Counter, tries: int) -> list[int]:
    """What each of so many tries in threads of their own would have to wait."""

    def one(_: int) -> int:
        try:
            return _try(counter)
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as threads:
        return list(threads.map(one, range(tries)))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_hundred_wrong_tries_at_once_count_a_hundred():
    ann = Counter(PATIENT, "ann")

    assert _at_once(ann, 100) == [0] * 100

    assert Tries.objects.get().wrong == 100


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_a_hundred_tries_at_once_only_the_free_ones_are_looked_at():
    ann = Counter(THREE, "ann")

    looked_at = [wait == 0 for wait in _at_once(ann, 100)]

    row = Tries.objects.get()
    assert (looked_at.count(True), row.wrong, row.came) == (3, 3, 100)
