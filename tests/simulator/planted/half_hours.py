"""Faults in fees that seats pay by the half-hour."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

FEES = "tables.services.seat_fees"
SEATS = "tables.services.seats"

FAULTS = (
    Planted(
        "a half-hour is booked a minute late",
        FEES,
        "    due = list(at_work.filter(seat_fee_due_at__lte=read_now()))\n",
        "    due = list(at_work.filter(seat_fee_due_at__lte=read_now() - timedelta(minutes=1)))\n",
    ),
    Planted(
        "a half-hour ends after its minute",
        FEES,
        "    while table.seat_fee_due_at is not None and table.seat_fee_due_at <= now:\n",
        "    while table.seat_fee_due_at is not None and table.seat_fee_due_at < now:\n",
    ),
    Planted(
        "the fee of a half-hour counts seats where nobody sits",
        FEES,
        "fee = fee_chips(table, len(taken)) if taken",
        "fee = fee_chips(table, table.seats_count) if taken",
    ),
    Planted(
        "two workers note one half-hour",
        FEES,
        "                locked = lock_table(table)\n",
        "                locked = table\n",
    ),
    Planted(
        "seats are charged on when it was stopped",
        FEES,
        '    table.seat_fee_due_at = None\n    table.save(update_fields=["seat_fee_due_at"])\n    record(',
        "    record(",
    ),
    Planted(
        "a half-hour that has ended is not paid when it is stopped",
        FEES,
        '    TABLE.require("stop_fees", table)\n    settle_half_hours(table, press.at)\n',
        '    TABLE.require("stop_fees", table)\n',
    ),
    Planted(
        "the first half-hour is paid at once",
        FEES,
        "    table.seat_fee_due_at = press.at + HALF_HOUR\n",
        "    table.seat_fee_due_at = press.at\n",
    ),
    Planted(
        "who leaves in the minute pays nothing for the half-hour",
        SEATS,
        "    _require_not_in_hand(table, chair)\n    settle_half_hours(table, press.at)\n",
        "    _require_not_in_hand(table, chair)\n",
    ),
    Planted(
        "who sits down in the minute pays for the half-hour before",
        SEATS,
        "    require_may_play(player)\n    settle_half_hours(table, press.at)\n",
        "    require_may_play(player)\n",
    ),
    Planted(
        "a half-hour is taken out of a hand in play",
        FEES,
        "    if table.charges_seats and hand_in_play(table) is None:\n",
        "    if table.charges_seats:\n",
    ),
    Planted(
        "a half-hour that waited for a hand is not paid when the hand is",
        "tables.services.hand_in_play",
        "        shown=shown,\n    )\n    settle_half_hours(table, press.at)\n",
        "        shown=shown,\n    )\n",
    ),
    Planted(
        "who owes a fee that waits for a hand leaves with the chips",
        SEATS,
        "    require_nothing_owed(table, chair)\n",
        "",
    ),
    Planted(
        "chips put down late pay the half-hour before",
        SEATS,
        "    settle_half_hours(table, press.at)\n    _require_payable(table, chips)\n    held =",
        "    _require_payable(table, chips)\n    held =",
    ),
    Planted(
        "who has too little owes the whole fee",
        FEES,
        "Chips(max(min(fee.fee, held[ref]), 0))",
        "Chips(fee.fee)",
    ),
    Planted(
        "an undone fee goes to whoever sits there now",
        FEES,
        "    _require_same_people(table, fee)\n    reverse_row(",
        "    reverse_row(",
    ),
    Planted(
        "a hand is paid for at a table that charges its seats",
        "tables.selectors.fees",
        "return NO_FEE if table.charges_seats else fee_chips",
        "return NO_FEE if table.seat_fee_due_at else fee_chips",
    ),
    Planted(
        "a played hand is undone after the fee of a half-hour",
        "tables.services.hands",
        "    require_no_later_fee(table, hand)\n",
        "",
    ),
)
