"""A second model of the draw, from its published description alone: the sheet, the key, who may win and which number
comes up. Of a barrel it is the list of tickets, and who may win.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from eventnight.bank.models import Entry, EntryKind
from eventnight.events.models import Event
from eventnight.raffle.models import Bucket, Draw, DrawMethod, Outcome, Prize, Raffle
from tests.simulator.deeds.raffle.rows import Papers

METHOD = "eventnight-raffle-v2"
BEGINNING = datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC)
PERIOD = timedelta(seconds=3)
TURNS = timedelta(seconds=6)
"""The drum of a verifiable draw, before its number."""
NAMED = timedelta(seconds=2)
"""From a number to its name, which the proof tells with it."""
CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"


@dataclass(frozen=True)
class Sheet:
    """What was published when sales closed. prizes: code and bucket, in order. tickets: bucket, number, holder.

    calls: "dice 20". rounds: of the beacon, the one that is awaited and the one that follows it if it is missed.
    """

    event: str
    rule: str
    prizes: tuple[tuple[str, str], ...]
    tickets: tuple[tuple[str, int, str], ...]
    calls: str
    rounds: tuple[int, int] | None

    @classmethod
    def of(cls, text: str) -> Sheet:
        """Read line by line."""
        rows = [line.split("\t") for line in text.split("\n")]
        told = {row[0]: row[1] for row in rows if row[0] in ("event", "rule")}
        calls = [" ".join(row[1:3]) for row in rows if row[0] == "chance" and row[1] != "drand"]
        rounds = [(int(row[3]), int(row[4])) for row in rows if row[0] == "chance" and row[1] == "drand"]
        return cls(
            told["event"],
            told["rule"],
            tuple((row[1], row[2]) for row in rows if row[0] == "prize"),
            tuple((row[1], int(row[2]), row[3]) for row in rows if row[0] == "ticket"),
            calls[0] if calls else "",
            rounds[0] if rounds else None,
        )

    @property
    def beacon(self) -> datetime | None:
        """When its round is due."""
        return time_of(self.rounds[0]) if self.rounds else None


def sheet_of(raffle: Raffle) -> Sheet | None:
    """What was published when sales closed; None before. A barrel's list holds tickets alone: prizes and rule are those
    of the rows.
    """
    if not raffle.frozen_list:
        return None
    if raffle.method != DrawMethod.BARREL:
        return Sheet.of(raffle.frozen_list)
    rows = [line.split("\t") for line in raffle.frozen_list.removesuffix("\n").split("\n")]
    tickets = tuple((bucket, int(number), holder) for bucket, number, holder in rows)
    return Sheet(raffle.event.code, raffle.win_rule, _prizes(raffle), tickets, "", None)


def time_of(number: int) -> datetime:
    """When a round of the beacon is due."""
    return BEGINNING + (number - 1) * PERIOD


def round_from(moment: datetime) -> int:
    """The first round that is due then or later."""
    number = (moment - BEGINNING) // PERIOD + 1
    return number if time_of(number) >= moment else number + 1


def pots_of(event: Event, found: Papers) -> dict[str, tuple[int, int, int]]:
    """Of each 50/50, by its code: what its tickets were sold for, the winner's share in percent and in cents."""
    buckets = Bucket.objects.filter(raffle__event=event, pot_percent__isnull=False)
    sales = {
        entry.sequence: Fraction(entry.rates["price"], entry.rates["tickets"])
        for entry in Entry.objects.filter(event=event, kind=EntryKind.TICKET_SALE)
    }
    pots = {}
    for code, percent in buckets.order_by("code").values_list("code", "pot_percent"):
        money = int(sum(sales.get(each.sold_entry, Fraction(0)) for each in found.values() if each.bucket == code))
        pots[code] = (money, percent or 0, money * (percent or 0) // 100)
    return pots


def sheet_text(
    raffle: Raffle, event: Event, found: Papers, *, closed: datetime, one_prize: bool, calls: str, wait: int | None
) -> str:
    """The sheet as it must be published, of a barrel the list of tickets alone. calls: "dice 20", or empty. wait:
    minutes to the beacon's round.
    """
    placed = sorted((each.bucket, number, each.holder) for number, each in found.items() if each.bucket)
    if raffle.method == DrawMethod.BARREL:
        return _lines(placed)
    rows: list[tuple[object, ...]] = [(METHOD,), ("event", event.code), ("commitment", raffle.commitment)]
    rows += [("closed", closed.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))]
    rows += [("rule", "one_prize_per_person" if one_prize else "ticket_leaves")]
    rows += [("chance", *calls.split())] if calls else []
    if wait is not None:
        number = round_from(closed + timedelta(minutes=wait))
        rows.append(("chance", "drand", CHAIN, number, round_from(time_of(number) + timedelta(minutes=wait))))
    rows += [("prize", *row) for row in _prizes(raffle)]
    rows += [("pot", code, money, percent) for code, (money, percent, _) in sorted(pots_of(event, found).items())]
    return _lines([*rows, *(("ticket", *row) for row in placed)])


def index_of(seed: bytes, raffle: Raffle, event_code: str, prize: str, attempt: int, tickets: int) -> int:
    """Which of so many tickets comes up."""
    list_hash = hashlib.sha256(raffle.frozen_list.encode()).hexdigest()
    key = _keyed(seed, METHOD, event_code, list_hash, raffle.entropy)
    fair, counter = 2**256 // tickets * tickets, 0
    while True:
        value = int.from_bytes(_keyed(key, prize, str(attempt), str(counter)), "big")
        if value < fair:
            return value % tickets
        counter += 1


@dataclass(frozen=True)
class Drawn:
    """A number that came up, of a prize."""

    prize: str
    attempt: int
    ticket: int
    outcome: str


