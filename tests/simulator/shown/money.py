"""Accounts, entries, totals, tills and the fund, as they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from eventnight.bank.models import Account, Entry, EntryKind, OwnerKind, Purpose, Transfer
from tests.simulator.deeds.deed import differences
from tests.simulator.deeds.tills.shifts import KEPT, OVER_SHORT
from tests.simulator.ledger import held_by_lines
from tests.simulator.shown.reader import Law, Reader

DRAWERS = {"cash": "till", "cheques": "cheques", "card": "card"}
AT_THE_DESK = (EntryKind.FIRST_STACK, EntryKind.REBUY, EntryKind.TICKET_SALE, EntryKind.REDEMPTION)
PURSE = "money/source/cash"


def accounts(reader: Reader) -> Iterator[str]:
    """Everybody's account holds what its lines add up to; where things come from is not an account of anybody."""
    told = {
        f"{each['commodity']}/{each['owner_kind']}/{each['code']}": each["balance"]
        for each in reader.api("bank/accounts/")
    }
    due = held_by_lines(reader.event)
    rows = Account.objects.filter(event=reader.event).exclude(owner_kind__in=(OwnerKind.ISSUER, OwnerKind.SOURCE))
    names = {str(account) for account in rows}
    yield from differences("the account", {name: due.get(name, 0) for name in names}, told)


def entries(reader: Reader) -> Iterator[str]:
    """Every entry with its lines, the newest first."""
    told = list(reader.listed("bank/entries/"))
    rows = Entry.objects.filter(event=reader.event).order_by("-sequence").select_related("reverses", "reversed_by")
    lines: dict[int, list[tuple[str, str, int]]] = {}
    moved = Transfer.objects.filter(event=reader.event).order_by("number")
    for line in moved.select_related("from_account", "to_account"):
        lines.setdefault(line.entry_id, []).append((str(line.from_account), str(line.to_account), line.amount))
    due = {
        row.sequence: (
            row.kind,
            row.subject,
            row.till,
            row.purpose,
            row.reverses.sequence if row.reverses else None,
            row.reversed_by.sequence if hasattr(row, "reversed_by") else None,
            lines.get(row.pk, []),
        )
        for row in rows
    }
    shown = {
        each["sequence"]: (
            each["kind"],
            each["subject"],
            each["till"],
            each["purpose"],
            each["reverses"],
            each["reversed_by"],
            [(line["giver"], line["taker"], line["amount"]) for line in each["lines"]],
        )
        for each in told
    }
    yield from differences("entry", due, shown)
    if [each["sequence"] for each in told] != sorted(shown, reverse=True):
        yield "the entries come in another order than the newest first"


def totals(reader: Reader) -> Iterator[str]:
    """What each kind of owner holds, and what was taken for what."""
    told, due = reader.api("bank/totals/"), Counter[str]()
    for address, amount in held_by_lines(reader.event).items():
        commodity, kind, _ = address.split("/")
        due[f"{commodity}/{kind}"] += amount
    shown = {f"{name}/{kind}": sum_ for name, kinds in told["totals"].items() for kind, sum_ in kinds.items()}
    yield from differences(
        "the total", {name: due[name] for name in {*due, *shown}}, {**dict.fromkeys(due, 0), **shown}
    )
    taken = taken_for(reader)
    by_purpose = {purpose: abs(taken[purpose]) for purpose in {*told["money_by_purpose"], *taken}}
    yield from differences(
        "what was taken for", by_purpose, {name: abs(cents) for name, cents in told["money_by_purpose"].items()}
    )


def taken_for(reader: Reader) -> Counter[str]:
    """What guests paid for each purpose, in cents; what they were paid is below zero."""
    taken: Counter[str] = Counter()
    lines = Transfer.objects.filter(event=reader.event).exclude(entry__purpose="")
    for line in lines.select_related("entry", "from_account", "to_account"):
        if str(line.from_account) == PURSE:
            taken[line.entry.purpose] += line.amount
        elif str(line.to_account) == PURSE:
            taken[line.entry.purpose] -= line.amount
    return taken


