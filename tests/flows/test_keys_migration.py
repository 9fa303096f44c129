"""Keys from before presses were kept: they are taken, and the night goes on."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.management import call_command

from eventnight.core.errors import UserFacingError
from eventnight.core.models import PressKey
from tests.pressing import keyed
from tests.tournaments.holdem_nights import codes_of, make_holdem, out, press, running_flight
from tournaments.models import BustHand
from tournaments.services.flight.bust_outs import bust_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]

BEFORE, AFTER = ("tournaments", "0022_blindclock_running"), ("tournaments", "0023_keys_from_before_presses")


def test_a_key_from_before_is_taken_at_its_event_whatever_comes_under_it(migrated):
    flight = running_flight(4, make_holdem(flights=1, advancing_count=2))
    key = uuid4()
    out(flight, codes_of(flight)[-1])
    PressKey.objects.all().delete()
    migrated(*BEFORE).get_model("tournaments", "BustHand").objects.update(request_id=key)

    migrated(*AFTER)
    call_command("migrate", verbosity=0)

    kept = PressKey.objects.get(key=key)
    assert (kept.event, kept.service, kept.fingerprint) == (flight.tournament.event, "", "")
    with pytest.raises(UserFacingError) as refused:
        bust_out(flight=flight, busted={codes_of(flight)[-1]: 1000}, **keyed(press(), key))
    assert (refused.value.code, BustHand.objects.count()) == ("key_reused", 1)
    out(flight, codes_of(flight)[-2])


def test_going_back_forgets_those_keys_alone(migrated):
    flight = running_flight(4, make_holdem(flights=1, advancing_count=2))
    out(flight, codes_of(flight)[-1])
    counted = set(PressKey.objects.values_list("key", flat=True))

    migrated(*BEFORE)

    assert (
        set(migrated("core", "0003_presses").get_model("core", "Press").objects.values_list("key", flat=True))
        == counted
    )
