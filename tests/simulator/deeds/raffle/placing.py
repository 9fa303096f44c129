"""Tickets into buckets, back out of them and between them, by staff, by programs, and by guests themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from eventnight.bank.models import EntryKind
from eventnight.events.models import Player
from tests.simulator.deeds.booked import Mark, one_who_may
from tests.simulator.deeds.deed import Deed, Evening, Promise, differences
from tests.simulator.deeds.raffle.rows import (
    NOBODY,
    RUNS_RAFFLE,
    Papers,
    bucket_codes,
    facts_of,
    lying,
    papers,
    raffle_of,
    shifted,
    why_no_sale,
)
from tests.simulator.presses import FORM, Press
from tests.simulator.world import GUEST

NO_BUCKET = "B99"


@dataclass(frozen=True)
class Asked:
    """What somebody wants of a holder's tickets. changes: more, or fewer below 0, by bucket code. before: all tickets
    as they lie; buckets: their codes in order.
    """

    player: str
    changes: dict[str, int]
    before: Papers
    buckets: list[str]

    @property
    def fault(self) -> str:
        """Why it cannot be done; empty where it can."""
        own = lying(self.before, self.player)
        if own[""] + sum(-change for change in self.changes.values() if change < 0) < self._placed:
            return f"{self.player} has {own['']} tickets in hand"
        for code, change in self.changes.items():
            if code not in self.buckets:
                return f"there is no bucket {code}"
            if own[code] + change < 0:
                return f"{self.player} has {own[code]} tickets in {code}"
        return ""

    @property
    def after(self) -> Papers:
        """The tickets when it is done: first what comes back, then what is placed, each in the order of the buckets."""
        found = self.before
        for code in self.buckets:
            found = shifted(found, self.player, code, "", max(-self.changes.get(code, 0), 0))
        for code in self.buckets:
            found = shifted(found, self.player, "", code, max(self.changes.get(code, 0), 0))
        return found

    @property
    def moves(self) -> dict[str, int]:
        """What it moves in the books."""
        in_hand = -sum(self.changes.values())
        return {f"tickets/player/{self.player}": in_hand} | {
            f"tickets/bucket/{code}": change for code, change in self.changes.items()
        }

    @property
    def _placed(self) -> int:
        return sum(change for change in self.changes.values() if change > 0)


def place(night: Evening) -> Deed | None:
    """Somebody's tickets go into one bucket or two; one more than they have in hand must be refused."""
    asked = _asked(night, placing=True)
    if asked is None:
        return None
    if night.is_wrong():
        more = {next(iter(asked.changes)): sum(lying(asked.before, asked.player).values()) + 1}
        some: list[dict[str, int]] = [more, {NO_BUCKET: 1}]
        in_hand = lying(asked.before, asked.player)[""]
        some.append({next(iter(asked.changes)): in_hand + 1})
        asked = Asked(asked.player, night.chance.choice(some), asked.before, asked.buckets)
    return _counts(night, "placings", EntryKind.TICKETS_PLACED, asked, 1)


def withdraw(night: Evening) -> Deed | None:
    """Tickets come back out of a bucket to their holder; one more than are the holder's must be refused, though others'
    lie there.
    """
    asked = _asked(night, placing=False)
    if asked is None:
        return None
    if night.is_wrong():
        code = next(iter(asked.changes))
        asked = Asked(asked.player, {code: -lying(asked.before, asked.player)[code] - 1}, asked.before, asked.buckets)
    return _counts(night, "withdrawals", EntryKind.TICKETS_WITHDRAWN, asked, -1)


def move(night: Evening) -> Deed | None:
    """Tickets go from one bucket to another; never others' tickets, and never into the bucket where they lie."""
    asked = _asked(night, placing=False)
    if asked is None:
        return None
    giver = next(iter(asked.changes))
    own = lying(asked.before, asked.player)[giver]
    count, taker = -asked.changes[giver], night.chance.choice([code for code in asked.buckets if code != giver] or [""])
    refused = why_no_sale(night, raffle_of(night))
    if night.is_wrong():
        count, taker = night.chance.choice(((own + 1, taker), (own + 1, taker), (count, giver), (count, NO_BUCKET)))
    if count > own or taker in (giver, NO_BUCKET, ""):
        refused = refused or f"{count} of {own} tickets in {giver} cannot go to {taker or 'nowhere'}"
    mark, after = Mark(night.event), shifted(asked.before, asked.player, giver, taker, count)
    moves = {f"tickets/bucket/{giver}": -count, f"tickets/bucket/{taker}": count}
    body = {"player": asked.player, "giver": giver, "taker": taker, "count": count}
    press = night.program("POST", "raffle/moves/", body, who=one_who_may(night, RUNS_RAFFLE))
    promise = _promise(night, after, mark, moves, (EntryKind.TICKETS_MOVED,))
    return Deed(press, refused, must_count=not refused, promise=promise)


