"""A record told: its sentence with the names and amounts that its fields stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.poker.games.catalogue import GAMES
from eventnight.bank.models import Commodity
from eventnight.calls.models import About
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from eventnight.core.values.formats import chips_text, clock_text, money_text, signed_text
from eventnight.events.models import Event
from eventnight.night.selectors.audit.names import Moved, Names
from eventnight.night.selectors.audit.sentences.catalogue import sentence_of

_FIELD = re.compile(r"\{(\w+)\}")
_PART = re.compile(r"\[([^\]]*)\]")
_BRACKET = re.compile(r"bracket (\d+)(?: match (\d+))?")
_HOLDEM = re.compile(r"holdem (\d+)(?: flight (\S+))?")
_TABLE = re.compile(r"((?:TF|T|R)\d+)(?: (?:hand|spin) (\d+)|-(\d+))?")
_CHANGED = {"full_name": "name", "code_name": "code name", "email": "e-mail", "is_minor": "under 18"}
NAMED_AT_MOST = 4
"""So many people a sentence names; of more it says how many."""


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of a sentence. is_name: of a person or a team."""

    text: str
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A record with the names around it. moved: by the entry that it is about, or that its press made."""

    event: Event
    record: AuditRecord
    names: Names
    moved: Moved | None

    @property
    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = self.record.facts
        return facts

    def words(self) -> list[Words]:
        """The sentence behind who did it, and a full stop; what somebody gave as a reason is not part of it."""
        text = _PART.sub(self._part, sentence_of(self.record.action, self.record.subject).words)
        pieces = _FIELD.split(text)
        told = [
            Words(self.value(piece), piece in _NAMED) if odd else Words(piece)
            for odd, piece in ((at % 2, piece) for at, piece in enumerate(pieces))
        ]
        if second := self.facts.get("second"):
            told.append(Words(f", signed by {self.person(str(second))} too"))
        ends = "".join(piece.text for piece in told).rstrip().endswith((".", "!", "?"))
        return [piece for piece in (*told, Words("" if ends else ".")) if piece.text]

    def value(self, field: str) -> str:
        """What a field of a sentence stands for; empty for nothing."""
        read = FIELDS.get(field)
        return read(self) if read else self._plain(self.facts.get(field))

    def _part(self, part: re.Match[str]) -> str:
        return part[1] if all(self.value(field) for field in _FIELD.findall(part[1])) else ""

    def _plain(self, value: object) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return chips_text(value)
        if isinstance(value, dict) and value.keys() == {"from", "to"}:
            return f"from {self._plain(value['from'])} to {self._plain(value['to'])}"
        if isinstance(value, dict):
            return self.several(f"{self.person(name)} {self._plain(part)}" for name, part in value.items())
        if isinstance(value, (list, tuple)):
            return self.several(self._plain(part) for part in value)
        return "" if value is None else _CHANGED.get(str(value), self.person(str(value)))

    def person(self, code: str) -> str:
        """The name of a guest or of somebody of the staff; a code that nobody has stays as it is."""
        code = code.removeprefix("player-")
        return self.names.players.get(code) or self.names.staff.get(code) or code

    def several(self, names: Iterator[str] | list[str]) -> str:
        listed = [name for name in names if name]
        more = len(listed) - NAMED_AT_MOST
        shown = listed if more <= 1 else [*listed[:NAMED_AT_MOST], f"{more} more"]
        return ", ".join(shown)

    def money(self, cents: object) -> str:
        return money_text(cents, self.event.currency) if isinstance(cents, int) and cents else ""

    def amount(self, commodity: Commodity) -> int:
        return self.moved.amounts.get(commodity, 0) if self.moved else 0

    def team(self, number: object) -> str:
        place = _BRACKET.fullmatch(self.record.subject)
        known = place and isinstance(number, int) and self.names.teams.get((int(place[1]), number))
        return known or (f"team {number}" if isinstance(number, int) else "")

    def gained(self, nets: Mapping[str, int]) -> str:
        """Who won how much, the most first, with those who lost left out; nobody where nobody won."""
        ahead = sorted(((net, code) for code, net in nets.items() if net > 0), reverse=True)
        return self.several([f"{self.person(code)} {signed_text(net)}" for net, code in ahead])


def _player(told: Told) -> str:
    """By a fact, else by the subject: a player's code, or the end of a stack's, "F1-P001"."""
    facts, subject = told.facts, told.record.subject
    if told.record.action == "bank.reversal" and subject not in told.names.players:
        return ""
    code = next((facts[name] for name in ("player", "holder", "winner") if isinstance(facts.get(name), str)), "")
    return told.person(code or (subject if subject in told.names.players else subject.rpartition("-")[2]))


def matched_bracket(subject: str) -> tuple[int, int]:
    """The bracket and the match that a subject names; 0 for none."""
    found = _BRACKET.fullmatch(subject)
    return (int(found[1]), int(found[2] or 0)) if found else (0, 0)


def matched_holdem(subject: str) -> tuple[int, str]:
    """The tournament and the flight's code that a subject names."""
    found = _HOLDEM.fullmatch(subject)
    return (int(found[1]), found[2] or "") if found else (0, "")


