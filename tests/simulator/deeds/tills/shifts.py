"""The shifts of a till: opened with change, counted, handed over, closed, and its closing undone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from eventnight.bank.models import Entry, EntryKind, Purpose, Transfer
from tests.simulator.deeds.bank.entries import POCKETS, Move, Wanted, booked, drawer, moves_of, standing, turned
from tests.simulator.deeds.bank.sales import till_in_use
from tests.simulator.deeds.bank.signing import Signature, no_second, second_beside
from tests.simulator.deeds.bank.undoing import not_there, reversal
from tests.simulator.deeds.booked import held_at, till_is_open
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Deeds, Evening

TILLS = ("T1", "T1", "T2", "T3")
NOTES = (10_000, 5000, 2000, 1000, 500, 100, 25, 10, 5, 1)
"""What people pay with where nothing else is named, in cents."""
KEPT = {"cash": "money/safe/safe", "card": "money/card_settlement/card-settlement", "cheque": "money/safe/cheques"}
OVER_SHORT = "money/over_short/over-short"


@dataclass(frozen=True)
class Sums:
    """What is in a till: cents of each means, and how many cheques."""

    cash: int
    card: int
    cheques: int
    number: int

    def by_means(self) -> list[tuple[str, int]]:
        return [("cash", self.cash), ("card", self.card), ("cheque", self.cheques)]


def open_till(night: Evening) -> Deed | None:
    """A till with its change, by program or by hand; an open one is not opened again."""
    by_hand, who = night.chance.random() < 0.35, _cashier(night)
    till = till_in_use(night, who) if by_hand else night.chance.choice(TILLS)
    paid = night.chance.choice((0, 1, 15_000, 20_075))
    pieces = _in_pieces(paid) if _pays_in_dollars(night) and night.chance.random() < 0.5 else {}
    refused = night.closed or (f"till {till} is open" if _is_open(night, till) else "")
    if pieces and night.is_wrong(0.3):
        pieces = {**pieces, 1: pieces.get(1, 0) + night.chance.choice((1, 5))}
        refused = refused or "the notes and coins come to more"
    elif paid and night.is_wrong(0.15):
        pieces, refused = _in_pieces(paid - 1) or {5: 1}, refused or "the notes and coins come to something else"
    wanted = Wanted(
        kind=EntryKind.TILL_OPENED,
        moves=[(POCKETS, drawer(till, "cash"), paid)] if paid else [],
        subject=till,
        purpose=Purpose.FLOAT if paid else "",
        till=till,
        rates=_kept(pieces),
    )
    if by_hand:
        fields = {f"pieces_{value}": count for value, count in pieces.items()}
        press = night.form("till/open/", {"float_paid": _typed(paid), **fields}, who=who)
    else:
        body = {"float_paid": paid, **_sent(pieces)}
        press = night.program("POST", f"bank/tills/{till}/opening/", body, who=who)
    must = not refused
    return Deed(press, refused, must_count=must, promise=booked(night, who, wanted))


def choose_till(night: Evening) -> Deed:
    """Work at another till, in the browser."""
    till = night.chance.choice(("T1", "T1", "T2", "T3", "T100"))
    refused = "tills are called T1 to T99" if till == "T100" else ""
    return Deed(night.form("till/choose/", {"till": till}, who=_cashier(night)), refused)


def count(night: Evening) -> Deed:
    """A count is noted before anybody is told what there should be; it moves nothing."""
    who = _cashier(night)
    there = holds(night, till_in_use(night, who))
    fields = {"counted": _typed(there.cash), "cheque_number": there.number, "cheques": _typed(there.cheques)}
    return Deed(night.form("till/count/", {**fields, "card": _typed(there.card)}, who=who))


def close(night: Evening) -> Deed | None:
    """A till counted and closed: what was counted leaves it, and the difference is explained by two."""
    return _ended(night, EntryKind.TILL_CLOSED, ("closing", "close"))


def hand_over(night: Evening) -> Deed | None:
    """A till goes to somebody else, who signs for what was counted."""
    return _ended(night, EntryKind.TILL_HANDED_OVER, ("hand-over", "hand-over"))


def undo_closing(night: Evening) -> Deed | None:
    """The last closing of a till taken back: its money is in the drawer again. Of several the last goes first, and a
    till that was opened since stays as it is. Some till is closed on the way, and opened again by somebody in a hurry.
    """
    if night.chance.random() < 0.4:
        close_on_the_way(night)
    closings = Entry.objects.filter(event=night.event, kind=EntryKind.TILL_CLOSED).order_by("-pk")
    entry = night.one_of(closings[:6])
    if entry is None:
        return None
    till, address = entry.subject, entry.subject
    refused = night.closed or _not_the_last(night, entry)
    if night.is_wrong(0.08):
        address = next(each for each in TILLS if each != till)
        refused = refused or f"entry {entry.sequence} closed {till}, not {address}"
    signature = no_second(night, ORGANISER) if night.is_wrong(0.2) else second_beside(night, ORGANISER)
    refused = refused or signature.wrong
    moves = turned(moves_of(entry))
    refused = refused or not_there(night, moves)
    body = {"reason": "A cheque has to be given back", **signature.sent}
    path = f"till/{address}/closings/{entry.sequence}/undo/"
    by_hand = night.chance.random() < 0.3
    press = (
        night.form(path, body)
        if by_hand
        else night.program("POST", f"bank/tills/{address}/closings/{entry.sequence}/reversal/", body)
    )
    wanted = reversal(entry, moves, reason=body["reason"], second=signature.name)
    must = not refused
    return Deed(press, refused, must_count=must, promise=booked(night, ORGANISER, wanted))


def close_on_the_way(night: Evening) -> None:
    """A till is counted and closed, and every other time opened again."""
    open_ones = [till for till in dict.fromkeys(TILLS) if till_is_open(night.event, till)]
    if (till := night.one_of(open_ones)) is None:
        return
    there = holds(night, till)
    counted = {"counted": there.cash, "cheques": there.cheques, "card": there.card, "cheque_number": there.number}
    night.ask(night.program("POST", f"bank/tills/{till}/closing/", counted))
    if night.chance.random() < 0.5:
        night.ask(night.program("POST", f"bank/tills/{till}/opening/", {"float_paid": 0}))


def holds(night: Evening, till: str) -> Sums:
    """What a till holds by its accounts, and the cheques that came in since it was emptied or counted."""
    money = {means: held_at(night.event, drawer(till, means)) for means in ("cash", "card", "cheque")}
    number = _cheques_in(night, till) if money["cheque"] else 0
    return Sums(money["cash"], money["card"], money["cheque"], number)


def _ended(night: Evening, kind: str, doors: tuple[str, str]) -> Deed | None:
    """The end of a shift, for good or with the drawer in other hands."""
    by_hand, who = night.chance.random() < 0.3, _cashier(night)
    till = till_in_use(night, who) if by_hand else _worked_from(night)
    there = holds(night, till)
    counted = _counted(night, there)
    differs = counted != there
    refused = night.closed or (f"till {till} is closed" if not till_is_open(night.event, till) else "")
    if counted.cash < 0 or counted.cheques < 0 or (counted.number == 0) != (counted.cheques == 0):
        refused = refused or "nobody can have counted that"
    reason = "Miscounted change" if differs or night.chance.random() < 0.2 else ""
    if differs and night.is_wrong(0.2):
        reason, refused = night.chance.choice(("", "  ")), refused or "the difference has no reason"
    signature = Signature("", "", "")
    if differs or kind == EntryKind.TILL_HANDED_OVER:
        signature = no_second(night, who) if night.is_wrong() else second_beside(night, who)
        refused = refused or signature.wrong
    pieces = _in_pieces(counted.cash) if _pays_in_dollars(night) and night.chance.random() < 0.3 else {}
    if pieces and night.is_wrong(0.2):
        pieces, refused = {**pieces, 1: pieces.get(1, 0) + 1}, refused or "the notes and coins come to more"
    moves = _moves_at_the_end(till, there, counted, empties=kind == EntryKind.TILL_CLOSED)
    refused = refused or not_there(night, moves)
    wanted = Wanted(
        kind=kind,
        moves=moves,
        subject=till,
        reason=reason,
        till=till,
        rates={**_kept(pieces), **({"cheques": counted.number} if counted.number else {})},
        second=signature.name,
    )
    figures = {"cheque_number": counted.number}
    if by_hand:
        typed = {"counted": _typed(counted.cash), "cheques": _typed(counted.cheques), "card": _typed(counted.card)}
        fields = {**typed, **figures, "pieces": json.dumps(_sent(pieces).get("pieces", {})), "reason": reason}
        press = night.form(f"till/{doors[1]}/", {**fields, **signature.sent}, who=who)
    else:
        body = {"counted": counted.cash, "cheques": counted.cheques, "card": counted.card, **figures, **_sent(pieces)}
        body = {**body, **({"reason": reason} if reason.strip() else {}), **signature.sent}
        press = night.program("POST", f"bank/tills/{till}/{doors[0]}/", body, who=who)
    must = not refused
    return Deed(press, refused, must_count=must, promise=booked(night, who, wanted))


def _counted(night: Evening, there: Sums) -> Sums:
    """As the books say, or beside it by little in one thing."""
    if night.chance.random() < 0.55:
        return there
    by = night.chance.choice((1, -1, 500, -250))
    return Sums(
        **{
            **asdict(there),
            **night.chance.choice(
                (
                    {"cash": there.cash + by},
                    {"cash": there.cash + by},
                    {"card": there.card + by},
                    {"cheques": there.cheques + by, "number": max(there.number, 1)},
                    {"number": there.number + 1},
                )
            ),
        }
    )


def _moves_at_the_end(till: str, there: Sums, counted: Sums, *, empties: bool) -> list[Move]:
    """What is too much or too little goes to over and short, each means by itself; then the drawer is emptied."""
    moves: list[Move] = []
    for (means, found), (_, expected) in zip(counted.by_means(), there.by_means(), strict=True):
        if found > expected:
            moves.append((OVER_SHORT, drawer(till, means), found - expected))
        elif found < expected:
            moves.append((drawer(till, means), OVER_SHORT, expected - found))
    if empties:
        for means, found in counted.by_means():
            if found > 0:
                moves.append((drawer(till, means), KEPT[means], found))
            elif found < 0:
                moves.append((KEPT[means], drawer(till, means), -found))
    return moves


def _not_the_last(night: Evening, closing: Entry) -> str:
    """Why this closing is not to be undone, or not yet."""
    if Entry.objects.filter(reverses=closing).exists():
        return f"the closing {closing.sequence} was undone before"
    moves = Entry.objects.filter(event=night.event, subject=closing.subject, pk__gt=closing.pk).order_by("pk")
    undone = set(Entry.objects.filter(event=night.event, reverses__isnull=False).values_list("reverses", flat=True))
    later = [each for each in moves if each.kind in (EntryKind.TILL_OPENED, EntryKind.TILL_CLOSED)]
    if any(each.kind == EntryKind.TILL_CLOSED and each.pk not in undone for each in later):
        return f"till {closing.subject} was closed again since"
    if later and later[-1].kind == EntryKind.TILL_OPENED:
        return f"till {closing.subject} was opened again since"
    return ""


def _cheques_in(night: Evening, till: str) -> int:
    """Cheques that came in since the last end of a shift that stands, less those given back; and those handed over."""
    ends = [each for each in standing(night, EntryKind.TILL_CLOSED, EntryKind.TILL_HANDED_OVER) if each.till == till][
        -1:
    ]
    after = ends[0].pk if ends else 0
    left = ends[0].rates.get("cheques", 0) if ends and ends[0].kind == EntryKind.TILL_HANDED_OVER else 0
    lines = Transfer.objects.filter(event=night.event, entry__gt=after, commodity="money")
    came = lines.filter(from_account__owner_kind="source", to_account__owner_kind="cheques", to_account__code=till)
    went = lines.filter(to_account__owner_kind="source", from_account__owner_kind="cheques", from_account__code=till)
    return int(left) + came.count() - went.count()


def _is_open(night: Evening, till: str) -> bool:
    moves = [each for each in standing(night, EntryKind.TILL_OPENED, EntryKind.TILL_CLOSED) if each.subject == till]
    return bool(moves) and moves[-1].kind == EntryKind.TILL_OPENED


def _worked_from(night: Evening) -> str:
    """Any till, mostly one that is not closed."""
    tills = [till for till in TILLS if till_is_open(night.event, till)]
    return night.chance.choice(tills) if tills and night.chance.random() < 0.9 else night.chance.choice(TILLS)


def _cashier(night: Evening) -> str:
    return night.chance.choice((ORGANISER, SIGNER))


def _pays_in_dollars(night: Evening) -> bool:
    """Other currencies have other coins."""
    return bool(night.event.currency == "USD")


def _in_pieces(cents: int) -> dict[int, int]:
    """The largest notes and coins that come to so much."""
    pieces: dict[int, int] = {}
    for value in NOTES:
        if number := min(cents // value, 9_999):
            pieces[value] = number
            cents -= value * number
    return {} if cents else pieces


def _kept(pieces: Mapping[int, int]) -> dict[str, int]:
    return {str(value): number for value, number in pieces.items() if number}


def _sent(pieces: Mapping[int, int]) -> dict[str, Any]:
    return {"pieces": {str(value): number for value, number in pieces.items()}} if pieces else {}


def _typed(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


DEEDS: Deeds = {
    "open": open_till,
    "choose": choose_till,
    "count": count,
    "close": close,
    "hand over": hand_over,
    "undo a closing": undo_closing,
}
