"""What is true of the books at any time, worked out from entries and lines alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import F

from eventnight.bank.models import Account, Books, Entry, EntryKind, Transfer
from eventnight.events.models import Event

PARTED = {"card": "card", "cheques": "cheque"}
"""The drawers whose money is noted beside the sum, and under which name."""
DRAWERS = ("till", *PARTED)
CHIPS = ("chips", "tournament_chips")


def takings_are_what_was_paid(event: Event) -> Iterator[str]:
    """Each till has taken for each purpose what guests paid there, less what they got back."""
    sums: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    lines = Transfer.objects.filter(event=event, commodity="money").exclude(entry__purpose="").order_by("pk")
    seen: set[int] = set()
    rows = lines.values_list(
        "entry", "entry__kind", "entry__purpose", "entry__till", "amount", "from_account__owner_kind",
        "to_account__owner_kind",
    )  # fmt: skip
    for entry, kind, purpose, till, amount, giver, taker in rows:
        if "source" not in (giver, taker):
            continue
        figures = sums[till][purpose]
        paid, means = (amount, taker) if giver == "source" else (-amount, giver)
        if entry not in seen:
            figures["count"] += -1 if kind == EntryKind.REVERSAL else 1
        seen.add(entry)
        figures["cents"] += paid
        if means in PARTED:
            figures[PARTED[means]] += paid
    kept = Books.objects.filter(event=event).values_list("takings", flat=True).first() or {}
    expected = {till: {purpose: _plain(each) for purpose, each in found.items()} for till, found in sums.items()}
    found = {till: {purpose: _plain(each) for purpose, each in there.items()} for till, there in kept.items()}
    if found != expected:
        yield f"the takings are kept as {found}, and {expected} was paid"


def colours_are_what_left_the_rack(event: Event) -> Iterator[str]:
    """The chips that are out by colour are those that entries took out, less those that came back."""
    out: dict[str, Counter[str]] = defaultdict(Counter)
    for kind, rates in Entry.objects.filter(event=event, rates__has_key="colours").values_list("kind", "rates"):
        for holder, pieces in rates["colours"].items():
            for value, count in pieces.items():
                out[holder][value] += -count if kind == EntryKind.REVERSAL else count
    expected = {holder: _plain(pieces) for holder, pieces in out.items() if _plain(pieces)}
    kept = Books.objects.filter(event=event).values_list("colours", flat=True).first() or {}
    if kept != expected:
        yield f"the colours out of the rack are kept as {kept}, and {expected} left it"
    for holder, pieces in expected.items():
        if holder not in ("floor", "stacks") and min(pieces.values()) < 0:
            yield f"the tray {holder} has {pieces}"


def colours_are_worth_what_moved(event: Event) -> Iterator[str]:
    """The chips of an entry by colour are worth what the bank gave out or took in."""
    kept = Entry.objects.filter(event=event, rates__has_key="colours").exclude(kind=EntryKind.REVERSAL)
    worth = {
        entry: sum(int(value) * count for pieces in rates["colours"].values() for value, count in pieces.items())
        for entry, rates in kept.values_list("sequence", "rates")
    }
    out: Counter[int] = Counter()
    lines = Transfer.objects.filter(event=event, entry__sequence__in=worth, commodity__in=CHIPS)
    for entry, amount, giver, taker in lines.values_list(
        "entry__sequence", "amount", "from_account__owner_kind", "to_account__owner_kind"
    ):
        out[entry] += amount * ((giver == "issuer") - (taker == "issuer"))
    for entry, chips in worth.items():
        if chips != out[entry]:
            yield f"the colours of entry {entry} are worth {chips}, and {out[entry]} left the bank"


def closed_tills_are_empty(event: Event) -> Iterator[str]:
    """A closed till holds neither cash nor cheques, and no till was opened that was open just then: where both closings
    are undone, one shift holds two openings.
    """
    kinds = (EntryKind.TILL_OPENED, EntryKind.TILL_CLOSED)
    moves = list(Entry.objects.filter(event=event, kind__in=kinds).order_by("pk").select_related("reversed_by"))
    last: dict[str, str] = {}
    for place, move in enumerate(moves):
        stood = [each for each in moves[:place] if each.subject == move.subject and not _was_undone(each, move.pk)]
        if move.kind == EntryKind.TILL_OPENED and stood and stood[-1].kind == move.kind:
            yield f"till {move.subject} was opened twice"
        if not hasattr(move, "reversed_by"):
            last[move.subject] = move.kind
    shut = [till for till, kind in last.items() if kind == EntryKind.TILL_CLOSED]
    for holder in Account.objects.filter(event=event, owner_kind__in=("till", "cheques"), code__in=shut):
        if holder.balance:
            yield f"{holder} holds {holder.balance} though the till is closed"


def _was_undone(entry: Entry, before: int) -> bool:
    """Whether it was undone before the entry of that key."""
    return hasattr(entry, "reversed_by") and entry.reversed_by.pk < before


def stacks_are_given_once(event: Event) -> Iterator[str]:
    """Nobody has two first stacks, and nothing is signed by one person as two."""
    given = Entry.objects.filter(event=event, kind=EntryKind.FIRST_STACK, reversed_by__isnull=True)
    for player, number in Counter(given.values_list("subject", flat=True)).items():
        if number > 1:
            yield f"{player} has {number} first stacks"
    alone = Entry.objects.filter(event=event, kind__in=(EntryKind.FUND_DONATED, EntryKind.TILL_HANDED_OVER))
    for entry in alone:
        if entry.second_code in ("", entry.actor_code):
            yield f"entry {entry.sequence} has no second person"


def corrections_turn_their_entries(event: Event) -> Iterator[str]:
    """A correction is of an entry that is none, has its lines the other way round, and its price and till."""
    corrections = Entry.objects.filter(event=event, reverses__isnull=False).select_related("reverses")
    pairs = {each.pk: each.reverses_id for each in corrections}
    lines: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    wanted = [*pairs, *(each for each in pairs.values() if each)]
    rows = Transfer.objects.filter(event=event, entry__in=wanted).order_by("entry", "number")
    for entry, giver, taker, amount in rows.values_list("entry", "from_account", "to_account", "amount"):
        lines[entry].append((giver, taker, amount))
    for each in corrections:
        of = each.reverses
        assert of is not None
        back = [(taker, giver, amount) for giver, taker, amount in reversed(lines[of.pk])]
        if lines[each.pk] != back:
            yield f"entry {each.sequence} does not turn entry {of.sequence} round"
        if of.reverses_id is not None:
            yield f"entry {each.sequence} corrects entry {of.sequence}, which cannot be corrected"
        if (each.subject, each.purpose, each.till, each.rates) != (of.subject, of.purpose, of.till, of.rates):
            yield f"entry {each.sequence} is about something else than entry {of.sequence}"


def nobody_is_below_nothing(event: Event) -> Iterator[str]:
    """No account holds less than its floor."""
    for holder in Account.objects.filter(event=event, floor__isnull=False, balance__lt=F("floor")):
        yield f"{holder} holds {holder.balance}"


def _plain(figures: Mapping[str, int]) -> dict[str, int]:
    """Without what is nothing."""
    return {name: number for name, number in figures.items() if number}


ALWAYS = (
    takings_are_what_was_paid,
    colours_are_what_left_the_rack,
    colours_are_worth_what_moved,
    closed_tills_are_empty,
    stacks_are_given_once,
    corrections_turn_their_entries,
    nobody_is_below_nothing,
)