def drawn(raffle: Raffle) -> list[Drawn]:
    """In their order."""
    rows = Draw.objects.filter(raffle=raffle).order_by("number")
    return [Drawn(*row) for row in rows.values_list("prize__code", "attempt", "ticket__number", "outcome")]


def may_win(sheet: Sheet, prize: str, so_far: Iterable[Drawn]) -> list[int]:
    """The numbers that may win a prize after what has come up so far."""
    bucket, holders = dict(sheet.prizes)[prize], _holders(sheet)
    won = {each.ticket for each in so_far if each.outcome != Outcome.ABSENT}
    out = {holders[each.ticket] for each in so_far if each.prize == prize and each.outcome == Outcome.ABSENT}
    if sheet.rule == "one_prize_per_person":
        out |= {holders[number] for number in won}
    return [
        number for where, number, holder in sheet.tickets if where == bucket and number not in won and holder not in out
    ]


def open_prize(sheet: Sheet, so_far: list[Drawn]) -> str:
    """The prize that is next, or is being called; empty where every prize is settled."""
    for prize, _ in sheet.prizes:
        if not is_settled(sheet, prize, so_far):
            return prize
    return ""


def begun_prize(sheet: Sheet, so_far: list[Drawn]) -> str:
    """The prize that has a number and is not settled; empty where none is."""
    numbers = Counter(each.prize for each in so_far)
    return next((prize for prize, _ in sheet.prizes if numbers[prize] and not is_settled(sheet, prize, so_far)), "")


def is_settled(sheet: Sheet, prize: str, so_far: list[Drawn]) -> bool:
    """Whether it is handed over, or nobody can win it any more."""
    last = [each.outcome for each in so_far if each.prize == prize][-1:]
    if last == [Outcome.HANDED_OVER]:
        return True
    return last != [Outcome.DRAWN] and not may_win(sheet, prize, so_far)


def proof_of(raffle: Raffle, event: Event, now: datetime) -> Mapping[str, object]:
    """What the public proof may tell at this stage and at that moment, and no more. A barrel has no promise, no chance
    and no seed; its prizes stand as they were drawn.
    """
    is_barrel, sheet = raffle.method == DrawMethod.BARREL, sheet_of(raffle)
    told: dict[str, object] = {"method": "barrel" if is_barrel else METHOD, "event": event.code}
    told |= {"status": raffle.status, "prizes": []}
    if not is_barrel:
        told["commitment"] = raffle.commitment
    if sheet is None:
        return told
    told["list_sha256"] = hashlib.sha256(raffle.frozen_list.encode()).hexdigest()
    told["prizes"] = _prize_rows(raffle, sheet, now)
    if is_barrel:
        shares = Bucket.objects.filter(raffle=raffle, pot_percent__isnull=False).order_by("position")
        pots = [tuple(row) for row in shares.values_list("code", "pot_money", "pot_percent")]
        return {**told, "pots": _pot_rows(pots)} if pots else told
    if raffle.entropy:
        told["entropy"] = raffle.entropy
    if raffle.status == "done":
        told["seed"] = raffle.seed
    fixed = [line.split("\t") for line in raffle.frozen_list.split("\n") if line.startswith("pot\t")]
    told["pots"] = _pot_rows((code, int(money), int(share)) for _, code, money, share in fixed)
    if sheet.rounds is not None and raffle.entropy:
        told["beacon"] = {
            "chain": CHAIN,
            "round": sheet.rounds[bool(raffle.missed_because)],
            "randomness": hashlib.sha256(bytes.fromhex(raffle.beacon_signature)).hexdigest(),
            "signature": raffle.beacon_signature,
        }
        told |= {"missed": True} if raffle.missed_because else {}
    return {**told, "thrown_by": raffle.thrown_by, "watched_by": raffle.watched_by}


def _prize_rows(raffle: Raffle, sheet: Sheet, now: datetime) -> list[dict[str, object]]:
    holders = _holders(sheet)
    rows: dict[str, list[dict[str, object]]] = {}
    columns = ("prize__code", "attempt", "eligible", "index", "ticket__number", "outcome", "at")
    for prize, attempt, eligible, index, number, outcome, at in (
        Draw.objects.filter(raffle=raffle).order_by("number").values_list(*columns)
    ):
        if outcome == Outcome.DRAWN and at - TURNS <= now < at + (NAMED if index is None else TURNS + NAMED):
            continue
        row = {"attempt": attempt, "eligible": eligible, "index": index, "ticket": number, "holder": holders[number]}
        rows.setdefault(prize, []).append({**row, "absent": outcome == Outcome.ABSENT})
    buckets = dict(sheet.prizes)
    order = {**rows, **buckets} if raffle.method == DrawMethod.BARREL else buckets
    return [
        {"prize": prize, "bucket": buckets[prize], "rule": sheet.rule, "draws": rows.get(prize, [])} for prize in order
    ]


def _pot_rows(pots: Iterable[tuple[str, int, int]]) -> list[dict[str, object]]:
    return [
        {"bucket": code, "money": money, "percent": share, "pot": money * share // 100} for code, money, share in pots
    ]


def _prizes(raffle: Raffle) -> tuple[tuple[str, str], ...]:
    """Code and bucket of each, in the order of their buckets."""
    rows = Prize.objects.filter(raffle=raffle).order_by("bucket__position", "position", "pk")
    return tuple(rows.values_list("code", "bucket__code"))


def _lines(rows: Iterable[Sequence[object]]) -> str:
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def _holders(sheet: Sheet) -> dict[int, str]:
    return {number: holder for _, number, holder in sheet.tickets}


def _keyed(key: bytes, *parts: str) -> bytes:
    return hmac.new(key, b"\x1f".join(part.encode() for part in parts), hashlib.sha256).digest()
