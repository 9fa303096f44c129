"""The sheet: all that a draw depends on, in one file that is published when sales close.

Its hash goes into the key of the draw, so no prize, bucket, rule, pot or ticket can change afterwards, nor the promise,
the number of dice or the round of the beacon.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from engine.doors import door, typed
from engine.errors import RuleError, quoted
from engine.raffle.beacon import BeaconRound
from engine.raffle.chance import CallKind, Calls
from engine.raffle.draw import DrawTicket, WinRule
from engine.raffle.pot import pot_of
from engine.units import Cents

METHOD = "eventnight-raffle-v2"

T = TypeVar("T")

_TIME = "%Y-%m-%dT%H:%M:%SZ"
_HEX = re.compile(r"[0-9a-f]{64}")
_WHOLE = re.compile(r"0|[1-9][0-9]{0,14}")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
@typed
class SheetPrize:
    """A prize and the bucket that its winner is drawn from."""

    prize: str
    bucket: str


@dataclass(frozen=True, slots=True)
@typed
class SheetPot:
    """What the tickets in a 50/50 bucket were sold for, in cents, and the winner's share of it in percent."""

    bucket: str
    money: Cents
    percent: int

    @property
    def pot(self) -> Cents:
        """The winner's share in cents. Raises RuleError: "pot_share_out_of_range"."""
        return pot_of(self.money, self.percent)


@dataclass(frozen=True, slots=True, kw_only=True)
@typed
class Sheet:
    """A sheet. closed: in whole seconds, UTC. prizes: in the order in which they are drawn.

    pots, tickets: by bucket and number. calls, beacon: the chance that the draw waits for, at least one of them.

    Refused, whatever would not print as one line each ("sheet_code"), comes twice ("prize_listed_twice",
    "pot_listed_twice", "ticket_listed_twice"), stands in another order ("sheet_order"), is missing
    ("chance_missing", "prizes_missing", "tickets_missing", "commitment_form"), is due before the sales closed
    ("round_not_later") or has no share ("pot_share_out_of_range").
    """

    event: str
    commitment: str
    closed: datetime
    rule: WinRule
    calls: Calls | None
    beacon: BeaconRound | None
    prizes: tuple[SheetPrize, ...]
    pots: tuple[SheetPot, ...]
    tickets: tuple[DrawTicket, ...]

    def __post_init__(self) -> None:
        self._require_codes()
        if not _HEX.fullmatch(self.commitment):
            raise _refused("commitment_form", "The commitment is not 64 hex digits.")
        if self.closed.tzinfo is not UTC or self.closed.microsecond:
            raise ValueError("a sheet is closed at a whole second, in UTC")
        self._require_once()
        for what, rows in (("prizes", self.prizes), ("tickets", self.tickets), ("chance", self.calls or self.beacon)):
            if not rows:
                raise _refused(f"{what}_missing", f"A sheet without {what} has nothing to draw. Add {what} to it.")
        if self.beacon and self.beacon.time <= self.closed:
            raise _refused(
                "round_not_later",
                f"Round {self.beacon.round} is due at {self.beacon.time:%H:%M:%S}, and sales closed at "
                f"{self.closed:%H:%M:%S} (UTC). Name a round that nobody can know when sales close.",
                round=self.beacon.round,
            )
        for pot in self.pots:
            _ = pot.pot

    def _require_codes(self) -> None:
        codes = [self.event, *(code for prize in self.prizes for code in (prize.prize, prize.bucket))]
        codes += [pot.bucket for pot in self.pots]
        codes += [code for ticket in self.tickets for code in (ticket.bucket, ticket.holder)]
        for code in codes:
            if not code or _CONTROL.search(code):
                raise _refused(
                    "sheet_code", f"{code!r} cannot stand on the sheet: a code has no tab, no line end and no control."
                )
        if any(not 1 <= ticket.number < 10**15 for ticket in self.tickets):
            raise _refused("sheet_code", "A ticket has a number from 1 up, of at most 15 digits.")

    def _require_once(self) -> None:
        _require_unique("prize_listed_twice", "Prize", [prize.prize for prize in self.prizes])
        _require_unique("pot_listed_twice", "The pot of bucket", [pot.bucket for pot in self.pots])
        _require_unique("ticket_listed_twice", "Ticket", [f"{one.number} of {one.bucket}" for one in self.tickets])
        if list(self.tickets) != sorted(self.tickets) or list(self.pots) != sorted(self.pots, key=lambda p: p.bucket):
            raise _refused("sheet_order", "Pots and tickets do not stand in their order, by bucket and number.")


