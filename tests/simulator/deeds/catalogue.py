"""Every deed and every law of a part. A deed goes by its name: the part, and what is done."""

from __future__ import annotations

from tests.simulator.deeds import (
    bank,
    brackets,
    calls,
    clocks,
    core,
    dealt_flights,
    door,
    flights,
    raffle,
    roulette,
    spoiled,
    tables,
    tills,
)
from tests.simulator.deeds.deed import Always, Deeds, Make

MODULES = (bank, tills, door, raffle, tables, roulette, brackets, flights, dealt_flights, clocks, calls, core)
ALWAYS: Always = tuple(law for module in MODULES for law in module.ALWAYS)
PARTS: dict[str, Deeds] = {module.__name__.rpartition(".")[2].replace("_", " "): module.DEEDS for module in MODULES}
PARTS |= {part: {**deeds, **spoiled.of(deeds)} for part, deeds in PARTS.items() if deeds}
NAMES = {part: [f"{part}, {name}" for name in deeds] for part, deeds in PARTS.items()}
BY_NAME: dict[str, Make] = {f"{part}, {name}": make for part, deeds in PARTS.items() for name, make in deeds.items()}
