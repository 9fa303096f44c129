"""What an entry must say, and what must have moved with it: the books once more, from plain rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from eventnight.bank.models import Account, Entry, Transfer
from eventnight.core.models import AuditRecord
from tests.simulator.deeds.deed import Deed, Evening, Make, Promise, differences

Move = tuple[str, str, int]
"""From an address such as "chips/issuer/chips", to one, and how much."""

POCKETS = "money/source/cash"
RACK = "chips/issuer/chips"
DRAWER = {"cash": "till", "card": "card", "cheque": "cheques"}
COLOURS = "colours"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """An entry that must be in the books. second: the account's name of who signs. reverses: a number, 0 for none.

    colours: whether chips of the set cross the counter, in colours worth what moved. reason, rates: None where anything
    will do.
    """

    kind: str
    moves: Sequence[Move] = ()
    subject: str = ""
    reason: str | None = ""
    purpose: str = ""
    till: str = ""
    rates: Mapping[str, Any] | None = field(default_factory=dict)
    second: str = ""
    reverses: int = 0
    colours: bool = False


def mostly(usual: Make, *others: Make, share: float) -> Make:
    """A deed that is now and then one of the others, which are refused and so do not stand by themselves."""

    def make(night: Evening) -> Deed | None:
        chosen = night.chance.choice(others) if night.chance.random() < share else usual
        return chosen(night)

    return make


def code_of(night: Evening, who: str) -> str:
    """What the books call a person of the world."""
    user = night.world.users[who]
    assert user is not None
    return night.code_of(user.pk)


def drawer(till: str, means: str) -> str:
    """Where a till keeps what is paid by that means."""
    return f"money/{DRAWER[means]}/{till}"


def moves_of(entry: Entry) -> list[Move]:
    """The lines of an entry in their order."""
    lines = Transfer.objects.filter(entry=entry).select_related("from_account", "to_account").order_by("number")
    return [(str(line.from_account), str(line.to_account), line.amount) for line in lines]


def turned(moves: Sequence[Move]) -> list[Move]:
    """The same back, the last first."""
    return [(taker, giver, amount) for giver, taker, amount in reversed(moves)]


def standing(night: Evening, *kinds: str) -> list[Entry]:
    """Entries of these kinds that nobody undid, the oldest first."""
    found = Entry.objects.filter(event=night.event, kind__in=kinds, reversed_by__isnull=True)
    return list(found.order_by("pk"))


def booked(night: Evening, who: str, *wanted: Wanted) -> Promise:
    """The promise that these entries and no others are in the books, with what they move and their lines of the log.

    who: made them.
    """
    event, counts_colours = night.event, any(chip.owned for chip in night.house.bank.chip_set)
    last = Entry.objects.filter(event=event).order_by("-sequence").values_list("sequence", flat=True).first() or 0
    logged = AuditRecord.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    before = _balances(event.pk)
    actor = night.world.users[who]
    people = {user.username: user for user in night.world.users.values() if user}

    def promise() -> Iterator[str]:
        now = timezone.now()
        made = list(Entry.objects.filter(event=event, sequence__gt=last).order_by("sequence"))
        if len(made) != len(wanted):
            yield f"{len(made)} entries are new, and {len(wanted)} belong there"
            return
        assert actor is not None
        for entry, each in zip(made, wanted, strict=True):
            rates = entry.rates if each.rates is None else each.rates
            signer = night.code_of(people[each.second].pk) if each.second else ""
            expected = {
                "kind": each.kind,
                "subject": each.subject,
                "reason": entry.reason if each.reason is None else each.reason,
                "purpose": each.purpose,
                "till": each.till,
                "second": signer,
                "reverses": each.reverses or None,
                "by": night.code_of(actor.pk),
                "at": now,
                "lines": list(each.moves),
                "rates": dict(rates),
            }
            found = {
                "kind": entry.kind,
                "subject": entry.subject,
                "reason": entry.reason,
                "purpose": entry.purpose,
                "till": entry.till,
                "second": entry.second_code,
                "reverses": entry.reverses.sequence if entry.reverses else None,
                "by": entry.actor_code,
                "at": entry.at,
                "lines": moves_of(entry),
                "rates": {name: rate for name, rate in entry.rates.items() if name != COLOURS or COLOURS in rates},
            }
            yield from differences(f"of entry {entry.sequence} the", expected, found)
            if COLOURS not in rates:
                yield from _colours(entry, each, counts_colours=counts_colours)
        lines = AuditRecord.objects.filter(event=event, pk__gt=logged, action__startswith="bank.").order_by("pk")
        told = [(line.action, line.subject, line.actor_code, line.at, line.facts) for line in lines]
        facts = [_facts(entry, each, people) for entry, each in zip(made, wanted, strict=True)]
        due = [
            (f"bank.{each.kind}", each.subject, night.code_of(actor.pk), now, fact)
            for each, fact in zip(wanted, facts, strict=True)
        ]
        if told != due:
            yield f"the log says {told}, not {due}"
        moved = _moved(wanted)
        after = _balances(event.pk)
        for address in {*before, *after}:
            there = before.get(address, 0) + moved[address]
            if after.get(address, 0) != there and address.split("/")[1] not in ("issuer", "source"):
                yield f"{address} holds {after.get(address, 0)}, not {there}"

    return promise


def _facts(entry: Entry, wanted: Wanted, people: Mapping[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {"sequence": entry.sequence, "reason": entry.reason}
    if wanted.reverses:
        facts["reverses"] = wanted.reverses
    if wanted.second:
        signer = people[wanted.second]
        facts["second"] = signer.get_short_name() or signer.username
    return facts


def _moved(wanted: Sequence[Wanted]) -> Counter[str]:
    moved: Counter[str] = Counter()
    for each in wanted:
        for giver, taker, amount in each.moves:
            moved[giver] -= amount
            moved[taker] += amount
    return moved


def _balances(event_id: int) -> dict[str, int]:
    rows = Account.objects.filter(event=event_id).values_list("commodity", "owner_kind", "code", "balance")
    return {f"{commodity}/{kind}/{code}": balance or 0 for commodity, kind, code, balance in rows}


def _colours(entry: Entry, wanted: Wanted, *, counts_colours: bool) -> Iterator[str]:
    """Chips over the counter are kept by colour where the rack is, worth what moved."""
    kept = entry.rates.get(COLOURS)
    if kept is None:
        if counts_colours and wanted.colours:
            yield f"entry {entry.sequence} keeps no colours of its chips"
        return
    if not counts_colours:
        yield f"entry {entry.sequence} keeps colours, and nobody counts any: {kept}"
    chips = sum(amount for giver, taker, amount in wanted.moves if giver.startswith("chips/"))
    worth = sum(int(value) * count for pieces in kept.values() for value, count in pieces.items())
    if abs(worth) != chips:
        yield f"the colours of entry {entry.sequence} are worth {worth}, and {chips} moved"
