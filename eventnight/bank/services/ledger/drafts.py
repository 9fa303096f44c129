"""What a service hands to the one door: who asks for what, and the lines that answer it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors.ledger.entries import donation_key
from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.events.models import Event


class Line(NamedTuple):
    """So much of one commodity from one account to another."""

    giver: AccountRef
    taker: AccountRef
    amount: int


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for: content is what must agree when a key comes twice.

    touches: accounts that the entry will most likely touch. They are locked together with the event, which spares the
    others a wait; the entry may touch others instead. sold_to: the guest, where the same sale a moment ago is asked
    about. chips_for: the player, where chips are handed out for play, which nobody who was withdrawn gets.
    """

    event: Event
    kind: EntryKind
    press: Press
    content: Mapping[str, object]
    touches: tuple[AccountRef, ...] = ()
    sold_to: str = ""
    chips_for: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry to be written.

    subject: whose it is, a code. reason: why, where somebody must say so. rates: what it was priced with. purpose,
    till: where money came in. second: who signed besides. reverses: the entry that it takes away. way_out: the end of
    the sentence that refuses an overdraft.
    """

    lines: tuple[Line, ...]
    subject: str = ""
    reason: str = ""
    rates: Mapping[str, Any] = field(default_factory=dict)
    purpose: str = ""
    till: str = ""
    second: Actor | None = None
    reverses: Entry | None = None
    way_out: str = ""
    rules: tuple[str, ...] = ()


class Posting(NamedTuple):
    """The entry. is_replay: it answers a press that came again. donation: the entry of what was given on top of a sale,
    or of what was given back of it.
    """

    entry: Entry
    is_replay: bool = False
    donation: Entry | None = None

    @property
    def came_of(self) -> tuple[Entry, ...]:
        return (self.entry,) if self.donation is None else (self.entry, self.donation)

    @classmethod
    def again(cls, entry: Entry, donation: Entry | None = None) -> Posting:
        return cls(entry, is_replay=True, donation=donation)

    @classmethod
    def of_key(cls, event_id: int, key: UUID) -> Posting:
        entries = {entry.key: entry for entry in Entry.objects.filter(event=event_id, key__in=(key, donation_key(key)))}
        return cls.again(entries[key], entries.get(donation_key(key)))