def matched_table(subject: str) -> str:
    """The code of the table that a subject names, or one of its seats, hands or spins."""
    found = _TABLE.fullmatch(subject)
    return found[1] if found else ""


def _matched(pattern: re.Pattern[str], told: Told, group: int) -> str:
    found = pattern.fullmatch(told.record.subject)
    return (found[group] or "") if found else ""


def _flight(told: Told) -> str:
    found = _HOLDEM.fullmatch(told.record.subject)
    if not found or not found[2]:
        return "a flight"
    return told.names.flights.get((int(found[1]), found[2]), (0, found[2]))[1]


def _table(told: Told) -> str:
    code = _matched(_TABLE, told, 1) or told.record.subject
    known = told.names.tables.get(code)
    return known.name if known else f"table {code}"


def _played(noun: str) -> Callable[[Told], str]:
    return lambda told: f"{noun} {_matched(_TABLE, told, 2)} at {_table(told)}"


def _chips(told: Told) -> str:
    given = told.facts.get("chips")
    count = given if isinstance(given, int) else told.amount(Commodity.CHIPS)
    return f"{chips_text(count)} {'chip' if count == 1 else 'chips'}" if count else ""


def _tickets(told: Told) -> str:
    count = told.amount(Commodity.TICKETS)
    return f"{chips_text(count)} {'ticket' if count == 1 else 'tickets'}"


def _stack(told: Told) -> str:
    count = told.amount(Commodity.TOURNAMENT_CHIPS)
    return f"{chips_text(count)} tournament chips" if count else ""


def _score(told: Told) -> str:
    points = told.facts.get("points") or ()
    return "–".join(str(each) for each in points)


def _winners(told: Told) -> str:
    number = _matched(_TABLE, told, 2)
    nets = told.names.gains.get((_matched(_TABLE, told, 1), int(number or 0), told.record.at), {})
    return told.gained(nets) or f"{told.value('chips')} in play"


def _moves(told: Told) -> str:
    moves = told.facts.get("moves")
    if not isinstance(moves, dict):
        return ""
    return told.several(f"{told.person(code)} to table {to[0]}, seat {to[1]}" for code, (_, to) in moves.items())


def _bets(told: Told) -> str:
    listed = told.facts.get("bets") or [told.facts.get("bet") or ["", "", 0]]
    return told.several(f"{told.person(who)} {chips_text(chips)} on {bet}" for who, bet, chips in listed)


def _moment(name: str) -> Callable[[Told], str]:
    def read(told: Told) -> str:
        given = told.facts.get(name)
        return clock_text(datetime.fromisoformat(given), told.event) if isinstance(given, str) and given else ""

    return read


def _teams(told: Told) -> str:
    teams = told.facts.get("teams") or {}
    return told.several(" & ".join(told.person(code) for code in people) for people in teams.values())


def _pairs(told: Told) -> str:
    return told.several(" & ".join(map(told.person, pair)) for pair in told.facts.get("pairs") or ())


def _proposal(told: Told) -> str:
    table = told.facts.get("breaks")
    return f"break table {table}" if table else str(told.facts.get("kind") or "move").replace("_", " ")


def _people_of(name: str) -> Callable[[Told], str]:
    return lambda told: told.several(told.person(str(code)) for code in told.facts.get(name) or ())


def _role(told: Told) -> str:
    given = told.facts.get("role")
    return Role(given).label.lower() if given in Role.values else str(given or "")


def _clock_change(told: Told) -> str:
    seconds = told.facts.get("seconds")
    if not isinstance(seconds, int) or not seconds:
        return ""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'+' if seconds > 0 else '−'}{minutes}:{rest:02}"


def _outcome(told: Told) -> str:
    given = str(told.facts.get("outcome") or "")
    return "" if given == "played" else given.replace("_", " ")


def _game(told: Told) -> str:
    given = str(told.facts.get("game") or "")
    return GAMES[given].name if given in GAMES else given.replace("_", " ")


def _stack_flight(told: Told) -> str:
    code = told.record.subject.partition("-")[0]
    return next((name for (_, known), (_, name) in told.names.flights.items() if known == code), code)


def _place(told: Told) -> str:
    subject = told.record.subject
    return _table(told) if subject in told.names.tables else f"the {subject}" if subject == "rack" else subject


def _called_to(told: Told) -> str:
    """The table that called the floor."""
    subject = told.record.subject
    if _BRACKET.fullmatch(subject):
        return f"euchre match {_matched(_BRACKET, told, 2)}"
    if _HOLDEM.fullmatch(subject):
        return f"table {told.facts.get('table')}, {_flight(told)}"
    return _table(told)


