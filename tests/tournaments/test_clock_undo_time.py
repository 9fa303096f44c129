"""An undo after the computer's time was set leaves no clock standing that should run."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import example, given, settings
from hypothesis import strategies as st

from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.answers import text_of
from tests.deep import examples
from tests.factories import NOW, make_staff
from tests.tournaments.clocks import Computer, Process
from tests.tournaments.holdem_nights import BY, fresh, make_holdem, running_flight
from tournaments.models import BlindClock, ClockEvent, ClockKind, Flight
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.services.clock.presses import (
    pause_clock,
    resume_clock,
    set_pause_for_breaks,
    undo_clock_event,
    undo_time_step,
)

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-6")]

TEN_MINUTES = timedelta(minutes=10)


class Hall:
    """A flight that has run since the doors opened, and a worker that looks twice a second by the computer's time."""

    def __init__(self, flight: Flight | None = None) -> None:
        self.flight = flight or running_flight()
        self.computer = Computer(NOW - timedelta(hours=1))
        self.process = Process(self.computer)
        BlindClock.objects.update(last_read_at=NOW)
        self.process.tick(NOW)

    def wait(self, seconds: float) -> None:
        self.process.tick(self.computer.true + timedelta(seconds=seconds - 0.5))
        self.process.tick(self.computer.true + timedelta(seconds=0.5))

    def set_time(self, moved: timedelta) -> None:
        self.computer.put_forward += moved
        self.wait(0.5)

    def press(self, service, **given) -> None:
        service(flight=fresh(self.flight), press=Press(BY["press"].by, self.computer.read().now), **given)

    def ran(self) -> int:
        """Milliseconds."""
        return self.view().elapsed_ms + self._since()

    def view(self):
        return clock_view(fresh(self.flight), self.computer.read().now)

    def _since(self) -> int:
        since = fresh(self.flight).clock.running_since
        if since is None or not self.view().is_running:
            return 0
        return max(0, (self.computer.read().now - since) // timedelta(milliseconds=1))

    def ran_while(self, seconds: float) -> int:
        """Milliseconds that the clock runs while so many seconds pass."""
        before = self.ran()
        self.wait(seconds)
        return self.ran() - before


def hall_put_forward_and_back() -> Hall:
    """Somebody set the computer's time, and set it right again a little later."""
    hall = Hall()
    hall.wait(6)
    hall.set_time(TEN_MINUTES)
    hall.wait(6)
    hall.set_time(-TEN_MINUTES)
    hall.wait(8)
    return hall


def steps() -> list[ClockEvent]:
    return list(ClockEvent.objects.filter(kind=ClockKind.WALL_STEP).order_by("id"))


def test_a_step_back_that_surely_happened_is_not_undone_and_the_clock_runs_on():
    hall = hall_put_forward_and_back()
    before = hall.ran()

    with pytest.raises(Conflict, match=r"was moved at 7:10:06 PM, and now it is 7:00:21 PM.*more or less time"):
        hall.press(undo_time_step)

    assert (hall.ran(), hall.ran_while(300)) == (before, 300_000)
    assert [step.at > NOW + TEN_MINUTES for step in steps()] == [True, False]


def test_once_its_time_has_come_again_a_step_back_is_still_not_undone():
    hall = hall_put_forward_and_back()
    hall.press(pause_clock)
    hall.wait(20 * 60)

    with pytest.raises(Conflict, match=r"was moved at 7:10:06 PM, and now it is 7:20:21 PM"):
        hall.press(undo_time_step)


def test_the_floor_is_offered_no_undo_of_a_step_that_surely_happened(client):
    hall = hall_put_forward_and_back()
    event = hall.flight.tournament.event
    client.force_login(make_staff(event, Role.FLOOR))
    moment = hall.computer.read().now

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: moment)
        page = text_of(client.get(f"/staff/{event.code}/floor/{hall.flight.pk}/"))

    assert "Undo time step" not in page


def test_one_clock_with_proof_keeps_the_step_at_every_clock_of_the_night():
    first = running_flight(3)
    second = running_flight(3, make_holdem(first.tournament.event, name="Other"))
    hall, other = Hall(first), Hall(second)
    other.computer, other.process = hall.computer, hall.process
    hall.wait(6)
    hall.set_time(TEN_MINUTES)
    other.press(pause_clock)
    other.press(resume_clock)
    hall.wait(6)
    hall.set_time(-TEN_MINUTES)

    with pytest.raises(Conflict, match="computer's time did go back"):
        hall.press(undo_time_step)

    assert not ClockEvent.objects.filter(kind=ClockKind.UNDO).exists()


@pytest.mark.parametrize("minutes", [2, 20, 60])
def test_an_undone_pause_lets_the_clock_go_on_from_where_it_was_though_the_time_was_set_back_meanwhile(minutes):
    hall = Hall()
    hall.wait(25 * 60)
    hall.press(pause_clock)
    hall.set_time(-timedelta(minutes=minutes))
    hall.wait(9)

    hall.press(undo_clock_event)

    assert (hall.ran(), hall.ran_while(60)) == (25 * 60_000, 60_000)
    (step,) = steps()
    assert step.reason == "The computer's time went back."


def test_breaks_chosen_at_a_paused_clock_take_no_time_from_it_where_the_time_was_set_back():
    hall = Hall()
    hall.wait(15 * 60)
    hall.press(pause_clock)
    hall.set_time(-timedelta(hours=1))
    hall.press(set_pause_for_breaks, is_on=True)
    hall.wait(9)

    hall.press(undo_clock_event)

    assert hall.ran() // 1000 == 15 * 60 + 9
    assert len(steps()) == 1


PRESSES = (pause_clock, resume_clock, undo_clock_event, undo_time_step)
MOVED = st.sampled_from([-3600, -600, -90, -40, -5, 5, 40, 90, 600, 3600]).map(
    lambda seconds: timedelta(seconds=seconds)
)
HAPPENS = st.one_of(st.sampled_from(PRESSES), st.sampled_from(PRESSES), MOVED, st.integers(1, 50))


@given(st.lists(HAPPENS, min_size=2, max_size=10))
@example([TEN_MINUTES, 6, -TEN_MINUTES, 8, undo_time_step])
@example([50, pause_clock, -TEN_MINUTES, 8, undo_clock_event])
@settings(max_examples=examples(40))
def test_whatever_is_set_pressed_and_undone_a_running_clock_runs_as_long_as_time_passes(happens):
    with transaction.atomic():
        hall = Hall()
        hall.wait(6)
        for each in happens:
            if isinstance(each, int):
                hall.wait(each)
            elif isinstance(each, timedelta):
                hall.set_time(each)
            else:
                with suppress(Conflict):
                    hall.press(each)
        hall.wait(10)
        is_running, ran = hall.view().is_running, hall.ran_while(30)
        is_over = hall.view().is_over
        transaction.set_rollback(True)

    assert is_over or ran == (30_000 if is_running else 0)
