"""Faults in the books and at the desk: entries, sales, corrections, approvals and the fund."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

POSTING = "eventnight.bank.services.ledger.posting"
REVERSAL = "eventnight.bank.services.ledger.reversal"
SALES = "eventnight.bank.services.desk.sales"
CHIPS = "eventnight.bank.services.chips.colours"
SQLITE = "eventnight.bank.triggers.sqlite"

FAULTS = (
    Planted(
        "the first stack is given twice",
        SALES,
        "        if given is not None:\n            raise first_stack_given(event, given)\n",
        "",
    ),
    Planted(
        "a re-buy of part of the price is sold",
        SALES,
        "if paid < price or paid % price:",
        "if paid < price:",
    ),
    Planted(
        "a re-buy gives one lot whatever is paid",
        SALES,
        "chips = Chips(paid // price * prices.rebuy_chips)",
        "chips = Chips(prices.rebuy_chips)",
    ),
    Planted(
        "small chips are taken with the others",
        SALES,
        "taken = Chips(chips - bought.chips_left if kept else chips)",
        "taken = chips",
    ),
    Planted(
        "an entry that the verifier rejects is written",
        POSTING,
        'fault = next(filter(None, lines), "") or text_fault(entry) or meaning_fault(entry, draft.lines)',
        'fault = next(filter(None, lines), "")',
    ),
    Planted(
        "an odd tray keeps colours of another worth",
        CHIPS,
        "if held and abs(worth_of(held)) == chips else NOTHING",
        "if held else NOTHING",
    ),
    Planted(
        "a replay is written once more",
        "eventnight.core.presses",
        "            if is_new:\n",
        '            if is_new or name.startswith("bank."):\n',
    ),
    Planted(
        "an account goes one below nothing",
        POSTING,
        "held - amount < giver.floor:",
        "held - amount < giver.floor - 1:",
    ),
    Planted(
        "a closed till takes money",
        POSTING,
        "    _require_open_tills(request, draft, found)\n    books",
        "    books",
    ),
    Planted(
        "a closed night's entries are undone",
        POSTING,
        "        _require_open_books(event, draft.reverses.kind)\n",
        "        pass\n",
    ),
    Planted(
        "nobody is asked about a sale made twice",
        POSTING,
        "    require_meant(found.last_sale, _sale(request, draft, found.event), request.press)\n    entry.hash",
        "    entry.hash",
    ),
    Planted(
        "an entry forgets who signed second",
        POSTING,
        'second_code=draft.second.code if draft.second else "",',
        'second_code="",',
    ),
    Planted(
        "the log names who signed as who did it",
        POSTING,
        "        press=request.press,\n        action=",
        "        press=Press(draft.second or request.press.by, request.press.at),\n        action=",
    ),
    Planted(
        "a reversal leaves out a line",
        REVERSAL,
        "for transfer in reversed(lines_of(entry))]",
        "for transfer in reversed(lines_of(entry)[:1])]",
    ),
    Planted(
        "a reversal turns its lines in their old order",
        REVERSAL,
        "for transfer in reversed(lines_of(entry))]",
        "for transfer in lines_of(entry)]",
    ),
    Planted(
        "the donation stays when its sale is undone",
        REVERSAL,
        "donation = donation_to_undo(entry_of(event.pk, sequence))\n",
        "donation = None\n",
    ),
    Planted(
        "an entry is reversed twice",
        REVERSAL,
        "        _require_reversible(event, entry)\n",
        "",
    ),
    Planted(
        "the desk undoes what others sold",
        REVERSAL,
        "    if entry.actor_code != press.by.code:\n",
        '    if entry.actor_code == "":\n',
    ),
    Planted(
        "own entries are undone however old",
        REVERSAL,
        "    if press.at - entry.at > timedelta(minutes=minutes):\n",
        "    if press.at - entry.at > timedelta(hours=minutes):\n",
    ),
    Planted(
        "at the limit itself no second person signs",
        REVERSAL,
        "if cents >= limit and",
        "if cents > limit and",
    ),
    Planted(
        "the desk undoes entries of other parts",
        REVERSAL,
        "if entry.kind not in DESK_KINDS:",
        "if not entry.kind:",
    ),
    Planted(
        "a reversal counts as another sale in the takings",
        "eventnight.bank.ledger.takings",
        'figures["count"] += -1 if entry.kind == EntryKind.REVERSAL else 1',
        'figures["count"] += 1',
    ),
    Planted(
        "takings are added to a copy",
        POSTING,
        "    add_takings(books.takings, entry,",
        "    add_takings(dict(books.takings), entry,",
    ),
    Planted(
        "any entry is taken back as a donation to the fund",
        "eventnight.bank.services.desk.fund",
        "if entry.kind != EntryKind.FUND_DONATED:",
        "if not entry.sequence:",
    ),
    Planted(
        "one person gives the fund its money",
        "eventnight.bank.services.desk.fund",
        "        require_second_person(press)\n",
        "",
    ),
    Planted(
        "one person approves a variance",
        "eventnight.bank.services.ledger.approvals",
        "    require_second_person(press)\n",
        "",
    ),
    Planted(
        "a variance is approved that has changed",
        "eventnight.bank.services.ledger.approvals",
        "if there is None or there.amount != amount:",
        "if there is None:",
    ),
    Planted(
        "the second person's password is told in a refusal",
        "eventnight.bank.api.signing",
        '"Let them enter both again.",\n',
        '"Let them enter both again.",\n            username=username,\n            password=password,\n',
    ),
    Planted(
        "whoever signs needs no password",
        "eventnight.bank.api.signing",
        "user = authenticate(request, username=username, password=password, second_of=request.user)",
        "user = type(request.user).objects.filter(username=username).first()",
    ),
    Planted(
        "no trigger seals entries",
        SQLITE,
        "    _ENTRY_SEALS,\n",
        "",
        only_on="sqlite",
    ),
    Planted(
        "the triggers that keep entries do nothing",
        SQLITE,
        "BEGIN SELECT RAISE(ABORT, '{claim}'); END\"",
        "BEGIN SELECT '{claim}'; END\"",
        only_on="sqlite",
    ),
    Planted(
        "a rebuilt table of accounts has no triggers any more",
        "eventnight.bank.migrations.0005_means_of_payment",
        "        migrations.RunPython(install, drop),\n",
        "",
    ),
    Planted(
        "the trigger of a line does not look at the floor",
        SQLITE,
        "AND balance - NEW.amount < floor);",
        "AND balance - NEW.amount < -floor - 1000000);",
        only_on="sqlite",
    ),
)