@door
def print_sheet(sheet: Sheet) -> bytes:
    """The file: UTF-8, a line for each fact, its fields parted by tabs."""
    rows: list[Sequence[object]] = [
        (METHOD,),
        ("event", sheet.event),
        ("commitment", sheet.commitment),
        ("closed", sheet.closed.strftime(_TIME)),
        ("rule", sheet.rule.value),
    ]
    if sheet.calls:
        rows.append(("chance", sheet.calls.kind.value, sheet.calls.number))
    if sheet.beacon:
        rows.append(("chance", "drand", sheet.beacon.chain, sheet.beacon.round, sheet.beacon.successor))
    rows += [("prize", prize.prize, prize.bucket) for prize in sheet.prizes]
    rows += [("pot", pot.bucket, pot.money, pot.percent) for pot in sheet.pots]
    rows += [("ticket", ticket.bucket, ticket.number, ticket.holder) for ticket in sheet.tickets]
    return "".join("\t".join(map(str, row)) + "\n" for row in rows).encode()


@door
def is_sheet(published: bytes) -> bool:
    """Whether a published list is a sheet, and not a list of the first method."""
    return published.startswith(f"{METHOD}\n".encode())


@door
def parse_sheet(published: bytes) -> Sheet:
    """The sheet in a file, which must be the very file that it prints.

    Raises RuleError: "sheet_unreadable", and those of ``Sheet``.
    """
    try:
        lines = published.decode().split("\n")
    except UnicodeDecodeError as error:
        raise RuleError("sheet_unreadable", "The sheet is not text in UTF-8.", byte=error.start) from error
    if not is_sheet(published) or lines[-1]:
        raise RuleError("sheet_unreadable", f"The sheet does not begin with {METHOD} or has no line end at its end.")
    reader = _Lines([line.split("\t") for line in lines[1:-1]])
    sheet = Sheet(
        event=reader.one("event", str),
        commitment=reader.one("commitment", str),
        closed=reader.one("closed", _time),
        rule=reader.one("rule", WinRule),
        calls=next(iter(reader.some(("chance", "dice"), _calls) + reader.some(("chance", "cards"), _calls)), None),
        beacon=next(iter(reader.some(("chance", "drand"), _beacon)), None),
        prizes=tuple(reader.some(("prize",), SheetPrize)),
        pots=tuple(reader.some(("pot",), _pot)),
        tickets=tuple(reader.some(("ticket",), _ticket)),
    )
    reader.require_end()
    if print_sheet(sheet) != published:
        raise RuleError("sheet_unreadable", "The sheet is not in its one form: a line comes twice or differs.")
    return sheet


class _Lines:
    """Reads the lines of a sheet in their order."""

    def __init__(self, rows: list[list[str]]) -> None:
        self._rows = rows
        self._at = 0

    def one(self, kind: str, make: Callable[[str], T]) -> T:
        match self.some((kind,), make):
            case [found]:
                return found
        raise self._unreadable()

    def some(self, kind: tuple[str, ...], make: Callable[..., T]) -> list[T]:
        found = []
        while self._at < len(self._rows) and tuple(self._rows[self._at][: len(kind)]) == kind:
            try:
                found.append(make(*self._rows[self._at][1:]))
            except (ValueError, TypeError) as error:
                raise self._unreadable() from error
            self._at += 1
        return found

    def require_end(self) -> None:
        if self._at < len(self._rows):
            raise self._unreadable()

    def _unreadable(self) -> RuleError:
        line = self._at + 2
        return RuleError("sheet_unreadable", f"Line {line} of the sheet is not what stands there.", line=line)


def _time(text: str) -> datetime:
    return datetime.strptime(text, _TIME).replace(tzinfo=UTC)


def _calls(kind: str, number: str) -> Calls:
    return Calls(CallKind(kind), _whole(number))


def _beacon(_: str, chain: str, number: str, successor: str) -> BeaconRound:
    return BeaconRound(chain, _whole(number), _whole(successor))


def _pot(bucket: str, money: str, percent: str) -> SheetPot:
    return SheetPot(bucket, Cents(_whole(money)), _whole(percent))


def _ticket(bucket: str, number: str, holder: str) -> DrawTicket:
    return DrawTicket(bucket, _whole(number), holder)


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise ValueError("not a whole number")
    return int(text)


def _require_unique(code: str, what: str, names: Iterable[str]) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise _refused(code, f"{what} {name} is on the sheet {count} times. Take the copies out.", name=name)


def _refused(code: str, why: str, **facts: object) -> RuleError:
    return RuleError(code, why, rules=("WLIA-16",), **{name: quoted(value) for name, value in facts.items()})
