"""What a night holds at the moment: the codes and numbers that fit into addresses, bodies and forms."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from django.db.models import Model

from eventnight.bank.models import Entry
from eventnight.events.models import Player
from eventnight.raffle.models import Bucket, Prize, Ticket
from tables.models import Bet
from tests.fuzz import rude
from tests.simulator.world import World
from tournaments.models import Flight, HoldemTournament

RUDE = 0.03
"""How often something stands at a place that is not there."""
PLAYER = re.compile(r"P\d{3}")
MOST = 20
"""Of the newest rows of a kind, so many are talked of."""
_ROWS: dict[str, tuple[type[Model], str, str]] = {
    "player": (Player, "event", "code"),
    "bet_id": (Bet, "table__event", "pk"),
    "flight": (Flight, "tournament__event", "pk"),
    "flight_id": (Flight, "tournament__event", "pk"),
    "holdem_id": (HoldemTournament, "event", "pk"),
    "bucket": (Bucket, "raffle__event", "code"),
    "prize": (Prize, "raffle__event", "code"),
    "ticket": (Ticket, "raffle__event", "number"),
    "sequence": (Entry, "event", "sequence"),
}
"""Places that rows of the night stand for: the model, the way to its event, the column."""


class Holdings:
    """Looks into the database, because that is what a person sees on the screen."""

    def __init__(self, world: World) -> None:
        self._world = world

    def filled(self, path: str, chance: Random) -> str:
        """The address with something of the night at each place."""
        return re.sub(r"{(\w+)}", lambda place: self.word(place[1], chance, path), path)

    def word(self, name: str, chance: Random, path: str = "") -> str:
        """What may stand at a place of that name."""
        if chance.random() < RUDE:
            return chance.choice(rude.PLACES)
        found = self._found(name, path)
        return str(chance.choice(found)) if found else "1"

    def typed(self, name: str, chance: Random) -> str:
        """What somebody who means well types into an empty field of that name."""
        match name:
            case "reason" | "note" | "name" | "item" | "title":
                return chance.choice(("Entered twice", "Quilt", "Ada's table"))
            case "second":
                return self._signer(chance)
            case "password" | "second_password":
                return "card-night"
            case "donation" | "again" | "email" | "next":
                return ""
            case _ if any(word in name for word in ("paid", "amount", "float", "cash", "card", "cheque", "cents")):
                return chance.choice(("0", "5.00", "10.00", "20.00", "15.50"))
            case "player" | "bucket" | "prize" | "till" | "place":
                return self.word(name, chance)
        return chance.choice(("1", "2", "3", "5", "10", "100", "500", "1000"))

    def _signer(self, chance: Random) -> str:
        user = self._world.users[chance.choice(("organiser", "desk"))]
        return user.username if user else ""

    def known(self, example: Any, chance: Random, name: str = "") -> Any:
        """The example with the codes of people who are there."""
        if isinstance(example, dict):
            return {self._key(key, name, chance): self.known(value, chance, key) for key, value in example.items()}
        if isinstance(example, list):
            return [self.known(value, chance, name) for value in example]
        if isinstance(example, str) and PLAYER.fullmatch(example):
            return self.word("player", chance)
        if name in ("table", "flight", "bucket", "line", "number", "ticket", "sequence") and chance.random() < 0.7:
            word = self.word(name, chance)
            return int(word) if isinstance(example, int) and word.isdecimal() else word
        if name == "seen_version":
            return chance.choice((1, 2, 3, example))
        if name == "second":
            return self._signer(chance)
        return "card-night" if name == "password" else example

    def _key(self, key: str, name: str, chance: Random) -> str:
        if PLAYER.fullmatch(key):
            return self.word("player", chance)
        return key

    def _found(self, name: str, path: str) -> list[Any]:
        night = self._world.night
        if name in _ROWS:
            model, event, column = _ROWS[name]
            rows = model.objects.filter(**{event: night.event}).order_by("-pk").values_list(column, flat=True)
            return list(rows[:MOST])
        match name:
            case "code":
                return [night.code] * 12 + [self._world.other.code]
            case "bracket" | "bracket_id":
                return [night.bracket]
            case "table" | "table_id":
                return [night.wheel] if "roulette" in path else [night.table, 1, 2]
            case "number":
                return [1, 2, 3, 4]
            case "seat":
                return [1, 2, 3, 4, 5, 6, 9, 10]
            case "till" | "place":
                return ["T1", "T1", "T2", "R1"]
        return [1, 2, 3]
