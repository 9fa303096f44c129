"""What a night holds at the moment: the codes and numbers that fit into addresses, bodies and forms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

from django.db.models import Model

from eventnight.bank.models import Entry, VarianceApproval
from eventnight.calls.models import FloorCall
from eventnight.core.models import RoleGrant
from eventnight.events.models import Activity, Invitation, Player, Sponsor
from eventnight.raffle.models import Bucket, Prize, Ticket
from tables.models import Bet, Hand, HandInPlay, Seat, Spin, Table
from tests.fuzz import rude
from tests.simulator.world import World
from tournaments.models import (
    BlindClock,
    BracketTournament,
    BustHand,
    ChipRace,
    Deal,
    EuchreHand,
    Flight,
    FlightEntry,
    FlightTable,
    HoldemTournament,
    Match,
    StackPurchase,
    Team,
)

RUDE = 0.02
"""How often something stands at a place that is not there."""
PLAYER = re.compile(r"P\d{3}")
PLACE = re.compile(r"{(\w+)}")
MOST = 20
"""Of the newest rows of a kind, so many are talked of."""
LONGEST = 9
"""Digits of a number that a row may have."""
Places = Mapping[str, Any]
_ROWS: dict[str, tuple[type[Model], str, str]] = {
    "player": (Player, "event", "code"),
    "bet_id": (Bet, "table__event", "pk"),
    "flight_id": (Flight, "tournament__event", "pk"),
    "holdem_id": (HoldemTournament, "event", "pk"),
    "bracket_id": (BracketTournament, "event", "pk"),
    "activity_id": (Activity, "event", "pk"),
    "invitation_id": (Invitation, "event", "pk"),
    "sponsor_id": (Sponsor, "event", "pk"),
    "call_id": (FloorCall, "event", "pk"),
    "user_id": (RoleGrant, "event", "user_id"),
    "approval_id": (VarianceApproval, "event", "pk"),
    "deal_id": (Deal, "tournament__event", "pk"),
    "bucket": (Bucket, "raffle__event", "code"),
    "prize": (Prize, "raffle__event", "code"),
    "ticket": (Ticket, "raffle__event", "number"),
    "sequence": (Entry, "event", "sequence"),
}
"""Places that rows of the night stand for: the model, the way to its event, the column."""
_INSIDE: dict[tuple[str, str], tuple[type[Model], str, str]] = {
    ("flight_id", "player"): (FlightEntry, "flight", "player__code"),
    ("flight_id", "table"): (FlightTable, "flight", "number"),
    ("flight_id", "hand"): (BustHand, "flight", "pk"),
    ("flight_id", "race_id"): (ChipRace, "flight", "pk"),
    ("flight_id", "purchase_id"): (StackPurchase, "entry__flight", "pk"),
    ("holdem_id", "player"): (FlightEntry, "flight__tournament", "player__code"),
    ("bracket_id", "number"): (Match, "tournament", "number"),
    ("bracket_id", "team"): (Team, "tournament", "number"),
    ("bracket_id", "hand"): (EuchreHand, "match__tournament", "number"),
    ("table_id", "seat"): (Seat, "table", "number"),
}
"""Places whose rows belong to a row that stands before them in the address."""
_ALSO = {
    "race": "race_id",
    "purchase": "purchase_id",
    "bracket": "bracket_id",
    "flight": "flight_id",
    "holdem": "holdem_id",
}
"""Other names of the same places."""


class Holdings:
    """Looks into the database, because that is what a person sees on the screen."""

    def __init__(self, world: World) -> None:
        self._world = world

    def places(self, path: str, chance: Random) -> dict[str, Any]:
        """Something of the night for each place of the address; what comes later fits to what comes before."""
        places: dict[str, Any] = {}
        for name in PLACE.findall(path):
            if chance.random() < RUDE:
                places[name] = chance.choice(rude.PLACES)
            else:
                found = self._found(name, path, places)
                places[name] = chance.choice(found) if found else 1
        return places

    def word(self, name: str, chance: Random) -> str:
        """Something of the night that goes by that name."""
        return str(chance.choice(self._found(name, "", {}) or [1]))

    def typed(self, name: str, chance: Random) -> str:
        """What somebody who means well types into an empty field of that name."""
        match name:
            case "reason" | "note" | "name" | "item" | "title" | "donor":
                return chance.choice(("Entered twice", "Quilt", "Ada's table"))
            case "second":
                return self._signer(chance)
            case "password" | "second_password":
                return "card-night"
            case "donation" | "again" | "email" | "next":
                return ""
            case _ if name.endswith("_at"):
                return "2026-11-21T22:30"
            case _ if "card" in name or name == "board":
                return chance.choice(("Ah", "9c", "Kd", "7d 6d", "Ah Kd 7c", "2h", ""))
            case _ if any(word in name for word in ("paid", "amount", "float", "cash", "cheque", "cents", "share")):
                return chance.choice(("0", "5.00", "10.00", "20.00", "15.50"))
            case "player" | "bucket" | "prize" | "till" | "place" | "partner" | "substitute" | "winner":
                return self.word("player" if name in ("partner", "substitute") else name, chance)
        return chance.choice(("1", "2", "3", "5", "10", "100", "500", "1000"))

    def known(self, example: Any, chance: Random, places: Places, name: str = "") -> Any:
        """The example with what is there, fitting to the places of its address."""
        if isinstance(example, dict):
            if example and all(PLAYER.fullmatch(key) for key in example):
                return self._of_players(example, chance, places)
            return {key: self.known(value, chance, places, key) for key, value in example.items()}
        if isinstance(example, list):
            return [self.known(value, chance, places, name) for value in example]
        if isinstance(example, str) and PLAYER.fullmatch(example):
            return chance.choice(self._found("player", "", places) or [example])
        if name == "second":
            return self._signer(chance)
        if name == "password":
            return "card-night"
        return chance.choice(self._fitting(name, places) or [example])

    def _of_players(self, example: dict[str, Any], chance: Random, places: Places) -> dict[str, Any]:
        """Chips of players: the same facts about some of those who are there."""
        codes = list(dict.fromkeys(self._found("player", "", places)))
        some = chance.sample(codes, min(len(codes), chance.choice((1, 2, len(codes)))))
        return {code: chance.choice((*example.values(), 1000, 8000)) for code in some}

    def _fitting(self, name: str, places: Places) -> list[Any]:
        """What a field of a body may hold at an address with these places; empty where the example will do."""
        if "bracket_id" in places and name in ("winner", "loser", "makers", "team", "teams"):
            pairs = Match.objects.filter(tournament=_row(places, "bracket_id"), number=_row(places, "number"))
            return [team for pair in pairs.values_list("team_a__number", "team_b__number") for team in pair if team]
        if "table_id" in places and name == "number":
            made = (Hand, Spin)["spins" in places]
            return [made.objects.filter(table=_row(places, "table_id")).count() + 1]
        if "table_id" in places and name == "version":
            return list(HandInPlay.objects.filter(table=_row(places, "table_id")).values_list("version", flat=True))
        if name == "seen_version":
            return list(BlindClock.objects.filter(flight=_row(places, "flight_id")).values_list("version", flat=True))
        if name in ("line", "attempt", "number", "ticket", "table", "seat", "bucket", "giver", "taker"):
            return self._found({"number": "ticket", "giver": "bucket", "taker": "bucket"}.get(name, name), "", places)
        return []

    def _signer(self, chance: Random) -> str:
        user = self._world.users[chance.choice(("organiser", "desk"))]
        return user.username if user else ""

    def _found(self, name: str, path: str, places: Places) -> list[Any]:
        night, name = self._world.night, _ALSO.get(name, name)
        for outer in reversed(places):
            if (outer, name) in _INSIDE:
                model, way, column = _INSIDE[outer, name]
                rows = model.objects.filter(**{f"{way}_id": _row(places, outer)}).order_by("-pk")
                return list(rows.values_list(column, flat=True)[:MOST])
        if name in _ROWS:
            model, event, column = _ROWS[name]
            rows = model.objects.filter(**{event: night.event}).order_by("-pk").values_list(column, flat=True)
            return list(rows[:MOST])
        match name:
            case "code":
                return [night.code] * 30 + [self._world.other.code]
            case "table" | "table_id" | "wheel":
                kind = "roulette" if "roulette" in path or name == "wheel" else "poker"
                return list(Table.objects.filter(event=night.event, kind=kind).values_list("pk", flat=True))
            case "seat":
                return [1, 2, 3, 4, 5, 6, 9, 10]
            case "till" | "place" | "holder":
                return ["T1", "T1", "T2", "R1"]
            case "role":
                return ["desk", "floor", "organiser"]
            case "move":
                return ["pause", "start", "skip", "back", "undo", "open"]
            case "attempt":
                return [0, 0, 0, 1]
            case "line":
                return ["seat", "till", "tray", "rack"]
        return [1, 2, 3]


def _row(places: Places, name: str) -> int:
    """The number at that place; 0, which no row has, where none is."""
    text = str(places.get(name, 0))
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST else 0
