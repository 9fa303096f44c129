"""Random nights against a plain dictionary: balances, refusals and every hash must agree, on whichever database."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from eventnight.bank.models import Account, Entry
from eventnight.bank.selectors import books_totals, fund_total, verify_books
from eventnight.bank.services import (
    Posting,
    give_first_stack,
    place_tickets,
    redeem_chips,
    reverse_entry,
    sell_rebuy,
    sell_tickets,
    settle_hand,
    sit_down,
)
from eventnight.core.errors import UserFacingError
from tests.bank.nights import Night
from tests.factories import NOW

KEYS = UUID("00000000-0000-4000-8000-000000000000")
PLAYERS = st.sampled_from(["P001", "P002", "P003"])
Line = tuple[str, str, int]


class PlainBooks:
    """The bank as one would write it on paper: a balance for each name, and a list of what happened."""

    def __init__(self, code: str) -> None:
        self.held: Counter[str] = Counter()
        self.entries: list[dict[str, Any]] = []
        self.hashes = [hashlib.sha256(f"eventnight-books-v1\n{code}".encode()).hexdigest()]

    def post(self, lines: list[Line], **facts: Any) -> bool:
        """Write the lines down unless one overdraws. Returns whether it did."""
        held, written = self.held.copy(), []
        for giver, taker, amount in lines:
            if not _is_computed(giver) and held[giver] < amount:
                return False
            held[giver] -= amount
            held[taker] += amount
            after = [None if _is_computed(name) else held[name] for name in (giver, taker)]
            written.append([giver, taker, amount, *after])
        self.held = held
        entry = {"sequence": len(self.hashes), **facts, "lines": written}
        text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        self.hashes.append(hashlib.sha256(f"{self.hashes[-1]}\n{text}".encode()).hexdigest())
        self.entries.append(entry)
        return True


def _is_computed(name: str) -> bool:
    return "/issuer/" in name or "/source/" in name


class Books(RuleBasedStateMachine):
    """One night, its services on one side and the plain books on the other."""

    def __init__(self) -> None:
        super().__init__()
        self.night = Night(players=3)
        self.plain = PlainBooks(self.night.event.code)
        self.pressed: list[tuple[Any, dict[str, Any], UUID]] = []

    def press(self, service: Any, lines: list[Line], *, may: bool = True, **given: Any) -> None:
        """Call the service; it must book these lines, or refuse where the plain books do."""
        step = len(self.pressed)
        key, now = uuid5(KEYS, f"{self.night.event.code} {step}"), NOW + timedelta(seconds=step)
        facts = given.pop("facts")
        reverses = facts.pop("reverses", None)
        try:
            posting = self.night.post(service, request_id=key, now=now, **given)
        except UserFacingError:
            assert not (may and self.plain.post(lines))
            return
        entry = posting.entry
        assert may
        assert self.plain.post(
            lines,
            kind=entry.kind,
            at=now.isoformat(timespec="microseconds"),
            actor="system",
            second="",
            reason=given.get("reason", ""),
            key=str(key),
            fingerprint=entry.fingerprint,
            reverses=reverses,
            **{"purpose": "", "till": "", "rates": {}, **facts},
        )
        self.pressed.append((service, given, key))

    @rule(player=PLAYERS)
    def first_stack(self, player: str) -> None:
        undone = {entry["reverses"] for entry in self.plain.entries}
        had = any(
            entry["kind"] == "first_stack" and entry["subject"] == player and entry["sequence"] not in undone
            for entry in self.plain.entries
        )
        self.press(
            give_first_stack,
            [("chips/issuer/chips", f"chips/player/{player}", 1000)],
            may=not had,
            player_code=player,
            facts={"subject": player, "rates": {"price": 0, "chips": 1000}},
        )

    @rule(player=PLAYERS, paid=st.sampled_from([500, 1000, 2000]))
    def rebuy(self, player: str, paid: int) -> None:
        lines = [("money/source/cash", "money/till/T1", paid), ("chips/issuer/chips", f"chips/player/{player}", paid)]
        facts = {"subject": player, "purpose": "rebuy", "till": "T1", "rates": {"price": 1000, "chips": 1000}}
        self.press(sell_rebuy, lines, may=paid % 1000 == 0, player_code=player, paid=paid, facts=facts)

    @rule(player=PLAYERS)
    def buy_tickets(self, player: str) -> None:
        lines = [
            ("money/source/cash", "money/till/T1", 1000),
            ("tickets/issuer/tickets", f"tickets/player/{player}", 10),
        ]
        facts = {"subject": player, "purpose": "tickets", "till": "T1", "rates": {"price": 1000, "tickets": 10}}
        self.press(sell_tickets, lines, player_code=player, paid=1000, facts=facts)

    @rule(player=PLAYERS, chips=st.sampled_from([50, 100, 640, 1005]))
    def redeem(self, player: str, chips: int) -> None:
        lines = [
            (f"chips/player/{player}", "chips/issuer/chips", chips - chips % 100),
            ("tickets/issuer/tickets", f"tickets/player/{player}", chips // 100),
        ]
        facts = {"subject": player, "rates": {"chips_per_ticket": 100, "keeps_small_chips": 1}}
        may = chips >= 100 and chips % 10 == 0
        self.press(redeem_chips, lines, may=may, player_code=player, chips=chips, facts=facts)

    @rule(player=PLAYERS, first=st.integers(1, 6), second=st.integers(1, 6))
    def place(self, player: str, first: int, second: int) -> None:
        giver = f"tickets/player/{player}"
        lines = [(giver, "tickets/bucket/B1", first), (giver, "tickets/bucket/B2", second)]
        self.press(
            place_tickets, lines, player_code=player, counts={"B2": second, "B1": first}, facts={"subject": player}
        )

    @rule(player=PLAYERS, chips=st.sampled_from([5, 300, 700]))
    def take_a_seat(self, player: str, chips: int) -> None:
        seat = f"T1-{player[-1]}"
        lines = [(f"chips/player/{player}", f"chips/seat/{seat}", chips)]
        self.press(sit_down, lines, player_code=player, seat=seat, chips=chips, facts={"subject": player})

    @rule(lost=st.integers(6, 400), fee=st.integers(0, 5))
    def hand(self, lost: int, fee: int) -> None:
        lines = [("chips/seat/T1-1", "chips/house/fees", fee), ("chips/seat/T1-1", "chips/seat/T1-2", lost - fee)]
        lines = [line for line in lines if line[2]]
        nets = {"T1-1": -lost, "T1-2": lost - fee}
        facts = {"subject": "T1", "rates": {"fee": fee}}
        self.press(settle_hand, lines, table_code="T1", nets=nets, fee=fee, facts=facts)

    @precondition(lambda self: self.plain.entries)
    @rule(data=st.data())
    def reverse(self, data: st.DataObject) -> None:
        entry = data.draw(st.sampled_from(self.plain.entries))
        undone = {other["reverses"] for other in self.plain.entries}
        may = entry["reverses"] is None and entry["sequence"] not in undone
        lines = [(taker, giver, amount) for giver, taker, amount, *_ in reversed(entry["lines"])]
        facts = {name: entry[name] for name in ("subject", "purpose", "till", "rates")}
        self.press(
            reverse_entry,
            lines,
            may=may,
            sequence=entry["sequence"],
            reason="a slip",
            may_reverse_any=True,
            facts={**facts, "reverses": entry["sequence"]},
        )

    @precondition(lambda self: self.pressed)
    @rule(data=st.data())
    def press_again(self, data: st.DataObject) -> None:
        service, given, key = data.draw(st.sampled_from(self.pressed))
        again: Posting = self.night.post(service, request_id=key, **given)
        assert again.is_replay

    @invariant()
    def both_say_the_same(self) -> None:
        event = self.night.event.pk
        rows = Account.objects.filter(event=event, balance__isnull=False)
        assert {str(row): row.balance for row in rows if row.balance} == {
            name: held for name, held in self.plain.held.items() if held and not _is_computed(name)
        }
        hashes = Entry.objects.filter(event=event).order_by("sequence").values_list("hash", flat=True)
        assert list(hashes) == self.plain.hashes[1:]
        assert all(sum(held.values()) == 0 for held in books_totals(event).values())
        assert fund_total(event) == -self.plain.held["money/source/cash"]

    def teardown(self) -> None:
        assert verify_books(self.night.event.pk).faults == []


@pytest.mark.django_db
def test_a_random_night_agrees_with_plain_books():
    run_state_machine_as_test(
        Books,
        settings=settings(
            max_examples=8,
            stateful_step_count=20,
        ),
    )
