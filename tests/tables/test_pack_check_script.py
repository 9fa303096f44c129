"""The page's check of a pack finds what the engine's finds, and nothing where that finds nothing."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings

from engine.cards import card_text, full_deck
from engine.shuffle import FairDeck, HousePack, publish, verify_deck
from tests.node import FLAGS as NODE_FLAGS
from tests.node import NODE, needs_node

SCRIPT = Path(settings.BASE_DIR) / "eventnight" / "static" / "js" / "check" / "pack.js"
READER = Path(__file__).with_name("check_pack.mjs")
PACK = tuple(card_text(card) for card in full_deck())
HONEST = 6


def packs(chance: random.Random) -> list[tuple[dict[str, Any], str]]:
    """Published packs with the root that a phone kept: honest ones, then one for each way of forging."""
    made = []
    for _ in range(HONEST + 7):
        seats = chance.sample(range(1, 11), chance.randint(1, 9))
        numbers = {seat: chance.choice([chance.randbytes(32).hex(), ""]) for seat in seats}
        deck = FairDeck(HousePack("NIGHT-É T1 4", PACK, chance.randbytes(32)), numbers)
        shown = publish(deck, shown=chance.sample(PACK, chance.randint(2, 12)), all_are_seen=False)
        made.append((json.loads(json.dumps(shown)), deck.pack.promise.root))
    card, place, number, proof, salt, twice, root = (told for told, _ in made[HONEST:])
    card["shown"][0]["card"] = next(each for each in PACK if each != card["shown"][0]["card"])
    place["shown"][0]["place"] = (place["shown"][0]["place"] + 1) % 52
    seat = next(iter(number["numbers"]))
    number["numbers"][seat] = "f" * 64
    proof["shown"][-1]["proof"].pop()
    salt["shown"][0]["salt"] = "0" * 64
    twice["shown"].append(twice["shown"][0])
    root["promise"]["root"] = "0" * 64
    return made


@needs_node
def test_page_and_engine_say_the_same_of_honest_and_forged_packs():
    cases = packs(random.Random(4))
    answered = subprocess.run(
        [NODE, *NODE_FLAGS, READER, SCRIPT.as_uri()],
        input="\n".join(map(json.dumps, cases)),
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    by_page = [bool(json.loads(line)) for line in answered.stdout.splitlines()]
    by_engine = [bool(verify_deck(told, promised={**told["promise"], "root": root})) for told, root in cases]
    assert by_page == by_engine
    assert by_page == [False] * HONEST + [True] * 7