def arrange(night: Evening) -> Deed | None:
    """Staff or the guest set how many tickets each bucket should have, and back again; all of it counts or nothing."""
    asked = _arranged(night)
    if asked is None:
        return None
    refused = why_no_sale(night, raffle_of(night)) or asked.fault
    mark = Mark(night.event)
    kinds = [EntryKind.TICKETS_WITHDRAWN] * any(change < 0 for change in asked.changes.values())
    kinds += [EntryKind.TICKETS_PLACED] * any(change > 0 for change in asked.changes.values())
    own = lying(asked.before, asked.player)
    planned = " ".join(f"{code}:{asked.changes[code]:+}" for code in asked.buckets if asked.changes.get(code))
    fields: dict[str, object] = {f"was_{code}": own[code] for code in asked.buckets}
    fields |= {f"to_{code}": own[code] + asked.changes.get(code, 0) for code in asked.buckets}
    if any(int(str(value)) < 0 for value in fields.values()):
        return None
    press = night.form(f"raffle/players/{asked.player}/place/", {**fields, "planned": planned})
    if night.chance.random() < 0.25:
        query = urlencode({code: change for code, change in asked.changes.items() if change})
        press = night.form(f"raffle/players/{asked.player}/place/undo/?{query}", {})
    elif asked.player == "P001" and night.chance.random() < 0.5:
        press = _by_guest(night, {**fields, "planned": planned})
    promise = _promise(night, asked.after, mark, asked.moves, tuple(kinds))
    return Deed(press, refused, must_count=not refused, promise=promise)


def _arranged(night: Evening) -> Asked | None:
    """Changes of several buckets of one holder; a wrong one takes some back and then wants more than there are."""
    raffle, before = raffle_of(night), papers(night.event)
    buckets = bucket_codes(raffle)
    holders = sorted({each.holder for each in before.values() if each.state != "void"})
    player = night.one_of(holders)
    if player is None or not buckets:
        return None
    own = lying(before, player)
    in_hand, changes = own[""], dict[str, int]()
    some = night.chance.sample(buckets, min(len(buckets), night.chance.choice((1, 2, 3))))
    for code in some:
        back = night.chance.randint(0, own[code])
        if back and night.chance.random() < 0.6:
            changes[code], in_hand = -back, in_hand + back
    for code in some:
        if code not in changes and in_hand:
            changes[code] = night.chance.randint(1, in_hand)
            in_hand -= changes[code]
    rest = [code for code in buckets if code not in changes or changes[code] > 0]
    if rest and night.is_wrong():
        changes[rest[0]] = changes.get(rest[0], 0) + in_hand + 1
    return Asked(player, changes, before, buckets) if changes else None


def _asked(night: Evening, *, placing: bool) -> Asked | None:
    """Some tickets of somebody who has any in hand, into buckets, or out of one."""
    raffle, before = raffle_of(night), papers(night.event)
    buckets = bucket_codes(raffle)
    holders = sorted({each.holder for each in before.values() if each.state != "void" and bool(each.bucket) != placing})
    player = night.one_of(holders)
    if player is None or not buckets:
        return None
    own = lying(before, player)
    if not placing:
        code = night.chance.choice([code for code in buckets if own[code]])
        return Asked(player, {code: -night.chance.randint(1, own[code])}, before, buckets)
    first = night.chance.randint(1, own[""])
    codes = night.chance.sample(buckets, min(2, len(buckets)))
    changes = {codes[0]: first}
    if own[""] > first and len(codes) > 1:
        changes[codes[1]] = night.chance.randint(1, own[""] - first)
    return Asked(player, changes, before, buckets)


def _counts(night: Evening, door: str, kind: EntryKind, asked: Asked, sign: int) -> Deed:
    refused = why_no_sale(night, raffle_of(night)) or asked.fault
    spelled = str.lower if night.chance.random() < 0.1 else str
    counts = {spelled(code): change * sign for code, change in asked.changes.items()}
    if not refused and night.chance.random() < 0.05:
        code = next(iter(asked.changes))
        counts, refused = {code: 1, code.lower(): 1}, f"{code} is named twice"
    player = asked.player if night.chance.random() < 0.97 else NOBODY
    refused = refused or ("" if player == asked.player else f"there is no {player}")
    mark = Mark(night.event)
    body = {"player": player, "counts": counts}
    press = night.program("POST", f"raffle/{door}/", body, who=one_who_may(night, RUNS_RAFFLE))
    promise = _promise(night, asked.after, mark, asked.moves, (kind,))
    return Deed(press, refused, must_count=not refused, promise=promise)


def _promise(night: Evening, after: Papers, mark: Mark, moves: dict[str, int], kinds: tuple[EntryKind, ...]) -> Promise:
    def promise() -> Iterator[str]:
        yield from differences("ticket", facts_of(after), facts_of(papers(night.event)))
        yield from mark.booked(*kinds, moves=moves)

    return promise


def _by_guest(night: Evening, fields: dict[str, object]) -> Press:
    """The form on the guest's own page."""
    form = night.form("", fields)
    token = Player.objects.values_list("token", flat=True).get(event=night.event, code="P001")
    return Press(GUEST, "POST", f"/p/{token}/tickets/", form.body, FORM, form.key, is_api=False)
