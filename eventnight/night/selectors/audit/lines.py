"""The lines of a page of the log: what one press did in one line, a run of bets in one, by the hour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from eventnight.core.actors import SYSTEM
from eventnight.core.models import AuditRecord
from eventnight.core.values.formats import clock_text, day_text
from eventnight.events.models import Event
from eventnight.night.selectors.audit.links import page_of
from eventnight.night.selectors.audit.names import Names, names_for
from eventnight.night.selectors.audit.records import move_counts
from eventnight.night.selectors.audit.sentences.catalogue import sentence_of
from eventnight.night.selectors.audit.sentences.sentence import Sentence
from eventnight.night.selectors.audit.told import Told, Words

RUNS = frozenset({"bets.placed", "hand.entered"})
"""Actions of which several in a row, by one person at one table or match, are one line."""
_HANDS = (
    *("hand.started", "hand.dealt", "hand.settled", "hand.called_off", "hand.undone"),
    *("euchre.dealt", "flight.hand_settled"),
)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line. words: the sentence. reason: what was given as one. money: cents taken, below zero for given back. entry:
    the number of the entry that it tells, 0 for none.

    rest: what belongs to it and is folded away. moves, hand: how many moves the hand had, and how to ask for them.
    """

    at: datetime
    who: str
    words: Sequence[Words]
    icon: str
    is_fix: bool
    reason: str
    money: int
    is_undone: bool
    page: str
    entry: int = 0
    moves: int = 0
    hand: str = ""
    rest: list[LogLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LogHour:
    """The lines of one hour."""

    title: str
    lines: list[LogLine]


def log_hours(event: Event, records: Sequence[AuditRecord], *, is_folded: bool = True) -> list[LogHour]:
    """The records of a page in lines, newest first, with all names: as many queries for one as for many."""
    names = names_for(event, records)
    groups = _grouped(records) if is_folded else [[record] for record in records]
    hands = {record.subject for record in records if record.action in _HANDS}
    moves = move_counts(event, hands) if is_folded else {}
    lines = [_line(event, group, names, moves) for group in groups]
    return [LogHour(title, list(those)) for title, those in groupby(lines, key=lambda line: _hour(line.at, event))]


def money_of(hours: Iterable[LogHour]) -> int:
    """Cents that the entries of these lines took, less those given back."""
    return sum(line.money for hour in hours for line in hour.lines)


def _grouped(records: Iterable[AuditRecord]) -> Iterator[list[AuditRecord]]:
    """Each record with those behind it that it tells too: the newest of a press tells its entry, written before it."""
    group: list[AuditRecord] = []
    for record in records:
        if group and _belongs(record, group[0]):
            group.append(record)
            continue
        if group:
            yield group
        group = [record]
    if group:
        yield group


def _belongs(record: AuditRecord, newer: AuditRecord) -> bool:
    if record.action in RUNS:
        return _run_of(record) == _run_of(newer)
    is_one_press = record.press is not None and record.press == newer.press
    return is_one_press and record.action in sentence_of(newer.action, newer.subject).with_it


def _run_of(record: AuditRecord) -> tuple[str, ...]:
    return record.actor_code, record.action, record.subject


def _line(event: Event, group: Sequence[AuditRecord], names: Names, moves: dict[str, int]) -> LogLine:
    first, *others = group
    entry = _entry_of(group, names)
    moved = names.entries.get(entry)
    told = Told(event, first, names, moved)
    hand = next((each.subject for each in group if each.subject in moves and each.action in _HANDS), "")
    sentence = sentence_of(first.action, first.subject)
    return LogLine(
        at=first.at,
        who=_who(first, names),
        words=told.words(),
        icon=_icon(sentence),
        is_fix=sentence.is_fix,
        reason=str(next((each.facts["reason"] for each in group if each.facts.get("reason")), "")),
        money=moved.money if moved else 0,
        is_undone=bool(moved and moved.is_reversed and not sentence.is_fix),
        page=page_of(told),
        entry=entry,
        moves=moves.get(hand, 0),
        hand=hand,
        rest=[_line(event, [other], names, {}) for other in others],
    )


def _entry_of(group: Iterable[AuditRecord], names: Names) -> int:
    numbers = (record.facts.get("sequence") for record in group)
    return next((number for number in numbers if number in names.entries), 0)


def _who(record: AuditRecord, names: Names) -> str:
    if record.actor_code == SYSTEM.code:
        return SYSTEM.label
    return names.players.get(record.actor_code.removeprefix("player-"), record.actor_label)


def _icon(sentence: Sentence) -> str:
    return "undo" if sentence.is_fix else sentence.kind.icon


def _hour(at: datetime, event: Event) -> str:
    """ "9 PM", with the day where it is not the night's."""
    day, _, time = day_text(at, event).rpartition(", ")
    hour = f"{time.partition(':')[0].removesuffix(' AM').removesuffix(' PM')} {clock_text(at, event)[-2:]}"
    return hour if day == day_text(event.starts_at, event).rpartition(", ")[0] else f"{day}, {hour}"
