"""The simulator itself: a night can be played again, a planted fault is found and shortened, a sound night holds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.simulator.management.commands.simulate import Command
from tests.simulator.replaying import simulate
from tests.simulator.shrinking import shrunk
from tests.simulator.steps import Step, steps_of, text_of

ROOT = Path(__file__).resolve().parents[2]
NO_RISE = "from eventnight.core import changes; changes._RISE = changes._READ"
"""A fault: a night that changes keeps its version."""
NO_TICKETS = "from eventnight.raffle.services import selling; selling.Ticket = None"
"""A fault: nobody can buy tickets."""

steps = st.builds(
    Step,
    who=st.sampled_from(["organiser", "the computer", "guest"]),
    what=st.sampled_from(["tick", "POST /api/v1/events/{code}/bank/rebuys/", "a form"]),
    chance=st.integers(0, 2**32 - 1),
)


@given(st.lists(steps, min_size=1, max_size=6))
def test_steps_are_read_again_as_they_were_written(written: list[Step]):
    assert steps_of(text_of(written)) == written


@pytest.mark.parametrize("text", ["organiser", "organiser: a form: nothing", "a: b"])
def test_a_text_that_is_no_step_is_refused_with_it(text: str):
    with pytest.raises(ValueError, match=re.escape(text)):
        steps_of(text)


@given(st.lists(st.booleans(), min_size=1, max_size=40).filter(any))
def test_a_night_is_shortened_to_the_steps_that_the_breach_needs(needed: list[bool]):
    night = [Step("organiser", "a form", number) for number in range(len(needed))]
    wanted = {step for step, is_needed in zip(night, needed, strict=True) if is_needed}

    def breaks(some: Sequence[Step]) -> bool:
        return wanted <= set(some)

    assert shrunk(night, breaks, seconds=60) == [step for step in night if step in wanted]


@pytest.mark.deep
def test_sound_nights_hold():
    played = simulate("--seed", "11", "--nights", "1", "--length", "20", database=os.environ.get("DATABASE_URL", ""))

    assert (played.returncode, "steps, 0 breaches" in played.stdout) == (0, True), played.stdout


@pytest.fixture(scope="module")
def broken() -> CompletedProcess[str]:
    """A night in which a planted fault was found."""
    return simulate("--seed", "1", "--nights", "1", "--length", "15", planted=NO_RISE)


@pytest.mark.deep
@pytest.mark.xdist_group("the broken night")
def test_a_planted_fault_is_found_and_told_as_a_line_that_plays_it_again(broken: CompletedProcess[str]):
    assert "Broken: " in broken.stdout, broken.stdout + broken.stderr[-2000:]
    seed, line = re.search(r'--seed (\d+) --steps "([^"]+)"', broken.stdout).groups()

    again = simulate("--seed", seed, "--steps", line, planted=NO_RISE)
    without = simulate("--seed", seed, "--steps", line)

    assert (broken.returncode, again.returncode, without.returncode) == (1, 1, 0)
    assert len(steps_of(line)) <= 3


@pytest.mark.deep
@pytest.mark.xdist_group("the broken night")
def test_the_test_that_is_written_passes_without_the_fault_and_needs_no_mending_by_hand(
    broken: CompletedProcess[str],
):
    told = re.search(r"^Its test: (\S+\.py)\.", broken.stdout, re.MULTILINE)
    assert told, broken.stdout
    path = ROOT / told[1]
    source = path.read_text()
    path.unlink()
    ruff = [Path(sys.executable).with_name("ruff"), "check", "--stdin-filename", "tests/night.py", "-"]
    linted = subprocess.run(ruff, input=source, cwd=ROOT, capture_output=True, text=True, check=False)

    names: dict[str, Any] = {}
    exec(compile(source, "told", "exec"), names)  # as a person copies it
    [test] = [made for name, made in names.items() if name.startswith("test_")]
    test()
    assert linted.returncode == 0, linted.stdout


@pytest.mark.deep
def test_a_night_that_is_played_again_tells_each_press_with_its_answer():
    steps = "organiser: POST /api/v1/events/{code}/bank/rebuys/: 7"

    played = simulate("--seed", "1", "--steps", steps)

    assert re.search(r"^\d\d:\d\d:\d\d  organiser: POST", played.stdout, re.MULTILINE), played.stdout + played.stderr
    assert re.search(r"^     organiser POST /api/v1/\S+/bank/rebuys/ .* → \d{3}", played.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["--seconds", "nan"], "--seconds is nan. It is above 0."),
        (["--nights", "-1"], "--nights is -1. It is 1 or more"),
        (["--length", "0"], "--length is 0. A night has at least 1 step."),
        (["fauls"], "“fauls” is not known here: nights, score or faults."),
        (["--abuot", "raffle"], "unrecognized arguments: --abuot"),
        (["--steps", ""], "No steps are given."),
        (["--steps", "organiser: nonsense"], "is no step. A step is “who: what: chance”."),
    ],
)
def test_a_run_that_would_play_nothing_is_refused(asked: list[str], says: str):
    with pytest.raises(CommandError, match=re.escape(says)):
        call_command(Command(), *asked)


@pytest.mark.deep
def test_a_step_that_nobody_does_is_refused_by_its_name():
    refused = simulate("--steps", "somebody: raffle, eat the tickets: 1")

    assert refused.returncode == 1
    assert refused.stderr.strip().endswith("“raffle, eat the tickets” is nothing that somebody does here.")


@pytest.mark.deep
def test_a_fault_that_lets_no_night_begin_is_told():
    broken = simulate("--nights", "1", planted=NO_TICKETS)

    assert (broken.returncode, "Broken: no night can be made: " in broken.stdout) == (1, True), broken.stdout


@pytest.mark.deep
def test_a_list_that_is_kept_and_then_imported_may_be_struck_between_the_two():
    steps = "the computer: the database is away: c6833bef / somebody: door, bring a list: 186784c9"

    played = simulate("--seed", "90012", "--steps", steps)

    assert (played.returncode, "struck, 2xx: 1" in played.stdout) == (0, True), played.stdout


@pytest.mark.deep
def test_what_a_worker_knows_of_the_time_is_as_it_was_when_presses_are_tried_in_another_order():
    steps = "the computer: time is set: 6ecfbe94 / the computer: tick: 1 / "

    played = simulate("--seed", "9121", "--steps", f"{steps}organiser: beside a tick & GET /api/v1/events/: 1")

    assert (played.returncode, "at once, 2xx: 1" in played.stdout) == (0, True), played.stdout
