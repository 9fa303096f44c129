"""Every planted fault still fits the product as it is, and is planted before anything of it is imported."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from tests.simulator.planted.catalogue import EVERY, fault_named, faults_with, names_by_part
from tests.simulator.planted.fault import Planted
from tests.simulator.planted.planting import plant

LEAST = 80


def source_of(module: str) -> str:
    path: list[str] | None = None
    *packages, last = module.split(".")
    for package in packages:
        path = list(PathFinder.find_spec(package, path).submodule_search_locations)
    return Path(PathFinder.find_spec(last, path).origin).read_text()


@pytest.mark.parametrize("fault", [pytest.param(fault, id=fault.name) for fault in EVERY])
def test_a_planted_fault_fits_the_product_as_it_is(fault: Planted):
    source = source_of(fault.module)

    planted = fault.planted_in(source)

    assert planted != source
    compile(planted, fault.module, "exec")


def test_planted_faults_are_many_and_each_has_a_name_of_its_own():
    assert len(EVERY) >= LEAST
    assert [name for name, times in Counter(fault.name for fault in EVERY).items() if times > 1] == []


def test_a_fault_that_fits_no_more_is_refused_by_name():
    with pytest.raises(ValueError, match=r"a lost fault: engine\.fees says 0 times"):
        Planted("a lost fault", "engine.fees", "no such line", "").planted_in(source_of("engine.fees"))


def test_a_fault_is_refused_where_its_module_is_there_already():
    with pytest.raises(ValueError, match="was imported before"):
        plant(Planted("too late", "tests.simulator.planted.fault", "old", "new"))


def test_an_unknown_fault_is_named():
    with pytest.raises(LookupError, match="nothing of the kind"):
        fault_named("nothing of the kind")


def test_faults_are_chosen_by_part_by_name_and_by_database():
    assert {fault.module.split(".")[0] for fault in faults_with("tables", "sqlite")} >= {"tables"}
    assert [fault.name for fault in faults_with("whatever is paid", "sqlite")] == [
        "a re-buy gives one lot whatever is paid"
    ]
    assert not any(fault.only_on for fault in faults_with("", "postgresql"))
    assert names_by_part("whatever is paid", "sqlite") == {"bank": ["a re-buy gives one lot whatever is paid"]}


def test_a_fault_is_there_in_a_process_that_plants_it():
    said = "from engine.fees import BANDS; print(BANDS[0])"
    command = f"import django; django.setup(); {said}"
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.simulator.planted.settings",
        "PLANTED": "the fee is not that of the players dealt in",
    }

    ran = subprocess.run([sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=False)

    assert ran.stdout == "range(1, 6)\n", ran.stderr


@pytest.mark.deep
def test_the_score_tells_what_a_run_with_the_fault_has_found():
    asked = ["--only", "any role is enough", "--seed", "3", "--seconds", "150"]
    command = [sys.executable, "manage.py", "simulate", "--settings=tests.simulator.settings", "score", *asked]

    ran = subprocess.run(
        command, env={**os.environ, "DATABASE_URL": "", "REDIS_URL": ""}, capture_output=True, text=True, check=False
    )

    assert ran.stdout.rstrip().endswith("1 of 1 planted faults found, 100%."), ran.stdout + ran.stderr[-2000:]
    # Whichever run is first: one of the laws on who sees and does what.
    assert re.search("was answered to somebody who is|the answer holds", ran.stdout)
