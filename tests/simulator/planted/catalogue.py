"""Every planted fault, by the part of the product it is in."""

from __future__ import annotations

from tests.simulator.planted import (
    archive,
    bank,
    brackets,
    calls,
    clocks,
    core,
    dealt,
    euchre,
    events,
    flights,
    half_hours,
    in_play,
    limits,
    raffle,
    tables,
    tills,
    unseen,
    written,
)
from tests.simulator.planted.fault import Planted

PARTS = (
    core,
    bank,
    tills,
    raffle,
    events,
    archive,
    brackets,
    euchre,
    flights,
    clocks,
    tables,
    half_hours,
    limits,
    written,
    in_play,
    calls,
    dealt,
    unseen,
)
EVERY: tuple[Planted, ...] = tuple(fault for part in PARTS for fault in part.FAULTS)


def fault_named(name: str) -> Planted:
    """The fault of that name. Raises LookupError."""
    found = next((fault for fault in EVERY if fault.name == name), None)
    if found is None:
        raise LookupError(f"No planted fault is called “{name}”; `simulate faults` lists them.")
    return found


def faults_with(word: str, vendor: str) -> list[Planted]:
    """Those of the part or with the word in their name that a run on that database can show; all for an empty word."""
    return [fault for faults in _chosen(word, vendor).values() for fault in faults]


def names_by_part(word: str, vendor: str) -> dict[str, list[str]]:
    """What the same faults are called, by their part."""
    return {part: [fault.name for fault in faults] for part, faults in _chosen(word, vendor).items()}


def _chosen(word: str, vendor: str) -> dict[str, list[Planted]]:
    chosen = {
        part.__name__.rpartition(".")[2]: [
            fault
            for fault in part.FAULTS
            if (part.__name__.endswith(f".{word}") or word in fault.name) and fault.only_on in ("", vendor)
        ]
        for part in PARTS
    }
    return {part: faults for part, faults in chosen.items() if faults}
