"""What the floor can rule on in a hand that is played action by action, and what it has ruled."""

from __future__ import annotations

from typing import Any

from tables.models import HandInPlay
from tests.simulator.deeds.deed import Evening
from tests.simulator.deeds.tables.hand import DECK

Told = dict[str, Any]


def what_went_wrong(night: Evening, hand: HandInPlay, view: Told) -> Told | None:
    """Facts of a kind that the floor offers now. view: the hand as everybody sees it."""
    answer = night.ask(night.program("GET", f"tables/{hand.table_id}/play/rulings/"))
    kind = night.one_of(answer.json().get("kinds", []))
    if kind is None:
        return None
    unit = hand.table.smallest_chip
    out = {*view["board"], *(card for row in view["seats"] for card in row["cards"])}
    deck = night.chance.sample([card for card in DECK if card not in out], 6)
    seat = night.one_of(kind["seats"])
    told: Told = {
        "seat": seat,
        "held": {str(seat): night.chance.choice((0, 1, 3, 5))},
        "exposed": {str(seat): deck[0]},
        "cards": deck[1],
        "new": "".join(deck[2:5]) if kind["kind"] == "flop_too_many" else deck[2],
        "how": night.chance.choice(("below_table", "mixed", "thrown_away")),
        "chips": [unit * night.chance.choice((1, 2, 4, 20)) for _ in range(night.chance.randint(1, 2))],
        "added": night.chance.choice((0, unit)),
        "declared_raise": night.chance.random() < 0.4,
        "raise_to": None,
    }
    asked = {name: told[name] for name in kind["fields_asked"] if told[name] is not None}
    return {"kind": kind["kind"], **asked}


def taken(night: Evening, hand: HandInPlay) -> list[str]:
    """What the floor said in this hand."""
    answer = night.ask(night.program("GET", f"tables/{hand.table_id}/play/rulings/"))
    return [each["says"] for each in answer.json().get("taken", [])]
