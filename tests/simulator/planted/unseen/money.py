"""Of the bank, the tills and the fund."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

FAULTS = (
    Planted(
        "the donation on top does not count for the second person",
        "eventnight.bank.services.ledger.reversal",
        "given_back = Cents(_money(lines) + _donated(entry))",
        "given_back = Cents(_money(lines))",
    ),
    Planted(
        "the desk offers no undoing of tickets",
        "eventnight.bank.selectors.desk.players",
        "line.kind not in DESK_KINDS | TICKET_KINDS",
        "line.kind not in DESK_KINDS",
    ),
    Planted(
        "the colours of small chips are taken in that stay the player's",
        "eventnight.bank.services.desk.sales",
        "**chips_back(event, taken, pieces),",
        "**chips_back(event, chips, pieces),",
    ),
    Planted(
        "a sale is not undone whose donation was undone before",
        "eventnight.bank.services.desk.donations",
        "key=donation_key(sale.key), reversed_by__isnull=True)",
        "key=donation_key(sale.key))",
    ),
    Planted(
        "whoever counts chips changes them at the bank too",
        "eventnight.bank.api.chips",
        '        require_role(self.roles, Permission.SELL if asked["place"] == RACK else Permission.RUN_TABLES)\n',
        "",
    ),
    Planted(
        "the last chips of a colour never leave the rack",
        "eventnight.bank.services.chips.inventory",
        "wanted > 0 and wanted > there:",
        "wanted > 0 and wanted >= there:",
    ),
    Planted(
        "the tray of a wheel is emptied while it is open",
        "eventnight.bank.views.inventory",
        "if form.is_valid() and found.has_own_tray:",
        "if form.is_valid():",
    ),
    Planted(
        "chips given back for tickets stay redeemed on the dashboard",
        "eventnight.night.selectors.figures",
        'return (sums["came"] or 0) - (sums["went"] or 0)',
        'return sums["came"] or 0',
    ),
    Planted(
        "a till holds no cheques once its closing was undone",
        "eventnight.bank.selectors.tills.tills",
        "ends = Entry.objects.filter(event_id=event_id, till=till, kind__in=kinds, reversed_by__isnull=True)",
        "ends = Entry.objects.filter(event_id=event_id, till=till, kind__in=kinds)",
    ),
    Planted(
        "a shortage raises what is left to give",
        "eventnight.bank.selectors.desk.fund",
        "self.taken - self.over_short - self.donated",
        "self.taken + self.over_short - self.donated",
    ),
    Planted(
        "a pot needs all the ticket money in the drawer",
        "eventnight.bank.services.desk.payouts",
        '_require_there(event, payout, pot, "pot", rules=("WLIA-15",))',
        '_require_there(event, payout, money, "pot", rules=("WLIA-15",))',
    ),
    Planted(
        "an approval covers less than it was given for",
        "eventnight.night.selectors.closing.checks",
        "approval.amount == variance.amount",
        "approval.amount >= variance.amount",
    ),
    Planted(
        "programs of the desk read what the drawer should hold",
        "eventnight.bank.api.tills",
        '_SUMS: ClassVar = ("opening", "expected", "means")',
        '_SUMS: ClassVar = ("opening", "means")',
    ),
)