def fund(reader: Reader) -> Iterator[str]:
    """What was taken without the floats, what was given away, and what still lies where."""
    told, held = reader.api("fund/"), held_by_lines(reader.event)
    taken = taken_for(reader)
    given = Entry.objects.filter(event=reader.event, kind=EntryKind.FUND_DONATED).order_by("-sequence")
    due = {
        "taken": sum(cents for purpose, cents in taken.items() if purpose != Purpose.FLOAT),
        "donated": held.get("money/fund/fund", 0),
        "donations": [entry.sequence for entry in given],
        "left": sum(held.get(place, 0) for place in KEPT.values()),
    }
    due["to_give"] = max(0, due["taken"] - held.get(OVER_SHORT, 0) - due["donated"])
    shown = {name: told[name] for name in ("taken", "donated", "left", "to_give")}
    yield from differences("the fund's", due, {**shown, "donations": [each["sequence"] for each in told["donations"]]})


def shifts(reader: Reader) -> Iterator[str]:
    """The running shift of the first till expects what lies in its drawers."""
    number, told = 1, reader.api("bank/tills/T1/shifts/1/")
    while told["ended_at"] is not None:
        number += 1
        told = reader.api(f"bank/tills/T1/shifts/{number}/")
    held = held_by_lines(reader.event)
    due = {means: held.get(f"money/{drawer}/T1", 0) for means, drawer in DRAWERS.items()}
    yield from differences("what till T1 expects in", due, {means: told["expected"][means] for means in DRAWERS})
    if number == 1:
        shown = {
            each["label"]: (each["count"], each["cents"]) for each in told["lines"] if each["count"] or each["cents"]
        }
        yield from differences("of till T1 the line", _lines_of(reader, "T1"), shown)


def _lines_of(reader: Reader, till: str) -> dict[str, tuple[int, int]]:
    """What guests gave to a till and got back so far, by purpose: how often, and cents. A correction counts against."""
    counts: Counter[str] = Counter()
    cents: Counter[str] = Counter()
    lines = Transfer.objects.filter(event=reader.event, entry__till=till, commodity="money").exclude(entry__purpose="")
    seen: set[tuple[int, str]] = set()
    for line in lines.select_related("entry", "from_account", "to_account"):
        giver, taker, label = str(line.from_account), str(line.to_account), Purpose(line.entry.purpose).label
        if PURSE not in (giver, taker):
            continue
        cents[label] += line.amount if giver == PURSE else -line.amount
        if (line.entry_id, label) not in seen:
            counts[label] += -1 if line.entry.kind == EntryKind.REVERSAL else 1
        seen.add((line.entry_id, label))
    return {label: (counts[label], cents[label]) for label in counts if counts[label] or cents[label]}


def lists(reader: Reader) -> Iterator[str]:
    """The entries that are taken along are those of the books, and the sales come to what was taken."""
    lines = Transfer.objects.filter(event=reader.event).select_related("from_account", "to_account", "entry")
    due = Counter(
        (str(line.entry.sequence), str(line.from_account), str(line.to_account), Decimal(line.amount)) for line in lines
    )
    shown = Counter(
        (row["Entry"], row["From"], row["To"], Decimal(row["Amount"]) * (100 if row["Commodity"] == "money" else 1))
        for row in reader.file("entries")
    )
    yield from differences("the line of the list", due, shown)


def undoing(reader: Reader) -> Iterator[str]:
    """Beside what a guest bought last stands a way to undo it, until it is undone."""
    newest: dict[str, Entry] = {}
    for row in Entry.objects.filter(event=reader.event).order_by("sequence").select_related("reversed_by"):
        newest[row.subject] = row
    one_a_kind = {row.kind: row for row in newest.values() if row.kind in AT_THE_DESK}
    for row in one_a_kind.values():
        ways = reader.ways(f"/staff/{{code}}/players/{row.subject}/record/")
        is_offered = any(f"/entries/{row.sequence}/undo/" in way for way in ways)
        if is_offered == hasattr(row, "reversed_by"):
            yield f"entry {row.sequence}, {row.kind}, {'can' if is_offered else 'cannot'} be undone at the desk"


LAWS: tuple[Law, ...] = (accounts, entries, totals, fund, shifts, lists, undoing)
