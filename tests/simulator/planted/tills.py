"""Faults at tills and with money that is paid out."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

TILLS = "eventnight.bank.services.tills.tills"

FAULTS = (
    Planted(
        "an open till is opened again",
        TILLS,
        "if last is not None and last.kind == EntryKind.TILL_OPENED:",
        "if last is not None and last.subject != till:",
    ),
    Planted(
        "cheques go where card money goes",
        TILLS,
        "Means.CARD: card_settlement(), Means.CHEQUE: safe_cheques()",
        "Means.CHEQUE: card_settlement(), Means.CARD: safe_cheques()",
    ),
    Planted(
        "what is too much in a till is taken for too little",
        TILLS,
        "        if cents > 0:\n            yield Line(over_short(), till_money(till, means), cents)",
        "        if cents > 1:\n            yield Line(over_short(), till_money(till, means), cents)",
    ),
    Planted(
        "a till closes on what the books say",
        TILLS,
        "*_taken_away(till, count.sums)),",
        "*_taken_away(till, till_holds(event.pk, till))),",
    ),
    Planted(
        "a closed till is closed again",
        TILLS,
        "    _require_open(event, till)\n    count.require_possible(event.currency)\n"
        "    expected = till_holds(event.pk, till)\n    difference",
        "    count.require_possible(event.currency)\n    expected = till_holds(event.pk, till)\n    difference",
    ),
    Planted(
        "whoever hands a till over signs alone",
        TILLS,
        "        difference = _explained_difference(event, till, count, reason)\n"
        "        require_second_person(press)\n",
        "        difference = _explained_difference(event, till, count, reason)\n",
    ),
    Planted(
        "a difference needs no reason",
        TILLS,
        "if difference != TillSums() and not reason.strip():",
        "if difference != TillSums() and not till:",
    ),
    Planted(
        "one person counts as two",
        TILLS,
        "if not press.is_by_two:",
        "if press.second is None:",
    ),
    Planted(
        "a count is noted outside a transaction",
        TILLS,
        "@counted_once\ndef count_till(",
        "def count_till(",
    ),
    Planted(
        "notes and coins need not come to the total",
        "eventnight.bank.tills.cash",
        "if pieces and worth(pieces) != total:",
        "if pieces and worth(pieces) > total:",
    ),
    Planted(
        "a closing is undone though the till was opened since",
        "eventnight.bank.services.tills.closings",
        "        _require_last(event, closing)\n",
        "        pass\n",
    ),
    Planted(
        "a drawer pays a pot that it does not hold",
        "eventnight.bank.services.desk.payouts",
        "if balance_of(event.pk, payout.giver) < cents:",
        "if balance_of(event.pk, payout.giver) < 0:",
    ),
    Planted(
        "cents of a price are dropped",
        "eventnight.events.fields",
        "return 0 if units is None else int(units * 100)",
        "return 0 if units is None else int(units) * 100",
    ),
    Planted(
        "a comma in an amount answers 500",
        "eventnight.events.fields",
        '_MONEY = re.compile(r"-?[0-9]{1,12}(\\.[0-9]{1,2})?")',
        '_MONEY = re.compile(r"-?[0-9]{1,12}([.,][0-9]{1,2})?")',
    ),
)
