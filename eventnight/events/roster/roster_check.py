"""What a roster would do: who is added, who plays with whom, and every error by line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field

from eventnight.core.errors import UserFacingError
from eventnight.core.values.text import clean_text
from eventnight.events.limits import LONGEST_CODE_NAME, LONGEST_NAME, is_email
from eventnight.events.models import ActivityKind
from eventnight.events.roster.roster_file import HEADERS, Roster, RosterLine

YES = frozenset({"yes", "y", "x", "1", "true", "✓"})
NO = frozenset({"", "no", "n", "0", "false", "-"})
ACTIVITIES = tuple(kind for kind in ActivityKind if kind in HEADERS)
"""What people sign up for, in the order of the programme's kinds."""

_ACTIVITY_OF = {word: kind for kind in ACTIVITIES for word in HEADERS[kind]}


@dataclass(frozen=True, slots=True)
class LineError:
    """What is wrong in one cell. line: as a spreadsheet counts. column: the heading as written."""

    line: int
    column: str
    value: str
    problem: str
    way_out: str

    def __str__(self) -> str:
        return f"Line {self.line}, {self.column}: {self.problem} {self.way_out}"

    def as_json(self) -> dict[str, object]:
        """The members of the error for programs."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPlayer:
    """Somebody who is in the event already."""

    code: str
    name: str
    email: str
    plays_euchre: bool
    partner: str
    """The code of the partner of choice, empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Somebody whom the file adds. partner: as the file names them."""

    line: int
    name: str
    email: str
    code_name: str
    is_minor: bool
    activities: tuple[ActivityKind, ...]
    partner: str

    @property
    def plays_euchre(self) -> bool:
        """Whether the line signs up for euchre."""
        return ActivityKind.EUCHRE in self.activities

    @property
    def activity_names(self) -> list[str]:
        """The activities as people read them."""
        return [kind.label for kind in self.activities]


@dataclass(slots=True)
class RosterPlan:
    """The import, worked out. partners: by line, the Entrant or KnownPlayer that the line names."""

    entrants: list[Entrant] = field(default_factory=list)
    partners: dict[int, Entrant | KnownPlayer] = field(default_factory=dict)
    errors: list[LineError] = field(default_factory=list)
    ignored: tuple[str, ...] = ()


def plan_import(roster: Roster, known: Sequence[KnownPlayer]) -> RosterPlan:
    """Work out what importing would do. With errors in the plan nothing may be imported. Rules: WLIA-23."""
    plan = RosterPlan(ignored=roster.ignored)
    for line in roster.lines:
        reader = _LineReader(line, roster)
        plan.entrants.append(reader.entrant())
        plan.errors.extend(reader.errors)
    _Doubles(plan, known).check(roster)
    _Partners(plan, known).check(roster)
    plan.errors.sort(key=lambda error: error.line)
    return plan


def folded(name: str) -> str:
    """The name as it is compared: small letters, single spaces."""
    return " ".join(name.casefold().split())


class _LineReader:
    """Turns the cells of one line into an entrant and collects what is wrong with them."""

    def __init__(self, line: RosterLine, roster: Roster) -> None:
        self.errors: list[LineError] = []
        self._line = line
        self._columns = roster.columns

    def entrant(self) -> Entrant:
        line = self._line
        if line.surplus:
            self._wrong("", line.surplus, "There is more text than columns.", "Put text with commas in quotes.")
        return Entrant(
            line=line.number,
            name=self._name(),
            email=self._email(),
            code_name=self._short("code_name", self._text("code_name"), LONGEST_CODE_NAME),
            is_minor=self._is_yes("minor"),
            activities=self._activities(),
            partner=self._text("partner"),
        )

    def _name(self) -> str:
        parts = [self._text(part) for part in ("name", "first_name", "last_name")]
        name = " ".join(filter(None, parts))
        column = "name" if "name" in self._columns else "first_name"
        if not name and not any(map(self._line.cell, ("name", "first_name", "last_name"))):
            self._wrong(column, "", "The name is missing.", "Fill it in, or remove the line.")
        return self._short(column, name, LONGEST_NAME)

    def _email(self) -> str:
        email = self._line.cell("email")
        if email and not is_email(email):
            self._wrong("email", email, "This is not an email address.", "Correct it, or leave it empty.")
        return email

    def _text(self, column: str) -> str:
        """The cell without what nobody sees; empty where nothing of it can be read."""
        try:
            return clean_text(self._line.cell(column))
        except UserFacingError as error:
            problem, _, way_out = error.message.partition(". ")
            self._wrong(column, self._line.cell(column), f"{problem}.", way_out)
            return ""

    def _short(self, column: str, text: str, longest: int) -> str:
        if len(text) > longest:
            self._wrong(column, text, f"This has {len(text)} letters; {longest} fit.", "Shorten it.")
        return text

    def _is_yes(self, column: str) -> bool:
        text = self._line.cell(column).lower()
        if text not in YES | NO:
            self._wrong(column, text, "This is neither yes nor no.", "Write yes, x or 1, or leave it empty.")
        return text in YES

    def _activities(self) -> tuple[ActivityKind, ...]:
        chosen = {kind for kind in ACTIVITIES if self._is_yes(kind)}
        for word in filter(None, map(str.strip, re.split(r"[;,/+\n]", self._line.cell("activities")))):
            kind = _ACTIVITY_OF.get(word.lower())
            if kind is None:
                known = ", ".join(ACTIVITIES)
                self._wrong("activities", word, "No activity has this name.", f"Use {known}, with semicolons between.")
            else:
                chosen.add(kind)
        return tuple(kind for kind in ACTIVITIES if kind in chosen)

    def _wrong(self, column: str, value: str, problem: str, way_out: str) -> None:
        self.errors.append(LineError(self._line.number, self._columns.get(column, column), value, problem, way_out))


class _Doubles:
    """Finds people who stand twice in the file or are in the event already.

    Two of one name are two people only where both have an email address and the addresses differ.
    """

    def __init__(self, plan: RosterPlan, known: Sequence[KnownPlayer]) -> None:
        self._plan = plan
        self._known = _by_name(known)

    def check(self, roster: Roster) -> None:
        column = roster.columns.get("name") or roster.columns["first_name"]
        earlier: defaultdict[str, list[Entrant]] = defaultdict(list)
        for entrant in filter(lambda entrant: entrant.name, self._plan.entrants):
            key = folded(entrant.name)
            for other in earlier[key]:
                if _may_be_one(entrant.email, other.email):
                    self._wrong(
                        entrant, column, f"The same person is on line {other.line}.", "Remove one of the lines."
                    )
                    break
            for player in self._known[key]:
                if _may_be_one(entrant.email, player.email):
                    self._wrong(entrant, column, f"This person is in the event as {player.code}.", "Remove the line.")
                    break
            earlier[key].append(entrant)

    def _wrong(self, entrant: Entrant, column: str, problem: str, way_out: str) -> None:
        hint = f"{way_out} Two people of one name need an email address each."
        self._plan.errors.append(LineError(entrant.line, column, entrant.name, problem, hint))


class _Partners:
    """Finds the partner each line names, and what stands in the way of the team."""

    def __init__(self, plan: RosterPlan, known: Sequence[KnownPlayer]) -> None:
        self._plan = plan
        self._known = known
        self._candidates: defaultdict[str, list[Entrant | KnownPlayer]] = defaultdict(list)
        everybody: list[Entrant | KnownPlayer] = [*plan.entrants, *known]
        for one in everybody:
            self._candidates[folded(one.name)].append(one)
        for player in known:
            self._candidates[folded(player.code)].append(player)
        self._first_to_name: dict[Entrant | KnownPlayer, int] = {}

    def check(self, roster: Roster) -> None:
        column = roster.columns.get("partner", "partner")
        naming = [entrant for entrant in self._plan.entrants if entrant.partner]
        for entrant in naming:
            problem = self._problem(entrant)
            if problem is not None:
                self._plan.errors.append(LineError(entrant.line, column, entrant.partner, *problem))
        for entrant in naming:
            problem = self._rival_problem(entrant)
            if problem is not None:
                self._plan.errors.append(LineError(entrant.line, column, entrant.partner, *problem))

    def _problem(self, entrant: Entrant) -> tuple[str, str] | None:
        found = [one for one in self._candidates[folded(entrant.partner)] if one != entrant]
        if not found:
            if folded(entrant.partner) == folded(entrant.name):
                return "Nobody is their own partner.", "Name somebody else, or leave it empty."
            return "Nobody in the file or the event has this name.", "Correct the name, or leave it empty."
        if len(found) > 1:
            return f"{len(found)} people have this name.", "Leave it empty and set the partner after the import."
        partner = found[0]
        if not entrant.plays_euchre:
            return "A partner is named, but this line does not sign up for euchre.", "Add euchre, or clear the partner."
        if not partner.plays_euchre:
            return f"{partner.name} is not signed up for euchre.", "Add euchre to that person, or clear the partner."
        self._plan.partners[entrant.line] = partner
        self._first_to_name.setdefault(partner, entrant.line)
        return None

    def _rival_problem(self, entrant: Entrant) -> tuple[str, str] | None:
        partner = self._plan.partners.get(entrant.line)
        if partner is None:
            return None
        if isinstance(partner, KnownPlayer):
            if partner.partner:
                return f"{partner.name} already plays with {partner.partner}.", "Name somebody else, or leave it empty."
        elif partner.partner and self._plan.partners.get(partner.line, entrant) != entrant:
            return f"{partner.name} names {partner.partner} in line {partner.line}.", "Make the two lines agree."
        first = self._first_to_name[partner]
        if first < entrant.line:
            return f"Line {first} names {partner.name} too.", "Leave one of them empty."
        return None


def _by_name(people: Iterable[KnownPlayer]) -> defaultdict[str, list[KnownPlayer]]:
    named: defaultdict[str, list[KnownPlayer]] = defaultdict(list)
    for player in people:
        named[folded(player.name)].append(player)
    return named


def _may_be_one(email: str, other_email: str) -> bool:
    return not email or not other_email or email.casefold() == other_email.casefold()