def _about_call(told: Told) -> str:
    given = told.facts.get("about")
    return About(given).label.lower() if given in About.values else str(given or "")


def _reversed_what(told: Told) -> str:
    undone = told.names.entries.get(told.facts.get("reverses") or 0)
    return f"{undone.kind.label.lower()} at {clock_text(undone.at, told.event)}" if undone else ""


FIELDS: Mapping[str, Callable[[Told], str]] = {
    "player": _player,
    "partner": lambda told: told.person(str(told.facts.get("partner") or "")),
    "instead_of": lambda told: told.person(str(told.facts.get("instead_of") or "")),
    "reserve": lambda told: told.person(str(told.facts.get("reserve") or "")),
    "held_for": lambda told: told.person(str(told.facts.get("player") or "")),
    "signed_by": lambda told: told.person(str(told.facts.get("signed_by") or "")),
    "players": _people_of("players"),
    "thrown_by": _people_of("thrown_by"),
    "watched_by": _people_of("watched_by"),
    "players_count": lambda told: f"{told.facts.get('players')} guests",
    "cards_printed": lambda told: "1 card" if told.facts["printed"] == 1 else f"{told.facts['printed']} cards",
    "staff": lambda told: told.person(told.record.subject),
    "subject": lambda told: told.record.subject,
    "team": lambda told: told.team(told.facts.get("team", told.facts.get("winner"))),
    "winners_or_nobody": lambda told: told.value("team") or "nobody",
    "team_number": lambda told: f"team {told.facts.get('team')}",
    "teams": _teams,
    "pairs": _pairs,
    "match": lambda told: f"match {_matched(_BRACKET, told, 2)}",
    "bracket": lambda told: told.names.brackets.get(int(_matched(_BRACKET, told, 1) or 0), "the bracket"),
    "holdem": lambda told: told.names.holdems.get(int(_matched(_HOLDEM, told, 1) or 0), "the tournament"),
    "flight": _flight,
    "stack_flight": _stack_flight,
    "table": _table,
    "table_number": lambda told: str(told.facts.get("table") or ""),
    "place": _place,
    "called_to": _called_to,
    "about_call": _about_call,
    "chair": lambda told: _matched(_TABLE, told, 3),
    "hand_at": _played("hand"),
    "spin_at": _played("spin"),
    "gains": lambda told: told.gained(told.facts.get("nets") or {}),
    "winners": _winners,
    "moves": _moves,
    "bets": _bets,
    "bet": _bets,
    "money": lambda told: told.money(abs(told.moved.money) if told.moved else 0),
    "moved_money": lambda told: told.money(told.amount(Commodity.MONEY)),
    "paid_money": lambda told: told.money(told.facts.get("paid")),
    "cents_money": lambda told: told.money(told.facts.get("cents")),
    "counted_money": lambda told: money_text(int(told.facts.get("counted") or 0), told.event.currency),
    "expected_money": lambda told: money_text(int(told.facts.get("expected") or 0), told.event.currency),
    "shares": lambda told: told.several(
        f"{told.person(code)} {told.money(cents) or '0'}" for code, cents in (told.facts.get("shares") or {}).items()
    ),
    "chips": _chips,
    "tray_chips": lambda told: f"{told._plain(told.facts.get('tray'))} chips",
    "fee_chips": lambda told: told._plain(told.facts.get("fee") or None),
    "tickets": _tickets,
    "ticket_count": lambda told: f"{told._plain(told.facts.get('tickets'))} tickets",
    "stack": _stack,
    "score": _score,
    "number": lambda told: str(told.facts["number"]) if told.facts.get("number", 1) != 1 else "",
    "outcome": _outcome,
    "game": _game,
    "entry": lambda told: str(told.facts.get("entry") or "").replace("_", " "),
    "clock_change": _clock_change,
    "ends_at": _moment("ends_at"),
    "made_at": _moment("made_at"),
    "proposal": _proposal,
    "bucket": lambda told: told.names.buckets.get(told.record.subject, told.record.subject),
    "prize": lambda told: told.names.prizes.get(told.record.subject, told.record.subject),
    "role": _role,
    "id_seen": lambda told: "seen" if told.facts.get("id_seen") else "not seen",
    "activity_kind": lambda told: {"holdem": "hold’em"}.get(told.facts.get("kind", ""), str(told.facts.get("kind"))),
    "undone": lambda told: str(told.facts.get("undone") or "").replace("_", " "),
    "reversed_what": _reversed_what,
}
"""The fields of sentences that are more than a fact as it was recorded."""

_NAMED = frozenset({"player", "partner", "instead_of", "reserve", "held_for", "team", "winners_or_nobody", "staff"})
